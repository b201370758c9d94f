"""Prints for commands: JSON on standard output, tables and styled text."""

from typing import TYPE_CHECKING, Any

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from rich.console import Console
    from rich.table import Table


def print_json(value: Any) -> None:
    """Print one JSON value on standard output: a document with its schema, or another format."""
    import msgspec

    text = msgspec.json.format(_encode(value), indent=2)
    print(text.decode())  # noqa: T201 - the answer itself


def print_document(schema: str, value: Any) -> None:
    """Print an object (a mapping or struct) as JSON, with its schema first."""
    print_json(_document(schema, value))


def print_records(schema: str, values: "Iterable[Any]") -> None:
    """Print a table of records as JSON, with its schema first."""
    print_json({"schema": schema, "records": list(values)})


def print_line(schema: str, value: Any) -> None:
    """Print an object as JSON on one line, as a document of a stream, with its schema first."""
    print(_encode(_document(schema, value)).decode(), flush=True)  # noqa: T201 - a record of the answer


def _document(schema: str, value: Any) -> dict[str, Any]:
    from msgspec import to_builtins

    return {"schema": schema, **(value if isinstance(value, dict) else to_builtins(value))}


def _encode(value: Any) -> bytes:
    """The JSON of a value: all that is printed passes here, and the tests look at it."""
    import msgspec

    return msgspec.json.encode(value)


def refuse_two_forms(*, as_csv: bool, as_json: bool) -> None:
    """Raise ``BadInput`` where a command's answer is asked for in two forms."""
    if as_csv and as_json:
        raise BadInput("Use --csv or --json, not both.")


def parse_date(text: str) -> "date":
    """A date such as 2024-06-29; ``BadInput`` for anything else."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a date such as 2024-06-29.") from None


def print_table(out: "Console", table: "Table") -> None:
    """Print a table in which no number and no other word is cut or broken over two lines.

    Right-aligned columns (numbers) and columns of single words are never folded; a table that needs
    more room than there is runs over the right edge.
    """
    from rich.measure import Measurement

    width = out.width
    unbounded = out.options.update(max_width=10_000)
    for column in table.columns:
        cells = [*column.cells, *([column.header] if table.show_header else [])]
        of_words = all(len(str(cell).split()) <= 1 for cell in column.cells)
        if column.no_wrap or of_words or column.justify == "right":
            column.no_wrap = True
            widths = [Measurement.get(out, unbounded, cell).maximum for cell in cells]
            column.min_width = max(widths, default=0)
    out.width = max(width, Measurement.get(out, unbounded, table).minimum)
    out.print(table)
    out.width = width


def plain(text: object) -> str:
    """Text from outside, escaped for a line with Rich markup."""
    from rich.markup import escape

    return escape(str(text))


def console(*, err: bool = False) -> "Console":
    """A Rich console without automatic highlighting."""
    from rich.console import Console

    return Console(highlight=False, stderr=err)
