"""Writes the typed tables of a journal as Parquet, by `pyarrow`: in bounded memory, by processes.

Each worker reads some of the streams and writes one file of each table, such as
``FOLDER/rounds/1.parquet``.
"""

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from upcard.host.records.archives import attach_archive
from upcard.host.tables.recorded_table import RulesOf
from upcard.host.tabular.columns import TABLES, Field, Kind
from upcard.host.tabular.rows import Row, add_stream
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import ROOT, ChainHead
from upcard.rules.digest import rules_digest

ROW_GROUP: Final = 20_000
"""Rows of a table that are held in memory before they are written."""

Versions = Mapping[str, int]
"""Streams, and the last record of each that is read."""


def export_tables(address: str, folder: Path, rules_of: RulesOf, workers: int = 1) -> Counter[str]:
    """Write the tables of the journal at `address` to a new folder; the number of rows of each.

    `rules_of` has to be a function of a module, where there are several workers. Raises
    ``FileExistsError`` if the folder exists; a failure leaves nothing behind.
    """
    journal = open_journal(address, rules=rules_digest(), writable=False)
    try:
        attach_archive(address, journal)
        shares = _shares(journal.heads(), workers)
    finally:
        journal.close()
    folder.mkdir()
    try:
        if len(shares) == 1:
            return _export(address, folder, rules_of, 1, shares[0])
        numbers = range(1, len(shares) + 1)
        arguments = (repeat(address), repeat(folder), repeat(rules_of), numbers, shares)
        with ProcessPoolExecutor(len(shares), get_context("spawn")) as pool:
            row_counts = list(pool.map(_export, *arguments))
        return Counter({table: sum(counts[table] for counts in row_counts) for table in TABLES})
    except BaseException:
        shutil.rmtree(folder)
        raise


def _shares(heads: Mapping[str, ChainHead], workers: int) -> list[dict[str, int]]:
    """The streams dealt out to workers, the longest first, each to the one with fewest events."""
    streams = {name: head for name, head in heads.items() if name != ROOT}
    shares: list[dict[str, int]] = [{} for _ in range(max(1, min(workers, len(streams))))]
    events = [0] * len(shares)
    for name, head in sorted(streams.items(), key=lambda item: -item[1].events):
        least = events.index(min(events))
        shares[least][name] = head.position
        events[least] += head.events
    return shares


def _export(
    address: str, folder: Path, rules_of: RulesOf, number: int, versions: Versions
) -> Counter[str]:
    """Write the rows of some streams to the files with a number."""
    journal = open_journal(address, rules=rules_digest(), writable=False)
    try:
        attach_archive(address, journal)
        return write_tables(journal, versions, rules_of, folder, str(number))
    finally:
        journal.close()


def write_tables(
    journal: Journal, versions: Versions, rules_of: RulesOf, folder: Path, name: str
) -> Counter[str]:
    """Write the rows of streams to ``FOLDER/TABLE/NAME.parquet``; the number of rows of each."""
    for table in TABLES:
        (folder / table).mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        files = {
            table: stack.enter_context(_TableFile(folder / table / f"{name}.parquet", columns))
            for table, columns in TABLES.items()
        }
        for stream, last in versions.items():
            add_stream(journal, stream, last, rules_of, lambda table, row: files[table].add(row))
    return Counter({table: file.written for table, file in files.items()})


class _TableFile:
    """A Parquet file of one table, written by groups of rows."""

    def __init__(self, path: Path, columns: Sequence[Field]) -> None:
        self.written = 0
        self._columns = columns
        self._rows: list[Row] = []
        self._schema = schema_of(columns)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")

    def __enter__(self) -> "_TableFile":
        return self

    def __exit__(self, *_: object) -> None:
        if self._rows:
            self._flush()
        self._writer.close()

    def add(self, row: Row) -> None:
        """Take a row."""
        self._rows.append(row)
        if len(self._rows) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        values = zip(*self._rows, strict=True)
        arrays = [
            array_of(column.kind, list(held))
            for column, held in zip(self._columns, values, strict=True)
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
        self.written += len(self._rows)
        self._rows = []


_TYPES: Final[dict[Kind, pa.DataType]] = {
    "text": pa.string(),
    "integer": pa.int64(),
    "boolean": pa.bool_(),
    "time": pa.timestamp("us", tz="UTC"),
    "money": pa.decimal128(18, 4),
}


def schema_of(columns: Sequence[Field]) -> pa.Schema:
    """The Arrow schema of columns."""
    return pa.schema(
        [
            pa.field(column.name, _TYPES[column.kind], nullable=not column.required)
            for column in columns
        ]
    )


def array_of(kind: Kind, values: list[object]) -> pa.Array:
    """The values of a column as an array; money is given in units of 1/10,000 dollar."""
    if kind != "money":
        return pa.array(values, _TYPES[kind])
    units = pa.array(values, pa.int64())
    low = units.fill_null(0).to_numpy()
    # A decimal is its number of units in 128 bits: the amount, and its sign again.
    words = np.stack([low, low >> 63], axis=1)
    buffers = [units.buffers()[0], pa.py_buffer(words)]
    return pa.Array.from_buffers(_TYPES[kind], len(units), buffers, units.null_count)
