"""What is sent in PostgreSQL's binary format arrives as it is."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from upcard.journal.backends.postgres_arrays import columns, register

TYPES = {"name": "TEXT", "number": "BIGINT", "state": "BYTEA"}
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
            "number": st.integers(-(2**63), 2**63 - 1),
            "state": st.none() | st.binary(max_size=300),
        }
    ),
    min_size=1,
    max_size=40,
)


@pytest.fixture(scope="module")
def connection(postgres: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres, autocommit=True) as connection:
        register(connection)
        yield connection


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS)
def test_rows_arrive_as_they_were_sent(
    connection: psycopg.Connection[Any], rows: list[dict[str, object]]
) -> None:
    arrays = ", ".join(f"CAST(%({name})s AS {kind}[])" for name, kind in TYPES.items())
    arrived = connection.execute(f"SELECT * FROM unnest({arrays})".encode(), columns(rows))
    assert arrived.fetchall() == [tuple(row[name] for name in TYPES) for row in rows]


def test_integers_may_be_narrower_in_the_table(connection: psycopg.Connection[Any]) -> None:
    arrived = connection.execute(
        b"SELECT unnest(CAST(%(events)s AS INTEGER[]))", columns([{"events": 7}, {"events": -1}])
    )
    assert arrived.fetchall() == [(7,), (-1,)]
    with pytest.raises(psycopg.errors.NumericValueOutOfRange):
        connection.execute(b"SELECT CAST(%(events)s AS INTEGER[])", columns([{"events": 2**31}]))
