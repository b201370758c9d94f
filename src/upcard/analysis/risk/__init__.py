"""Bankroll risk of wagers over many rounds."""
