"""The areas and inscriptions of a layout: one source for the paper and for the page."""

from collections import defaultdict

import pytest

from reports.paper_tables import MANY_WAGERS, rows, source, source_from
from upcard.layout.areas import LETTERS, areas
from upcard.layout.inscriptions import arches, inscriptions
from upcard.layout.seats import circles, place
from upcard.layout.wheel import ORDER, cell_of
from upcard.reports.sheets.layout_sheet import layout_sheet

GAMES = ("blackjack", "blackjack-switch", "switch-hands", "hybrid-blackjack", "baccarat")


@pytest.mark.parametrize("game", GAMES)
def test_areas_have_letters_and_names_of_their_own(game: str) -> None:
    """Equal wagers of one hand each are the exception: what lies on one lies on all."""
    found = areas(source(game).table)
    assert [area.key for area in found] == list(LETTERS[: len(found)])
    names = [area.name for area in found if area.wager != "blackjack"]
    assert len(set(names)) == len(names)
    assert all(area.title and area.section and area.short for area in found)


def test_winnings_are_pressed_on_an_area_that_takes_no_wager() -> None:
    """§ 633c.11(b): TriLux Deluxe has two areas."""
    found = {area.title: area for area in areas(source_from(MANY_WAGERS).table)}
    assert found["TriLux Deluxe"].wager == "trilux-deluxe"
    press = found["TriLux Deluxe Press"]
    assert (press.name, press.wager, press.short) == ("trilux-deluxe-press", "", "TDP")


def test_switch_hands_cards_lie_on_an_area_that_takes_no_wager() -> None:
    """§ 633c.4(a)(2)."""
    found = [area for area in areas(source("switch-hands").table) if not area.wager]
    assert [area.title for area in found] == ["Switch hands cards"]


@pytest.mark.parametrize("positions", [1, 3, 7])
def test_each_area_has_one_circle_that_touches_no_other(positions: int) -> None:
    found = areas(source_from(MANY_WAGERS).table)
    drawn = list(circles(positions, found))
    assert {circle.area for circle in drawn} == set(found)
    for circle in drawn:
        for other in drawn:
            apart = ((circle.x - other.x) ** 2 + (circle.y - other.y) ** 2) ** 0.5
            assert circle is other or apart >= circle.radius + other.radius


@pytest.mark.parametrize("positions", [1, 3, 7])
def test_rows_of_circles_lie_in_the_middle_of_their_position(positions: int) -> None:
    rows = defaultdict(list)
    for circle in circles(positions, areas(source_from(MANY_WAGERS).table)):
        rows[circle.y].append(circle.x)
    assert len(rows) > 2
    assert all(sum(row) == pytest.approx(0) for row in rows.values())


def test_positions_face_the_dealer_from_his_left_to_his_right() -> None:
    """The arc is half a circle less 10.5 % at each end: 18.9°, and 23.7° between two of seven."""
    places = [place(7, number) for number in range(1, 8)]
    assert [round(at.degrees, 1) for at in places] == [
        *(-71.1, -47.4, -23.7, 0.0),
        *(23.7, 47.4, 71.1),
    ]
    assert (places[0].x, places[0].y) == pytest.approx((1044.66, 192.24), abs=0.01)
    assert (places[3].x, places[3].y) == pytest.approx((600, 510))
    assert (places[6].x, places[6].y) == pytest.approx((155.34, 192.24), abs=0.01)
    assert place(1, 1) == places[3]


def test_the_area_of_a_hand_is_named_after_it() -> None:
    """§ 631b.7(a): Majestic Match has an area for each of the two hands."""
    titles = [area.title for area in areas(source("baccarat").table) if "Match" in area.title]
    assert titles == ["Majestic Match, Player's Hand", "Majestic Match, Banker's Hand"]


def test_the_insurance_line_is_the_last_arch() -> None:
    found = inscriptions(source("switch-hands").table)
    assert [arch.text for arch in arches(found)] == [
        "Blackjack pays 3 to 2",
        "Dealer shall draw to 16 and stand on all 17s",
        "Switch hands colored or suited Blackjacks pay 2 to 1",
        "Insurance pays 2 to 1",
    ]
    assert (
        next(inscription.text for inscription in found if not inscription.arched)
        == "Ante $1 for every $5 bet"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_paper_lists_these_areas(game: str) -> None:
    table = source(game)
    sheet = layout_sheet(table)
    heading = (
        "Areas of each terminal"
        if table.table.variation.has_terminals
        else "Areas of each position"
    )
    listed = [row[:2] for row in rows(sheet, heading)]
    assert listed == [(area.key, table.short(area.title)) for area in areas(table.table)]


def test_numbers_of_the_wheel_have_cells_of_their_own() -> None:
    assert sorted(ORDER) == list(range(37))
    cells = [cell_of(number) for number in range(1, 37)]
    assert len(set(cells)) == 36
    assert (cells[0], cells[2], cells[35]) == ((0, 2), (0, 0), (11, 0))
