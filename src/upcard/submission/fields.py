"""The types of a Rules Submission's fields: amounts, rates, portions, and choices with sections."""

import types
import unicodedata
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.fields import FieldInfo

from upcard.money.amount import UNITS_PER_CENT, parse_dollars, printed_dollars
from upcard.rules.citation import full_citation
from upcard.rules.meter_text import WHOLE_RATE, RateError, format_rate, parse_rate
from upcard.rules.odds_text import parse_odds
from upcard.text.words import quoted


def whole_dollars_and_cents(value: Any) -> int:
    """Units of an amount; ``ValueError`` where it is not in whole cents, the least that is paid."""
    units = parse_dollars(value)
    if units % UNITS_PER_CENT:
        raise ValueError(f"{quoted(value)} is not in whole cents.")
    return units


_DOLLARS: Final = {"type": "string", "pattern": r"^\$?[0-9][0-9,]*(\.[0-9]{1,2}0{0,2})?$"}
"""The JSON Schema of an amount that is written as a string."""

Money = Annotated[
    int,
    BeforeValidator(whole_dollars_and_cents),
    WithJsonSchema({"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, _DOLLARS]}),
]
"""Units of 1/10,000 dollar, written as a whole number of dollars or a string."""

Rate = Annotated[
    int,
    BeforeValidator(parse_rate),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]{1,3}(\.[0-9]{1,4})?%$"}),
]
"""Parts per million of a wager, written as a percentage."""


def prize_text(value: Any) -> str:
    """A prize that the house set: odds as printed text, or an amount."""
    if isinstance(value, str) and any(word in value for word in ("for", "to", ":")):
        return str(parse_odds(value))
    return printed_dollars(whole_dollars_and_cents(value))


UNSEEN: Final = ("Cc", "Cf", "Zl", "Zp")
"""Unicode's categories of control, format and line-separating characters."""


def name_text(value: str | None) -> str | None:
    """A name or citation: one line of visible text. ``ValueError`` with one sentence otherwise."""
    if value is not None and any(unicodedata.category(character) in UNSEEN for character in value):
        raise ValueError(f"{quoted(value)} has a control character: a name is one line of text.")
    if value and not value.strip():
        raise ValueError(f"{quoted(value)} is empty: a name has letters or digits.")
    return value


ALL: Final = "all"
"""A portion that is the whole."""

Prize = Annotated[
    str,
    BeforeValidator(prize_text),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
]
"""An amount as `Money` has it, or odds such as ``50 for 1``."""


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


Portion = Annotated[
    str,
    BeforeValidator(portion_text),
    WithJsonSchema({"type": "string", "pattern": r"^(all|[0-9]{1,3}(\.[0-9]{1,4})?%)$"}),
]
"""A part of a payout: ``all``, or a percentage above nothing."""


def choice(
    default: Any,
    section: str,
    summary: str,
    games: Sequence[str] = (),
    jurisdiction: str = "",
    **bounds: Any,
) -> Any:
    """A field that the text leaves to the certificate holder, with its section.

    `games` are the only games that have it, where it is not one of Blackjack's choices;
    `jurisdiction` limits it to one jurisdiction.
    """
    cited: dict[str, Any] = {
        "section": full_citation(section),
        "games": list(games),
        "jurisdiction": jurisdiction,
    }
    return Field(default, description=summary, json_schema_extra=cited, **bounds)


class SubmissionTable(BaseModel):
    """A table of the file; unknown keys are findings, not silently ignored."""

    # Built where it is used: most models only lend their keys to others.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


def payout_odds(value: Any) -> str:
    """What a win pays in canonical notation; ``ValueError`` for other than odds "to"."""
    odds = parse_odds(value) if isinstance(value, str) else None
    if odds is None or odds.for_one or odds.win <= 0:
        raise ValueError(f'{quoted(value)} is no payoff: write odds such as "3 to 2" or "6:5".')
    return str(odds)


PayoutOdds = Annotated[
    str,
    BeforeValidator(payout_odds),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9,]+(\.[0-9])? ?(to|:) ?[0-9]+$"}),
]
"""Odds with which the stake is paid back as well, such as ``3 to 2``."""


# What a field is


def is_money(info: FieldInfo) -> bool:
    """Whether a field holds an amount."""
    return _is(info, Money)


def is_rate(info: FieldInfo) -> bool:
    """Whether a field holds a rate: a part of a wager."""
    return _is(info, Rate)


def is_prize(info: FieldInfo) -> bool:
    """Whether a field holds prizes."""
    return _is(info, Prize)


def is_portion(info: FieldInfo) -> bool:
    """Whether a field holds a portion: a part of a payout."""
    return _is(info, Portion)


def is_payout(info: FieldInfo) -> bool:
    """Whether a field holds the odds of a win."""
    return _is(info, PayoutOdds)


def has_rows(info: FieldInfo) -> bool:
    """Whether a field is a table of rows, such as prizes by the row of a paytable."""
    kinds = (info.annotation, *get_args(info.annotation))
    return any(get_origin(kind) is dict for kind in kinds)


def literals(info: FieldInfo) -> tuple[str | int, ...]:
    """The values of a field that takes no others; empty for any other field."""
    kind: Any = info.annotation
    if get_origin(kind) in (Union, types.UnionType):
        kinds = [part for part in get_args(kind) if part is not type(None)]
        kind = kinds[0] if len(kinds) == 1 else None
    return get_args(kind) if get_origin(kind) is Literal else ()


def _is(info: FieldInfo, annotated: Any) -> bool:
    """Whether a field has an annotated type, which its validator identifies."""
    marker = get_args(annotated)[1]
    return marker in info.metadata or marker in [
        part for option in get_args(info.annotation) for part in get_args(option)
    ]
