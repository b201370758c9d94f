"""Buster Blackjack: with how many cards the dealer busts, and the cash bonus beside it."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("buster-blackjack")
BONUS = wager("buster-blackjack", form="bonus")
RULES = checked_rules("buster-blackjack")
SECTION = "58 Pa. Code § 633c.13"
TODAY = date(2024, 6, 29)


def tables(decks: int) -> dict[str, tuple[str, ...]]:
    """The odds of the paytables for so many decks, from eight or more cards down."""
    return {table.id: tuple(table.data.pays.values()) for table in RULES.in_force(TODAY, decks)}


@pytest.mark.parametrize(
    ("total", "count", "row"),
    [
        (22, 3, "three-cards"),
        (26, 4, "four-cards"),
        (22, 5, "five-cards"),
        (23, 6, "six-cards"),
        (22, 7, "seven-cards"),
        (22, 8, "eight-or-more-cards"),
        (25, 12, "eight-or-more-cards"),
        (21, 8, "lose"),
        (21, 2, "lose"),
        (17, 3, "lose"),
    ],
)
def test_a_bust_is_a_total_above_21(total: int, count: int, row: str) -> None:
    assert WAGER.outcomes[WAGER.classify(total, count)] == row
    assert RULES.data.section == f"{SECTION}(a)"


def test_b_area() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_c_one_four_six_and_eight_decks() -> None:
    assert {decks for decks in range(1, 9) if tables(decks)} == {1, 4, 6, 8}
    four = next(table for table in RULES.in_force(TODAY, 4) if table.id == "standard")
    assert refuse_decks(RULES.data, four, 6) is not None


def test_g_and_h_settle_once_the_dealer_has_all_cards() -> None:
    """§ 633c.13(h): a bust is paid then."""
    data = RULES.data
    assert (data.settles, data.settlement) == ("last-dealer-card", f"{SECTION}(h)")
    assert data.collects == f"{SECTION}(g)"
    assert data.stake_returned


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_h_six_paytables_for_one_six_and_eight_decks(decks: int) -> None:
    assert tables(decks) == {
        "A": ("250 to 1", "50 to 1", "15 to 1", "4 to 1", "2 to 1", "2 to 1"),
        "B": ("200 to 1", "50 to 1", "15 to 1", "4 to 1", "2 to 1", "2 to 1"),
        "C": ("250 to 1", "50 to 1", "12 to 1", "4 to 1", "2 to 1", "2 to 1"),
        "D": ("200 to 1", "50 to 1", "12 to 1", "4 to 1", "2 to 1", "2 to 1"),
        "E": ("250 to 1", "50 to 1", "12 to 1", "3 to 1", "2 to 1", "2 to 1"),
        "F": ("250 to 1", "50 to 1", "20 to 1", "8 to 1", "2 to 1", "1 to 1"),
    }


def test_h_one_paytable_for_four_decks() -> None:
    assert tables(4) == {
        "standard": ("250 to 1", "50 to 1", "15 to 1", "4 to 1", "2 to 1", "2 to 1")
    }
    assert {table.data.section for table in RULES.in_force(TODAY)} == {f"{SECTION}(h)"}


@pytest.mark.parametrize(("name", "most"), [("B1", "$8,000"), ("B2", "$5,000")])
def test_i_two_cash_bonuses_for_a_wager_of_5_dollars(name: str, most: str) -> None:
    table = RULES.bonus(name, TODAY)
    assert table is not None
    assert table.data.pays == {"eight-or-more-cards": most, "seven-cards": "$1,000"}
    assert table.data.decks == (1, 4, 6, 8)
    assert table.data.wagers == ("$5",)
    assert table.data.section == f"{SECTION}(i)"
    assert RULES.bonus(name, date(2024, 5, 24)) is None
    assert RULES.data.options == {"bonus": f"{SECTION}(i)"}


@pytest.mark.parametrize(
    ("blackjack", "total", "count", "row"),
    [
        (1, 22, 7, "seven-cards"),
        (1, 22, 8, "eight-or-more-cards"),
        (1, 22, 9, "eight-or-more-cards"),
        (1, 22, 6, "lose"),
        (1, 21, 8, "lose"),
        (0, 22, 8, "lose"),
    ],
)
def test_i_a_blackjack_and_seven_cards(blackjack: int, total: int, count: int, row: str) -> None:
    assert BONUS.outcomes[BONUS.classify(blackjack, total, count)] == row


def test_h_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert not [table for table in RULES.in_force(date(2024, 5, 24)) if table.data.decks != (4,)]
    assert len(RULES.in_force(date(2024, 5, 25))) == 3 * 6 + 1
