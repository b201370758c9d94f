"""Whole numbers that somebody wrote."""

from typing import Final

MOST_DIGITS: Final = 20
"""Digits of a whole number that upcard reads: those of a seed of 64 bits."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number, from 0, of no more digits than upcard reads."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
