"""Quotes a user's text in messages, shortened to a bounded length; reads it as a number."""

import re
from collections.abc import Sequence
from math import floor, log10
from typing import Final

LONGEST: Final = 60
"""The most characters of a value that a message quotes."""

_HALF: Final = LONGEST // 2
_UNBROKEN: Final = re.compile(r"\S{500,}")
"""A word longer than any of upcard's own, paths included."""

LEAST_SHOWN: Final = 0.0001
"""The least share that two decimals of a percent show."""

_MINUS: Final = re.compile(r"(?<!\w)-(?=[\d.$])")
"""A hyphen before a number that stands for its sign."""


def quoted(value: object) -> str:
    """The `repr` of a value, text in quotes; the middle of a long one is replaced by "…".

    A whole number that Python does not convert to decimal digits is only described.
    """
    if isinstance(value, str) and len(value) > 2 * LONGEST:
        value = value[:LONGEST] + "…" + value[-LONGEST:]  # avoids the repr of a megabyte of text
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[:_HALF]}…{text[-_HALF:]}"


def unbroken(words: str) -> str:
    """Words in which no line breaks between a section mark and its number."""
    return words.replace("§ ", "§\u00a0")


def first_line(thing: object) -> str:
    """The first line of the docstring of a type or a function, "" if it has none."""
    return (thing.__doc__ or "").strip().partition("\n")[0]


def listed(words: Sequence[str]) -> str:
    """Words joined for a sentence: ``seed, reseed and increment``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def shortened(message: str) -> str:
    """A library's message with the middle of very long words removed."""
    return _UNBROKEN.sub(lambda match: f"{match[0][:_HALF]}…{match[0][-_HALF:]}", message)


MAX_DIGITS: Final = 20
"""The most digits of a whole number that upcard reads: enough for a seed of 64 bits."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number, 0 or more, of at most `MAX_DIGITS` digits."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS


def in_percent(share: float, places: int = 2) -> str:
    """A share in percent with `places` decimals; with more if needed for two significant digits."""
    if share > 0:
        places = max(places, 1 - floor(log10(100 * share)))
    return f"{100 * share:.{places}f} %"


def in_percent_or_less(share: float) -> str:
    """A share in percent with two decimals; one that they do not show is small, not zero."""
    return "< 0.01 %" if 0 < share < LEAST_SHOWN else f"{100 * share:.2f} %"


def with_minus(figure: str) -> str:
    """A formatted figure with the sign that people read: ``−1.5``; hyphens in words stay."""
    return _MINUS.sub("−", figure)


def in_dollars(dollars: float) -> str:
    """An expected amount, to the cent: ``−$1,200.50``."""
    return f"{'−' if dollars < 0 else ''}${abs(dollars):,.2f}"
