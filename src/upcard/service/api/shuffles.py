"""Routes of provable shuffles: commitments, what players add to a cut, checks of rounds."""

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request
from pydantic import Field

from upcard.host.records.shuffle_check import check_shuffles
from upcard.host.seals.entropy import LONGEST
from upcard.service.access.authority import Action
from upcard.service.access.principal import Forbidden, Role
from upcard.service.api.computing import read_apart
from upcard.service.api.dependencies import Here, Who
from upcard.service.wire.exact import Number, RequestBody
from upcard.service.wire.problems import CHANGES, REFUSALS
from upcard.text.json_object import Json

router = APIRouter(prefix="/api", tags=["tables"])


class Added(RequestBody):
    """What a player adds to the cut that is due."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


@router.get("/tables/{table}/shuffles", responses={**REFUSALS})
def shuffles(table: str, who: Who, server: Here) -> list[Json]:
    """The shuffles in use: the commitment of each, what players added, whether they may add now."""
    server.floor.authority.authorize(who, Action.SEE_TABLE, table)
    documents: list[Json] = msgspec.to_builtins(list(server.floor.host(table).shuffles))
    return documents


@router.post("/tables/{table}/entropy", status_code=204, responses={**CHANGES})
def add(table: str, body: Added, who: Who, server: Here) -> None:
    """Add a text of the player's own to the cut that is due."""
    with server.floor.authority.note_refusals(who, "add to a cut", table):
        if who.role is not Role.PLAYER:
            raise Forbidden("Only a player with a seat adds to a cut.")
        server.floor.host(table).add_entropy(who.name, body.text)


@router.get("/tables/{table}/rounds/{number}/shuffles", responses={**REFUSALS})
async def checked(
    table: str, number: Number, who: Who, server: Here, request: Request
) -> list[Json]:
    """The shuffles of a round, and whether its cards were those of the committed order."""
    await asyncio.to_thread(server.floor.authority.authorize, who, Action.SEE_TABLE, table)
    server.floor.host(table)
    check = check_shuffles, table, number, server.floor.rules_of
    checks = await read_apart(request, who, Action.SEE_TABLE, *check)
    return [{**msgspec.to_builtins(shuffle), "checked": shuffle.checked} for shuffle in checks]
