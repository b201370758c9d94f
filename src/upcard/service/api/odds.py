"""Exact odds, as `upcard odds --json` has them."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from upcard.money.amount import AmountError, parse_dollars
from upcard.odds.par import as_json
from upcard.odds.pricing import Asked
from upcard.odds.record import records
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.violation import BadInput
from upcard.service.api.access import Costly, Here, Who
from upcard.service.api.problems import CHANGES
from upcard.service.authority import Action

router = APIRouter(prefix="/api", tags=["odds"])

Short = Annotated[str | None, Query(max_length=40)]


@router.get("/odds/{wager}", responses={**CHANGES}, dependencies=[Costly])
def odds(  # noqa: PLR0913, PLR0917 - a query has as many parameters as the command has options
    wager: str,
    who: Who,
    house: Here,
    jurisdiction: Literal["pa", "wa"] | None = None,
    paytable: Short = None,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    meter: Annotated[str | None, Query(max_length=40, description="Dollars.")] = None,
    reading: Literal["text", "industry"] = "text",
    as_of: date = RULEBOOK_DATE,
) -> list[dict[str, Any]]:
    """A wager's records: every legal paytable and number of decks that was not narrowed down."""
    house.floor.authorize(who, Action.SEE_ODDS)
    try:
        meters = {} if meter is None else {"": parse_dollars(meter)}
    except AmountError as error:
        raise BadInput(str(error)) from None
    asked = Asked(meters=meters, reading=reading)
    found = records(wager, jurisdiction, paytable, decks, as_of, asked=asked)
    return [as_json(record) for record in found]
