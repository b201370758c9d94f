"""A player's result after a number of rounds."""
