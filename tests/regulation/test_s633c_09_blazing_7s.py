"""Blazing 7's: sevens in the first two cards, and a third drawn or up."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards
from upcard.wagers.catalogue import checked_rules, wager

RULES = checked_rules("blazing-7s")
TABLES = {table.id: table.data for table in RULES.paytables}
SECTION = "58 Pa. Code § 633c.9"
NO_CARD = -1


def made(paytable: str, names: str, third: str = "") -> str:
    """What the first two cards and a third make; no third stands for none, or one that busted."""
    found = wager("blazing-7s", form=paytable)
    card = cards(third)[0] if third else NO_CARD
    return found.outcomes[found.classify(*cards(names), card)]


def test_a_area_and_lock_out() -> None:
    data = RULES.data
    assert data.area == f"{SECTION}(a)"
    assert (data.locks, data.lock_out) == ("first-card", f"{SECTION}(a)(2)")
    assert data.progressive


def test_b_a_seven_in_either_of_the_first_two_cards() -> None:
    assert made("A", "7h 2c") == "one-7"
    assert made("A", "2c 7h") == "one-7"
    assert made("A", "6c 8h") == "lose"
    assert RULES.data.section == f"{SECTION}(b)"


def test_d_settles_after_all_other_optional_wagers() -> None:
    """Not collected before the deal: the stake of fixed odds is returned."""
    data = RULES.data
    assert (data.settles, data.settlement) == ("after-others", f"{SECTION}(d)")
    assert data.collects == f"{SECTION}(d)(3)"
    assert data.stake_returned
    assert data.collected == ""


def test_d_3_a_drawn_seven_beside_one_does_not_count() -> None:
    assert made("A", "7h 2c", "7d") == "one-7"
    assert made("B", "2c 3c", "7d") == "lose"


def test_d_4_a_drawn_seven_beside_two() -> None:
    assert made("A", "7h 7c", "7d") == "three-7s"
    assert made("A", "7h 7c", "8d") == "two-7s"
    assert made("A", "7h 7c") == "two-7s"


@pytest.mark.parametrize("paytable", ["A", "B"])
def test_d_4_one_more_card_against_a_dealer_blackjack(paytable: str) -> None:
    extra = wager("blazing-7s", form=paytable).extra_card
    assert extra is not None
    assert extra(*cards("7s 7c")) == 1
    assert extra(*cards("7s 8c")) == 0
    assert wager("blazing-7s", form=f"{paytable}-upcard").extra_card is None


@pytest.mark.parametrize(
    ("names", "third", "in_a", "in_b"),
    [
        ("7d 7d", "7d", "three-7s-same-suit", "three-7s-diamonds"),
        ("7h 7h", "7h", "three-7s-same-suit", "three-7s-clubs-spades-hearts"),
        ("7c 7c", "7c", "three-7s-same-suit", "three-7s-clubs-spades-hearts"),
        ("7s 7s", "7s", "three-7s-same-suit", "three-7s-clubs-spades-hearts"),
        ("7d 7h", "7d", "three-7s-same-color", "three-7s-same-color"),
        ("7s 7c", "7c", "three-7s-same-color", "three-7s-same-color"),
        ("7s 7c", "7h", "three-7s", "three-7s"),
        ("7s 7h", "7c", "three-7s", "three-7s"),
    ],
)
def test_f_three_sevens(names: str, third: str, in_a: str, in_b: str) -> None:
    assert made("A", names, third) == in_a
    assert made("B", names, third) == in_b


def test_f_two_paytables_for_any_decks() -> None:
    assert TABLES["A"].pays == {
        "three-7s-same-suit": "100% of meter",
        "three-7s-same-color": "10% of meter",
        "three-7s": "200 to 1",
        "two-7s": "25 to 1",
        "one-7": "2 to 1",
    }
    assert TABLES["B"].pays == {
        "three-7s-diamonds": "100% of meter",
        "three-7s-clubs-spades-hearts": "10% of meter",
        "three-7s-same-color": "500 to 1",
        "three-7s": "200 to 1",
        "two-7s": "25 to 1",
        "one-7": "2 to 1",
    }
    assert {table.decks for table in TABLES.values()} == {(1, 2, 4, 5, 6, 8)}
    assert {table.section for table in TABLES.values()} == {f"{SECTION}(f)"}


def test_f_rows_that_print_n_a() -> None:
    assert set(TABLES["A"].never) == {"three-7s-diamonds", "three-7s-clubs-spades-hearts"}
    assert TABLES["B"].never == ("three-7s-same-suit",)


def test_g_wager_and_least_seed() -> None:
    """$2,000 for $1 and $10,000 for $5 is 2,000 times either; the rate is the submission's."""
    limits = RULES.data.limits
    assert limits is not None
    assert (limits.section, limits.amounts) == (f"{SECTION}(g)", ("$1", "$5"))
    assert limits.house_selects
    for table in TABLES.values():
        meter = table.meters[""]
        assert (meter.seed, meter.increment, meter.reseed) == ("2,000× the wager", "", "")


@pytest.mark.parametrize("paytable", ["A", "B"])
def test_h_the_upcard_in_place_of_the_drawn_card(paytable: str) -> None:
    found = wager("blazing-7s", form=f"{paytable}-upcard")
    assert found.facts == ("first", "second", "upcard")
    assert wager("blazing-7s", form=paytable).facts == ("first", "second", "drawn")
    for names in ("7s 7c 7h", "7s 7s 7s", "7s 7c 8h", "7s 8c 7h", "8s 8c 7h"):
        drawn = made(paytable, names[:5], names[6:])
        assert found.outcomes[found.classify(*cards(names))] == drawn
    assert RULES.data.options["third_card"] == f"{SECTION}(h)"


def test_f_holds_from_the_day_of_the_chapter() -> None:
    """§ 633c.14(c): a Must-Hit-By Mystery bonus may stand beside it."""
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert len(RULES.in_force(date(2024, 5, 25))) == 2
    assert RULES.data.options["must_hit_by"] == "58 Pa. Code § 633c.14(c)"
