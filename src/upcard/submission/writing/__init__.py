"""Writes a new Rules Submission."""
