"""Remaining shoes, drawn at random, and the exact value of a side wager from each of them."""
