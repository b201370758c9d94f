"""Routes for exact odds, as `upcard odds --json` prints them, and PAR sheets."""

import json
from datetime import date
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from upcard.exact.par import ParRecord
from upcard.library.odds import odds as exact_odds
from upcard.money.amount import AmountError
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.violation import BadInput, UnknownName
from upcard.service.access.authority import Action
from upcard.service.api.computing import compute
from upcard.service.api.dependencies import Who
from upcard.service.wire.exact import Day, Number
from upcard.service.wire.problems import CHANGES

router = APIRouter(prefix="/api", tags=["odds"])

Short = Annotated[str | None, Query(max_length=40)]


@router.get("/odds/{wager}", response_model=dict[str, Any], responses={**CHANGES})
async def odds(  # noqa: PLR0913, PLR0917 - a query has as many parameters as the command has options
    wager: str,
    who: Who,
    request: Request,
    jurisdiction: Literal["pa", "wa", "server"] | None = None,
    paytable: Short = None,
    decks: Annotated[Annotated[Number, Field(ge=1, le=8)] | None, Query()] = None,
    meter: Annotated[str | None, Query(max_length=40, description="Dollars.")] = None,
    reading: Literal["text", "industry"] = "text",
    as_of: Day = RULEBOOK_DATE,
) -> Response:
    """A wager's records: every legal paytable and number of decks that was not narrowed down."""
    key = (wager, jurisdiction, paytable, decks, meter, reading, as_of)
    content = await compute(request, who, Action.SEE_ODDS, odds_as_json, *key)
    return Response(content, media_type="application/json")


def odds_as_json(
    wager: str,
    jurisdiction: str | None,
    paytable: str | None,
    decks: int | None,
    meter: str | None,
    reading: str,
    as_of: date,
) -> bytes:
    """The records as JSON, written where they are computed; raises `UnknownName` or `BadInput`.

    Writing them takes long enough to hold up the tables.
    """
    try:
        records = exact_odds(
            wager,
            jurisdiction=jurisdiction,
            paytable=paytable,
            decks=decks,
            meters=meter,
            readings={"reading": reading},
            as_of=as_of,
        )
    except AmountError as error:
        raise BadInput(str(error)) from None
    return json.dumps(records.to_dict(), separators=(",", ":")).encode()


@router.get(
    "/odds/{wager}/par-sheet",
    response_class=Response,
    responses={**CHANGES, 200: {"content": {"application/pdf": {}, "text/html": {}}}},
)
async def par_sheet(  # noqa: PLR0913, PLR0917 - a query has as many parameters as there are choices
    wager: str,
    who: Who,
    request: Request,
    jurisdiction: Literal["pa", "wa", "server"] | None = None,
    paytable: Short = None,
    decks: Annotated[Annotated[Number, Field(ge=1, le=8)] | None, Query()] = None,
    third_card: Literal["draw", "upcard"] | None = None,
    any_20: bool | None = None,
    form: Literal["pdf", "html"] = "pdf",
) -> Response:
    """The PAR sheet of one record as a file: of the first that was not narrowed down."""
    key = (wager, jurisdiction, paytable, decks, third_card, any_20, form)
    name, content = await compute(request, who, Action.SEE_ODDS, draw_par_sheet, *key)
    kind = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}[form]
    disposition = f'attachment; filename="{name}.{form}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})


@lru_cache(maxsize=64)
def draw_par_sheet(
    wager: str,
    jurisdiction: str | None,
    paytable: str | None,
    decks: int | None,
    third_card: str | None,
    any_20: bool | None,
    form: str,
) -> tuple[str, bytes]:
    """The file name of a PAR sheet, without its ending, and its content."""
    # Fonts and drawing libraries are loaded with the first sheet, not when the server starts.
    from upcard.reports.par.sheet import wager_sheet  # noqa: PLC0415 - fonts and drawing, for sheets alone
    from upcard.reports.part_cache import cached_fit  # noqa: PLC0415 - fonts and drawing, for sheets alone
    from upcard.reports.rendering.html import page  # noqa: PLC0415 - fonts and drawing, for sheets alone
    from upcard.reports.rendering.pdf import fitted, pdf  # noqa: PLC0415 - fonts and drawing, for sheets alone

    odds_table = exact_odds(wager, jurisdiction=jurisdiction, paytable=paytable, decks=decks)
    choices = {"third_card": third_card, "any_20": any_20}
    record = _with_choices([row.record for row in odds_table], choices)
    source, paper = wager_sheet(record)
    fit = cached_fit(paper, "a4", lambda: fitted(paper, "a4"))
    if form == "html":
        content = page(paper, fit, "a4").encode()
    else:
        content = pdf(paper, "a4", source.table.as_of, fit)
    return f"{paper.name}-{record.paytable}", content


def _with_choices(records: list[ParRecord], choices: dict[str, str | bool | None]) -> ParRecord:
    """The first record with the chosen options; raises `UnknownName` if there is none."""
    request = {name: value for name, value in choices.items() if value is not None}
    for record in records:
        if request.items() <= record.choices.items():
            return record
    raise UnknownName(f"{records[0].title} has no such choice.")
