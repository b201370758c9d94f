"""The layout sheet: every required area and inscription with its section, and the felt drawn."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final, NamedTuple

from upcard.layout.areas import LayoutArea, felt_areas, is_at_device
from upcard.layout.inscriptions import Inscription, arches, boxes, hybrid_devices, inscriptions
from upcard.layout.seats import circles
from upcard.reports.felt import hybrid as felt_hybrid
from upcard.reports.felt import wheel as felt_wheel
from upcard.reports.felt.devices import devices_of
from upcard.reports.felt.seats import (
    ACROSS_MM,
    HEIGHT,
    UNIT_MM,
    WIDTH,
    arch_sizes,
    felt,
    has_dividers,
    outer_size,
)
from upcard.reports.filing import holder_in
from upcard.reports.rendering.paper import (
    Drawing,
    Paper,
    PaperColumn,
    PaperPart,
    PaperTable,
    Words,
    cited_once,
    left,
    right,
    with_words,
)
from upcard.reports.rendering.svg import text
from upcard.reports.sheets.form import declared_rows
from upcard.reports.sheets.inscribed_odds import (
    BESIDE_DEVICES,
    ODDS_BESIDE_DEVICES,
    ODDS_NOT_DRAWN,
    OTHERS_NOT_DRAWN,
    drawn_odds,
    not_drawn,
    odds_in_areas,
    odds_in_circles,
    place_of_inscription,
)
from upcard.reports.sheets.printed_odds import odds_in_short
from upcard.reports.source import PaperSource
from upcard.submission.game_choices import is_asked
from upcard.submission.games.hybrid import HybridEquipment
from upcard.submission.games.kit import game_section
from upcard.text.words import listed

NAME_OR_LOGO: Final = "name or logo of the"
HOUSE_LETTERS: Final = 26
"""The number of letters in a line of the holder's name."""

LINE_LETTERS: Final = 125
LINE_UNITS: Final = 22
"""The number of letters in a line below the felt, in its maker's file, and the line's height in
units.
"""

LONG_SECTION: Final = 44
"""The number of letters from which a section leaves too little room for the words beside it."""


def layout_sheet(source: PaperSource) -> Paper:
    """The sheet: a drawing, its areas by letter, the inscriptions and the declarations."""
    layout_areas = felt_areas(source.table)
    game = source.table.game_data
    count, section = source.table.positions, source.table.cite(game.positions_section)
    return Paper(
        name="layout",
        title="Layout",
        subtitle=f"{count} position{'s' if count > 1 else ''}, {section}",
        head=source.head,
        parts=(PaperPart("", (_drawing(source, layout_areas),)), *_parts(source, layout_areas)),
    )


