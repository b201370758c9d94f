"""The WebSocket of the channel: commands, steps and tables' frames on one connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import cast

from fastapi import APIRouter, WebSocket

from upcard.host.tables.committing import stream_of
from upcard.journal.port import JournalError
from upcard.service.access.principal import NotSignedIn, Principal
from upcard.service.api import feeds
from upcard.service.api.access import server_of, session_of
from upcard.service.api.limits import limits_of
from upcard.service.api.sockets import commander_of, shows_token
from upcard.service.channel.connection import ChannelConnection
from upcard.service.channel.messages import FollowRequest
from upcard.service.channel.request_threads import RequestThreads
from upcard.service.channel.requests import ChannelRequests
from upcard.service.frames import TableFrame
from upcard.service.stage.frame import StageFrame, stage_frames

router = APIRouter(prefix="/api")


@router.websocket("/channel")
async def channel(socket: WebSocket) -> None:
    """Commands and steps, answered in their order, and the frames of tables.

    The messages are those of `service/channel/messages.py` and of ``/api/asyncapi.json``.
    """
    async with feeds.accept_connection(socket, partial(commander_of, socket)) as who:
        if who is not None:
            await _serve(socket, who)


async def _serve(socket: WebSocket, who: Principal) -> None:
    server = server_of(socket)

    def admit() -> Principal:
        return commander_of(socket)

    async def frames_of(request: FollowRequest) -> AsyncIterator[TableFrame | StageFrame]:
        seen_by = await asyncio.to_thread(admit)
        table = request.table
        with server.feed.listening(stream_of(table)) as listener:
            if request.stage:
                async for stage_frame in stage_frames(server, listener, table, seen_by):
                    yield stage_frame
                return
            assert request.after is not None, "the server fills it in"
            async for frame in feeds.table_frames(server, listener, table, seen_by, request.after):
                yield frame

    async def lost() -> str:
        while True:
            try:
                await feeds.session_goes_on(socket, feeds.AUTHORITY_CHECK_SECONDS)
                with suppress(JournalError):
                    await asyncio.to_thread(admit)
            except feeds.REFUSED as refused:
                return str(refused)

    session = ""
    if not shows_token(socket):
        with suppress(NotSignedIn):  # it has just ended: the first message is told so
            session = session_of(socket).id

    def allows(name: str) -> bool:
        server.sessions.touch(session)
        return limits_of(socket).requests.allows(name)

    requests = ChannelRequests(server, who, admit, allows)
    threads = cast(RequestThreads, socket.app.state.request_threads)
    await ChannelConnection(socket, requests, threads, frames_of, lost).run()
