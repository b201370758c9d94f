"""Simulated families of games, found by the name of the game."""
