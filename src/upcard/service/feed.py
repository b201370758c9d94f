"""What was committed, told to everybody who listens: one reader of the journal for all of them.

The reader is a thread that the journal wakes. Listeners live in the event loop; each is told that
there is something new, and looks at what is newest when it gets to it.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from upcard.host.tables.record_body import RecordBody, decode_body
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError

FRAME: Final = 0.1
"""Seconds between two frames of one listener: what happens in between is one frame."""

PAUSE: Final = 1.0
"""Seconds after which the reader looks up, whether it was woken or not."""


class Update(msgspec.Struct, frozen=True):
    """A record that was committed; `at` in microseconds since the epoch."""

    position: int
    stream: str
    at: int
    body: RecordBody


Follower = Callable[[Update], None]


class Listener:
    """Somebody who is told of new records in some streams; all of them without a name."""

    def __init__(self, streams: frozenset[str], position: int) -> None:
        self.streams = streams
        self.position = position
        self._changed = asyncio.Event()

    def hears(self, stream: str) -> bool:
        """Whether it listens to a stream."""
        return not self.streams or stream in self.streams

    def tell(self, position: int) -> None:
        """There is a new record."""
        self.position = position
        self._changed.set()

    async def changed(self, seconds: float) -> bool:
        """Wait until there is something new, at most so long; whether there was."""
        try:
            async with asyncio.timeout(seconds):  # unlike wait_for it never swallows an ending
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True

    async def frames(self, interval: float = FRAME) -> AsyncIterator[int]:
        """The newest position: at once, then whenever something is new, once in an interval."""
        while True:
            self._changed.clear()
            yield self.position
            await asyncio.sleep(interval)
            await self._changed.wait()


class Feed:
    """Follows a journal. `follow` is called for each record, in order, before listeners hear.

    `caught_up` is called after the last one that there was, before listeners hear too.
    """

    def __init__(
        self, journal: Journal, follow: Follower, caught_up: Callable[[], None] = lambda: None
    ) -> None:
        self._journal, self._follow, self._caught_up = journal, follow, caught_up
        self._listeners: set[Listener] = set()
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.position = journal.head().position

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read from now on; listeners are told in this loop."""
        self._loop = loop
        self._thread = threading.Thread(target=self._read, name="feed", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the journal is followed."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Read no more; returns when the thread is done."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    @contextmanager
    def listening(self, *streams: str) -> Iterator[Listener]:
        """A listener while the block runs."""
        listener = Listener(frozenset(streams), self.position)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def touch(self, stream: str) -> None:
        """Tell a stream's listeners of what is in no record: a clock. In the event loop alone."""
        self._tell({stream: self.position})

    def _read(self) -> None:
        while not self._stopping.is_set():
            try:
                if self._journal.wait(self.position, PAUSE) > self.position:
                    self._catch_up()
            except JournalError:
                self._stopping.wait(PAUSE)  # what cannot be read now is read later

    def _catch_up(self) -> None:
        assert self._loop is not None
        heard: dict[str, int] = {}
        for record in self._journal.records("", self.position):
            update = Update(record.position, record.stream, record.at, decode_body(record.body))
            self._follow(update)
            self.position = record.position
            heard[record.stream] = record.position
            for step in update.body.meters:
                heard[step.stream] = record.position
        self._caught_up()
        if heard and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, heard)

    def _tell(self, heard: dict[str, int]) -> None:
        for listener in self._listeners:
            positions = [position for stream, position in heard.items() if listener.hears(stream)]
            if positions:
                listener.tell(max(positions))
