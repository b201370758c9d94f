"""WebSockets that send frames of a table, as the listener may see it, or of the meters.

A frame is sent at most every tenth of a second and holds the state at that time; `events` are all
events since the previous frame. A client that reconnects names the last `seq` that it received.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Annotated, Final, NamedTuple

import msgspec
from anyio import create_task_group
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect, status
from fastapi.responses import JSONResponse
from pydantic import Field

from upcard.host.meters.parameters import FLOOR
from upcard.host.tables.committing import stream_of
from upcard.journal.port import JournalError
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal
from upcard.service.access.rates import TooMany
from upcard.service.api.access import find_session, server_of, session_of
from upcard.service.api.limits import one_of_few
from upcard.service.api.sockets import listener_of, shows_token, subprotocol_of
from upcard.service.api.tables import seen_table
from upcard.service.feed import Listener
from upcard.service.frames import ClockBody, MeterFrame, RecordEvents, TableFrame
from upcard.service.table_server import TableServer
from upcard.service.tables.views import visible_events
from upcard.service.wire.exact import LARGEST_NUMBER, Number
from upcard.service.wire.problems import problem_of, status_of

router = APIRouter(prefix="/api")

Frame = TableFrame | MeterFrame
Frames = Callable[[Listener], AsyncIterator[Frame]]
After = Annotated[Annotated[Number, Field(ge=0, le=LARGEST_NUMBER)] | None, Query()]

REFUSED: Final = (NotSignedIn, Forbidden, BadInput)
"""The exceptions for which a WebSocket is refused, or closed for good."""

AT_FIRST: Final = (*REFUSED, JournalError)
"""Those for which a connection is refused: the journal may answer, or the table be here, later."""

AUTHORITY_CHECK_SECONDS = 15.0
"""Seconds between two checks whether a listener still has the authority."""

SESSION_CHECK_SECONDS = 1.0
"""Seconds between checks that a listener's session goes on."""

MAX_EVENTS: Final = 200
"""The most records in one frame; the next frame continues."""


@router.websocket("/tables/{table}/feed")
async def table_feed(socket: WebSocket, table: str, after: After = None) -> None:
    """A table's frames (`TableFrame`)."""
    server, request = server_of(socket), _RequiredAuthority(Action.SEE_TABLE, table)
    async with accept_connection(socket, partial(_admit, socket, request)) as who:
        if who is None:
            return

        def frames(listener: Listener) -> AsyncIterator[Frame]:
            start = server.floor.host(table).position if after is None else after
            return table_frames(server, listener, table, who, start)

        await _serve(socket, request, (stream_of(table),), frames)


@router.websocket("/meters/feed")
async def meter_feed(socket: WebSocket, after: After = None) -> None:
    """The meters' frames (`MeterFrame`)."""
    server, request = server_of(socket), _RequiredAuthority(Action.SEE_METERS)
    async with accept_connection(socket, partial(_admit, socket, request)) as who:
        if who is None:
            return
        start = server.feed.at if after is None else after

        def frames(listener: Listener) -> AsyncIterator[Frame]:
            return _meter_frames(server, listener, start)

        await _serve(socket, request, (*server.floor.board.streams, FLOOR), frames)


class _RequiredAuthority(NamedTuple):
    """The action, and the table, that a listener needs the authority for."""

    action: Action
    table: str = ""


def _admit(socket: WebSocket, subscription: _RequiredAuthority) -> Principal:
    """The principal that listens; raises one of `REFUSED` if it may not."""
    floor = server_of(socket).floor
    who = listener_of(socket)
    floor.authority.authorize(who, *subscription)
    if subscription.table:
        floor.host(subscription.table)
    return who


@asynccontextmanager
async def accept_connection(
    socket: WebSocket, admit: Callable[[], Principal]
) -> AsyncIterator[Principal | None]:
    """Accept a connection, and its principal while the block runs; None if it is refused."""
    with ExitStack() as resources:
        try:
            await find_session(socket)
            who = await asyncio.to_thread(admit)
            resources.enter_context(one_of_few(socket, who))
        except (*AT_FIRST, TooMany) as refused:
            problem = problem_of(refused).model_dump()
            await socket.send_denial_response(JSONResponse(problem, status_of(refused)))
            yield None
            return
        await socket.accept(subprotocol_of(socket))
        yield who


