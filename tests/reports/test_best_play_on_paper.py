"""The PAR sheet of the Blackjack wager: the chart of its best play, and its hold by wager size."""

import re
from fractions import Fraction

import pytest

from reports.paper_tables import part, rows, source, source_from, words
from upcard.exact.strategy.chart import chart
from upcard.exact.strategy.games import solve_table
from upcard.exact.strategy.rules import NAMES, UPCARDS
from upcard.reports.par.base_sheet import base_sheet
from upcard.reports.rendering.paper import Drawing, Paper
from upcard.reports.strategy.words import code, label


def _drawings(sheet: Paper) -> list[Drawing]:
    parts = [part for part in sheet.parts if part.heading.startswith("Best play by total")]
    blocks = [part.blocks[0] for part in parts]
    assert all(isinstance(block, Drawing) for block in blocks)
    return [block for block in blocks if isinstance(block, Drawing)]


def _read(alt: str) -> dict[str, dict[str, str]]:
    """The entries of a chart by its words: for each line's label, one for each upcard."""
    names = [NAMES[upcard] for upcard in UPCARDS]
    found = {}
    for kind, name, runs in re.findall(r"(Hard|Soft|Pairs) ([^:]+): ([^.]+)\.", alt):
        entries = {}
        for entry, first, last in re.findall(r"([A-Z][a-z]?) against (\w+)(?: to (\w+))?", runs):
            if first == "each":
                entries = dict.fromkeys(names, entry)
            else:
                places = names.index(first), names.index(last or first)
                entries |= dict.fromkeys(names[places[0] : places[1] + 1], entry)
        found[f"{kind} {name}"] = entries
    return found


@pytest.mark.parametrize("game", ["blackjack", "blackjack-switch", "down-under-blackjack"])
def test_the_chart_is_that_of_the_solved_game(game: str) -> None:
    """Each line of the chart that `upcard strategy` prints, read out of the drawing's words."""
    found = source(game)
    solved = solve_table(found.table, "total")
    drawings = _drawings(base_sheet(found))
    assert len(drawings) == len(solved.parts)
    for drawing, (_, solution) in zip(drawings, solved.parts, strict=True):
        said = _read(drawing.alt)
        pairs = [line for line in chart(solution) if line.kind == "pairs"]
        assert len(pairs) == 10
        for line in pairs:
            (name,) = [key for key in said if key.startswith("Pairs") and _has(key, label(line))]
            cells = {NAMES[upcard]: code(line.cells.get(upcard)) for upcard in UPCARDS}
            assert said[name] == cells, name
        drawn = re.findall(r"<rect [^>]*fill=\"#", drawing.svg)
        assert len(drawn) == sum(len(entries) for entries in said.values())


def _has(key: str, pair: str) -> bool:
    """Whether a line such as ``Pairs 2,2–3,3`` has a pair."""
    first, _, last = key.removeprefix("Pairs ").partition("–")
    names = [str(number) for number in range(2, 11)]
    order = [f"{name},{name}" for name in (*names, "A")]
    return order.index(first) <= order.index(pair) <= order.index(last or first)


def test_the_plays_that_everybody_knows() -> None:
    (drawing,) = _drawings(base_sheet(source("blackjack")))
    assert "Hard 16: S against 2 to 6, H against 7 to 8 and R against 9 to A." in drawing.alt
    assert "Pairs A,A: P against each upcard." in drawing.alt
    assert "D double, else hit" in words(base_sheet(source("blackjack")))


def test_the_table_of_switching_stands_on_the_sheet() -> None:
    found = rows(base_sheet(source("blackjack-switch")), "Values of the hands")
    assert len(found[0]) == 1 + len(UPCARDS)
    solved = solve_table(source("blackjack-switch").table, "total")
    assert solved.switching is not None
    assert [row[0] for row in found] == [name for name, _ in solved.switching.table().rows]
    with_hyphens = [row for row in found if any(cell.startswith("-") for cell in row)]
    assert not with_hyphens, "a minus sign is no hyphen"


@pytest.mark.parametrize("game", ["blackjack", "blackjack-switch"])
def test_the_hold_of_each_size_is_edge_times_wager(game: str) -> None:
    found = source_from(f'[table]\nname = "H"\ngame = "{game}"\nminimum = 15\nmaximum = 1000\n')
    sheet = base_sheet(found)
    hands = found.table.blackjack_areas
    edge = Fraction(-found.base.expected_value)
    assert [row[0] for row in rows(sheet, "Hold by wager size")] == [
        *("$15", "$30", "$75", "$150", "$300", "$1,000")
    ]
    for wager, best, typical in rows(sheet, "Hold by wager size"):
        held = 100 * hands * edge * int(wager.replace("$", "").replace(",", ""))
        number = float(re.sub(r"[$,]", "", best).replace("−", "-").replace("–", "-"))
        assert number == pytest.approx(float(held), abs=0.01)
        assert "." not in typical, "no more digits than its error allows"
    assert part(sheet, "Hold by wager size").blocks
