"""The few threads that carry out the requests of all connections, to several tables at once.

Commands and steps over HTTP are carried out here too.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import Context, copy_context
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, Protocol, Self, TypeVar

import msgspec

from upcard.host.tables.sending import Sending, finish
from upcard.host.tables.table import TableHost
from upcard.journal.port import JournalError
from upcard.journal.writing.wait_limits import wait_no_longer_than
from upcard.rules.violation import BadInput
from upcard.service.channel.pending_command import PendingCommand, begin
from upcard.service.channel.requests import (
    ConnectionClosed,
    Message,
    MessageAnswer,
    ReadableRequest,
)
from upcard.service.tables.floor import BEGIN_SECONDS, Floor

THREADS: Final = 2
"""While one waits for a commit, the other decides what the next commit has."""

TOGETHER: Final = 64
"""The most requests that a thread begins before it waits for their commit."""

WAITING: Final = 40
"""The most requests that wait, at the same time, for tables that other threads hold."""

T = TypeVar("T")


class RequestSource(Protocol):
    """Reads the requests that one sender has: those of a connection, or one that was posted."""

    def read(self, message: Message, /) -> ReadableRequest | MessageAnswer | ConnectionClosed:
        """The request of a message, or the answer to a message that is none."""


class _NextMessage(msgspec.Struct, frozen=True, eq=False):
    """A sender's next message, the context in which it came, and the future of its answer."""

    source: RequestSource
    message: Message
    context: Context
    answer: "asyncio.Future[MessageAnswer | ConnectionClosed]"


ReadRequest = tuple[_NextMessage, ReadableRequest]
"""A message that could be read, and its request."""

Outcome = tuple[_NextMessage, MessageAnswer | ConnectionClosed | Exception]
"""What becomes of a message: its answer, or the error that its sender gets."""


class RequestThreads:
    """The threads of the channel, while a block runs in the event loop.

    `around` makes a block around each message of a connection, until it is answered.
    """

    def __init__(
        self, floor: Floor, around: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._floor = floor
        self.around: Final = around
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[list[_NextMessage] | None] = SimpleQueue()
        self._arrived: list[_NextMessage] = []
        self._patient = ThreadPoolExecutor(WAITING, "channel-patient")
        self._threads = [
            Thread(target=self._run, name=f"channel-{number}", daemon=True)
            for number in range(THREADS)
        ]

    def __enter__(self) -> Self:
        """Start the threads."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """Carry out what is queued, and end the threads."""
        self._hand_over()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()
        self._patient.shutdown()

    def answer(
        self, source: RequestSource, message: Message
    ) -> "asyncio.Future[MessageAnswer | ConnectionClosed]":
        """The answer to a message; a connection sends its next one when this one is answered."""
        answer: asyncio.Future[MessageAnswer | ConnectionClosed] = self._loop.create_future()
        context = copy_context()
        context.run(wait_no_longer_than, BEGIN_SECONDS)
        if not self._arrived:
            self._loop.call_soon(self._hand_over)
        self._arrived.append(_NextMessage(source, message, context, answer))
        return answer

    def _hand_over(self) -> None:
        """Hand the messages that came at once to a thread: it is woken once for all of them."""
        if self._arrived:
            arrived, self._arrived = self._arrived, []
            self._queue.put(arrived)

    def _run(self) -> None:
        while (turns := self._queue.get()) is not None:
            more: list[_NextMessage] | None = turns
            with suppress(Empty):
                while len(turns) < TOGETHER and (more := self._queue.get_nowait()) is not None:
                    turns += more
            if more is None:  # for this thread, after what came before it
                self._queue.put(None)
            readable, outcomes = _read_messages(turns)
            self._tell(outcomes)
            while readable:
                readable = self._carry_out(readable)

    def _carry_out(self, requests: Iterable[ReadRequest]) -> list[ReadRequest]:
        """Carry out requests to different tables; returns those to a table that had one before."""
        writes: list[tuple[_NextMessage, PendingCommand[MessageAnswer]]] = []
        outcomes: list[Outcome] = []
        later: list[ReadRequest] = []
        tables: set[str] = set()
        for turn, request in requests:
            if request.table in tables:
                later.append((turn, request))
                continue
            sending = request.answering()
            host = self._host(request)
            if host is None:
                outcomes.append((turn, _outcome_of(partial(turn.context.run, finish, sending))))
            elif (write := begin(host, sending, turn.context)) is None:
                self._patient.submit(self._wait, turn, sending)
            else:
                writes.append((turn, write))
                tables.add(request.table)
        outcomes += [(turn, _outcome_of(write.finish)) for turn, write in writes]
        self._tell(outcomes)
        return later

    def _host(self, request: ReadableRequest) -> TableHost | None:
        """The table to which a request is a command; None if it is none, or not served here."""
        if not request.is_command:
            return None
        try:
            return self._floor.host(request.table)
        except (BadInput, JournalError):
            return None

    def _wait(self, turn: _NextMessage, sending: Sending[MessageAnswer]) -> None:
        """Carry out a command to a table that another thread holds: wait for it."""
        self._tell([(turn, _outcome_of(partial(turn.context.run, finish, sending)))])

    def _tell(self, outcomes: list[Outcome]) -> None:
        if outcomes and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_deliver, outcomes)


def _read_messages(turns: Iterable[_NextMessage]) -> tuple[list[ReadRequest], list[Outcome]]:
    """The requests of messages, and the answers to those that are none."""
    readable: list[ReadRequest] = []
    outcomes: list[Outcome] = []
    for turn in turns:
        result = _outcome_of(partial(turn.source.read, turn.message))
        if isinstance(result, MessageAnswer | ConnectionClosed | Exception):
            outcomes.append((turn, result))
        else:
            readable.append((turn, result))
    return readable, outcomes


def _outcome_of(work: Callable[[], T]) -> T | Exception:
    """What a function returns, or the exception that it raises."""
    try:
        return work()
    except Exception as error:
        return error


def _deliver(outcomes: Iterable[Outcome]) -> None:
    """Set the futures of connections that still wait for an answer."""
    for turn, outcome in outcomes:
        if turn.answer.cancelled():
            continue
        if isinstance(outcome, Exception):
            turn.answer.set_exception(outcome)
        else:
            turn.answer.set_result(outcome)
