"""Plays rounds on tables in memory, from scripts or by robots."""
