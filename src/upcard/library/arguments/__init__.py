"""Reads and checks the arguments of callers."""
