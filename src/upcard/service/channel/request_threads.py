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
from typing import Any, Final, Protocol, Self, TypeVar

import msgspec

from upcard.host.tables.in_flight import InFlight, finish
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

MAX_BEGUN: Final = 64
"""The most requests that a thread begins before it waits for their commit."""

MAX_WAITING: Final = 40
"""The most requests that wait, at the same time, for tables that other threads hold."""

T = TypeVar("T")


class RequestSource(Protocol):
    """Reads the requests of one connection."""

    def read(self, message: Message, /) -> ReadableRequest | MessageAnswer | ConnectionClosed:
        """The request of a message, or the answer to a message that is none."""


class _QueuedRequest(msgspec.Struct, frozen=True, eq=False):
    """What reads a sender's next request, the context in which it came, and its answer to come."""

    read: Callable[[], ReadableRequest | MessageAnswer | ConnectionClosed]
    context: Context
    answer: "asyncio.Future[Any]"


ReadRequest = tuple[_QueuedRequest, ReadableRequest]
"""A queued request that could be read."""

Outcome = tuple[_QueuedRequest, MessageAnswer | ConnectionClosed | Exception]
"""What becomes of a queued request: its answer, or the error that its sender gets."""


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
        self._queue: SimpleQueue[list[_QueuedRequest] | None] = SimpleQueue()
        self._arrived: list[_QueuedRequest] = []
        self._patient = ThreadPoolExecutor(MAX_WAITING, "channel-patient")
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
        return self._enqueue(partial(source.read, message))

    def carry_out(self, request: ReadableRequest) -> "asyncio.Future[MessageAnswer]":
        """The answer to a request that was read already."""
        return self._enqueue(lambda: request)

    def _enqueue(
        self, read: Callable[[], ReadableRequest | MessageAnswer | ConnectionClosed]
    ) -> "asyncio.Future[Any]":
        answer: asyncio.Future[Any] = self._loop.create_future()
        context = copy_context()
        context.run(wait_no_longer_than, BEGIN_SECONDS)
        if not self._arrived:
            self._loop.call_soon(self._hand_over)
        self._arrived.append(_QueuedRequest(read, context, answer))
        return answer

    def _hand_over(self) -> None:
        """Hand the requests that came at once to a thread: it is woken once for all of them."""
        if self._arrived:
            arrived, self._arrived = self._arrived, []
            self._queue.put(arrived)

    def _run(self) -> None:
        while (queued := self._queue.get()) is not None:
            more: list[_QueuedRequest] | None = queued
            with suppress(Empty):
                while len(queued) < MAX_BEGUN and (more := self._queue.get_nowait()) is not None:
                    queued += more
            if more is None:  # for this thread, after what came before it
                self._queue.put(None)
            readable, outcomes = _read_requests(queued)
            self._tell(outcomes)
            while readable:
                readable = self._carry_out(readable)

    def _carry_out(self, requests: Iterable[ReadRequest]) -> list[ReadRequest]:
        """Carry out requests to different tables; returns those to a table that had one before."""
        writes: list[tuple[_QueuedRequest, PendingCommand[MessageAnswer]]] = []
        outcomes: list[Outcome] = []
        later: list[ReadRequest] = []
        tables: set[str] = set()
        for waiting, request in requests:
            if request.table in tables:
                later.append((waiting, request))
                continue
            in_flight = request.answering()
            host = self._host(request)
            if host is None:
                outcomes.append(
                    (waiting, _outcome_of(partial(waiting.context.run, finish, in_flight)))
                )
            elif (write := begin(host, in_flight, waiting.context)) is None:
                self._patient.submit(self._wait, waiting, in_flight)
            else:
                writes.append((waiting, write))
                tables.add(request.table)
        outcomes += [(waiting, _outcome_of(write.finish)) for waiting, write in writes]
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

    def _wait(self, waiting: _QueuedRequest, in_flight: InFlight[MessageAnswer]) -> None:
        """Carry out a command to a table that another thread holds: wait for it."""
        self._tell([(waiting, _outcome_of(partial(waiting.context.run, finish, in_flight)))])

    def _tell(self, outcomes: list[Outcome]) -> None:
        if outcomes and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_deliver, outcomes)


def _read_requests(queued: Iterable[_QueuedRequest]) -> tuple[list[ReadRequest], list[Outcome]]:
    """The requests, and the answers to messages that are none."""
    readable: list[ReadRequest] = []
    outcomes: list[Outcome] = []
    for waiting in queued:
        result = _outcome_of(waiting.read)
        if isinstance(result, MessageAnswer | ConnectionClosed | Exception):
            outcomes.append((waiting, result))
        else:
            readable.append((waiting, result))
    return readable, outcomes


def _outcome_of(work: Callable[[], T]) -> T | Exception:
    """What a function returns, or the exception that it raises."""
    try:
        return work()
    except Exception as error:
        return error


def _deliver(outcomes: Iterable[Outcome]) -> None:
    """Set the futures of connections that still wait for an answer."""
    for waiting, outcome in outcomes:
        if waiting.answer.cancelled():
            continue
        if isinstance(outcome, Exception):
            waiting.answer.set_exception(outcome)
        else:
            waiting.answer.set_result(outcome)
