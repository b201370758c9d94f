"""Compiled code that asks how far cards that are gone change what a side wager is worth."""
