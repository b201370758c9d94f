"""A journal in one SQLite file: one process writes; others may read at the same time."""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from upcard.journal.backends.database import DatabaseConnection, ForRows, GroupWriting
from upcard.journal.backends.rows import Parameters, SqlRow
from upcard.journal.backends.schema_check import prepare
from upcard.journal.backends.sql import SqlStore
from upcard.journal.backends.statements import statements
from upcard.journal.port import JournalInUse, JournalTampered, JournalUnavailable
from upcard.journal.schema.creating import create
from upcard.rules.violation import BadInput
from upcard.text.private_files import PRIVATE, new_private_file

BUSY_SECONDS = 10.0
POLL_SECONDS = 0.05
CHANGED = "PRAGMA data_version"
"""Gives another number once another connection has changed the file."""

Connect = Callable[[Path, bool], DatabaseConnection]
"""Opens a connection to a file, for writing (True) or for reading."""


class SqliteConnection:
    """A connection of Python's `sqlite3`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        """Run a statement and return its rows."""
        try:
            return self._connection.execute(statement, parameters).fetchall()
        except sqlite3.Error as error:
            raise unavailable_error(error) from error
        except UnicodeError as error:
            raise JournalTampered(f"The journal is damaged: {error}.") from None

    def begin(self, statement: str) -> None:
        """Begin a transaction."""
        self.execute(statement, {})

    def execute_all(self, statements: Sequence[ForRows]) -> list[list[SqlRow]]:
        """Run each statement for each of its parameters in turn and return all rows of each."""
        return [
            [
                row
                for row_parameters in parameters
                for row in self.execute(statement, row_parameters)
            ]
            for statement, parameters in statements
        ]

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement that returns no rows for each of the parameters."""
        try:
            self._connection.executemany(statement, parameters)
        except sqlite3.Error as error:
            raise unavailable_error(error) from error

    def close(self) -> None:
        """Close the connection; what is not committed is rolled back."""
        self._connection.close()


def unavailable_error(error: Exception) -> JournalUnavailable:
    """The error for what SQLite reports, as one sentence."""
    return JournalUnavailable(f"The journal is not available: {error}.")


def connect_file(path: Path, writable: bool) -> SqliteConnection:
    """A connection of Python's `sqlite3` to a file; for writing the file is created if missing."""
    mode = "mode=rwc" if writable else _mode_for_reading(path)
    address = f"file:{quote(str(path))}?{mode}"
    try:
        connection = sqlite3.connect(
            address,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # several threads use it, but never at the same time
        )
        if not writable:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error as error:
        raise unavailable_error(error) from error
    return SqliteConnection(connection)


def _mode_for_reading(path: Path) -> str:
    """How a file is opened for reading.

    SQLite reads beside an empty log, which it makes. A connection that may write removes it again
    as it closes, if no other has the file open; one that is the last beside a log with records
    would move them to the file, so it may not write. Beside a file on read-only media there can be
    no log: raises `JournalUnavailable` if the last records are in one.
    """
    log = path.with_name(f"{path.name}-wal")
    records = log.exists() and log.stat().st_size > 0
    if os.access(path.parent, os.W_OK):
        return "mode=ro" if records else "mode=rw"
    if records:
        raise JournalUnavailable(
            f"{log.name} holds its last records and can be read only in a folder that can be "
            "written: copy both files to one."
        )
    return "immutable=1"


class SqliteDatabase:
    """An SQLite file, and the lock that lets only one process write it."""

    statements = statements("sqlite")
    begin = "BEGIN IMMEDIATE"
    begin_reading = "BEGIN"
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    many_writers = False
    write_at_once: GroupWriting | None = None
    durability = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL")
    recovery = "PRAGMA wal_checkpoint(FULL)"

    def __init__(
        self,
        path: Path,
        clock: Callable[[], int],
        *,
        writable: bool,
        connect: Connect = connect_file,
    ) -> None:
        self._path = path.resolve()
        self._clock = clock
        self._connect = connect
        self._lock = _lock(self._path) if writable else None
        self._closed = threading.Event()

    def connect_writer(self, *, is_unlimited: bool = False) -> DatabaseConnection:  # noqa: ARG002 - SQLite has no limits of time
        """A connection for writing.

        After a crash the write-ahead log can hold commits that are not yet on the disk. They are
        part of the journal, so they are made durable before anything reads them.
        """
        connection = self._connect(self._path, True)
        try:
            for pragma in self.durability:
                connection.execute(pragma, {})
            ((busy, _, _),) = connection.execute(self.recovery, {})
            if busy:
                raise JournalUnavailable("The journal is not available: a reader blocks it.")
        except JournalUnavailable:
            connection.close()
            raise
        return connection

    def connect_reader(self) -> DatabaseConnection:
        """A connection for reading."""
        return self._connect(self._path, False)

    def create(self) -> None:
        """Create the newest schema in a new file."""
        create("sqlite", self._connect_driver, self.begin)

    def migrate(self) -> None:
        """Bring the schema of a former journal to the newest version."""
        from upcard.journal.schema.migrate import upgrade

        upgrade("sqlite", self._connect_driver, self.begin)

    def _connect_driver(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, isolation_level=None)

    def now(self, writer: DatabaseConnection) -> int:  # noqa: ARG002 - SQLite has no clock of its own
        """The clock of leases, in microseconds."""
        return self._clock()

    def notify(self, versions: Mapping[str, int]) -> None:
        """Do nothing: reading processes poll the file."""

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Start a thread that polls the file, unless this process is the one that writes it."""
        if self._lock is None:
            threading.Thread(target=self._poll, args=(announce,), daemon=True).start()

    def _poll(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        reader, last_version = self.connect_reader(), -1
        while not self._closed.wait(POLL_SECONDS):
            with suppress(JournalUnavailable):
                ((version,),) = reader.execute(CHANGED, {})
                if version != last_version:
                    heads = reader.execute(self.statements.heads, {})
                    announce({name: position for name, position, _, _ in heads})
                    last_version = version
        reader.close()

    def close(self) -> None:
        """Stop polling and release the lock on the file."""
        self._closed.set()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def open_sqlite(
    path: Path, clock: Callable[[], int], *, writable: bool, connect: Connect = connect_file
) -> SqlStore:
    """The journal in a file; see `opening.open_journal`."""
    if not writable and not path.exists():
        raise BadInput(f"There is no journal {path}.")
    database = SqliteDatabase(path, clock, writable=writable, connect=connect)
    try:
        prepare(database, str(path), writable=writable)
    except BaseException:
        database.close()
        raise
    return SqlStore(database)


def _lock(path: Path) -> int:
    """Lock the file beside the journal; the system releases the lock when the process ends.

    The lock is that of the file's name, so a file that has another name, too, is refused.
    """
    try:
        file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(file, 20).decode() or "unknown"
        os.close(file)
        raise JournalInUse(f"{path} is open for writing already, in process {holder}.") from None
    try:
        _make(path)
    except BaseException:
        os.close(file)
        raise
    os.ftruncate(file, 0)
    os.write(file, str(os.getpid()).encode())
    return file


def _make(path: Path) -> None:
    """Make the file, if there is none; raises `BadInput` if it has several names."""
    with suppress(FileExistsError):
        new_private_file(path).close()  # SQLite gives its log the same mode
    if path.is_file() and path.stat().st_nlink > 1:
        raise BadInput(
            f"{path} has another name too (a hard link), by which another process could write it "
            "at the same time: remove the other name, or make a copy."
        )
