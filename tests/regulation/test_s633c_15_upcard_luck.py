"""Upcard Luck: the player's total against an upcard from 2 through 7."""

from datetime import date

import pytest

from amounts import dollars
from tables import BLACKJACK_GAMES, cards
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_amount, refuse_decks

WAGER = wager("upcard-luck")
RULES = checked_rules("upcard-luck")
SECTION = "58 Pa. Code § 633c.15"
TODAY = date(2024, 6, 29)


def made(names: str) -> str:
    """What the player's two cards and the upcard make."""
    return WAGER.outcomes[WAGER.classify(*cards(names))]


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("2h 6d", "lose"),
        ("2h 7d", "9-10-or-11"),
        ("5h 6d", "9-10-or-11"),
        ("2h Td", "lose"),
        ("9h 8d", "lose"),
        ("9h 9d", "18-19-or-20"),
        ("Ah 6d", "lose"),
        ("Ah 7d", "18-19-or-20"),
        ("9d Ah", "18-19-or-20"),
        ("Kh Td", "18-19-or-20"),
        ("Ah Ad", "lose"),
    ],
)
def test_a_totals(names: str, row: str) -> None:
    assert made(f"{names} 5s") == row
    assert RULES.data.section == f"{SECTION}(a)"


def test_b_four_six_and_eight_decks() -> None:
    (table,) = RULES.in_force(TODAY)
    assert table.data.decks == (4, 6, 8)
    for decks in (1, 2, 5):
        assert refuse_decks(RULES.data, table, decks) is not None


def test_c_area() -> None:
    assert RULES.data.area == f"{SECTION}(c)"


def test_d_at_most_the_blackjack_wager() -> None:
    assert refuse_amount(RULES.data, dollars(15), dollars(15)) is None
    refused = refuse_amount(RULES.data, dollars(15) + 1, dollars(15))
    assert refused is not None
    assert refused.section == f"{SECTION}(d)"


@pytest.mark.parametrize("upcard", ["As", "8s", "9s", "Ts", "Js", "Qs", "Ks"])
def test_f_1_any_other_upcard_loses(upcard: str) -> None:
    for names in ("As Js", "Ah Kd", "5h 6d", "9h 9d"):
        assert made(f"{names} {upcard}") == "lose"


@pytest.mark.parametrize("upcard", ["2s", "3s", "4s", "5s", "6s", "7s"])
def test_f_3_two_through_seven(upcard: str) -> None:
    assert made(f"Ah Kd {upcard}") == "blackjack"
    data = RULES.data
    assert (data.settles, data.settlement) == ("initial-deal", f"{SECTION}(f)(3)")
    assert data.collects == f"{SECTION}(f)(2)"
    assert data.collects_first == f"{SECTION}(f)(1)"
    assert data.stake_returned


def test_g_ace_and_jack_of_spades() -> None:
    assert made("As Js 5s") == "ace-spades-and-jack-spades"
    assert made("Js As 5s") == "ace-spades-and-jack-spades"
    for names in ("As Jc", "Ac Js", "As Ks", "As Ts", "Ad Td"):
        assert made(f"{names} 5s") == "blackjack"


def test_g_one_paytable() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    (table,) = RULES.in_force(date(2024, 5, 25))
    assert table.data.section == f"{SECTION}(g)"
    assert table.data.pays == {
        "ace-spades-and-jack-spades": "80 to 1",
        "blackjack": "8 to 1",
        "9-10-or-11": "4 to 1",
        "18-19-or-20": "3 to 1",
    }
