"""Simulates Blackjack Premium as Switch Hands. 58 Pa. Code § 633c.4(k)-(o)."""

from upcard.simulation.variations.switch_hands import PART

__all__ = ["PART"]
