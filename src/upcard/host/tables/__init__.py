"""Live tables on a journal."""
