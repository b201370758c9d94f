"""Super Match: the first four cards at Blackjack Switch."""

from datetime import date

import pytest

from tables import cards
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("super-match")
RULES = checked_rules("super-match")
SECTION = "58 Pa. Code § 633a.13"


def made(names: str) -> str:
    return WAGER.outcomes[WAGER.classify(*cards(names))]


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("8h 8s 8d 8c", "four-of-a-kind"),
        ("8h 3s 8d 3c", "two-pair"),
        ("8h 3s 3d 8c", "two-pair"),
        ("8h 8s 3d 8c", "three-of-a-kind"),
        ("8h 8s 3d 9c", "pair"),
        ("9c 3d 8s 8h", "pair"),
        ("8h 9h Th Jh", "lose"),
        ("Th Jh Qh Kh", "lose"),  # the same value is not the same rank
    ],
)
def test_i_hands(names: str, row: str) -> None:
    """§§ 633a.6(e)(7), 633a.7(g)(7): the cards of both hands together."""
    assert made(names) == row


def test_i_six_and_eight_decks() -> None:
    six, eight = RULES.paytables
    assert (six.data.decks, eight.data.decks) == ((6,), (8,))
    assert (six.data.section, eight.data.section) == (f"{SECTION}(i)(1)", f"{SECTION}(i)(2)")
    assert list(six.data.pays.items()) == [
        ("four-of-a-kind", "40 to 1"),
        ("two-pair", "8 to 1"),
        ("three-of-a-kind", "5 to 1"),
        ("pair", "1 to 1"),
    ]
    assert list(eight.data.pays.items()) == [
        ("four-of-a-kind", "50 to 1"),
        ("two-pair", "7 to 1"),
        ("three-of-a-kind", "5 to 1"),
        ("pair", "1 to 1"),
    ]


@pytest.mark.parametrize("decks", [1, 2, 4, 5])
def test_i_other_decks_are_refused(decks: int) -> None:
    for table in RULES.paytables:
        assert refuse_decks(RULES.data, table, decks) is not None


def test_i_at_blackjack_switch_alone() -> None:
    """§§ 633a.6(e)(7), 633a.2(b)(10)(ii), 633a.7(g)(7)."""
    data = RULES.data
    assert data.games == ("blackjack-switch",)
    assert data.section == "58 Pa. Code § 633a.6(e)(7)"
    assert data.area == "58 Pa. Code § 633a.2(b)(10)(ii)"
    assert (data.settles, data.settlement) == ("initial-deal", "58 Pa. Code § 633a.7(g)(7)")
    assert data.stake_returned
    assert data.collects == "58 Pa. Code § 633a.7(g)"
    assert data.effective == date(2014, 2, 1)


def test_i_holds_from_the_day_of_the_amendment() -> None:
    assert RULES.in_force(date(2014, 11, 7)) == ()
    assert len(RULES.in_force(date(2014, 11, 8))) == 2
