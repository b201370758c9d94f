"""What the fields of a Rules Submission are made of: amounts, rates, choices with their section."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from upcard.money.amount import UNITS_PER_CENT, format_dollars, parse_dollars
from upcard.rules.citation import full
from upcard.rules.meter_text import parse_rate
from upcard.rules.odds_text import parse_odds


def whole_dollars_and_cents(value: Any) -> int:
    """Units of an amount in whole cents: a win could not be paid in less."""
    units = parse_dollars(value)
    if units % UNITS_PER_CENT:
        raise ValueError(f"{value!r} is not in whole cents.")
    return units


Money = Annotated[int, BeforeValidator(whole_dollars_and_cents)]
"""Units of 1/10,000 dollar, written as a whole number of dollars or a string."""

Rate = Annotated[int, BeforeValidator(parse_rate)]
"""Parts per million of a wager, written as a percentage."""


def prize_text(value: Any) -> str:
    """A prize that the house set: odds as printed text, or an amount."""
    if isinstance(value, str) and any(word in value for word in ("for", "to", ":")):
        return str(parse_odds(value))
    return f"${format_dollars(whole_dollars_and_cents(value))}"


Prize = Annotated[str, BeforeValidator(prize_text)]
"""An amount as `Money` has it, or odds such as ``50 for 1``."""


def choice(
    default: Any, section: str, summary: str, games: Sequence[str] = (), **bounds: Any
) -> Any:
    """A field that the text leaves to the certificate holder, with its section.

    `games` are the only ones that have the choice, where it is not Blackjack's.
    """
    cited: dict[str, Any] = {"section": full(section), "games": list(games)}
    return Field(default, description=summary, json_schema_extra=cited, **bounds)


class Section(BaseModel):
    """A table of the file; unknown keys are findings, not silently ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
