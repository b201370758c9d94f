"""The routes of past rounds: a round as its page plays it, and its evidence as a page to file."""

import asyncio
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from upcard.journal.journal import Journal
from upcard.service.access.authority import Action
from upcard.service.api.computing import read, read_apart
from upcard.service.api.dependencies import Here, Who
from upcard.service.history.evidence import evidence_of
from upcard.service.stage.replaying import replay_for
from upcard.service.wire.exact import Number
from upcard.service.wire.problems import REFUSALS
from upcard.text.json_object import Json

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/tables/{table}/rounds/{number}/replay", responses={**REFUSALS})
async def replay(table: str, number: Number, who: Who, server: Here, request: Request) -> Json:
    """A round from its first wager to the cleared table, beat by beat; a player's is their own."""

    def made(journal: Journal) -> Json:
        round_replay = replay_for(server, table, number, who, journal)
        document: Json = msgspec.to_builtins(round_replay, str_keys=True)
        return document

    return await read(request, who, made)


@router.get(
    "/tables/{table}/rounds/{number}/evidence",
    response_class=Response,
    responses={**REFUSALS, 200: {"content": {"text/html": {}}}},
)
async def evidence(
    table: str, number: Number, who: Who, server: Here, request: Request
) -> HTMLResponse:
    """A settled round as one page to file, with its proof, as `upcard evidence` writes it."""
    await asyncio.to_thread(server.floor.authority.authorize, who, Action.TAKE_EVIDENCE, table)
    server.floor.host(table)
    of_round = evidence_of, table, number, server.public_keys, server.floor.rules_of
    page = await read_apart(request, who, Action.TAKE_EVIDENCE, *of_round)
    name = quote(f"{table} round {number}.html")
    disposition = f"attachment; filename*=UTF-8''{name}"
    return HTMLResponse(page, headers={"Content-Disposition": disposition})
