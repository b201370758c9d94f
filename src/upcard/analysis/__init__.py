"""Joins what is exact and what is simulated."""
