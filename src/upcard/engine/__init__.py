"""The round as a state machine: commands in, events out. No I/O, no clock, no randomness."""
