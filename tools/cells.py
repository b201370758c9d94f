"""The cells of printed tables: what a transcription reads, and what the rule data says.

A transcription script reads a seed into cells; the rule data gives cells of the same form;
``tests/golden/cells`` holds them for where the source texts are absent.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from upcard.penalties.schedule import Schedule
from upcard.rules.meter_schema import MysteryData
from upcard.rules.schema import WagerRules


class Cell(NamedTuple):
    """One figure of a printed table.

    `paytable` and `decks` say which table (decks as "6 8"); `kind` is "pays", "envy",
    "wager", "printed" (house-edge, win-frequency) or "meter" with the meter's name after a
    colon ("meter:mega", "meter:" where there is one); `row` is the outcome's slug or the name
    of the figure (seed, reseed, increment, secondary, total).
    """

    wager: str
    jurisdiction: str
    paytable: str
    decks: str
    kind: str
    row: str
    text: str


def plain(text: str) -> str:
    """A printed figure without the scan's spacing: one space, no backslash, lower case."""
    return re.sub(r"\s+", " ", text.replace("\\", "")).strip().lower()


def read_cells(path: Path) -> list[Cell]:
    """The cells of a file: tab-separated, a line each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Cell(*line.split("\t")) for line in lines if line and not line.startswith("#")]


def write_cells(path: Path, cells: Iterable[Cell], source: str) -> None:
    """Write a file of cells, sorted; `source` says in a first comment where they come from."""
    lines = sorted("\t".join(cell) for cell in cells)
    path.write_text(f"# {source}\n" + "\n".join(lines) + "\n", encoding="utf-8")


def mystery_cells(data: MysteryData) -> list[Cell]:
    """The cells of a mystery meter's configurations."""
    return [
        Cell(data.slug, data.jurisdiction, configuration.id, "", "mystery", row, plain(text))
        for configuration in data.configuration
        for row, text in {
            "wager": configuration.wager,
            "minimum": configuration.minimum,
            "maximum": configuration.maximum,
            "increment": configuration.increment,
        }.items()
        if text
    ]


def penalty_cells(schedule: Schedule) -> list[Cell]:
    """The cells of a schedule of civil penalties: `wager` is the violation."""
    cells: list[Cell] = []
    for violation in schedule.violation:
        places = {"63 P.S.": violation.statute, "49 Pa. Code": violation.regulation}
        figures = {("violates", row): text.removeprefix("§ ") for row, text in places.items()}
        figures["citation", "harm"] = "none" if violation.harmless_only else ""
        for number, offense in enumerate(violation.offense, start=1):
            kind = f"offense:{number}"
            figures[kind, "amount"] = offense.amount
            figures[kind, "months"] = str(offense.up_to_months or "")
            figures[kind, "at_most"] = offense.at_most
        cells += [
            Cell(violation.slug, "pa", "", "", kind, row, plain(text))
            for (kind, row), text in figures.items()
            if text
        ]
    return cells


def cells_of(rules: WagerRules) -> list[Cell]:
    """The cells that the rule data of a wager stands for."""
    cells: list[Cell] = []
    for table in rules.paytables:
        data = table.data
        decks = " ".join(str(count) for count in data.decks)
        key = (rules.data.slug, rules.data.jurisdiction, data.id, decks)
        cells += [Cell(*key, "pays", row, plain(text)) for row, text in data.pays.items()]
        cells += [Cell(*key, "envy", row, plain(text)) for row, text in data.envy.items()]
        cells += [Cell(*key, "wager", "wager", plain(text)) for text in data.wagers]
        for name, meter in data.meters.items():
            figures = {
                "seed": meter.seed,
                "reseed": meter.reseed,
                "increment": meter.increment,
                "secondary": meter.secondary_increment,
                "total": meter.total_increment,
            }
            cells += [
                Cell(*key, f"meter:{name}", row, plain(text))
                for row, text in figures.items()
                if text
            ]
        printed = {
            "house-edge": data.printed_house_edge,
            "win-frequency": data.printed_win_frequency,
        }
        cells += [Cell(*key, "printed", row, plain(text)) for row, text in printed.items() if text]
    return cells
