"""The families of games that are simulated, found by the name of the game."""
