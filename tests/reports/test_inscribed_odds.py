"""What a layout declares as inscribed is drawn, or said not to be and put below it as text."""

from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Final
from xml.etree import ElementTree

import pytest

from reports.paper_tables import MANY_WAGERS, drawings, rows, source, source_from, words
from upcard.layout.areas import areas, felt_areas
from upcard.layout.rows_in_circle import rows_in_circle
from upcard.layout.seats import circles, place
from upcard.reports.felt.seats import UNIT_MM
from upcard.reports.filing import Filing
from upcard.reports.sheets.inscribed_odds import odds_in_circles
from upcard.reports.sheets.layout_sheet import felt_file, layout_sheet
from upcard.reports.source import PaperSource

SVG: Final = "{http://www.w3.org/2000/svg}"
LIMITED: Final = """
[table]
name = "A"
aggregate_limit = 50000
[wagers.lucky-ladies]
maximum = 25
[wagers.match-the-dealer]
[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
"""
LIMIT: Final = (
    "Payout limit of Lucky Ladies Twenty Point Bonus: $50,000 in all for the hands of a round "
    "that win the top row"
)


def texts(svg: str) -> list[str]:
    """Every text of a drawing."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return ["".join(element.itertext()) for element in found]


def drawn(table: PaperSource) -> list[str]:
    return texts(drawings(layout_sheet(table))[0].svg)


def stands(table: PaperSource) -> dict[str, str]:
    return {row[0]: row[2] for row in rows(layout_sheet(table), "Inscriptions")}


def test_s633a_02_b_16_a_payout_limit_is_drawn_beyond_the_insurance_line() -> None:
    table = source_from(LIMITED)
    assert LIMIT.upper() in drawn(table)
    assert stands(table)[LIMIT] == "drawn beyond the line for Insurance"


def test_s633a_02_b_16_a_limit_without_room_is_a_text_below_the_felt() -> None:
    """Nine side wagers reach to the line for Insurance."""
    crowded = MANY_WAGERS.replace("positions = 7", "positions = 7\naggregate_limit = 50000")
    for slug in ("lucky-ladies", "kings-bounty"):
        crowded = crowded.replace(f"[wagers.{slug}]", f"[wagers.{slug}]\nmaximum = 25")
    table = source_from(crowded)
    (limit,) = (words for words in stands(table) if words.startswith("Payout limit"))
    assert stands(table)[limit] == "not drawn: beside the odds"
    assert f"Beside the odds: {limit}" in " ".join(texts(felt_file(table)))


def test_s633a_02_b_15_odds_of_one_row_stand_in_their_areas() -> None:
    table = source("baccarat")
    found = drawn(table)
    for odds in ("1 to 1", "19 to 20", "8 to 1"):
        assert found.count(odds) == table.table.positions
    text = words(layout_sheet(table))
    assert text.startswith("Drawn in areas A, B, C, D and E, in type of 9 to 18 mm.")
    assert "Not drawn" not in text
    below = " ".join(texts(felt_file(table)))
    assert "In each area" not in below
    assert below.count("19 to 20") == table.table.positions, "what is drawn is not said again"


def test_s633a_02_b_15_odds_of_several_rows_are_set_in_the_circles_that_have_room() -> None:
    """Every row with its odds in lines of the circle, not wider than it, to the letters' size."""
    table = source_from(LIMITED)
    svg = drawings(layout_sheet(table))[0].svg
    found = " ".join(texts(svg)).replace("\N{NO-BREAK SPACE}", " ")
    for odds in ("Each matching card of the same suit 11 to 1", "Any other winning hand 1 to 1"):
        assert found.count(odds) == table.table.positions
    set_odds = odds_in_circles(table)
    assert list(set_odds) == ["blackjack", "match-the-dealer"]
    radius = {each.area.name: each.radius for each in circles(7, felt_areas(table.table))}
    for name, odds_lines in set_odds.items():
        for line in odds_lines.lines:
            half = len(line.words) * 0.47 * odds_lines.size / 2
            assert hypot(half, abs(line.down) + odds_lines.size / 2) <= radius[name], line
        assert odds_lines.size * UNIT_MM > 5.9
    sign = source_from(LIMITED + '[layout]\npayouts = "sign"\n')
    assert odds_in_circles(sign) == {}


@pytest.mark.parametrize("rows", [["Pair 1 to 1"] * 9, ["W" * 60], ["a " * 200]])
def test_rows_without_room_are_not_set(rows: list[str]) -> None:
    assert rows_in_circle(rows, 19.5) is None


