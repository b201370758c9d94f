"""The route of replays: a past round as its page plays it."""

import msgspec
from fastapi import APIRouter, Request

from upcard.journal.journal import Journal
from upcard.service.api.computing import read
from upcard.service.api.dependencies import Here, Who
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
