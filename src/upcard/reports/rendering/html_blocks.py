"""Renders the blocks of a paper's page: texts, facts, tables and drawings."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, TypeAlias

from upcard.reports.rendering.fit import MAX_UNBROKEN_FACTS, max_unbroken_rows
from upcard.reports.rendering.paper import (
    Drawing,
    Facts,
    Paper,
    PaperBlock,
    PaperColumn,
    PaperTable,
    Words,
)

SHORT: Final = 36
"""The length up to which a section stays in one line of a column of sections."""

MIDDLE_NAME: Final = 12
"""The letters of a name from which it has more room on a rack card."""

LONG_NAME: Final = 28
LONG_SECTION: Final = 44
"""Characters from which a list of facts has a wider column for its names, and one for sections."""

SHORT_SHARE: Final = 10
MIN_SHARE: Final = 20
MAX_SHARE: Final = 44
"""Bytes of cells by which wide columns share the room of a table: of a column whose longest cell is
short, of one that has longer cells, and at most."""

Alike: TypeAlias = Mapping[tuple[PaperColumn, ...], Sequence[tuple[str, ...]]]

MAY_BREAK: Final = "\N{ZERO WIDTH SPACE}"
"""Where a long number may be broken; as an element it is not copied with the number."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
ODDS: Final = re.compile(r"(\d) (to|for|through|a) (\d)")
TABLE: Final = re.compile(r"Table (\d)")
WEIGHT: Final = re.compile(r"(\d): (\d)")
CITATION: Final = re.compile(r"§+[ \xa0]\d+[a-z]*(\.\d+[a-z]?)?(\([0-9A-Za-z]+\))*")
"""Figures such as ``3 to 2``, the number of a table, what a figure weighs, a citation: no line
breaks in them, nor before a percent sign."""

FIGURE: Final = re.compile(r"[^ ]*\d")
DECIMALS: Final = re.compile(r"[^ ]*\d\.(\d+)")


def _text(text: str) -> str:
    """A text whose lines do not break within figures."""
    text = text.replace(" %", f"{NO_BREAK}%")
    text = ODDS.sub(rf"\1{NO_BREAK}\2{NO_BREAK}\3", text)
    text = TABLE.sub(rf"Table{NO_BREAK}\1", text)
    text = escape(WEIGHT.sub(rf"\1:{NO_BREAK}\2", text)).replace(MAY_BREAK, "<wbr/>")
    return CITATION.sub(r'<span class="citation">\g<0></span>', text)


def cite(section: str) -> str:
    """A section; nothing where there is none."""
    return f'<span class="cite">{escape(section)}</span>' if section else ""


def continued(heading: str) -> str:
    """What stands above the rest of a part on another page."""
    return f"{escape(heading)}, continued"


def block_html(block: PaperBlock, alike: Alike, heading: str) -> str:
    """A block of a part with a `heading`, which a table repeats where a page breaks it."""
    match block:
        case Facts():
            return _facts(block)
        case PaperTable():
            return _table(block, alike[block.columns], heading)
        case Drawing():
            return _drawing(block)
        case Words():
            return f"<p>{_text(block.text)}</p>"


def _facts(block: Facts) -> str:
    lines = "\n".join(
        f"<div><dt>{escape(fact.name)}</dt><dd>{_text(fact.value)}</dd>"
        f"<dd>{cite(fact.section)}</dd></div>"
        for fact in block.facts
    )
    long = any(len(fact.name) > LONG_NAME for fact in block.facts)
    has_long_section = any(len(fact.section) > LONG_SECTION for fact in block.facts)
    whole = len(block.facts) <= MAX_UNBROKEN_FACTS
    middle = not long and any(len(fact.name) > MIDDLE_NAME for fact in block.facts)
    shape = _classes(long=long, middle=middle, cited=has_long_section, whole=whole)
    return f"<dl{shape}>\n{lines}\n</dl>"


