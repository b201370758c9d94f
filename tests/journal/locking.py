"""Which rows of a PostgreSQL journal are locked, and waiting until it is so."""

import threading
from collections.abc import Callable

import psycopg
from psycopg import errors


def is_locked(place: str, table: str, name: str) -> bool:
    """Whether somebody has locked the row of this name."""
    with psycopg.connect(place) as connection:
        try:
            statement = f"SELECT name FROM {table} WHERE name = %s FOR UPDATE NOWAIT"
            connection.execute(statement.encode(), (name,))
        except errors.LockNotAvailable:
            return True
    return False


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    ended = threading.Event()
    for _ in range(6_000):
        if is_so():
            return
        ended.wait(0.01)
    raise AssertionError("it did not happen")
