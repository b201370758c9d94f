"""How a message repeats what somebody wrote: short, whatever its length."""

import re
from collections.abc import Sequence
from typing import Final

LONGEST: Final = 60
"""Characters of a value that a message repeats at most."""

_HALF: Final = LONGEST // 2
_UNBROKEN: Final = re.compile(r"\S{500,}")
"""Words that no message of ours has, the paths of files among them."""


def quoted(value: object) -> str:
    """A value as Python writes it, in quotes where it is text; a long one without its middle.

    A whole number too long to be written in decimal digits is called so.
    """
    if isinstance(value, str) and len(value) > 2 * LONGEST:
        value = value[:LONGEST] + "…" + value[-LONGEST:]  # not a megabyte to be written first
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[:_HALF]}…{text[-_HALF:]}"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence has them: ``seed, reseed and increment``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def shortened(message: str) -> str:
    """A message whose very long words have lost their middle: for messages of libraries."""
    return _UNBROKEN.sub(lambda found: f"{found[0][:_HALF]}…{found[0][-_HALF:]}", message)


MOST_DIGITS: Final = 20
"""Digits of a whole number that upcard reads: those of a seed of 64 bits."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number, from 0, of no more digits than upcard reads."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
