"""Wagers and paytables of somebody's own: packed, tried, made in Python, priced."""
