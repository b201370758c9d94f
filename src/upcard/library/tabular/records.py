"""A table of records: what every function returns that may have several answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import html_table, text_table
from upcard.library.tabular.frames import pandas_frame, polars_frame
from upcard.rules.violation import BadInput, UnknownName
from upcard.text.words import listed, quoted

if TYPE_CHECKING:
    import pandas
    import polars


class Record(Protocol):
    """One answer, such as the odds of one paytable."""

    def to_dict(self) -> dict[str, Any]:
        """The record as in the JSON of the command line."""


T_co = TypeVar("T_co", bound=Record, covariant=True)


@dataclass(frozen=True, slots=True)
class TableForm(Generic[T_co]):
    """What a kind of records looks like: the JSON's schema, the data's columns, the printed ones.

    `rows` yields the rows of the data that a record stands for, by the columns' names. `headers`
    and `line` are the printed table, a line for each record.
    """

    schema: str
    columns: tuple[Column, ...]
    rows: Callable[[Any], Iterator[Mapping[str, object]]]
    headers: tuple[str, ...]
    line: Callable[[Any], Sequence[object]]
    what: str


@dataclass(frozen=True, slots=True, repr=False)
class Records(Generic[T_co]):
    """A table of records: it has a length, is iterated and indexed, and is data for data frames.

    It is no `collections.abc.Sequence`, which polars would read as a list of objects.
    """

    form: TableForm[T_co]
    records: tuple[T_co, ...]

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[T_co]:
        return iter(self.records)

    def __getitem__(self, key: Any) -> Any:
        """A record, or the records of a slice as a table."""
        if isinstance(key, slice):
            return Records(self.form, self.records[key])
        return self.records[key]

    def one(self) -> T_co:
        """The single record; `BadInput` where there is none or more than one."""
        if len(self.records) != 1:
            raise BadInput(
                f"There are {len(self.records)} records, not one: narrow down what is asked for."
            )
        return self.records[0]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line: ``{"schema": …, "records": […]}``."""
        return {
            "schema": self.form.schema,
            "records": [record.to_dict() for record in self.records],
        }

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows of data as a pandas DataFrame; needs pandas 3 or later."""
        return pandas_frame(self)

    def to_polars(self) -> "polars.DataFrame":
        """The rows of data as a polars DataFrame; needs polars."""
        return polars_frame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows of data as an Arrow stream, which data frame libraries read."""
        from upcard.library.tabular.arrow import table  # noqa: PLC0415 - loaded when asked for

        rows = [row for record in self.records for row in self.form.rows(record)]
        return table(self.form.columns, rows).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        lines = [self.form.line(record) for record in self.records]
        return f"{self._title()}\n{text_table(self.form.headers, lines)}"

    def _repr_html_(self) -> str:
        lines = [self.form.line(record) for record in self.records]
        return html_table(self.form.headers, lines, self._title())

    def _title(self) -> str:
        number = len(self.records)
        return f"{self.form.what}: {number:,} record{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True, repr=False)
class NamedRecords(Records[T_co]):
    """Records that also have names, one each: ``wagers["blackjack"]``."""

    names: tuple[str, ...]

    def __getitem__(self, key: Any) -> Any:
        """A record by its name or number, or the records of a slice."""
        if isinstance(key, slice):
            return NamedRecords(self.form, self.records[key], self.names[key])
        if not isinstance(key, str):
            return self.records[key]
        if key not in self.names:
            raise UnknownName(f"There is no {quoted(key)} here; there is {listed(self.names)}.")
        return self.records[self.names.index(key)]

    def __contains__(self, name: object) -> bool:
        return name in self.names or name in self.records
