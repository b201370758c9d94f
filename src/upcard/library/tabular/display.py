"""Tables as text of one screen and as HTML, for the `repr` of results."""

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from typing import ClassVar, Final

from upcard.text.words import quoted

LINES: Final = 20
"""The most lines of a table's text; the middle of a longer table is left out."""

WIDTH: Final = 38
"""The most characters of a cell of text."""

Row = Sequence[object]


def text_table(headers: Sequence[str], rows: Sequence[Row]) -> str:
    """A table as text with aligned columns, numbers to the right; its middle is left out."""
    cells = [[_cell(value) for value in row] for row in _shown_rows(rows, ["…"] * len(headers))]
    widths = [max(map(len, column)) for column in zip(headers, *cells, strict=True)]
    right = [all(_is_number(row[place]) for row in rows) for place in range(len(headers))]
    lines = [
        "  ".join(
            cell.rjust(width) if of_numbers else cell.ljust(width)
            for cell, width, of_numbers in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in (headers, *cells)
    ]
    return "\n".join(lines)


def html_table(headers: Sequence[str], rows: Sequence[Row], caption: str) -> str:
    """A table as HTML, with numbers to the right; every text is escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in headers)
    body = "".join(
        f"<tr>{''.join(_html_cell(value) for value in row)}</tr>"
        for row in _shown_rows(rows, ["…"] * len(headers))
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


class TitledTable:
    """A result that prints itself as a table under its title, as text and as HTML.

    Subclasses give `_headers`, `_lines` and `_title`.
    """

    __slots__ = ()
    _headers: ClassVar[Sequence[str]]

    def __repr__(self) -> str:
        return f"{self._title()}\n{text_table(self._headers, self._lines())}"

    def _repr_html_(self) -> str:
        return html_table(self._headers, self._lines(), self._title())

    def _title(self) -> str:
        raise NotImplementedError

    def _lines(self) -> Sequence[Row]:
        raise NotImplementedError


def percent(part: object, digits: int = 4) -> str:
    """A share such as a house edge, in percent: ``24.0887%``."""
    return f"{float(part):.{digits}%}"  # type: ignore[arg-type]


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """A sentence on a value that is none of the choices."""
    return f"{name} is one of {', '.join(choices)}, not {quoted(value)}."


def _shown_rows(rows: Sequence[Row], gap: Row) -> Sequence[Row]:
    """The rows, or the first and last ones around a gap where they are more than a screen."""
    if len(rows) <= LINES:
        return rows
    half = LINES // 2
    return [*rows[:half], gap, *rows[-half:]]


def _is_number(value: object) -> bool:
    return value is None or (
        isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    )


def _cell(value: object) -> str:
    if value is None:
        return "–"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


def _html_cell(value: object) -> str:
    style = ' style="text-align:right"' if _is_number(value) else ""
    return f"<td{style}>{escape(_cell(value))}</td>"
