"""Hit and Run: the dealer's Blackjack, or five cards and more."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES
from upcard.rules.meter_schema import MeterData
from upcard.wagers.catalogue import checked_rules, wager

WAGER = wager("hit-and-run")
RULES = checked_rules("hit-and-run")
(TABLE,) = RULES.paytables
SECTION = "58 Pa. Code § 633a.13"


@pytest.mark.parametrize(
    ("count", "blackjack", "row"),
    [
        (2, 1, "blackjack"),
        (2, 0, "lose"),
        (4, 0, "lose"),
        (5, 0, "five-cards"),
        (6, 0, "six-cards"),
        (7, 0, "seven-cards"),
        (8, 0, "eight-or-more-cards"),
        (11, 0, "eight-or-more-cards"),
    ],
)
def test_l_the_dealers_cards(count: int, blackjack: int, row: str) -> None:
    """§ 633a.7(o)(2)(i): a busting card counts."""
    assert WAGER.outcomes[WAGER.classify(count, blackjack)] == row


def test_l_1_paytable() -> None:
    assert TABLE.data.section == f"{SECTION}(l)(1)"
    assert TABLE.data.pays == {
        "eight-or-more-cards": "100% of meter",
        "seven-cards": "200 for 1",
        "six-cards": "25 for 1",
        "five-cards": "8 for 1",
        "blackjack": "4 for 1",
    }
    assert TABLE.data.decks == (1, 2, 4, 5, 6, 8)
    assert not RULES.data.stake_returned


def test_l_2_a_seed_of_1000_at_least() -> None:
    assert TABLE.data.meters == {"": MeterData(seed="$1,000")}
    assert RULES.data.progressive


def test_l_settles_with_the_dealers_hand() -> None:
    """§§ 633a.2(b)(12), 633a.2(d)(2), 633a.6(e)(10), 633a.7(o)(2)."""
    data = RULES.data
    assert data.section == "58 Pa. Code § 633a.6(e)(10)"
    assert data.area == "58 Pa. Code § 633a.2(b)(12)"
    assert (data.settles, data.settlement) == ("last-dealer-card", "58 Pa. Code § 633a.7(o)(2)")
    assert data.collects == "58 Pa. Code § 633a.7(o)"
    assert (data.locks, data.lock_out) == ("first-card", "58 Pa. Code § 633a.2(d)(2)")
    assert data.options == {"must_hit_by": "58 Pa. Code § 633c.14(c)"}
    assert data.games == BLACKJACK_GAMES
    assert data.effective == date(2014, 2, 1)


def test_l_holds_from_the_day_of_the_amendment() -> None:
    assert RULES.in_force(date(2014, 11, 7)) == ()
    assert len(RULES.in_force(date(2014, 11, 8))) == 1
