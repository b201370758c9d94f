"""How a Rules Submission writes amounts, rates, prizes, portions, payoffs and names."""

import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec

from upcard.money.amount import UNITS_PER_CENT, parse_dollars, printed_dollars
from upcard.rules.meter_text import WHOLE_RATE, RateError, format_rate, parse_rate
from upcard.rules.odds_text import parse_odds
from upcard.text.words import quoted


class Notation(msgspec.Struct, frozen=True, eq=False):
    """How a file writes a value, with the JSON Schema of what it writes.

    `read` returns the value that is kept, and raises ``ValueError`` with one sentence for anything
    that is not in this notation.
    """

    read: Callable[[Any], Any]
    json_schema: dict[str, Any]


# Amounts


def whole_dollars_and_cents(value: Any) -> int:
    """Units of an amount; ``ValueError`` where it is not in whole cents, the least that is paid."""
    units = parse_dollars(value)
    if units % UNITS_PER_CENT:
        raise ValueError(f"{quoted(value)} is not in whole cents.")
    return units


_DOLLARS: Final = {"pattern": r"^\$?[0-9][0-9,]*(\.[0-9]{1,2}0{0,2})?$", "type": "string"}
"""The JSON Schema of an amount that is written as a string."""

MONEY: Final = Notation(
    whole_dollars_and_cents, {"anyOf": [{"exclusiveMinimum": 0, "type": "integer"}, _DOLLARS]}
)

Money = Annotated[int, MONEY]
"""Units of 1/10,000 dollar, written as a whole number of dollars or a string."""


def prize_text(value: Any) -> str:
    """A prize that the house set: odds as printed text, or an amount."""
    if isinstance(value, str) and any(word in value for word in ("for", "to", ":")):
        return str(parse_odds(value))
    return printed_dollars(whole_dollars_and_cents(value))


PRIZE: Final = Notation(prize_text, {"anyOf": [{"type": "integer"}, {"type": "string"}]})

Prize = Annotated[str, PRIZE]
"""An amount as `Money` has it, or odds such as ``50 for 1``."""


# Parts of a wager or of a payout

RATE: Final = Notation(parse_rate, {"pattern": r"^[0-9]{1,3}(\.[0-9]{1,4})?%$", "type": "string"})

Rate = Annotated[int, RATE]
"""Parts per million of a wager, written as a percentage."""

ALL: Final = "all"
"""A portion that is the whole."""


def portion_rate(text: object) -> int:
    """Parts per million of a portion: ``all``, or a percentage above nothing.

    A percentage has four decimals at most, as a rate has. Raises ``ValueError`` with one
    sentence for anything else.
    """
    try:
        rate = WHOLE_RATE if text == ALL else parse_rate(text)
    except RateError:
        rate = 0
    if not rate:
        raise ValueError(
            f'{quoted(text)} is no portion: "all", or a percentage such as "40%", with four '
            "decimals at most."
        )
    return rate


def portion_text(value: Any) -> str:
    """A portion in its canonical notation: ``all`` or ``40%``."""
    rate = portion_rate(value)
    return ALL if rate == WHOLE_RATE else format_rate(rate)


PORTION: Final = Notation(
    portion_text, {"pattern": r"^(all|[0-9]{1,3}(\.[0-9]{1,4})?%)$", "type": "string"}
)

Portion = Annotated[str, PORTION]
"""A part of a payout: ``all``, or a percentage above nothing."""


# Odds


def payout_odds(value: Any) -> str:
    """What a win pays in canonical notation; ``ValueError`` for other than odds "to"."""
    odds = parse_odds(value) if isinstance(value, str) else None
    if odds is None or odds.for_one or odds.win <= 0:
        raise ValueError(f'{quoted(value)} is no payoff: write odds such as "3 to 2" or "6:5".')
    return str(odds)


PAYOUT: Final = Notation(
    payout_odds, {"pattern": r"^[0-9,]+(\.[0-9])? ?(to|:) ?[0-9]+$", "type": "string"}
)

PayoutOdds = Annotated[str, PAYOUT]
"""Odds with which the stake is paid back as well, such as ``3 to 2``."""


# Names

NO_TEXT: Final = "input should be a valid string"
"""What is said of a value that has to be text."""

UNSEEN: Final = ("Cc", "Cf", "Zl", "Zp")
"""Unicode's categories of control, format and line-separating characters."""


def name_text(value: Any) -> str:
    """A name or citation: one line of visible text. ``ValueError`` with one sentence otherwise."""
    if not isinstance(value, str):
        raise ValueError(f"{quoted(value)} is not allowed here: {NO_TEXT}.")
    if any(unicodedata.category(character) in UNSEEN for character in value):
        raise ValueError(f"{quoted(value)} has a control character: a name is one line of text.")
    if value and not value.strip():
        raise ValueError(f"{quoted(value)} is empty: a name has letters or digits.")
    return value


NAME: Final = Notation(name_text, {"type": "string"})

Name = Annotated[str, NAME]
"""A name or citation."""
