"""Notices to other processes on PostgreSQL, sent after the commit that they tell of.

A transaction with a notice takes a lock on all notices of the server until it is committed and
synced: inside the writer's transaction all writers would wait for each other's syncs.
"""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg

from upcard.journal.codec import encode

NOTIFY = b"SELECT pg_notify('journal_' || journal, %(versions)s) FROM journal"
"""The channel has the journal's name: one database may hold several journals, in schemas."""

UNSYNCED = b"SET synchronous_commit = off"
"""A notice is not durable, so nobody has to wait for a sync."""

STREAMS = 20
"""Streams that one notice names; PostgreSQL takes less than 8,000 bytes."""

PAUSE_SECONDS = 0.01
"""Between two rounds of notices: meanwhile several commits gather for one."""

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
            for start in range(0, len(versions), STREAMS):
                positions = dict(versions[start : start + STREAMS])
                connection.execute(NOTIFY, {"versions": encode(positions).decode()})
            self._closed.wait(PAUSE_SECONDS)

    def _wait_for_moves(self) -> list[tuple[str, int]]:
        """The streams that moved, as soon as there are any; empty once the journal is closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._new_versions or self._closed.is_set())
            versions, self._new_versions = list(self._new_versions.items()), {}
        return versions
