"""Rows as Arrow data, by `arro3-core`: the only module that imports it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema, Table

from upcard.library.tabular.columns import Column, ColumnType


def table(columns: Sequence[Column], rows: Sequence[Mapping[str, object]]) -> Table:
    """An Arrow table of the rows, with these columns in order."""
    arrays = [array(column.type, [row[column.name] for row in rows]) for column in columns]
    return Table.from_arrays(arrays, schema=schema(columns))


def schema(columns: Sequence[Column]) -> Schema:
    """The Arrow schema of the columns."""
    return Schema(
        [
            Field(column.name, _data_type(column.type), nullable=column.nullable)
            for column in columns
        ]
    )


def array(kind: ColumnType, values: Any) -> Array:
    """An array of a type of columns, from a list or a numpy array."""
    if kind == "dollars":  # arro3 makes decimals from text alone
        texts = [None if value is None else str(value) for value in values]
        return Array(texts, DataType.utf8()).cast(_data_type(kind))
    if isinstance(values, list):
        return Array(values, _data_type(kind))
    return Array.from_numpy(values)


def batch(columns: Sequence[Column], arrays: Mapping[str, Array]) -> RecordBatch:
    """A record batch of arrays by the columns' names."""
    return RecordBatch.from_arrays(
        [arrays[column.name] for column in columns], schema=schema(columns)
    )


def stream(columns: Sequence[Column], batches: Iterator[RecordBatch]) -> RecordBatchReader:
    """A stream that takes one batch after the other, each when it is read."""
    return RecordBatchReader.from_batches(schema(columns), batches)


def _data_type(kind: ColumnType) -> DataType:
    return {
        "utf8": DataType.utf8(),
        "int64": DataType.int64(),
        "float64": DataType.float64(),
        "bool": DataType.bool(),
        "dollars": DataType.decimal128(18, 4),
    }[kind]
