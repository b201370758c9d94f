"""Odds of wagers that depend on how the round is played."""
