"""Straight Jack: the player's cards run on, one after the other."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards
from upcard.rules.meter_schema import MeterData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import Moment

WAGER = wager("straight-jack")
RULES = checked_rules("straight-jack")
(TABLE,) = RULES.paytables
SECTION = "58 Pa. Code § 633a.13"


def made(names: str) -> str:
    """What a player's cards make, those that do not bust, in the order dealt."""
    assert WAGER.fold is not None
    state = WAGER.fold.start
    for card in cards(names):
        state = WAGER.fold.step(state, card)
    return WAGER.outcomes[WAGER.classify(state)]


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("4h 5c", "two-card-straight"),
        ("4h 5c 6d", "three-card-straight"),
        ("4h 5c 3s 6d", "four-card-straight"),
        ("4h 5c 2s 3d", "two-card-straight"),
        ("4h 5c 2s 6d", "two-card-straight"),  # the two broke it for good
        ("4h 5c 5d 6d", "two-card-straight"),
        ("4h 6c 5d", "lose"),
        ("4h 4c", "lose"),
        ("Ah Kc", "two-card-straight"),
        ("Kc Ah", "two-card-straight"),
        ("Ah 2c", "two-card-straight"),
        ("2c Ah", "two-card-straight"),
        ("2c 3h Ad", "three-card-straight"),
        ("Ah 2c Kd", "two-card-straight"),
        ("2c 3h 4d 5s 6s", "five-card-straight"),
        ("5s 4d 3h 2c Ad", "five-card-straight"),
    ],
)
def test_m_runs(names: str, row: str) -> None:
    """§ 633a.7(o)(3)(i), with its examples (A) to (C)."""
    assert made(names) == row


def test_m_six_cards_run_from_the_ace() -> None:
    others = "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts"
    assert made("As 2h 3c 4d 5s 6s") == "six-card-straight-with-an-ace-of-spades"
    assert made("3c 4d 5s 2h As 6s") == "six-card-straight-with-an-ace-of-spades"
    for ace in ("Ah", "Ad", "Ac"):
        assert made(f"3s 4s 2s {ace} 5s 6s") == others


def test_m_a_straight_waits_for_the_dealer() -> None:
    """§ 633a.7(g)(9): without one the wager is collected at the initial deal; else (o)(3)."""
    assert WAGER.hold is not None
    assert WAGER.hold.without_blackjack is Moment.LAST_DEALER_CARD
    assert WAGER.hold.with_blackjack is Moment.LAST_DEALER_CARD
    assert WAGER.hold.when(*cards("4h 5c Ks")) == 1
    assert WAGER.hold.when(*cards("4h 6c 5s")) == 0
    data = RULES.data
    assert (data.settles, data.collects) == ("initial-deal", "58 Pa. Code § 633a.7(g)(9)")
    assert data.settlement == "58 Pa. Code § 633a.7(o)(3)"


def test_m_1_paytable() -> None:
    assert TABLE.data.section == f"{SECTION}(m)(1)"
    assert TABLE.data.pays == {
        "six-card-straight-with-an-ace-of-spades": "100% of meter and 200 to 1",
        "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts": "10% of meter and 200 to 1",
        "five-card-straight": "200 to 1",
        "four-card-straight": "50 to 1",
        "three-card-straight": "15 to 1",
        "two-card-straight": "3 to 1",
    }
    both = [str(pay) for pay in TABLE.awards["six-card-straight-with-an-ace-of-spades"]]
    assert both == ["100% of meter", "200 to 1"]
    assert TABLE.data.decks == (1, 2, 4, 5, 6, 8)


def test_m_2_a_seed_of_5000_at_least() -> None:
    assert TABLE.data.meters == {"": MeterData(seed="$5,000")}
    assert RULES.data.progressive


def test_m_is_not_collected_before_the_deal() -> None:
    """§§ 633a.2(b)(13), 633a.2(d)(2), 633a.6(e)(11): the stake of fixed odds is returned."""
    data = RULES.data
    assert data.stake_returned
    assert data.collected == ""
    assert data.section == "58 Pa. Code § 633a.6(e)(11)"
    assert data.area == "58 Pa. Code § 633a.2(b)(13)"
    assert (data.locks, data.lock_out) == ("first-card", "58 Pa. Code § 633a.2(d)(2)")
    assert data.options == {"must_hit_by": "58 Pa. Code § 633c.14(c)"}
    assert data.games == BLACKJACK_GAMES
    assert data.effective == date(2014, 2, 1)


def test_m_holds_from_the_day_of_the_amendment() -> None:
    assert RULES.in_force(date(2014, 11, 7)) == ()
    assert len(RULES.in_force(date(2014, 11, 8))) == 1


def test_m_comes_after_bad_beat_and_hit_and_run() -> None:
    """§ 633a.7(o)(1)-(3): the order in which these wagers are settled."""
    orders = [
        checked_rules(slug).data.order for slug in ("bad-beat", "hit-and-run", "straight-jack")
    ]
    assert orders == sorted(set(orders))
