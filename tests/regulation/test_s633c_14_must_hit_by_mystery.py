"""Must-Hit-By Mystery: twelve configurations beside four progressive wagers."""

import tomllib
from pathlib import Path
from typing import Any

from cells import Cell, read_cells

from upcard.rules.loader import wager_rules
from upcard.rules.odds_text import parse_award
from upcard.rules.sections import find

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "src" / "upcard" / "rules" / "data" / "mystery" / "must_hit_by_mystery.toml"
CELLS = ROOT / "tests" / "golden" / "cells" / "633c_two.cells"
SECTION = "58 Pa. Code § 633c.14"


def rules() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def test_a_beside_four_progressive_wagers() -> None:
    data = rules()
    assert data["section"] == f"{SECTION}(a)"
    assert data["wagers"] == ["jackpot-party", "blazing-7s", "hit-and-run", "straight-jack"]
    for slug in data["wagers"]:
        assert wager_rules(slug).data.options["must_hit_by"] == f"{SECTION}(c)"


def test_c_4_twelve_configurations() -> None:
    assert [
        (each["id"], each["wager"], each["minimum"], each["maximum"], each["increment"])
        for each in rules()["configuration"]
    ] == [
        ("A-1", "$1", "$100", "$200", "2%"),
        ("A-2", "$2", "$100", "$200", "1.5%"),
        ("A-5", "$5", "$100", "$250", "1%"),
        ("B-1", "$1", "$100", "$500", "5%"),
        ("B-2", "$2", "$100", "$500", "3.5%"),
        ("B-5", "$5", "$100", "$500", "2%"),
        ("C-1", "$1", "$250", "$500", "2%"),
        ("C-2", "$2", "$250", "$500", "1.5%"),
        ("C-5", "$5", "$250", "$500", "0.5%"),
        ("D-1", "$1", "$250", "$1,000", "5%"),
        ("D-2", "$2", "$250", "$1,000", "3%"),
        ("D-5", "$5", "$250", "$1,000", "2%"),
    ]


def test_c_4_the_configurations_equal_the_transcribed_cells() -> None:
    figures = ("wager", "minimum", "maximum", "increment")
    data = [
        Cell("must-hit-by-mystery", "pa", each["id"], "", "mystery", figure, each[figure])
        for each in rules()["configuration"]
        for figure in figures
    ]
    golden = [cell for cell in read_cells(CELLS) if cell.wager == "must-hit-by-mystery"]
    assert sorted(data) == sorted(golden)


def test_c_7_pays_the_whole_meter() -> None:
    data = rules()
    assert (data["pays"], data["pays_section"]) == ("100% of meter", f"{SECTION}(c)(7)")
    assert [str(pay) for pay in parse_award(data["pays"])] == ["100% of meter"]


def test_c_every_citation_points_to_the_text() -> None:
    data = rules()
    keys = ("section", "qualifies", "settlement", "pays_section")
    cited = [data[key] for key in keys] + [each["section"] for each in data["configuration"]]
    assert {find(cite).cite for cite in cited} == {f"{SECTION}(a)", f"{SECTION}(c)"}
    assert str(data["effective"]) == "2024-05-25"
