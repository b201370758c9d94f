"""Washington's Match the Dealer: the bonus wagers, and what wins the progressive one."""

from datetime import date

import pytest

from upcard.cards.card import parse_card
from upcard.money.odds import PaidOdds
from upcard.rules.schema import LimitsData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import Moment, WagerRule
from upcard.wagers.limits import refuse_companions

WSGC = "WSGC Match the Dealer Blackjack"
PROGRESSIVE = "match-the-dealer-progressive"
UP = checked_rules("match-the-dealer", "wa")
DOWN = checked_rules("match-the-dealer-down", "wa")
RULES = checked_rules(PROGRESSIVE, "wa")


def made(found: WagerRule, names: str) -> str:
    """What the player's two cards make with the dealer's up and down card, in either order."""
    first, second, upcard, hole = (parse_card(name) for name in names.split())
    facts = {"first": first, "second": second, "upcard": upcard, "hole": hole}
    value = found.classify(*[facts[fact] for fact in found.facts])
    facts |= {"first": second, "second": first}
    assert found.classify(*[facts[fact] for fact in found.facts]) == value
    return found.outcomes[value]


# The bonus wagers


def test_bonus_configurations() -> None:
    """WSGC Match the Dealer Blackjack, Table 1: down is offered beside up, and placed alone.

    WSGC Match the Dealer Blackjack, Table 6 says the same.
    """
    assert (UP.data.offered_with, DOWN.data.offered_with) == ((), ("match-the-dealer",))
    assert DOWN.data.needs_section == f"{WSGC}, Table 1"
    # A player who makes the regular 21 wager places either of them.
    assert refuse_companions(UP.data, frozenset()) is None
    assert refuse_companions(DOWN.data, frozenset()) is None


def test_bonus_payouts() -> None:
    """WSGC Match the Dealer Blackjack, Table 2, suited and unsuited.

    WSGC Match the Dealer Blackjack, Table 7 prints the same.
    """
    for rules in (UP, DOWN):
        found = [
            (table.id, *table.data.decks, *table.data.pays.values(), table.data.printed_house_edge)
            for table in rules.paytables
        ]
        assert found == [
            ("standard", 2, "19:1", "4:1", "3.31%"),
            ("alt-1", 2, "24:1", "3:1", "5.25%"),
            ("alt-2", 2, "23:1", "3:1", "7.20%"),
            ("standard", 4, "12:1", "4:1", "4.84%"),
            ("standard", 5, "15:1", "3:1", "4.76%"),
            ("standard", 6, "11:1", "4:1", "4.06%"),
            ("standard", 8, "14:1", "3:1", "3.67%"),
        ]
        assert rules.data.stake_returned
        assert not rules.in_force(date(2024, 6, 29), 1)


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Ks 9h Ks", "suited-match"),
        ("Ks 9h Kd", "unsuited-match"),
        ("Ks Kh Kd", "two-unsuited-matches"),
        ("Ks Kh Kh", "suited-and-unsuited-matches"),
        ("Ks Ks Ks", "two-suited-matches"),
        ("Ks Qh Ts", "lose"),
        ("Ks Qs Js", "lose"),
    ],
)
def test_bonus_matches(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): each match is paid.

    WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v002) says the same.
    """
    first, second, card = names.split()
    up, down = wager("match-the-dealer", "wa"), wager("match-the-dealer-down", "wa")
    assert made(up, f"{first} {second} {card} 2c") == outcome
    assert made(down, f"{first} {second} 2c {card}") == outcome
    table = UP.paytables[0]
    won = {
        "suited-match": 19,
        "unsuited-match": 4,
        "two-unsuited-matches": 8,
        "suited-and-unsuited-matches": 23,
        "two-suited-matches": 38,
    }
    assert up.award(table, outcome) == ((PaidOdds(won[outcome]),) if outcome in won else ())


def test_the_up_card_is_decided_before_the_down_card() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): up, then down."""
    assert (UP.data.settles, DOWN.data.settles) == ("initial-deal", "hole-card")
    assert UP.data.order < DOWN.data.order < RULES.data.order


# The progressive wager


