"""The WebSocket of the channel: commands, steps and tables' frames on one connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import cast

from fastapi import APIRouter, WebSocket
from fastapi.responses import JSONResponse

from upcard.host.tables.committing import stream_of
from upcard.journal.port import JournalError
from upcard.service.access.principal import Principal
from upcard.service.api import feeds
from upcard.service.api.access import (
    BEARER,
    by_token,
    commanding,
    find_session,
    house_of,
    limits_of,
    session_of,
)
from upcard.service.api.problems import problem_of, status_of
from upcard.service.channel.carrier import Carrier
from upcard.service.channel.connection import Connection
from upcard.service.channel.requests import Requests
from upcard.service.frames import TableFrame

router = APIRouter(prefix="/api")


@router.websocket("/channel")
async def channel(socket: WebSocket) -> None:
    """Commands and steps, answered in their order, and the frames of tables.

    The messages are those of `service/channel/messages.py` and of ``/api/asyncapi.json``.
    """
    await find_session(socket)
    try:
        who = await asyncio.to_thread(commanding, socket)
    except feeds.AT_FIRST as refused:
        problem = problem_of(refused).model_dump()
        await socket.send_denial_response(JSONResponse(problem, status_of(refused)))
        return
    await socket.accept(BEARER if BEARER in socket.scope["subprotocols"] else None)
    server = house_of(socket)

    def admit() -> Principal:
        return commanding(socket)

    async def frames_of(table: str, after: int) -> AsyncIterator[TableFrame]:
        seen_by = await asyncio.to_thread(admit)
        with server.feed.listening(stream_of(table)) as listener:
            async for frame in feeds.table_frames(server, listener, table, seen_by, after):
                yield frame

    async def lost() -> str:
        while True:
            try:
                await feeds.session_goes_on(socket, feeds.RECHECK)
                with suppress(JournalError):
                    await asyncio.to_thread(admit)
            except feeds.REFUSED as refused:
                return str(refused)

    session = "" if by_token(socket) else session_of(socket).id

    def allows(name: str) -> bool:
        server.sessions.touch(session)
        return limits_of(socket).requests.allows(name)

    requests = Requests(server, who, admit, allows)
    carrier = cast(Carrier, socket.app.state.carrier)
    await Connection(socket, requests, carrier, frames_of, lost).run()