def test_s633a_02_c_bad_beat_is_placed_at_a_device_and_has_no_area() -> None:
    """Each position has an electronic wagering system for it; the text asks for no area."""
    bad_beat = '[wagers.bad-beat]\nseed = 5000\nreseed = 5000\nincrement = "10%"\n'
    text = f'[table]\nname = "S"\ngame = "blackjack-switch"\n{bad_beat}[wagers.super-match]\n'
    table = source_from(text)
    sheet = layout_sheet(table)
    cited = {row[1]: row[2] for row in rows(sheet, "Areas of each position")}
    assert list(cited) == [
        "Blackjack wager, first hand",
        "Blackjack wager, second hand",
        "Super Match",
    ]
    assert [row[0] for row in rows(sheet, "Areas of each position")] == ["A", "B", "C"]
    assert rows(sheet, "Progressive table game system") == [
        ("Electronic wagering system with lock-out for Bad Beat", "58 Pa. Code § 633a.2(c)")
    ]
    assert drawn(table).count("device") == table.table.positions
    assert "Not drawn: what stands beside the device of each position" in words(sheet)
    below = " ".join(texts(felt_file(table)))
    assert "Beside the device of each position: Bad Beat: Player's 20" in below
    assert "bad-beat" in {area.name for area in areas(table.table)}, "players see it on a page"


def test_s633a_02_b_15_odds_of_several_rows_are_texts_below_the_felt() -> None:
    table = source_from(LIMITED)
    said = words(layout_sheet(table))
    assert said.startswith(
        "Drawn in areas A and C, in type of 6 to 13 mm. The other odds are not drawn: each"
    )
    below = " ".join(texts(felt_file(table))).replace("\N{NO-BREAK SPACE}", " ")
    assert "In each area B: Lucky Ladies Twenty Point Bonus: Pair of queens of hearts" in below
    royal = "Royal flush (ace to jack) in diamonds: 100 % of the Mega meter"
    assert f"In each area D: Jackpot Party: {royal}" in below
    assert max(map(len, texts(felt_file(table)))) <= 125, "wider lines are cut in other fonts"
    sign = source_from(LIMITED + '[layout]\npayouts = "sign"\n')
    assert "Jackpot Party:" not in " ".join(texts(felt_file(sign)))


def test_a_wheel_has_the_odds_of_its_outside_areas() -> None:
    found = drawn(source("lightning-roulette"))
    assert found.count("2 to 1") == 6, "three columns, three dozens"
    assert found.count("1 to 1") == 6
    assert "17 to 1" not in found


def test_the_letters_of_a_wheel_stand_beside_its_words() -> None:
    root = ElementTree.fromstring(drawings(layout_sheet(source("lightning-roulette")))[0].svg)
    chips = [
        [float(chip.get(key, "")) for key in ("cx", "cy", "r")]
        for chip in root.iter(f"{SVG}circle")
        if chip.get("r") == "13"
    ]
    assert len(chips) == 8
    for word in root.iter(f"{SVG}text"):
        text = "".join(word.itertext())
        if text not in {"column", "1 to 18", "1st dozen"}:
            continue
        x, y, size = (float(word.get(key, "")) for key in ("x", "y", "font-size"))
        half = len(text) * 0.45 * size / 2
        for across, down, radius in chips:
            nearest = min(max(across, x - half), x + half), min(max(down, y - 0.7 * size), y)
            assert hypot(across - nearest[0], down - nearest[1]) >= radius, text


def test_the_areas_of_two_positions_are_farther_apart_than_those_of_one() -> None:
    table = source("baccarat").table
    main = [circle for circle in circles(table.positions, areas(table)) if circle.main]
    within = {round(two.x - one.x - one.radius - two.radius, 6) for one, two in pairwise(main)}
    one, two = place(table.positions, 1), place(table.positions, 2)
    assert hypot(one.x - two.x, one.y - two.y) - (main[-1].x - main[0].x) - 2 * main[0].radius > (
        3 * max(within)
    )
    lines = drawings(layout_sheet(source("baccarat")))[0].svg.count('stroke-dasharray="3 5"')
    assert lines == table.positions - 1


def test_s633a_02_d_each_position_has_its_wagering_device() -> None:
    table = source_from(LIMITED)
    assert drawn(table).count("device") == table.table.positions
    assert "device" not in drawn(source("baccarat"))


def test_the_holder_stands_on_the_felt_where_the_filing_names_it() -> None:
    table = source("blackjack")
    assert "certificate holder" in drawn(table)
    filed = replace(table, filing=Filing(certificate_holder="Susquehanna Downs Gaming LLC"))
    assert {"Susquehanna Downs Gaming", "LLC"} <= set(drawn(filed))
    assert "certificate holder" not in drawn(filed)
    assert "dealer's cards" in drawn(table)
