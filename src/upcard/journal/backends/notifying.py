"""Notices to other processes on PostgreSQL, sent after the commit that they tell of.

A transaction with a notice takes a lock on all notices of the server until it is committed and
synced: inside the writer's transaction all writers would wait for each other's syncs.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import psycopg

from upcard.journal.codec import encode

NOTIFY = b"SELECT pg_notify('journal_' || journal, %(versions)s) FROM journal"
"""The channel has the journal's name: one database may hold several journals, in schemas."""

UNSYNCED = b"SET synchronous_commit = off"
"""A notice is not durable, so nobody has to wait for a sync."""

NOTICE_BYTES: Final = 7_900
"""The most bytes of a notice; PostgreSQL takes less than 8,000."""

PAUSE_SECONDS: Final = 0.05
"""Between two rounds of notices, half of what a page waits between two frames: meanwhile the
commits of many groups gather for one. Each notice wakes every process that follows the journal."""

AGAIN_SECONDS = 0.2
"""After an error, before the next connection."""

CLOSING_SECONDS = 1.0


class Notifier:
    """Sends notices in a thread and on a connection of its own, both made when first needed.

    A notice that fails is dropped: who follows a journal also reads it at intervals.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._new_versions: dict[str, int] = {}
        self._condition = threading.Condition()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def tell(self, versions: Mapping[str, int]) -> None:
        """Send the versions of streams that moved, soon."""
        with self._condition:
            self._new_versions.update(versions)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
                self._thread.start()
            self._condition.notify()

    def close(self) -> None:
        """Send what waits, and end the thread."""
        self._closed.set()
        with self._condition:
            self._condition.notify()
        if self._thread is not None:
            self._thread.join(CLOSING_SECONDS)

    def _run(self) -> None:
        while True:
            with suppress(psycopg.Error), self._connect() as connection:
                connection.execute(UNSYNCED)
                self._send_all(connection)
            if self._closed.wait(AGAIN_SECONDS):
                return

    def _send_all(self, connection: psycopg.Connection[Any]) -> None:
        """Send notices until the journal is closed."""
        while versions := self._wait_for_moves():
            for notice in notices(versions):
                connection.execute(NOTIFY, {"versions": notice})
            self._closed.wait(PAUSE_SECONDS)

    def _wait_for_moves(self) -> dict[str, int]:
        """The streams that moved, as soon as there are any; empty once the journal is closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._new_versions or self._closed.is_set())
            versions, self._new_versions = self._new_versions, {}
        return versions


def notices(versions: Mapping[str, int]) -> Iterator[str]:
    """The texts of as few notices as these versions of streams need."""
    named: dict[str, int] = {}
    length = 0
    for stream, version in versions.items():
        added = len(encode({stream: version}))
        if named and length + added > NOTICE_BYTES:
            yield encode(named).decode()
            named, length = {}, 0
        named[stream] = version
        length += added
    if named:
        yield encode(named).decode()
