"""WebSockets: a table as somebody sees it, and the meters, in frames as things happen.

A frame comes at most every tenth of a second and says how things stand then; `events` are all
that happened since the frame before. A listener that comes back names the last `seq` that it saw.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect, WebSocketException, status

from upcard.host.table import stream_of
from upcard.rules.violation import BadInput
from upcard.service.api.access import house_of, listening
from upcard.service.api.tables import now
from upcard.service.authority import Action, authorize
from upcard.service.feed import Listener
from upcard.service.house import House
from upcard.service.principal import Forbidden, NotSignedIn, Principal
from upcard.service.story import happened

router = APIRouter(prefix="/api")

Frame = dict[str, Any]

MOST_EVENTS = 500
"""Records that a first frame catches up with; a listener that missed more reads `events`."""


@router.websocket("/tables/{table}/feed")
async def table_feed(
    socket: WebSocket, table: str, after: Annotated[int | None, Query(ge=0)] = None
) -> None:
    """A table's frames: ``{"seq", "view", "clock", "events"}``."""
    house, who = _admitted(socket, Action.SEE_TABLE, table)
    start = house.floor.host(table).position if after is None else after
    await socket.accept()

    def frames(listener: Listener) -> AsyncIterator[Frame]:
        return _table_frames(house, listener, table, who, start)

    await _send(socket, house, (stream_of(table),), frames)


@router.websocket("/meters/feed")
async def meter_feed(socket: WebSocket, after: Annotated[int | None, Query(ge=0)] = None) -> None:
    """The meters' frames: ``{"seq", "meters", "hits"}``; `hits` are those since the last frame."""
    house, _ = _admitted(socket, Action.SEE_METERS)
    start = house.feed.position if after is None else after
    await socket.accept()

    def frames(listener: Listener) -> AsyncIterator[Frame]:
        return _meter_frames(house, listener, start)

    await _send(socket, house, house.floor.board.streams, frames)


def _admitted(socket: WebSocket, action: Action, table: str = "") -> tuple[House, Principal]:
    """Who listens, if he may; otherwise the connection is refused with the reason."""
    house = house_of(socket)
    try:
        who = listening(socket)
        authorize(who, action, table)
        if table:
            house.floor.host(table)
    except (NotSignedIn, Forbidden, BadInput) as refused:
        raise WebSocketException(status.WS_1008_POLICY_VIOLATION, str(refused)) from None
    return house, who


async def _table_frames(
    house: House, listener: Listener, table: str, who: Principal, after: int
) -> AsyncIterator[Frame]:
    async for _ in listener.frames():
        frame = await asyncio.to_thread(_table_frame, house, table, who, after)
        after = max([after, *(one["seq"] for one in frame["events"])])
        yield frame


def _table_frame(house: House, table: str, who: Principal, after: int) -> Frame:
    current = now(house, table, who)
    missed = list(happened(house.floor.journal, stream_of(table), after))
    return {**current.model_dump(), "events": missed[-MOST_EVENTS:]}


async def _meter_frames(house: House, listener: Listener, after: int) -> AsyncIterator[Frame]:
    board = house.floor.board
    async for position in listener.frames():
        meters = await asyncio.to_thread(board.meters)
        hits = board.hits(after)
        after = max([after, *(hit.position for hit in hits)])
        yield {
            "seq": position,
            "meters": msgspec.to_builtins(meters),
            "hits": msgspec.to_builtins(hits),
        }


async def _send(
    socket: WebSocket,
    house: House,
    streams: tuple[str, ...],
    frames: Callable[[Listener], AsyncIterator[Frame]],
) -> None:
    """Send frames until the listener goes away; what it sends is not read."""
    with house.feed.listening(*streams) as listener:
        sending = asyncio.create_task(_frames_to(socket, frames(listener)))
        try:
            with suppress(WebSocketDisconnect):
                while True:
                    await socket.receive_bytes()
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending


async def _frames_to(socket: WebSocket, frames: AsyncIterator[Frame]) -> None:
    async for frame in frames:
        await socket.send_text(msgspec.json.encode(frame).decode())