def _drawing(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> Drawing:
    key = "letters as in the list of areas"
    if _has_dividers(source, layout_areas):
        key += ", a dotted line between two positions"
    if source.table.variation.has_terminals:
        key += f"; {felt_hybrid.TERMINALS} terminals as an example, whatever their number"
    caption = f"To scale for {_kind_of(source).across}: {key}"
    return Drawing(_felt(source, layout_areas), _in_words(source, layout_areas), caption)


def _has_dividers(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> bool:
    table = source.table
    if table.variation.has_wheel or table.variation.has_terminals:
        return False
    return has_dividers(table.positions, list(circles(table.positions, layout_areas)))


def _in_words(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> str:
    """What is on the drawing, for readers who do not see it."""
    table, across = source.table, _kind_of(source).across
    names = listed([area.title for area in layout_areas])
    if table.variation.has_wheel:
        return f"The layout of {table.name}: {across}, with areas for {names}"
    count = f"{table.positions} position{'s' if table.positions > 1 else ''}"
    areas = f", each with an area for {names}" if names else ""
    return f"The layout of {table.name}: {across}, {count}{areas}"


class _Kind(NamedTuple):
    """A kind of drawing: its size and the millimeters of a unit; `across` is its width in words."""

    width: int
    height: int
    unit_mm: float
    across: str


def _kind_of(source: PaperSource) -> _Kind:
    variation = source.table.variation
    if variation.has_wheel:
        across = f"a cloth {felt_wheel.ACROSS_MM:,} mm across"
        return _Kind(felt_wheel.WIDTH, felt_wheel.HEIGHT, felt_wheel.UNIT_MM, across)
    if variation.has_terminals:
        across = f"a table {felt_hybrid.ACROSS_MM:,} mm across"
        return _Kind(felt_hybrid.WIDTH, felt_hybrid.HEIGHT, felt_hybrid.UNIT_MM, across)
    return _Kind(WIDTH, HEIGHT, UNIT_MM, f"a felt {ACROSS_MM:,} mm across")


def _felt(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> str:
    table, house = source.table, " ".join(_house(source))
    if table.variation.has_wheel:
        return felt_wheel.felt_wheel(layout_areas, house, odds_in_areas(source))
    if table.variation.has_terminals:
        devices = [device.text for device in _hybrid_devices(source)]
        return felt_hybrid.felt_hybrid(table, layout_areas, house, devices)
    return seats_felt(source)


def _hybrid_devices(source: PaperSource) -> tuple[Inscription, ...]:
    chosen = game_section(source.submission, HybridEquipment)
    drop_box = source.submission.equipment.drop_box
    return hybrid_devices(discard_rack=chosen.has_discard_rack, drop_box=drop_box)


def seats_felt(source: PaperSource) -> str:
    """The drawing of a table with seats, with what the submission declares at the dealer's side."""
    chosen = source.submission
    devices = devices_of(
        source.table,
        card_reader=chosen.table.card_reader and is_asked(chosen, "table", "card_reader"),
        tip_box_opposite=chosen.equipment.tip_box == "opposite-drop-box",
    )
    texts = inscriptions(source.table, chosen.layout)
    odds, device_count = odds_in_circles(source), len(list(_wagering_devices(source)))
    house = _house(source)
    return felt(source.table, felt_areas(source.table), texts, house, devices, odds, device_count)


def _house(source: PaperSource) -> list[str]:
    """The lines for the holder's name or logo: the name, where the filing has it."""
    nobody = [NAME_OR_LOGO, holder_in(source.table.jurisdiction)]
    return wrap(source.filing.certificate_holder, HOUSE_LETTERS) or nobody


def felt_file(source: PaperSource) -> str:
    """The drawing in millimeters, for the felt's maker."""
    kind, drawing = _kind_of(source), _felt(source, felt_areas(source.table))
    lines = [line for words in not_drawn(source) for line in wrap(words, LINE_LETTERS)]
    below = [
        text(line, 24, kind.height + LINE_UNITS * number, 15, text_anchor="start")
        for number, line in enumerate(lines, 1)
    ]
    height = kind.height + (LINE_UNITS * (len(lines) + 1) if lines else 0)
    size = f'width="{kind.width * kind.unit_mm:.1f}mm" height="{height * kind.unit_mm:.1f}mm"'
    whole = f'viewBox="0 0 {kind.width} {height}"'
    drawing = drawing.replace(f'viewBox="0 0 {kind.width} {kind.height}"', whole, 1)
    drawing = drawing.removesuffix("</svg>") + "".join(below) + "</svg>"
    return drawing.replace("<svg ", f"<svg {size} ", 1)


def _parts(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> Iterator[PaperPart]:
    table = source.table
    heading = "Areas of each position"
    if table.variation.has_wheel:
        heading = "Wagers on the layout"
    elif table.variation.has_terminals:
        heading = "Areas of each terminal"
        lines = ((box.text, box.section) for box in boxes(table))
        yield _list("Boxes on the layout", "Box", lines)
        lines = ((device.text.capitalize(), device.section) for device in _hybrid_devices(source))
        yield _list("Devices at the dealer's side", "Device", lines)
    section = _section_column(area.section for area in layout_areas)
    columns: tuple[PaperColumn, ...] = (left("Area"), left("For", wide=True), section)
    rows: tuple[tuple[str, ...], ...] = tuple(
        (area.key, source.short(area.title), area.section) for area in layout_areas
    )
    across = _across(source, layout_areas)
    if across:
        columns += right("Across")
        rows = tuple((*row, across[row[0]]) for row in rows)
    yield PaperPart(heading, (PaperTable(columns, rows),))
    yield from _lists(source, layout_areas)


def _across(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> dict[str, str]:
    """The width of each area's circle, by its letter; empty where areas are not circles."""
    variation = source.table.variation
    if variation.has_wheel or variation.has_terminals:
        return {}
    return {
        circle.area.key: f"{2 * circle.radius * UNIT_MM:.0f} mm"
        for circle in circles(source.table.positions, layout_areas)
    }


def _lists(source: PaperSource, layout_areas: tuple[LayoutArea, ...]) -> Iterator[PaperPart]:
    texts = inscriptions(source.table, source.submission.layout)
    if texts and not source.table.variation.has_terminals:
        yield _inscriptions(source, texts, layout_areas)
    elif texts:
        yield _list(
            "Told by the game rules icon", "Rule", [(each.text, each.section) for each in texts]
        )
    if not source.table.variation.has_terminals and source.submission.layout.payouts == "inscribed":
        yield _odds(source)
    devices = list(_wagering_devices(source))
    if devices:
        yield _list("Progressive table game system", "At each position", devices)
    rows = list(declared_rows(source))
    if rows:
        declarations = tuple(left(name, wide=True) for name in ("Declared", "In force", "Section"))
        part = cited_once("What the submission declares of the layout", declarations, rows)
        yield with_words(part, source.table.variation.outside_sources)


def _wagering_devices(source: PaperSource) -> Iterator[tuple[str, str]]:
    """The devices on which progressive wagers are placed at each position, with their sections."""
    for offered in source.table.wagers:
        if offered.data.lock_out:
            what = "Electronic wagering system" if is_at_device(offered) else "Wagering device"
            words = f"{what} with lock-out for {offered.data.title}"
            yield words, _of_device_and_lock_out(offered.data.lock_out)


def _of_device_and_lock_out(lock_out: str) -> str:
    """The provision on both: of (1), the device, and (2), the lock-out, what is above them."""
    return lock_out.removesuffix("(2)")


def _odds(source: PaperSource) -> PaperPart:
    """The payout odds that the layout tells, or a sign beside it (§ 633a.2(b)(15))."""
    rows = tuple(odds_in_short(source))
    columns = (left("Wager"), left("Pays", wide=True), _section_column(row.section for row in rows))
    drawn = drawn_odds(source)
    sizes = {area.key: drawn[area.name] for area in felt_areas(source.table) if area.name in drawn}
    words = (
        f"Drawn in {'areas' if len(sizes) > 1 else 'area'} {listed(list(sizes))}" if sizes else ""
    )
    heights = [round(size * UNIT_MM) for size in sizes.values() if size]
    if heights:
        least, most = min(heights), max(heights)
        words += f", in type of {f'{least} to ' if least < most else ''}{most} mm"
    words += ". " if words else ""
    lines = list(not_drawn(source))
    beside = [line for line in lines if line.startswith(BESIDE_DEVICES)]
    if len(lines) > len(beside):
        words += OTHERS_NOT_DRAWN if sizes else ODDS_NOT_DRAWN
    elif lines:
        words += ODDS_BESIDE_DEVICES
    return PaperPart("Payout odds", (PaperTable(columns, rows), Words(words)))


def _section_column(sections: Iterable[str]) -> PaperColumn:
    """The column of sections, in several lines where one is long, as Washington's are."""
    return left("Section", wide=any(len(section) > LONG_SECTION for section in sections))


def _inscriptions(
    source: PaperSource, texts: list[Inscription], layout_areas: tuple[LayoutArea, ...]
) -> PaperPart:
    """The inscriptions: where they stand, with the type size of those on an arc."""
    arched = arches(texts)
    heights = {
        arch.text: f"{size * UNIT_MM:.0f} mm"
        for arch, size in zip(arched, arch_sizes(arched), strict=True)
    }
    for each in texts:
        size = outer_size(each.text, source.table.positions, layout_areas) if each.outer else 0
        heights |= {each.text: f"{size * UNIT_MM:.0f} mm"} if size else {}
    columns = (
        left("Inscription", wide=True),
        _section_column(each.section for each in texts),
        left("Stands"),
        *right("Type size"),
    )
    rows = tuple(
        (
            inscription.text,
            inscription.section,
            place_of_inscription(source, inscription, layout_areas),
            heights.get(inscription.text, "–"),
        )
        for inscription in texts
    )
    return PaperPart("Inscriptions", (PaperTable(columns, rows),))


def _list(heading: str, what: str, lines: Iterable[tuple[str, str]]) -> PaperPart:
    columns = (left(what, wide=True), left("Section"))
    return PaperPart(heading, (PaperTable(columns, tuple(lines)),))
