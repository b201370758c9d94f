"""The route of replays: a past round as its page plays it."""

from typing import Any

import msgspec
from fastapi import APIRouter

from upcard.service.api.access import Costly, Here, Who
from upcard.service.api.exact import Number
from upcard.service.api.problems import REFUSALS
from upcard.service.stage.replaying import replay_for

router = APIRouter(prefix="/api", tags=["tables"])

Json = dict[str, Any]


@router.get("/tables/{table}/rounds/{number}/replay", responses={**REFUSALS}, dependencies=[Costly])
def replay(table: str, number: Number, who: Who, server: Here) -> Json:
    """A round from its first wager to the cleared table, beat by beat; a player's is their own."""
    made: Json = msgspec.to_builtins(replay_for(server, table, number, who), str_keys=True)
    return made
