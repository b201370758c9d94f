"""A journal in PostgreSQL: several processes write, each to the streams that it has leased."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import psycopg
from psycopg import sql

from upcard.journal.backends.database import DatabaseConnection, GroupWriting
from upcard.journal.backends.group_writing import write_at_once
from upcard.journal.backends.notifying import Notifier
from upcard.journal.backends.postgres_connection import (
    WRITING,
    PostgresConnection,
    connect,
    open_connection,
)
from upcard.journal.backends.schema_check import prepare
from upcard.journal.backends.sql import SqlStore
from upcard.journal.backends.statements import statements
from upcard.journal.schema.creating import create

LISTEN_SECONDS = 0.2
CLOCK = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"

_notices = msgspec.json.Decoder(dict[str, int])

DIALECT = "postgresql+psycopg"

ONE_MIGRATES = "SELECT pg_advisory_xact_lock(8533201)"
"""A lock that one migrating process holds while others wait; the number is arbitrary."""


SPREADS: Final = "SELECT extname FROM pg_extension WHERE extname = 'citus'"
"""Finds the extension that spreads tables over machines, where it is installed."""


class PostgresDatabase:
    """A PostgreSQL server, and the thread that listens for commits of other processes."""

    statements = statements("postgresql")
    begin = "BEGIN"
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    many_writers = True
    write_at_once: GroupWriting | None = staticmethod(write_at_once)

    def __init__(self, address: str) -> None:
        self._address = address
        self._closed = threading.Event()
        self._spreads: bool | None = None
        self._notifier = Notifier(lambda: connect(address))

    def connect_writer(self, *, is_unlimited: bool = False) -> DatabaseConnection:
        """A connection for writing, with durable commits whatever the server's default is."""
        if not is_unlimited:
            connection = self._open_connection(lambda: connect(self._address, WRITING))
            if not self._spreads:
                connection.keep_plans()
            return connection
        connection = self._open_connection(lambda: psycopg.connect(self._address, autocommit=True))
        connection.execute("SET synchronous_commit = on", {})
        return connection

    def connect_reader(self) -> DatabaseConnection:
        """A connection for reading."""
        return self._open_connection(lambda: connect(self._address))

    def _open_connection(self, make: Callable[[], psycopg.Connection[Any]]) -> PostgresConnection:
        """A connection; the first one asks whether the tables are spread over machines."""
        connection = open_connection(make)
        if self._spreads is None:
            try:
                self._spreads = bool(connection.execute(SPREADS, {}))
            except BaseException:
                connection.close()
                raise
            self.statements = statements("postgresql", row_by_row=self._spreads)
            if self._spreads:
                self.write_at_once = None
        connection.row_by_row = self._spreads
        return connection

    def create(self) -> None:
        """Create the newest schema in an empty database."""
        create(DIALECT, self._connect_driver, ONE_MIGRATES)

    def migrate(self) -> None:
        """Bring the schema of a former journal to the newest version."""
        from upcard.journal.schema.migrate import upgrade

        upgrade(DIALECT, self._connect_driver, ONE_MIGRATES)

    def _connect_driver(self) -> psycopg.Connection:
        return psycopg.connect(self._address)

    def now(self, writer: DatabaseConnection) -> int:
        """The server's clock, in microseconds: the same for all processes that lease."""
        ((now,),) = writer.execute(CLOCK, {})
        return int(now)

    def notify(self, versions: Mapping[str, int]) -> None:
        """Notify the other processes of streams that moved, soon after their commit."""
        self._notifier.tell(versions)

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Start a thread that listens until the journal is closed."""
        threading.Thread(target=self._listen, args=(announce,), daemon=True).start()

    def _listen(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Announce what moves; reconnect after an error and announce what was missed."""
        while not self._closed.is_set():
            try:
                with connect(self._address) as connection:
                    self._listen_on(connection, announce)
            except psycopg.Error:
                self._closed.wait(LISTEN_SECONDS)

    def _listen_on(
        self, connection: psycopg.Connection[Any], announce: Callable[[Mapping[str, int]], None]
    ) -> None:
        for name, _ in connection.execute(self.statements.header.encode()):
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(f"journal_{name}")))
        heads = connection.execute(self.statements.heads.encode())
        announce({name: position for name, position, _, _ in heads})
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=LISTEN_SECONDS):
                announce(_notices.decode(notice.payload))

    def close(self) -> None:
        """Stop the listening thread, and send the last notices."""
        self._closed.set()
        self._notifier.close()


def open_postgres(address: str, *, writable: bool) -> SqlStore:
    """The journal in the database at an address; see `opening.open_journal`."""
    database = PostgresDatabase(address)
    parts = urlsplit(address)  # without user, password and options
    place = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
    prepare(database, place, writable=writable)
    return SqlStore(database)
