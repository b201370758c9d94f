"""Notifies listeners of new records in the journal, with one reading thread for all of them.

The journal wakes the reading thread. Listeners live in the event loop; each is only told that
something is new, and reads the newest state itself.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import msgspec

from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.journal.journal import Journal
from upcard.journal.port import ROOT, JournalError
from upcard.text.times import system_clock

FRAME_SECONDS: Final = 0.1
"""Seconds between two frames of one listener, at least; a frame covers all that happened since."""

PAUSE_SECONDS: Final = 1.0
"""Seconds after which the reader checks the journal even if it was not woken."""


class Update(msgspec.Struct, frozen=True):
    """A committed record, decoded: its position in its stream; `at` is in microseconds."""

    position: int
    stream: str
    at: int
    body: RecordBody


UpdateHandler = Callable[[Update], None]


class Listener:
    """Waits for new records in some streams, or in all if `streams` is empty.

    `at` is the time of the newest record that it was told of, in microseconds since the epoch.
    """

    def __init__(self, streams: frozenset[str], time: int) -> None:
        self.streams = streams
        self.at = time
        self._news = asyncio.Event()

    def hears(self, stream: str) -> bool:
        """Whether the listener follows a stream."""
        return not self.streams or stream in self.streams

    def tell(self, time: int) -> None:
        """Notify the listener of a new record."""
        self.at = max(time, self.at)
        self._news.set()

    async def wait_for_change(self, seconds: float) -> bool:
        """Wait for a notification, for some seconds at most; returns whether there was one."""
        try:
            async with asyncio.timeout(seconds):  # wait_for can swallow a cancellation
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    async def frames(self, interval: float = FRAME_SECONDS) -> AsyncIterator[int]:
        """Yield the newest time: at once, then when it changes, once in `interval` at most."""
        while True:
            self._news.clear()
            yield self.at
            await asyncio.sleep(interval)
            await self._news.wait()


class Feed:
    """Follows a journal and notifies listeners.

    Calls `follow` with each record, in the order of its stream, and `caught_up` after the last
    one; both before the listeners are notified.
    """

    def __init__(
        self, journal: Journal, follow: UpdateHandler, caught_up: Callable[[], None] = lambda: None
    ) -> None:
        self._journal, self._follow, self._caught_up = journal, follow, caught_up
        self._listeners: set[Listener] = set()
        self._stop_event = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.positions = journal.versions()
        self.at = system_clock()
        self._follower = journal.new_follower()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the reading thread; listeners are notified in this event loop."""
        self._loop = loop
        self._thread = threading.Thread(target=self._read_records, name="feed", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the reading thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Stop the reading thread and wait until it has ended."""
        self._stop_event.set()
        self._follower.stop_waiting()
        if self._thread is not None:
            self._thread.join()

    @contextmanager
    def listening(self, *streams: str) -> Iterator[Listener]:
        """A listener to some streams (all without a name), while the block runs."""
        listener = Listener(frozenset(streams), self.at)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def touch(self, stream: str) -> None:
        """Notify a stream's listeners of a change that is in no record, such as a clock.

        Call it only in the event loop.
        """
        self._tell({stream: self.at})

    def touch_from_thread(self, stream: str) -> None:
        """Like `touch`, from any thread."""
        self._announce({stream: self.at})

    def _read_records(self) -> None:
        while not self._stop_event.is_set():
            try:
                self._catch_up(self._follower.wait(PAUSE_SECONDS))
            except JournalError:
                self._stop_event.wait(PAUSE_SECONDS)  # read it later

    def _catch_up(self, versions: Mapping[str, int]) -> None:
        heard: dict[str, int] = {}
        try:
            for stream in sorted(versions.keys() - {ROOT}):
                if versions[stream] > self.positions.get(stream, 0):
                    self._read_stream(stream, versions[stream], heard)
        finally:  # what was read is told, even if the rest has to be read later
            self.at = max([self.at, *heard.values()])
            try:
                self._caught_up()
            finally:
                self._announce(heard)

    def _announce(self, heard: dict[str, int]) -> None:
        if heard and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, heard)

    def _read_stream(self, stream: str, version: int, heard: dict[str, int]) -> None:
        """Read new records of a stream; note when it and the meters were heard of."""
        for record in self._journal.news(stream, self.positions.get(stream, 0), version):
            update = Update(record.position, stream, record.at, body_of(record))
            self._follow(update)
            self.positions[stream] = record.position
            for name in (stream, *(step.stream for step in update.body.meters)):
                heard[name] = max(record.at, heard.get(name, 0))

    def _tell(self, heard: dict[str, int]) -> None:
        for listener in self._listeners:
            times = [time for stream, time in heard.items() if listener.hears(stream)]
            if times:
                listener.tell(max(times))
