"""Live tables whose commands are recorded in a journal."""
