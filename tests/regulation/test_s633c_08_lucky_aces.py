"""Lucky Aces: the aces among four cards, on a fully automated table."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards
from upcard.wagers.catalogue import checked_rules, wager

WAGER = wager("lucky-aces")
RULES = checked_rules("lucky-aces")
SECTION = "58 Pa. Code § 633c.8"


def made(names: str) -> str:
    """What the player's two cards, the upcard and the hole card make."""
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def test_a_at_least_one_ace_on_a_fully_automated_table() -> None:
    assert made("2s 3h 4d 5c") == "lose"
    assert made("Ks Kh Kd Kc") == "lose"
    for names in ("As 3h 4d 5c", "2s Ah 4d 5c", "2s 3h Ac 5c", "2s 3h 4d As"):
        assert made(names) == "one-ace"
    assert RULES.data.table_needs == {"fully_automated": f"{SECTION}(a)"}
    assert RULES.data.section == f"{SECTION}(a)"


def test_b_area() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_d_settles_when_the_hole_card_is_turned() -> None:
    data = RULES.data
    assert (data.settles, data.settlement) == ("hole-card", f"{SECTION}(d)(2)")
    assert data.collects == f"{SECTION}(d)(1)"
    assert data.stake_returned


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("As Ah Ad Ac", "four-aces"),
        ("As As As As", "four-aces"),
        ("As As 2s As", "three-aces-same-suit"),
        ("As As 2s Ah", "three-aces"),
        ("As Ah Ad 2s", "three-aces"),
        ("Ah 5d Ah Kc", "two-aces-same-suit"),
        ("Ah 5d Ad Kc", "two-aces"),
        ("Ad 5d Ad Kc", "two-aces-same-suit"),
        ("5d Kc 5d Ad", "one-ace-of-diamonds"),
        ("5d Kc 5d Ah", "one-ace"),
    ],
)
def test_e_rows(names: str, row: str) -> None:
    assert made(names) == row


def test_e_four_paytables_for_any_decks() -> None:
    tables = {table.id: table.data for table in RULES.paytables}
    assert tables["C"].pays == {
        "four-aces": "1000 to 1",
        "three-aces-same-suit": "500 to 1",
        "three-aces": "35 to 1",
        "two-aces-same-suit": "16 to 1",
        "two-aces": "5 to 1",
        "one-ace-of-diamonds": "2 to 1",
        "one-ace": "1 to 1",
    }
    assert list(tables) == ["A", "B", "C", "D"]
    assert {table.decks for table in tables.values()} == {(1, 2, 4, 5, 6, 8)}
    assert {table.section for table in tables.values()} == {f"{SECTION}(e)"}


def test_e_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert len(RULES.in_force(date(2024, 5, 25))) == 4
