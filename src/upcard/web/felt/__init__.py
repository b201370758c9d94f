"""Draws the felt of a table page: cards, chips, areas, and the layout of each game."""
