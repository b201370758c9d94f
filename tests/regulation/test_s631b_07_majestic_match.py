"""Majestic Match: a suited hand at baccarat; one paytable, in force for three years."""

from datetime import date
from math import comb

import pytest

from upcard.cards.card import parse_card
from upcard.exact.first_cards import counts
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("majestic-match")
RULES = checked_rules("majestic-match")
SECTION = "58 Pa. Code § 631b.7"


def made(names: str) -> str:
    """What a hand's initial two cards make, in either order."""
    first, second = (parse_card(name) for name in names.split())
    assert WAGER.classify(first, second) == WAGER.classify(second, first)
    return WAGER.outcomes[WAGER.classify(first, second)]


def test_a_areas_on_the_layout() -> None:
    assert RULES.data.area == f"{SECTION}(a)"


def test_b_needs_no_other_wager() -> None:
    assert RULES.data.section == f"{SECTION}(b)"
    assert RULES.data.needs == ()
    assert RULES.data.games == ("baccarat",)


def test_c_settled_on_the_initial_cards() -> None:
    """(c)(2) names Perfect Pairs by mistake: the losing wager that is taken is this one."""
    data = RULES.data
    assert data.settles == "initial-deal"
    assert (data.settlement, data.collects) == (f"{SECTION}(c)(1)", f"{SECTION}(c)(2)")
    assert data.stake_returned


def test_d_paytable() -> None:
    (table,) = RULES.paytables
    assert table.data.pays == {"royal-match": "25 to 1", "suited-match": "2.5 to 1"}
    assert table.data.section == f"{SECTION}(d)"
    assert table.data.decks == (6, 8)
    assert refuse_decks(RULES.data, table, 4) is not None


@pytest.mark.parametrize("decks", [6, 8])
def test_d_counts(decks: int) -> None:
    found = counts(WAGER, decks)
    suited = 4 * comb(13 * decks, 2)
    assert found["royal-match"] == 4 * decks * decks
    assert found["suited-match"] == suited - found["royal-match"]
    assert sum(found.values()) == comb(52 * decks, 2)


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Ks Qs", "royal-match"),
        ("Kd Qd", "royal-match"),
        ("Ks Qc", "lose"),
        ("Kh Jh", "suited-match"),
        ("Qh Jh", "suited-match"),
        ("Kh Ah", "suited-match"),
        ("Kh Kh", "suited-match"),
        ("Qc Qc", "suited-match"),
        ("2d 9d", "suited-match"),
        ("Kh Kd", "lose"),
        ("2d 9h", "lose"),
    ],
)
def test_e_definitions(names: str, outcome: str) -> None:
    assert made(names) == outcome


def test_temporary_for_three_years() -> None:
    """The Bulletin's order: § 631b.7 holds from December 4, 2021."""
    for day, holds in (
        (date(2021, 12, 3), False),
        (date(2021, 12, 4), True),
        (date(2024, 12, 3), True),
        (date(2024, 12, 4), False),
    ):
        assert bool(RULES.in_force(day)) is holds
