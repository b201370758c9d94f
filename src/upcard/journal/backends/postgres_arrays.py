"""Arrays in PostgreSQL's binary format: the columns of a statement that writes many rows at once.

Psycopg writes a list as text. It searches each element for what has to be quoted, in Python, and
the server then reads it character by character. A column of records is written here in one piece.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Any, Final, NamedTuple

from psycopg.abc import AdaptContext
from psycopg.adapt import Buffer, Dumper
from psycopg.postgres import types
from psycopg.pq import Format

from upcard.journal.backends.rows import Parameters

_HEAD: Final = Struct("!iiIii")
"""Dimensions, whether there are nulls, the type of the elements, their number, the first index."""

_LENGTH: Final = Struct("!i")
_LONG: Final = Struct("!iq")
"""The length of an element, and a number of 64 bits with it."""

_NULL: Final = _LENGTH.pack(-1)
_TEXT: Final = types["text"].oid
_INT8: Final = types["int8"].oid
_BYTEA: Final = types["bytea"].oid


class Texts(NamedTuple):
    """A column of texts."""

    values: Sequence[str]


class Longs(NamedTuple):
    """A column of integers of 64 bits."""

    values: Sequence[int]


class Binaries(NamedTuple):
    """A column of bytes or nulls."""

    values: Sequence[bytes | None]


Column = Texts | Longs | Binaries


def columns(rows: Sequence[Parameters]) -> dict[str, Column]:
    """The columns of rows that have the same names; one without any value is of bytes."""
    return {name: _column([row[name] for row in rows]) for name in rows[0]}


def _column(values: list[Any]) -> Column:
    match next((value for value in values if value is not None), None):
        case str():
            return Texts(values)
        case int():
            return Longs(values)
        case _:
            return Binaries(values)


class _TextsDumper(Dumper):
    format, oid = Format.BINARY, types["text"].array_oid

    def dump(self, obj: Texts) -> Buffer:
        length = _LENGTH.pack
        encoded = [value.encode() for value in obj.values]
        return _array(_TEXT, [length(len(value)) + value for value in encoded])


class _LongsDumper(Dumper):
    format, oid = Format.BINARY, types["int8"].array_oid

    def dump(self, obj: Longs) -> Buffer:
        element = _LONG.pack
        return _array(_INT8, [element(8, value) for value in obj.values])


class _BinariesDumper(Dumper):
    format, oid = Format.BINARY, types["bytea"].array_oid

    def dump(self, obj: Binaries) -> Buffer:
        length = _LENGTH.pack
        elements = [_NULL if value is None else length(len(value)) + value for value in obj.values]
        return _array(_BYTEA, elements, nulls=None in obj.values)


def _array(kind: int, elements: Sequence[bytes], *, nulls: bool = False) -> bytes:
    return _HEAD.pack(1, nulls, kind, len(elements), 1) + b"".join(elements)


def register(context: AdaptContext) -> None:
    """Let the statements of a connection take columns as parameters."""
    context.adapters.register_dumper(Texts, _TextsDumper)
    context.adapters.register_dumper(Longs, _LongsDumper)
    context.adapters.register_dumper(Binaries, _BinariesDumper)
