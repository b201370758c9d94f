"""What a layout's submission declares as inscribed: what of it is drawn, and in which area."""

from collections.abc import Iterator
from typing import Final

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.layout.areas import LayoutArea, felt_areas, is_at_device
from upcard.layout.inscriptions import Inscription, inscriptions
from upcard.layout.rows_in_circle import SetLine, SetRows, rows_in_circle
from upcard.layout.seats import circles
from upcard.reports.award_words import award_in_words
from upcard.reports.felt.seats import outer_size
from upcard.reports.names import language
from upcard.reports.sheets.printed_odds import odds_by_rows, odds_in_short
from upcard.reports.sheets.sign import printed_awards
from upcard.reports.source import PaperSource
from upcard.text.words import listed
from upcard.wagers.wheel import COLUMN, DOZEN, EVEN_CHANCE

CELLS: Final = (COLUMN, DOZEN, EVEN_CHANCE)
"""The wagers of a wheel that have areas of their own, with room for their odds."""

SHORT: Final = 9
"""The letters from which the odds of a wager have no room in its area."""

ODDS_SIZE: Final = 0.36
ODDS_DOWN: Final = 0.48
"""The font size of the odds of one row, and where they stand, in radii of their area."""

BESIDE_DEVICES: Final = "Beside the device of each position"
"""Where the odds of a wager without an area stand."""

NOT_DRAWN: Final = "not drawn: "
ODDS_NOT_DRAWN: Final = (
    "These odds are not drawn: each belongs in the area of its wager; layout.svg has the words."
)
ODDS_BESIDE_DEVICES: Final = (
    "Not drawn: what stands beside the device of each position; layout.svg has the words."
)
OTHERS_NOT_DRAWN: Final = (
    "The other odds are not drawn: each belongs in the area of its wager; layout.svg has the words."
)


def odds_in_areas(source: PaperSource) -> dict[str, str]:
    """The odds that are drawn in areas, by their names: those of one short row."""
    if source.submission.layout.payouts != "inscribed":
        return {}
    rows = {offered.slug: list(printed_awards(offered).values()) for offered in source.table.wagers}
    short = {
        slug: award_in_words(awards[0], language())
        for slug, awards in rows.items()
        if len(awards) == 1
    }
    if source.table.variation.has_wheel:
        short = {slug: odds for slug, odds in short.items() if slug in CELLS}
    return {
        area.name: short[area.wager]
        for area in felt_areas(source.table)
        if len(short.get(area.wager, " " * SHORT)) < SHORT
    }


def odds_in_circles(source: PaperSource) -> dict[str, SetRows]:
    """The odds that are drawn in the circles of areas, by the names of these, set to scale.

    A wager of one short row has its odds alone; of several rows each is named.
    """
    variation = source.table.variation
    if source.submission.layout.payouts != "inscribed":
        return {}
    if variation.has_wheel or variation.has_terminals:
        return {}
    drawn, found = felt_areas(source.table), {}
    short, by_title = (
        odds_in_areas(source),
        {title: rows for title, rows, _ in odds_by_rows(source)},
    )
    for circle in circles(source.table.positions, drawn):
        area, rows = circle.area, by_title.get(source.short(_title_of(source, circle.area)))
        if area.name in short:
            line = SetLine(short[area.name], circle.radius * ODDS_DOWN)
            found[area.name] = SetRows(circle.radius * ODDS_SIZE, (line,))
        elif rows is not None and area.wager:
            told = rows_in_circle([row.replace(": ", " ") for row in rows], circle.radius)
            found |= {} if told is None else {area.name: told}
    return found


def drawn_odds(source: PaperSource) -> dict[str, float]:
    """The areas whose odds are drawn, by their names, with the font size; 0 at a wheel."""
    in_circles = {name: odds.size for name, odds in odds_in_circles(source).items()}
    return in_circles or dict.fromkeys(odds_in_areas(source), 0.0)


def not_drawn(source: PaperSource) -> Iterator[str]:
    """What is declared to be inscribed and is not drawn, each with the area where it stands."""
    if source.table.variation.has_terminals:
        return
    layout_areas = felt_areas(source.table)
    for inscription in inscriptions(source.table, source.submission.layout):
        place = place_of_inscription(source, inscription, layout_areas)
        if place.startswith(NOT_DRAWN):
            place = place.removeprefix(NOT_DRAWN)
            yield f"{place[:1].upper()}{place[1:]}: {inscription.text}"
    if source.submission.layout.payouts != "inscribed":
        return
    in_areas = drawn_odds(source)
    at_devices = {
        source.short(offered.data.title) for offered in source.table.wagers if is_at_device(offered)
    }
    keys: dict[str, list[str]] = {}
    for area in layout_areas:
        if area.name not in in_areas:
            keys.setdefault(source.short(_title_of(source, area)), []).append(area.key)
    for title, odds, _ in odds_in_short(source):
        if title in keys:
            yield f"In each area {listed(keys[title])}: {title}: {odds}"
        elif title in at_devices:
            yield f"{BESIDE_DEVICES}: {title}: {odds}"


def _title_of(source: PaperSource, area: LayoutArea) -> str:
    """The title of the wager that an area is for, as its odds are headed."""
    offered = source.table.offered(area.wager)
    if area.wager == BLACKJACK_WAGER:
        return language().say("blackjack")
    return area.title if offered is None else offered.data.title


def place_of_inscription(
    source: PaperSource, inscription: Inscription, layout_areas: tuple[LayoutArea, ...]
) -> str:
    """Where an inscription stands: only those on an arc are in the drawing."""
    if inscription.arched:
        return "drawn on an arc around the dealer"
    if inscription.outer and outer_size(inscription.text, source.table.positions, layout_areas):
        return "drawn beyond the line for Insurance"
    keys = [
        area.key for area in layout_areas if inscription.wager and area.wager == inscription.wager
    ]
    return f"{NOT_DRAWN}in each area {keys[0]}" if keys else f"{NOT_DRAWN}beside the odds"
