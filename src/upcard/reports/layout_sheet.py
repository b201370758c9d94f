"""The layout sheet: every required area and inscription with its section, and the felt drawn."""

from collections.abc import Iterable, Iterator
from typing import Final

from upcard.layout.areas import LayoutArea, areas
from upcard.layout.inscriptions import boxes, inscriptions
from upcard.reports.felt import felt
from upcard.reports.felt_hybrid import felt_hybrid
from upcard.reports.felt_wheel import felt_wheel
from upcard.reports.form import declared
from upcard.reports.rendering.paper import Drawing, Paper, PaperPart, PaperTable, left
from upcard.reports.source import PaperSource

HOUSE: Final = ("name or logo of the", "certificate holder")


def layout_sheet(source: PaperSource) -> Paper:
    """The sheet: a drawing, its areas by letter, the inscriptions and the declarations."""
    drawn = areas(source.table)
    game = source.table.game_data
    count = source.table.positions
    return Paper(
        name="layout",
        title="Layout",
        subtitle=f"{count} position{'s' if count > 1 else ''}, {game.positions_section}",
        head=source.head,
        parts=(PaperPart("", (_drawing(source, drawn),)), *_parts(source, drawn)),
    )


def _drawing(source: PaperSource, drawn: tuple[LayoutArea, ...]) -> Drawing:
    table, house = source.table, " ".join(HOUSE)
    caption = "A sketch: letters as in the list of areas"
    if table.variation.has_wheel:
        svg, caption = felt_wheel(house), "A sketch of the wheel and its layout"
    elif table.variation.has_terminals:
        svg = felt_hybrid(table, drawn, house)
    else:
        svg = felt(table, drawn, inscriptions(source.table, source.submission.layout), HOUSE)
    return Drawing(svg, f"The layout of {table.name}", caption)


def _parts(source: PaperSource, drawn: tuple[LayoutArea, ...]) -> Iterator[PaperPart]:
    table = source.table
    heading = "Areas of each position"
    if table.variation.has_wheel:
        heading = "Wagers on the layout"
    elif table.variation.has_terminals:
        heading = "Areas of each terminal"
        lines = ((box.text, box.section) for box in boxes(table))
        yield _list("Boxes on the layout", "Box", lines)
    columns = (left("Area"), left("For", wide=True), left("Section"))
    rows = tuple((area.key, area.title, area.section) for area in drawn)
    yield PaperPart(heading, (PaperTable(columns, rows),))
    yield from _lists(source)


def _lists(source: PaperSource) -> Iterator[PaperPart]:
    lines = [
        (inscription.text, inscription.section)
        for inscription in inscriptions(source.table, source.submission.layout)
    ]
    if lines:
        yield _list("Inscriptions", "Inscription", lines)
    devices = [
        (f"Wagering device with lock-out for {offered.data.title}", offered.data.lock_out)
        for offered in source.table.wagers
        if offered.data.lock_out
    ]
    if devices:
        yield _list("Progressive table game system", "At each position", devices)
    rows = tuple(declared(source))
    if rows:
        columns = (left("Declared", wide=True), left("In force"), left("Section"))
        yield PaperPart("Declared of the layout", (PaperTable(columns, rows),))


def _list(heading: str, what: str, lines: Iterable[tuple[str, str]]) -> PaperPart:
    columns = (left(what, wide=True), left("Section"))
    return PaperPart(heading, (PaperTable(columns, tuple(lines)),))
