"""Exact outcome counts for wagers that depend on how the round is played."""
