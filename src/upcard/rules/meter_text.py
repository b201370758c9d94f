"""Parses the printed seeds and rates of progressive meters.

A seed is an amount, ``$50,000``, or a multiple of the wager, ``1,000× the wager``; a rate is a
percentage of each wager, ``3.75%``.
"""

import re
from typing import Final

from upcard.money.amount import parse_dollars
from upcard.text.words import quoted

TIMES: Final = "× the wager"
"""The end of a printed seed that is a multiple of the wager."""

PPM_PER_PERCENT: Final = 10_000
WHOLE_RATE: Final = 100 * PPM_PER_PERCENT
"""A rate of 100%, in parts per million."""

_RATE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?%")
_FINER: Final = re.compile(r"[0-9]{1,3}\.[0-9]{5,}%")


class RateError(ValueError):
    """Text that is not a rate."""


def parse_seed(text: str, wager_units: int) -> int:
    """Units of a printed seed for a wager of `wager_units`; 0 where none is printed."""
    if text.endswith(TIMES):
        return int(text.removesuffix(TIMES).replace(",", "")) * wager_units
    return parse_dollars(text) if text else 0


def parse_rate(text: object) -> int:
    """Parts per million of a rate such as ``"10%"`` or ``"3.75%"``, at most 100%.

    Raises `RateError` with one sentence for anything else.
    """
    match = _RATE.fullmatch(text.strip()) if isinstance(text, str) else None
    if isinstance(text, str) and _FINER.fullmatch(text.strip()):
        raise RateError(
            f"{quoted(text)} has more than four decimals: a rate is whole parts per million."
        )
    if match is None:
        raise RateError(f'{quoted(text)} is not a rate such as "10%" or "3.75%".')
    whole, fraction = match.groups()
    rate = int(whole) * PPM_PER_PERCENT + int((fraction or "").ljust(4, "0"))
    if rate > WHOLE_RATE:
        raise RateError(f"{quoted(text)} is more than the whole wager.")
    return rate


def format_rate(ppm: int) -> str:
    """The rate as a percentage: ``10%``, ``3.75%``."""
    whole, remainder = divmod(ppm, PPM_PER_PERCENT)
    fraction = f".{remainder:04d}".rstrip("0") if remainder else ""
    return f"{whole}{fraction}%"
