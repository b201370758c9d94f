"""The columns of the data that a table of records stands for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ColumnType: TypeAlias = Literal["utf8", "int64", "float64", "bool", "dollars"]
"""The type of a column: ``dollars`` is decimal128(18, 4), from Python's Decimal."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the data: its name, its type, and whether it may be null."""

    name: str
    type: ColumnType
    nullable: bool = False
