"""Draws the felt of a table."""