async def table_frames(
    server: TableServer, listener: Listener, table: str, who: Principal, last_seq: int
) -> AsyncIterator[TableFrame]:
    """A table's frames after a `seq`, as `who` sees them, without end."""
    async for _ in listener.frames():
        current = seen_table(server, table, who)
        source = (stream_of(table), last_seq, MAX_EVENTS)
        events = server.recent_events.cached_events(*source)
        if events is None:
            events = await server.computations.run_charged(who, server.recent_events.read, *source)
        last_seq = events[-1]["seq"] if events else last_seq
        if len(events) == MAX_EVENTS:
            listener.tell(listener.at)  # there may be more: send another frame
        rules = server.floor.host(table).rules
        visible = [
            RecordEvents(record["seq"], record["at"], visible_events(who, rules, record["events"]))
            for record in events
        ]
        clock = None if current.clock is None else ClockBody(**current.clock.model_dump())
        yield TableFrame(last_seq, current.view, clock, visible)


async def _meter_frames(
    server: TableServer, listener: Listener, after: int
) -> AsyncIterator[MeterFrame]:
    board = server.floor.board
    await asyncio.to_thread(board.read)
    heard, hits = board.hits_after(after)
    async for newest in listener.frames():
        heard, more = board.hits_since(heard)
        yield MeterFrame(max(newest, after), board.last_read, [*hits, *more])
        hits = []


async def _serve(
    socket: WebSocket, subscription: _RequiredAuthority, streams: tuple[str, ...], frames: Frames
) -> None:
    """Send frames until the listener disconnects, loses the authority, or the table is elsewhere.

    The connection is closed when nothing else is being sent any more.
    """
    reasons: list[tuple[int, str]] = []
    with server_of(socket).feed.listening(*streams) as listener:
        try:
            messages = frames(listener)
        except JournalError as error:
            await socket.close(status.WS_1013_TRY_AGAIN_LATER, str(error))
            return
        async with create_task_group() as group:

            async def until_done(work: Awaitable[None]) -> None:
                try:
                    await work
                except WebSocketDisconnect:
                    pass
                except REFUSED as refused:
                    reasons.append((status.WS_1008_POLICY_VIOLATION, str(refused)))
                except (JournalError, TooMany) as error:  # the table is elsewhere, or too much
                    reasons.append((status.WS_1013_TRY_AGAIN_LATER, str(error)))
                group.cancel_scope.cancel()

            group.start_soon(until_done, _send(socket, messages))
            group.start_soon(until_done, _watch(socket, subscription))
            await until_done(_drain(socket))
    if reasons:
        with suppress(WebSocketDisconnect):
            await socket.close(*reasons[0])


async def _send(socket: WebSocket, frames: AsyncIterator[Frame]) -> None:
    async for frame in frames:
        await socket.send_text(msgspec.json.encode(frame).decode())


async def _watch(socket: WebSocket, subscription: _RequiredAuthority) -> None:
    """Raise what ends a listener: its session has ended, its token was revoked, no journal."""
    while True:
        await session_goes_on(socket, AUTHORITY_CHECK_SECONDS)
        await asyncio.to_thread(_admit, socket, subscription)


async def session_goes_on(socket: WebSocket, seconds: float) -> None:
    """Wait for some seconds; raises `NotSignedIn` as soon as the socket's session has ended."""
    deadline = time.monotonic() + seconds
    while (seconds_left := deadline - time.monotonic()) > 0:
        await asyncio.sleep(min(seconds_left, SESSION_CHECK_SECONDS))
        if not shows_token(socket):
            session_of(socket)


async def _drain(socket: WebSocket) -> None:
    """Read until the listener disconnects; its messages are ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
