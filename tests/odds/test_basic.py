"""Basic strategy as computed, against the chart that everybody knows and naive expectations.

The chart is that of every book for four to eight decks where the dealer stands on soft 17, any
two cards may double, split hands too, and surrender is late.
"""

import importlib
import math
import statistics
from typing import Any

import pytest

from upcard.cards.card import parse_card
from upcard.games.table_rules import BlackjackRules
from upcard.odds import basic
from upcard.odds.basic import ACTIONS, ERROR, PAIRS, Strategy, basic_strategy
from upcard.odds.play_hands import VALUES
from upcard.odds.play_value import DOUBLE, HIT, SPLIT, STAND, hand_of

naive = importlib.import_module("odds.naive_play")

UPCARDS = "23456789TA"
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}

CHART = {
    #      23456789TA
    "53": "HHHHHHHHHH",
    "63": "HDDDDHHHHH",
    "64": "DDDDDDDDHH",
    "65": "DDDDDDDDDH",
    "T2": "HHSSSHHHHH",
    "T3": "SSSSSHHHHH",
    "T4": "SSSSSHHHHH",
    "T5": "SSSSSHHHRH",
    "T6": "SSSSSHHRRR",
    "T7": "SSSSSSSSSS",
    "T8": "SSSSSSSSSS",
    "T9": "SSSSSSSSSS",
    "A2": "HHHDDHHHHH",
    "A3": "HHHDDHHHHH",
    "A4": "HHDDDHHHHH",
    "A5": "HHDDDHHHHH",
    "A6": "HDDDDHHHHH",
    "A7": "SDDDDSSHHH",
    "A8": "SSSSSSSSSS",
    "A9": "SSSSSSSSSS",
    "22": "PPPPPPHHHH",
    "33": "PPPPPPHHHH",
    "44": "HHHPPHHHHH",
    "55": "DDDDDDDDHH",
    "66": "PPPPPHHHHH",
    "77": "PPPPPPHHHH",
    "88": "PPPPPPPPPP",
    "99": "PPPPPSPPSS",
    "TT": "SSSSSSSSSS",
    "AA": "PPPPPPPPPP",
}


def cards(hand: str) -> list[int]:
    return [parse_card(f"{rank}s") for rank in hand]


def decide(strategy: Strategy, hand: str, upcard: str, **options: bool) -> str:
    return strategy.decide(cards(hand), cards(upcard)[0], **options)


def row(strategy: Strategy, hand: str, **options: bool) -> str:
    return "".join(LETTERS[decide(strategy, hand, upcard, **options)] for upcard in UPCARDS)


def table(strategy: Strategy) -> Any:
    return naive.tabled(lambda hand, upcard: decide(strategy, hand, upcard, split=False))


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_the_well_known_chart_for_many_decks(decks: int) -> None:
    strategy = basic_strategy(decks)
    assert {hand: row(strategy, hand) for hand in CHART} == CHART


@pytest.mark.parametrize(
    ("decks", "hand", "expected"),
    [
        (1, "53", "HHHDDHHHHH"),
        (1, "63", "DDDDDHHHHH"),
        (1, "65", "DDDDDDDDDD"),
        (1, "A2", "HHDDDHHHHH"),
        (1, "A6", "DDDDDHHHHH"),
        (1, "A7", "SDDDDSSHHS"),
        (1, "A8", "SSSSDSSSSS"),
        (1, "33", "PPPPPPPHHH"),
        (1, "44", "HHPPPHHHHH"),
        (1, "66", "PPPPPPHHHH"),
        (1, "77", "PPPPPPPHRH"),
        (1, "T6", "SSSSSHHHRR"),
        (2, "63", "DDDDDHHHHH"),
        (2, "65", "DDDDDDDDDD"),
        (2, "66", "PPPPPPHHHH"),
        (2, "77", "PPPPPPPHHH"),
        (2, "T5", "SSSSSHHHRH"),
        (2, "T6", "SSSSSHHHRR"),
        (2, "A7", "SDDDDSSHHH"),
    ],
)
def test_what_is_known_to_differ_with_one_and_two_decks(
    decks: int, hand: str, expected: str
) -> None:
    assert row(basic_strategy(decks), hand) == expected


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_tables_are_sane(decks: int) -> None:
    """Stands stay stands at higher totals; nobody hits 17 or stands on 11; doubles are few."""
    strategy = basic_strategy(decks)
    for upcard in VALUES:
        later = [line[upcard] for line in strategy.later]
        assert later[4:12] == [HIT] * 8
        assert later[17:22] == [STAND] * 5
        assert later[11:22] == sorted(later[11:22], reverse=True)
        assert later[22:32] == sorted(later[22:32], reverse=True)
        assert strategy.opening[PAIRS + 9][upcard] == STAND
        assert strategy.opening[PAIRS + 7][upcard] == SPLIT
        doubled = {line for line in range(32) if strategy.unsurrendered[line][upcard] == DOUBLE}
        assert doubled <= {8, 9, 10, 11, *range(22, 30)}
    for total in range(12, 17):
        weak = [strategy.later[total][VALUES.index(upcard - 1)] for upcard in range(2, 7)]
        assert strategy.later[total][6:] == (HIT,) * 4
        assert weak == sorted(weak, reverse=True)


