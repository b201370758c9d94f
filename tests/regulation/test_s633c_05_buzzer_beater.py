"""Buzzer Beater: a 19 or better that does not beat the dealer's hand, on a hybrid table."""

from datetime import date
from itertools import product

import pytest

from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("buzzer-beater")
RULES = checked_rules("buzzer-beater")
(TABLE,) = RULES.paytables
SECTION = "58 Pa. Code § 633c.5"

HANDS = {"blackjack": (21, 1)} | {str(total): (total, 0) for total in range(4, 27)}
"""Total, and whether it is a Blackjack."""


def made(player: str, dealer: str) -> str:
    return WAGER.outcomes[WAGER.classify(*HANDS[player], *HANDS[dealer])]


def test_m_on_a_hybrid_table() -> None:
    data = RULES.data
    assert data.games == ("hybrid-blackjack",)
    assert data.section == f"{SECTION}(m)"
    assert data.effective == date(2024, 5, 25)


def test_f_six_or_eight_decks() -> None:
    assert TABLE.data.decks == (6, 8)
    for decks in (1, 2, 4, 5):
        assert refuse_decks(RULES.data, TABLE, decks) is not None


@pytest.mark.parametrize(
    ("player", "dealer", "row"),
    [
        ("blackjack", "blackjack", "blackjack-against-blackjack"),
        ("20", "20", "20-against-20"),
        ("20", "21", "20-against-21-or-blackjack"),
        ("20", "blackjack", "20-against-21-or-blackjack"),
        ("19", "19", "19-against-19"),
        ("19", "20", "19-against-20"),
        ("19", "21", "19-against-21-or-blackjack"),
        ("19", "blackjack", "19-against-21-or-blackjack"),
    ],
)
def test_u_1_wins(player: str, dealer: str, row: str) -> None:
    assert made(player, dealer) == row


@pytest.mark.parametrize("dealer", ["21", "blackjack"])
def test_u_1_a_21_without_odds_is_an_outcome_of_its_own(dealer: str) -> None:
    """The table has no row for it: the stake is returned."""
    assert made("21", dealer) == "21-against-21-or-blackjack"
    assert "21-against-21-or-blackjack" in WAGER.pushes
    assert WAGER.award(TABLE, "21-against-21-or-blackjack") == ()
    assert RULES.data.settlement == f"{SECTION}(u)(1)"


@pytest.mark.parametrize("total", ["17", "18"])
def test_u_equal_hands_below_19_are_neither_won_nor_lost(total: str) -> None:
    """Neither hand beat the other (2), and the player has no 19 (1): the stake is returned."""
    assert made(total, total) == "equal-hands-below-19"
    assert WAGER.pushes == ("equal-hands-below-19", "21-against-21-or-blackjack")
    assert WAGER.award(TABLE, "equal-hands-below-19") == ()


def test_u_is_read_in_two_ways() -> None:
    reading = RULES.data.readings["unprovided"]
    assert reading.values == ("returned", "collected")
    assert reading.section == f"{SECTION}(u)"


def test_u_what_is_not_provided_for_is_collected_by_the_other_reading() -> None:
    """Only the rows of (v)(3) are left, and they are the same."""
    collected = wager("buzzer-beater", form="unprovided-collected")
    assert set(collected.closed) == set(collected.pushes) == set(WAGER.pushes)
    for player, dealer in product(HANDS, HANDS):
        row = made(player, dealer)
        other = collected.outcomes[collected.classify(*HANDS[player], *HANDS[dealer])]
        assert other == ("lose" if row in WAGER.pushes else row)


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("19", "18"),
        ("20", "19"),
        ("21", "20"),
        ("blackjack", "21"),  # a Blackjack beats it
        ("blackjack", "20"),
        ("19", "22"),
        ("blackjack", "22"),
        ("17", "18"),
        ("18", "20"),
        ("12", "blackjack"),
        ("22", "20"),
        ("22", "22"),
        ("22", "23"),
    ],
)
def test_u_2_loses(player: str, dealer: str) -> None:
    assert made(player, dealer) == "lose"
    assert RULES.data.collects == f"{SECTION}(u)(2)"


def test_v_3_one_paytable() -> None:
    assert TABLE.data.section == f"{SECTION}(v)(3)"
    assert TABLE.data.pays == {
        "blackjack-against-blackjack": "5 to 1",
        "20-against-20": "5 to 1",
        "20-against-21-or-blackjack": "30 to 1",
        "19-against-19": "5 to 1",
        "19-against-20": "10 to 1",
        "19-against-21-or-blackjack": "10 to 1",
    }


def test_u_settles_with_the_finished_hands() -> None:
    assert RULES.data.settles == "last-dealer-card"
    assert RULES.data.stake_returned
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert RULES.in_force(date(2024, 5, 25)) == (TABLE,)
