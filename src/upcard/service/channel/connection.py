"""One connection of the channel: its window of requests, and the tables that it follows.

The event loop reads and sends; the threads carry requests out, one after another.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import msgspec
from anyio import CancelScope, create_task_group
from anyio.abc import TaskGroup
from starlette.websockets import WebSocket, WebSocketDisconnect

from upcard.journal.port import JournalError
from upcard.service.access.rates import TooMany
from upcard.service.channel.messages import WINDOW, FollowedFrame, FollowedStage, FollowRequest
from upcard.service.channel.request_threads import RequestThreads
from upcard.service.channel.requests import (
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    ChannelRequests,
    ConnectionClosed,
    Message,
    MessageAnswer,
)
from upcard.service.frames import TableFrame
from upcard.service.stage.frame import StageFrame

FramesOf = Callable[[FollowRequest], AsyncIterator[TableFrame | StageFrame]]
"""The frames of a table, as they were asked for."""


class ChannelConnection:
    """Serves one accepted WebSocket.

    `close_reason` waits until the connection loses its authority, and returns why.
    """

    def __init__(
        self,
        socket: WebSocket,
        requests: ChannelRequests,
        threads: RequestThreads,
        frames_of: FramesOf,
        close_reason: Callable[[], Awaitable[str]],
    ) -> None:
        self._socket, self._requests, self._threads = socket, requests, threads
        self._frames_of, self._close_reason = frames_of, close_reason
        self._window = asyncio.Semaphore(WINDOW)
        self._messages: deque[Message] = deque()
        self._arrival = asyncio.Event()
        self._scopes: dict[str, CancelScope] = {}
        self._closing_answer: ConnectionClosed | None = None

    async def run(self) -> None:
        """Serve until the client disconnects or a reason closes the connection."""
        async with create_task_group() as group:

            async def until_done(work: Awaitable[None]) -> None:
                with suppress(WebSocketDisconnect):
                    await work
                group.cancel_scope.cancel()

            group.start_soon(until_done, self._answer(group))
            group.start_soon(until_done, self._watch())
            await until_done(self._read_requests())
        if self._closing_answer is not None:  # nothing else is being sent any more
            with suppress(WebSocketDisconnect):
                await self._socket.close(self._closing_answer.code, self._closing_answer.reason)

    async def _read_requests(self) -> None:
        """Read requests while the window has room."""
        while True:
            await self._window.acquire()
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self._messages.append(message["bytes"] if text is None else text)
            self._arrival.set()

    async def _answer(self, group: TaskGroup) -> None:
        """Carry out what was read, and send the answers."""
        while True:
            await self._arrival.wait()
            message = self._messages.popleft()
            if not self._messages:
                self._arrival.clear()
            with self._threads.around():
                answer = await self._threads.answer(self._requests, message)
            if isinstance(answer, ConnectionClosed):
                self._closing_answer = answer
                return
            await self._send(answer, group)
            self._window.release()

    async def _send(self, answer: MessageAnswer, group: TaskGroup) -> None:
        await self._socket.send_text(answer.text)
        if answer.follow is not None:
            self._follow_table(answer.follow, group)

    async def _watch(self) -> None:
        self._closing_answer = ConnectionClosed(POLICY_VIOLATION, await self._close_reason())

    # Frames

    def _follow_table(self, request: FollowRequest, group: TaskGroup) -> None:
        """Start or stop a table's frames; a table that is followed starts again."""
        previous = self._scopes.pop(request.table, None)
        if previous is not None:
            previous.cancel()
        if request.follow:
            assert request.after is not None, "the server fills it in"
            self._scopes[request.table] = scope = CancelScope()
            group.start_soon(self._tell, request, scope, group)

    async def _tell(self, request: FollowRequest, scope: CancelScope, group: TaskGroup) -> None:
        with scope, suppress(WebSocketDisconnect):
            try:
                async for frame in self._frames_of(request):
                    message = msgspec.json.encode(_message_of(request.table, frame))
                    await self._socket.send_text(message.decode())
            except (JournalError, TooMany) as error:  # another server has the table, or too much
                self._closing_answer = ConnectionClosed(TRY_AGAIN_LATER, str(error))
                group.cancel_scope.cancel()


def _message_of(table: str, frame: TableFrame | StageFrame) -> FollowedFrame | FollowedStage:
    if isinstance(frame, StageFrame):
        return FollowedStage(table, frame)
    return FollowedFrame(table, frame)
