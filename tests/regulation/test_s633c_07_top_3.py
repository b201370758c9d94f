"""Top 3: beside Three Card Poker alone, three equal ranks or three suited in sequence."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_companions

WAGER = wager("top-3")
RULES = checked_rules("top-3")
SECTION = "58 Pa. Code § 633c.7"


def made(names: str) -> str:
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def test_a_wins_with_three_of_a_kind_or_a_straight_flush() -> None:
    assert made("7s 7h 7d") == "three-of-a-kind"
    assert made("5h 7h 6h") == "straight-flush"
    assert made("5h 7h 6d") == "lose"
    assert made("5h 9h 6h") == "lose"
    assert made("7s 7h 8d") == "lose"
    assert RULES.data.section == f"{SECTION}(a)"


@pytest.mark.parametrize("names", ["Ah 2h 3h", "Kh Ah Qh", "2h Ah 3h"])
def test_a_an_ace_ends_a_straight_flush(names: str) -> None:
    assert made(names) == "straight-flush"


def test_a_an_ace_between_king_and_two_does_not_run() -> None:
    assert made("Kh Ah 2h") == "lose"


def test_b_area() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_c_needs_a_three_card_poker_wager() -> None:
    refused = refuse_companions(RULES.data, frozenset({"perfect-pairs"}))
    assert refused is not None
    assert refused.section == f"{SECTION}(c)"
    assert refuse_companions(RULES.data, frozenset({"three-card-poker"})) is None


def test_d_settles_after_the_initial_deal() -> None:
    data = RULES.data
    assert (data.settles, data.settlement) == ("initial-deal", f"{SECTION}(d)(2)")
    assert data.collects == f"{SECTION}(d)(1)"
    assert data.stake_returned


def test_e_two_paytables_for_any_decks() -> None:
    assert {table.id: table.data.pays for table in RULES.paytables} == {
        "A": {
            "three-of-a-kind-suited": "270 to 1",
            "straight-flush": "180 to 1",
            "three-of-a-kind": "90 to 1",
        },
        "B": {
            "three-of-a-kind-suited": "1000 to 1",
            "straight-flush": "100 to 1",
            "three-of-a-kind": "70 to 1",
        },
    }
    assert {table.data.decks for table in RULES.paytables} == {(1, 2, 4, 5, 6, 8)}
    assert {table.data.section for table in RULES.paytables} == {f"{SECTION}(e)"}


def test_e_the_highest_hand_pays() -> None:
    assert made("7s 7s 7s") == "three-of-a-kind-suited"
    assert made("7s 7s 7h") == "three-of-a-kind"
    ladder = ("lose", "three-of-a-kind", "straight-flush", "three-of-a-kind-suited")
    assert WAGER.outcomes == ladder


def test_e_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert len(RULES.in_force(date(2024, 5, 25))) == 2