def rows_alike(paper: Paper) -> Alike:
    """The rows of all tables of a paper that have the same columns."""
    alike: dict[tuple[PaperColumn, ...], list[tuple[str, ...]]] = {}
    for part in paper.parts:
        for block in part.blocks:
            if isinstance(block, PaperTable):
                alike.setdefault(block.columns, []).extend(block.rows)
    return alike


def _shares(columns: tuple[PaperColumn, ...], rows: Sequence[tuple[str, ...]]) -> dict[int, int]:
    """How wide columns share a table's room, in percent: by their long cells, within limits."""
    wide = [number for number, column in enumerate(columns) if column.wide]
    if len(wide) < 2:
        return {}
    shares = {}
    for number in wide:
        lengths = sorted(len(row[number].encode()) for row in rows) or [0]
        least = min(max(lengths[-1], SHORT_SHARE), MIN_SHARE)
        shares[number] = min(max(lengths[9 * (len(lengths) - 1) // 10], least), MAX_SHARE)
    return {number: round(100 * share / sum(shares.values())) for number, share in shares.items()}


def _table(block: PaperTable, rows_like: Sequence[tuple[str, ...]], heading: str) -> str:
    shares = _shares(block.columns, rows_like)
    heads = "".join(
        f'<th scope="col"{_class(column)}{_width(shares.get(number))}>{escape(column.heading)}</th>'
        for number, column in enumerate(block.columns)
    )
    rows = [f"<tr>{_cells(block, row)}</tr>" for row in block.rows]
    if block.total:
        rows.append(f'<tr class="total">{_cells(block, block.total)}</tr>')
    body = "\n".join(rows)
    even = not any(column.wide for column in block.columns)
    whole = len(block.rows) <= max_unbroken_rows(block)
    shape = _classes(even=even, whole=whole)
    again = "" if whole or not heading else _again(heading, len(block.columns))
    head = f"<thead>{again}<tr>{heads}</tr></thead>"
    return f'<div class="scroll"><table{shape}>{head}<tbody>\n{body}\n</tbody></table></div>'


def _again(heading: str, columns: int) -> str:
    """What repeats a heading on the next page; on the first one the heading itself covers it."""
    words = continued(heading)
    return f'<tr class="again" aria-hidden="true"><th colspan="{columns}">{words}</th></tr>'


def _width(share: int | None) -> str:
    return "" if share is None else f' style="width: {share}%"'


def _cells(block: PaperTable, row: tuple[str, ...]) -> str:
    return "".join(
        f"<td{_class(column)}>{_cell(column, cell)}{_room(block, number, cell)}</td>"
        for number, (column, cell) in enumerate(zip(block.columns, row, strict=True))
    )


def _cell(column: PaperColumn, text: str) -> str:
    """The text of a cell; a short section is not broken, and a line has room to write on."""
    if column.heading == "Section" and len(text) <= SHORT:
        text = text.replace(" ", NO_BREAK)
    if text.startswith("____"):
        return f'<span class="line">{text}</span>'
    return _text(text) if column.wide else escape(text)


def _room(block: PaperTable, column: int, cell: str) -> str:
    """What aligns the decimal point of a figure with those of its column; it is not seen."""
    if block.columns[column].align == "left" or not FIGURE.fullmatch(cell):
        return ""
    most, decimals = max(_decimals(row[column]) for row in block.rows), _decimals(cell)
    if decimals >= most:
        return ""
    room = ("" if decimals else ".") + "0" * (most - decimals)
    return f'<span class="room" data-room="{room}"></span>'


def _decimals(cell: str) -> int:
    decimals = DECIMALS.fullmatch(cell)
    return len(decimals[1]) if decimals else 0


def _class(column: PaperColumn) -> str:
    return _classes(left=column.align == "left", wide=column.wide)


def _classes(**named: bool) -> str:
    """The attribute with the classes that are true; none of them, nothing."""
    names = " ".join(name for name, is_so in named.items() if is_so)
    return f' class="{names}"' if names else ""


def _drawing(block: Drawing) -> str:
    svg = block.svg[block.svg.index("<svg") :]  # a page takes no XML declaration
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f'<figure role="img" aria-label="{escape(block.alt)}">\n{svg}\n{caption}</figure>'
