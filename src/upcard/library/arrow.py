"""Rows as Arrow data, by `arro3-core`: the only module that imports it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arro3.core import Array, DataType, Field, Schema, Table

if TYPE_CHECKING:
    from upcard.library.records import Column


def table(columns: "Sequence[Column]", rows: Sequence[Mapping[str, object]]) -> Table:
    """An Arrow table of the rows, with these columns in order."""
    arrays = [_array(column, [row[column.name] for row in rows]) for column in columns]
    return Table.from_arrays(arrays, schema=schema(columns))


def schema(columns: "Sequence[Column]") -> Schema:
    """The Arrow schema of the columns."""
    return Schema(
        [Field(column.name, _data_type(column), nullable=column.nullable) for column in columns]
    )


def _array(column: "Column", values: list[Any]) -> Array:
    if column.type == "dollars":  # arro3 makes decimals from text alone
        texts = [None if value is None else str(value) for value in values]
        return Array(texts, DataType.utf8()).cast(_data_type(column))
    return Array(values, _data_type(column))


def _data_type(column: "Column") -> DataType:
    return {
        "utf8": DataType.utf8(),
        "int64": DataType.int64(),
        "float64": DataType.float64(),
        "bool": DataType.bool(),
        "dollars": DataType.decimal128(18, 4),
    }[column.type]
