"""Parses the awards of paytable rows, in every form that the five sources print.

``25 to 1``, ``2.5 to 1``, ``1,000 for 1``, ``13 for 2``, ``4:1``, ``100% of meter``,
``100% progressive``, ``10% of Progressive``, ``100% of mega``, ``100% mega``,
``Star progressive``, ``100% of meter and 200 to 1``, ``$750``, ``$`` (set by the house),
``N/A``. Anything else is refused.
"""

import re
from typing import Final

from upcard.money.amount import parse_dollars
from upcard.money.odds import Award, FixedAmount, HouseSet, MeterShare, NotOffered, PaidOdds, Pay
from upcard.text.words import quoted

METERS: Final = (
    "mega",
    "major",
    "minor",
    "mini",
    "micro",
    "star",
    "heart",
    "spade",
    "diamond",
    "club",
)

_RATIO: Final = re.compile(
    r"(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d))?\s*(to|for|:)\s*(\d{1,12})", re.ASCII
)
_SHARE: Final = re.compile(r"(\d{1,3})%\s+(?:of\s+)?([a-z]+)", re.ASCII)
_NAMED: Final = re.compile(r"([a-z]+)\s+progressive")
_DOLLARS: Final = re.compile(r"\$\s*[\d,]+(?:\.\d{2})?", re.ASCII)
_UNNAMED_METERS: Final = ("meter", "progressive")


class OddsTextError(ValueError):
    """Text that is not a payout."""


def parse_award(text: str) -> Award:
    """The award of a printed cell; it has several pays where the cell contains "and".

    Raises `OddsTextError` with one sentence when the cell cannot be read.
    """
    return tuple(_pay(part.strip()) for part in text.strip().split(" and "))


def parse_odds(text: str) -> PaidOdds:
    """The odds of a cell such as ``100 for 1``; raises `OddsTextError` for any other award."""
    (pay,) = parse_award(text)
    if not isinstance(pay, PaidOdds):
        raise OddsTextError(f"{quoted(text)} is not odds.")
    return pay


def _pay(text: str) -> Pay:
    lower = text.lower()
    if lower == "n/a":
        return NotOffered()
    if lower == "$":
        return HouseSet()
    if _DOLLARS.fullmatch(text):
        return FixedAmount(parse_dollars(text))
    ratio = _RATIO.fullmatch(lower)
    if ratio is not None:
        return _ratio(text, *ratio.groups())
    share = _SHARE.fullmatch(lower)
    if share is not None:
        return MeterShare(_percent(text, share[1]), _meter(text, share[2]))
    match = _NAMED.fullmatch(lower)
    if match is not None:
        return MeterShare(100, _meter(text, match[1]))
    raise OddsTextError(f"{quoted(text)} is not odds, a share of a meter or an amount of dollars.")


def _ratio(text: str, whole: str, tenths: str | None, word: str, stake: str) -> PaidOdds:
    win = int(whole.replace(",", ""))
    against = int(stake)
    if tenths is not None:
        win, against = win * 10 + int(tenths), against * 10
    if win == 0 or against == 0:
        raise OddsTextError(f"{quoted(text)} pays nothing or divides by nothing.")
    return PaidOdds(win, against, for_one=word == "for")


def _percent(text: str, digits: str) -> int:
    percent = int(digits)
    if not 0 < percent <= 100:
        raise OddsTextError(f"{quoted(text)} is not a share of a meter.")
    return percent


def _meter(text: str, name: str) -> str:
    if name in _UNNAMED_METERS:
        return ""
    if name not in METERS:
        raise OddsTextError(f"{quoted(text)} names no known meter.")
    return name
