"""Connections to PostgreSQL that never wait forever.

The server ends statements and locks that take too long, and the transaction of a process that
stands still. The system notices a peer that is gone. A server or a network that has stopped
answers nothing and may still look connected, so each reading of an answer has a limit too.
"""

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, count, islice
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from upcard.journal.backends.database import ForRows
from upcard.journal.backends.postgres_arrays import columns, register
from upcard.journal.backends.rows import Parameters, SqlRow
from upcard.journal.port import JournalSilent, JournalUnavailable
from upcard.journal.store import WriteConflict

SILENCE_SECONDS: Final = 4.0
"""Seconds without a byte of an answer after which a connection is given up."""

NETWORK: Final[dict[str, Any]] = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 4,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
"""Parameters of a connection; seconds, and milliseconds for the last. Those in an address win."""

LIMITS: Final = {
    "statement_timeout": "8s",
    "lock_timeout": "3s",
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
"""Settings of every session: the server ends that of a machine that is gone."""

WRITING: Final = {"synchronous_commit": "on", "idle_in_transaction_session_timeout": "5s"}
"""Settings of a session that writes: commits are durable whatever the server's default is, and a
process that stands still in a transaction loses it with its locks."""

PLANNED_ONCE: Final = "; ".join(
    (
        "SET plan_cache_mode = force_generic_plan",
        "SET enable_seqscan = off",
        "SET enable_hashjoin = off",
        "SET enable_mergejoin = off",
    )
)
"""Makes the server keep the plans of a session's statements, for it would plan those with arrays
anew each time, which is a third of its work. A kept plan has to hold when a small table has grown:
rows are found by the index."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that raises `SilentServer` after `SILENCE_SECONDS` without a byte."""

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        """Wait for an answer of the server."""
        return super().wait(_limit_silence(gen), *args, **kwargs)


class SilentServer(psycopg.OperationalError):
    """The server has not answered in time."""


def _limit_silence(gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Psycopg's generator of an operation, with a limit on the time in which nothing is ready."""
    deadline = time.monotonic() + SILENCE_SECONDS
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                deadline = time.monotonic() + SILENCE_SECONDS
            elif time.monotonic() > deadline:
                raise SilentServer(f"the database has not answered for {SILENCE_SECONDS:g} seconds")
            wanted = gen.send(ready)
    except StopIteration as done:
        return done.value


def connect(address: str, settings: dict[str, str] | None = None) -> BoundedConnection:
    """A connection in autocommit with these settings of its session, in addition to `LIMITS`."""
    conninfo = conninfo_to_dict(address)
    ours = {**LIMITS, **(settings or {})}
    users_options = conninfo.get("options") or os.environ.get("PGOPTIONS", "")
    options = " ".join(
        [*(f"-c {name}={value}" for name, value in ours.items()), str(users_options)]
    )
    parameters = {"application_name": "upcard", **NETWORK, **conninfo, "options": options.strip()}
    return BoundedConnection.connect(autocommit=True, **parameters)


class PostgresConnection:
    """A psycopg connection. Statements are passed as bytes: psycopg types `str` as a literal."""

    row_by_row = False
    """Whether statements for many rows take one row each; see `statements`."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        register(connection)
        self._literal = psycopg.ClientCursor(connection)
        self._keeps_plans = False
        self._calls: dict[str, bytes] = {}
        self._preparing: list[str] = []
        self._numbers = count()
        self._begin = ""
        self._writes: list[tuple[bytes, Parameters]] = []

    def begin(self, statement: str) -> None:
        """Begin a transaction with the next statements, so that it costs no answer of its own."""
        self._begin = statement

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        """Run a statement, after the writes that wait for it, and return its rows."""
        if statement == "ROLLBACK":
            self._roll_back()
            return []
        if self._begin and self._writes:
            self._writes.insert(0, (self._begin.encode(), {}))
            self._begin = ""
        elif self._begin and statement == "COMMIT":  # nothing was begun yet
            self._begin = ""
            return []
        elif self._begin:
            return self._run_together([(statement, parameters)])[0]
        try:
            with self._pipeline():
                while self._writes:
                    self._connection.execute(*self._writes.pop(0))
                cursor = self._connection.execute(statement.encode(), parameters)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            self._writes.clear()
            raise _refusal_of(error) from error

    def _roll_back(self) -> None:
        """End what was begun, and have the server forget the prepared statements.

        Psycopg does that where it has prepared some of its own, so that both know which are left.
        """
        self._begin = ""
        self._writes.clear()
        try:
            if self._connection.info.transaction_status == TransactionStatus.IDLE:
                return
            self._connection.rollback()
            self._connection.execute(b"DEALLOCATE ALL", prepare=False)
        except psycopg.Error as error:
            raise _refusal_of(error) from error
        self._calls.clear()
        self._preparing.clear()

    def _pipeline(self) -> AbstractContextManager[object]:
        return self._connection.pipeline() if self._writes else nullcontext()

    def execute_all(self, statements: Sequence[ForRows]) -> list[list[SqlRow]]:
        """Run statements, sent together, and return all rows of each.

        Each is run once for all of its parameters, which are arrays, or with `row_by_row` once for
        each.
        """
        parameters_of = [self._row_parameters(parameters, _arrays) for _, parameters in statements]
        runs = [
            (statement, parameters)
            for (statement, _), rows in zip(statements, parameters_of, strict=True)
            for parameters in rows
        ]
        answers = iter(self._run_together(runs) if runs else ())
        return [list(chain.from_iterable(islice(answers, len(rows)))) for rows in parameters_of]

    def execute_alone(self, statement: str, parameters: Parameters) -> None:
        """Run a statement as a transaction of its own."""
        try:
            self._connection.execute(statement.encode(), parameters, prepare=True)
        except psycopg.Error as error:
            raise _refusal_of(error) from error

    def _run_together(self, every: Sequence[tuple[str, Parameters]]) -> list[list[SqlRow]]:
        """Run statements by one message and return the rows of each.

        It is not psycopg's pipeline: that ends with a message after which PostgreSQL no longer
        counts the time in which a transaction stands still (`WRITING`).
        """
        rows: list[list[SqlRow]] = []
        try:
            texts = [
                self._literal.mogrify(self._prepared_call(statement), parameters)
                for statement, parameters in every
            ]
            before = [*self._preparing, *filter(None, [self._begin])]
            self._preparing.clear()
            self._begin = ""
            cursor = self._connection.execute(";".join([*before, *texts]).encode(), prepare=False)
            for _ in before:
                cursor.nextset()
            for _ in every:
                rows.append(cursor.fetchall() if cursor.description else [])
                cursor.nextset()
        except psycopg.Error as error:
            raise _refusal_of(error) from error
        return rows

    def keep_plans(self) -> None:
        """Have the server parse and plan each statement once.

        Not for a database that spreads the tables over machines: it plans by the parameters.
        """
        try:
            self._connection.execute(PLANNED_ONCE.encode(), prepare=False)
        except psycopg.Error as error:
            raise _refusal_of(error) from error
        self._keeps_plans = True

    def _prepared_call(self, statement: str) -> bytes:
        """The statement, or what calls it where the server keeps its plan.

        It is prepared by the message of its first call.
        """
        if not self._keeps_plans:
            return statement.encode()
        call = self._calls.get(statement)
        if call is None:
            places = _Places()
            name = f"upcard_{next(self._numbers)}"
            self._preparing.append(f"PREPARE {name} AS {statement % places}")
            values = ", ".join(f"%({parameter})s" for parameter in places)
            call = f"EXECUTE {name}{f' ({values})' if values else ''}".encode()
            self._calls[statement] = call
        return call

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement that returns no rows once for all parameters, with the next `execute`.

        In this way a transaction's writes reach the server together with its COMMIT.
        """
        rows = self._row_parameters(parameters, columns)
        self._writes.extend((statement.encode(), row) for row in rows)

    def _row_parameters(
        self, parameters: Sequence[Parameters], pack: Callable[[Sequence[Parameters]], Parameters]
    ) -> Sequence[Parameters]:
        """The parameters of each run of a statement for many rows; `pack` makes rows columns."""
        return parameters if self.row_by_row or not parameters else [pack(parameters)]

    def close(self) -> None:
        """Close the connection; what is not committed is rolled back."""
        self._connection.close()


class _Places(dict[str, str]):
    """The places of a prepared statement's parameters, numbered as they are asked for by name."""

    def __missing__(self, name: str) -> str:
        self[name] = place = f"${len(self) + 1}"
        return place


def _arrays(rows: Sequence[Parameters]) -> Parameters:
    return {name: [row[name] for row in rows] for name in rows[0]}


def open_connection(make: Callable[[], psycopg.Connection[Any]]) -> PostgresConnection:
    """The connection that `make` makes; raises `JournalUnavailable`."""
    try:
        return PostgresConnection(make())
    except psycopg.Error as error:
        raise _unavailable(error) from error


def _refusal_of(error: psycopg.Error) -> Exception:
    """`WriteConflict` for a conflict, after which the transaction is retried; else unavailable."""
    conflicts = (
        errors.UniqueViolation,
        errors.NotNullViolation,  # `group_statement`
        errors.SerializationFailure,
        errors.DeadlockDetected,
    )
    return WriteConflict(str(error)) if isinstance(error, conflicts) else _unavailable(error)


def _unavailable(error: psycopg.Error) -> JournalUnavailable:
    """The error for what PostgreSQL or the network reports, as one sentence."""
    silent = _silence_behind(error)
    reason = str(silent or error).strip().partition("\n")[0]
    kind = JournalUnavailable if silent is None else JournalSilent
    return kind(f"The journal is not available: {reason}.")


def _silence_behind(error: BaseException | None) -> psycopg.Error | None:
    """The silence from which an error came, itself perhaps; None if it has another reason.

    A pipeline that cannot be ended, because its answers never came, raises an error of its own.
    """
    while error is not None:
        if isinstance(error, SilentServer | errors.ConnectionTimeout):
            return error
        error = error.__context__
    return None