def test_progressive_wager() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003).

    One fixed amount, which the house sets; no other wager is needed beside it.
    """
    section = f"{WSGC}, Progressive Rules and Dealing Procedures (v003)"
    assert RULES.data.limits == LimitsData(section, house_selects=True)
    assert RULES.data.progressive
    assert not RULES.data.stake_returned
    assert RULES.data.needs == ()


def test_the_down_card_is_waited_for() -> None:
    """WSGC Match the Dealer Blackjack, Tables 3-5: what the up card alone decides does not wait.

    WSGC Match the Dealer Blackjack, Tables 8-9: nor there.
    """
    deals = {"three": "Ks Ks Ks", "aces": "As As As", "one": "Ks 9h Ks", "none": "2s 3s Ks"}
    waits: dict[str, set[str]] = {}
    for form in ("up", "up-alt", "up-four", "both", "both-alt", "two-decks"):
        hold = wager(PROGRESSIVE, "wa", form).hold
        waits[form] = set()
        if hold is not None:
            assert hold.with_blackjack is hold.without_blackjack is Moment.HOLE_CARD
            for name, cards in deals.items():
                if hold.when(*(parse_card(card) for card in cards.split())) == 1:
                    waits[form].add(name)
    every = set(deals)
    assert waits == {
        "up": set(),
        "up-alt": {"aces"},
        "up-four": {"three", "aces"},
        "both": every,
        "both-alt": every,
        "two-decks": every,
    }


def progressive(form: str, names: str) -> str:
    return made(wager(PROGRESSIVE, "wa", form), names)


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As As As Ks", "two-suited-aces-of-spades"),
        ("Ah Ah Ah Ks", "two-suited-matches"),
        ("Ks Ks Ks Ks", "two-suited-matches"),
        ("Ks Kh Ks Ks", "one-non-suited-and-one-suited-match"),
        ("Ks Qs Ks Qs", "one-suited-match"),
        ("Kh Kd Ks Kh", "two-non-suited-matches"),
        ("Kh Kh Ks Kh", "two-non-suited-matches"),
        ("Kh Qs Ks Qs", "one-non-suited-match"),
        ("Qs Js Ks Qs", "lose"),
        ("Jh Qh Kh Qh", "lose"),
    ],
)
def test_up_card(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Attachment A: the down card does not count."""
    assert progressive("up", names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As As As Ks", "three-suited-aces-of-spades-with-king-of-spades-down"),
        ("As As As Kh", "three-suited-aces"),
        ("As As As As", "three-suited-aces"),
        ("Ah Ah Ah Ks", "three-suited-aces"),
        ("Ks Ks Ks Ks", "three-card-suited-match"),
        ("2d 2d 2d 9c", "three-card-suited-match"),
        ("As Ah As Ks", "one-non-suited-and-one-suited-match"),
        ("As As Ks As", "lose"),
    ],
)
def test_alternate_rows_with_the_up_card(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Attachment A: the alternate rows."""
    assert progressive("up-alt", names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As As As As", "four-suited-aces"),
        ("Ah Ah Ah Ah", "four-suited-aces"),
        ("Ks Ks Ks Ks", "four-suited-twos-to-kings"),
        ("2c 2c 2c 2c", "four-suited-twos-to-kings"),
        ("As As As Ah", "two-suited-matches"),
        ("As As Ah As", "two-non-suited-matches"),
        ("Ks Qs Qs Ks", "one-suited-match"),
        ("Ks Qs Js Ks", "lose"),
    ],
)
def test_up_card_with_four_card_jackpots(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Attachment C: the fixed pays look at the up card alone."""
    assert progressive("up-four", names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome", "alternate"),
    [
        ("As As As As", "two-suited-matches-with-up-and-down", "four-suited-aces"),
        ("Ks Ks Ks Ks", "two-suited-matches-with-up-and-down", "four-card-suited-match"),
        (
            "As As As 9c",
            "two-suited-matches-with-up-or-down",
            "three-card-suited-match-with-up-or-down",
        ),
        (
            "As As 9c As",
            "two-suited-matches-with-up-or-down",
            "three-card-suited-match-with-up-or-down",
        ),
        (
            "As As Ah As",
            "two-suited-matches-with-up-or-down-and-two-non-suited-matches",
            "three-card-suited-match-with-up-or-down-and-two-non-suited-matches",
        ),
        ("As Ah As 9c", "one-non-suited-and-one-suited-match", ""),
        ("As Ah As Ah", "one-non-suited-and-one-suited-match-with-each", ""),
        ("As Ah As Ad", "one-non-suited-and-one-suited-match-and-two-non-suited-matches", ""),
        ("As Ah Ac Ad", "two-non-suited-matches-with-each", ""),
        ("As As Ah Ah", "two-non-suited-matches-with-each", ""),
        ("As Ks 9c As", "one-suited-match", ""),
        ("As Ks Ks As", "one-suited-match-with-each", ""),
        ("As Ks As As", "one-suited-match-with-each", ""),
        ("As Ks Kh As", "one-suited-match-and-one-non-suited-match", ""),
        ("As Ks Kh Ah", "one-non-suited-match-with-each", ""),
        ("As Ks Kh Qs", "one-non-suited-match", ""),
        ("As As 9c Ah", "two-non-suited-matches", ""),
        ("As Ks Qs Js", "lose", ""),
        ("As As Ks Ks", "lose", ""),
    ],
)
def test_both_cards(names: str, outcome: str, alternate: str) -> None:
    """WSGC Match the Dealer Blackjack, Attachment B: up and down card, each for itself.

    So in WSGC Match the Dealer Blackjack, Attachment E, without the alternate rows.
    """
    assert progressive("both", names) == outcome
    assert progressive("both-alt", names) == (alternate or outcome)


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As Ks As Ks", "ace-and-king-of-spades-match"),
        ("As Ks Ks As", "ace-and-king-of-spades-match"),
        ("Ah Kh Ah Kh", "one-suited-match-with-each"),
        ("As Qs As Qs", "one-suited-match-with-each"),
        ("As Ks As Kh", "one-suited-match-and-one-non-suited-match"),
        ("As As Ah Ah", "any-four-aces"),
        ("As Ah As Ad", "any-four-aces"),
        ("Ks Kh Kc Kd", "any-four-of-same-rank"),
        ("2s 2s 2h 2d", "any-four-of-same-rank"),
        ("Ks Kh Ks Qd", "one-non-suited-and-one-suited-match"),
        ("Ks Kh Qd Kc", "two-non-suited-matches"),
        ("Ks Ks Kh Qd", "two-non-suited-matches"),
        ("Ks Qd Kh Kd", "one-non-suited-match-with-each"),
        ("Ks Ks Qs Qs", "lose"),
    ],
)
def test_two_decks(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Table 4a: the jackpots take the place of the fixed pays."""
    assert progressive("two-decks", names) == outcome


def test_rows_of_both_cards_are_added() -> None:
    """WSGC Match the Dealer Blackjack, Table 4b, paytable 1: halves add up."""
    both = wager(PROGRESSIVE, "wa", "both")
    (table,) = [paytable for paytable in RULES.paytables if paytable.id == "4b-1"]
    for outcome, win, stake in (
        ("one-non-suited-match-with-each", 2, 1),
        ("one-suited-match-and-one-non-suited-match", 13, 2),
        ("one-suited-match-with-each", 11, 1),
        ("two-non-suited-matches-with-each", 4, 1),
        ("one-non-suited-and-one-suited-match-and-two-non-suited-matches", 17, 2),
        ("one-non-suited-and-one-suited-match-with-each", 13, 1),
    ):
        assert both.award(table, outcome) == (PaidOdds(win, stake, for_one=True),)


def test_a_jackpot_on_one_card_leaves_the_other_its_row() -> None:
    """WSGC Match the Dealer Blackjack, Table 4b: as its printed house advantage has it."""
    for form in ("both", "both-alt"):
        found = wager(PROGRESSIVE, "wa", form)
        mixed = [name for name in found.outcomes if name.endswith("-and-two-non-suited-matches")]
        jackpot, row = found.composed[mixed[-1]]
        assert mixed[-1] == f"{jackpot}-and-{row}"
        assert row == "two-non-suited-matches"