def test_three_cards_do_not_double_nor_surrender() -> None:
    strategy = basic_strategy(6)
    assert decide(strategy, "T6", "T") == "surrender"
    assert decide(strategy, "T6", "T", surrender=False) == "hit"
    assert decide(strategy, "T42", "T") == "hit"
    assert decide(strategy, "A7", "6") == "double"
    assert decide(strategy, "A52", "6") == "stand"
    assert decide(strategy, "542", "6") == "hit"
    assert decide(strategy, "AT", "6") == "stand"
    assert decide(strategy, "A28", "T") == "stand"


def test_without_splits_a_pair_is_its_total() -> None:
    strategy = basic_strategy(6)
    for pair, same in (("88", "T6"), ("66", "T2"), ("99", "T8"), ("44", "53"), ("77", "T4")):
        assert row(strategy, pair, split=False) == row(strategy, same)
    assert row(strategy, "AA", split=False) == "HHHHDHHHHH"
    assert row(strategy, "TT", split=False) == "S" * 10


def test_one_card_on_split_aces_makes_splitting_them_worse() -> None:
    one_card = BlackjackRules(one_card_on_split_aces=True)
    assert row(basic_strategy(6, one_card), "AA") == "PPPPPPPPPP"
    column = basic._Column(1, 0)
    column.fill(one_card_on_split_aces=False)
    aces = [hand_of(0, 0)]
    plays, alone = (
        basic._Means(column, aces, first)._computed(SPLIT, column.exact)
        for first in (column._first, column._stand)
    )
    assert alone < plays


@pytest.mark.parametrize(
    ("decks", "hand", "upcard"),
    [
        (1, "T5", "T"),
        (1, "A7", "9"),
        (1, "A7", "A"),
        (1, "65", "9"),
        (1, "22", "8"),
        (1, "96", "7"),
        (1, "A2", "5"),
        (1, "T2", "4"),
        (6, "T5", "T"),
        (6, "T6", "T"),
        (6, "96", "7"),
        (6, "T2", "4"),
        (6, "A2", "5"),
    ],
)
def test_expected_values_are_those_of_a_naive_count(decks: int, hand: str, upcard: str) -> None:
    """Over every deal, card by card, from a program that shares nothing with this one."""
    plays = table(basic_strategy(decks))
    column = basic._Column(decks, naive.VALUES.index(upcard))
    column.fill(one_card_on_split_aces=False)
    values = column.exact
    held = hand_of(*(naive.VALUES.index(value) for value in hand))
    for action, worth in (
        ("stand", values.stand(held)),
        ("hit", values.hit(held)),
        ("double", values.double(held)),
    ):
        assert worth == pytest.approx(
            naive.expected(decks, plays, hand, upcard, action), abs=1e-12
        ), action


@pytest.mark.parametrize(("pair", "upcard", "seed"), [("8", "6", 1), ("A", "5", 2), ("9", "7", 3)])
def test_a_split_is_worth_what_two_hands_win_when_played(pair: str, upcard: str, seed: int) -> None:
    """One deck, both hands one after the other; within 4.5 standard errors."""
    strategy = basic_strategy(1)
    plays = naive.tabled(lambda hand, up: decide(strategy, hand, up, split=False, surrender=False))
    column = basic._Column(1, naive.VALUES.index(upcard))
    column.fill(one_card_on_split_aces=False)
    value = naive.VALUES.index(pair)
    means = basic._Means(column, [hand_of(value, value)], column._first)
    wins = naive.split_wins(30_000, 1, plays, pair, upcard, seed)
    error = statistics.stdev(wins) / math.sqrt(len(wins))
    off = statistics.fmean(wins) - means._computed(SPLIT, column.exact)
    assert abs(off) < 4.5 * error
    assert abs(off + 0.1) > 4.5 * error, "the threshold tells a tenth of a wager"


@pytest.mark.parametrize(("decks", "upcard"), [(1, 4), (1, 5), (1, 9), (2, 6), (6, 5), (8, 9)])
def test_quick_values_are_as_near_as_they_claim(decks: int, upcard: int) -> None:
    column = basic._Column(decks, upcard)
    column.fill(one_card_on_split_aces=False)
    totals = [(hands, [STAND, HIT, DOUBLE]) for hands in basic._two_cards().values()]
    pairs = [([hand_of(value, value)], [SPLIT]) for value in VALUES]
    for hands, actions in totals + pairs:
        means = basic._Means(column, hands, column._first)
        for action in actions:
            quick, exact = (means._computed(action, by) for by in (column.quick, column.exact))
            off = abs(quick - exact) * decks
            assert off <= ERROR[action] + 1e-12, f"{ACTIONS[action]} {hands} against {upcard}"


def test_quick_values_alone_would_decide_wrongly() -> None:
    """Eight decks: a soft 13 doubles against a 5, as in the chart, by 0.00003."""
    column = basic._Column(8, 4)
    column.error = dict.fromkeys(column.error, 0.0)
    column.fill(one_card_on_split_aces=False)
    assert column.opening[23] == HIT
    assert basic_strategy(8).opening[23][4] == DOUBLE
