"""Basic strategy as computed, against the chart that everybody knows and naive expectations.

The chart is that of every book for four to eight decks where the dealer stands on soft 17, any
two cards may double, split hands too, and surrender is late.
"""

import importlib
import math
import statistics
from itertools import combinations_with_replacement
from typing import Any, Literal

import pytest

from upcard.cards.card import parse_card
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND
from upcard.exact.play.basic import ACTIONS, BasicStrategy, basic_strategy
from upcard.exact.play.hands import VALUES, shoe_of
from upcard.exact.strategy.cards import counts_of, places, rows
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import solve
from upcard.games.blackjack_rules import BlackjackRules

charts = importlib.import_module("odds.naive_charts")
naive = importlib.import_module("odds.naive_play")

UPCARDS = charts.UPCARDS
CHART = {hand: row for hand, row in charts.MANY_DECKS.items() if hand != charts.UNSPLIT_ACES}
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def cards(hand: str) -> list[int]:
    return [parse_card(f"{rank}s") for rank in hand]


def decide(strategy: BasicStrategy, hand: str, upcard: str, **options: bool) -> str:
    return strategy.decide(cards(hand), cards(upcard)[0], **options)


def row(strategy: BasicStrategy, hand: str, **options: bool) -> str:
    return "".join(LETTERS[decide(strategy, hand, upcard, **options)] for upcard in UPCARDS)


def table(strategy: BasicStrategy) -> Any:
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


@pytest.mark.parametrize("surrender", [True, False])
@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_every_hand_is_played_as_in_books(decks: int, split: bool, surrender: bool) -> None:
    """Every two cards, and every total of more cards, against every upcard."""

    def computed(hand: str, upcard: str) -> str:
        return decide(basic_strategy(decks), hand, upcard, split=split, surrender=surrender)

    assert naive.tabled(computed) == charts.strategy(decks, split=split, surrender=surrender)


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_tables_are_sane(decks: int) -> None:
    """Stands stay stands at higher totals; nobody hits 17 or stands on 11; doubles are few."""
    strategy = basic_strategy(decks)
    for upcard in VALUES:
        later = [line[upcard] for line in strategy.totals.later]
        assert later[4:12] == [HIT] * 8
        assert later[17:22] == [STAND] * 5
        assert later[11:22] == sorted(later[11:22], reverse=True)
        assert later[22:32] == sorted(later[22:32], reverse=True)
        assert strategy.act((9, 9), upcard) == STAND
        assert strategy.act((7, 7), upcard) == SPLIT
        first = strategy.totals.unsurrendered
        doubled = {line for line in range(32) if first[line][upcard] == DOUBLE}
        assert doubled <= {8, 9, 10, 11, *range(22, 30)}
    for total in range(12, 17):
        weak = [strategy.totals.later[total][upcard - 1] for upcard in range(2, 7)]
        assert strategy.totals.later[total][6:] == (HIT,) * 4
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
    alone, plays = (
        basic_strategy(1, rules).worth((0, 0), 0, SPLIT) for rules in (one_card, BlackjackRules())
    )
    assert alone < plays


@pytest.mark.nightly(but=4)
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
    strategy = basic_strategy(decks)
    plays = table(strategy)
    one, other = (naive.VALUES.index(value) for value in hand)
    for name, action in (("stand", STAND), ("hit", HIT), ("double", DOUBLE)):
        worth = strategy.worth((one, other), naive.VALUES.index(upcard), action)
        expected = naive.expected(decks, plays, hand, upcard, name)
        assert worth == pytest.approx(expected, abs=1e-12), name


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("pair", "upcard", "seed"), [("8", "6", 1), ("A", "5", 2), ("9", "7", 3)])
def test_a_split_is_worth_what_two_hands_win_when_played(pair: str, upcard: str, seed: int) -> None:
    """One deck, both hands one after the other; within 4.5 standard errors."""
    strategy = basic_strategy(1)
    plays = naive.tabled(lambda hand, up: decide(strategy, hand, up, split=False, surrender=False))
    value = naive.VALUES.index(pair)
    worth = strategy.worth((value, value), naive.VALUES.index(upcard), SPLIT)
    wins = naive.split_wins(30_000, 1, plays, pair, upcard, seed)
    error = statistics.stdev(wins) / math.sqrt(len(wins))
    off = statistics.fmean(wins) - worth
    assert abs(off) < 4.5 * error
    assert abs(off + 0.1) > 4.5 * error, "the threshold tells a tenth of a wager"


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize(
    ("decks", "hands", "upcard", "expected"),
    [
        (1, ("T5", "96", "87"), "T", "hit"),
        (1, ("AA",), "5", "double"),
        (1, ("AA",), "4", "hit"),
        (2, ("AA",), "5", "double"),
        (6, ("AA",), "5", "hit"),
        (6, ("AA",), "6", "double"),
    ],
)
def test_cells_of_the_chart_that_no_book_has(
    decks: int, hands: tuple[str, ...], upcard: str, expected: str
) -> None:
    """By naive expected values alone: 15 against a ten, one deck; two aces that are not split."""
    plays = charts.strategy(decks, split=False, surrender=False)
    shoe = naive.without(naive.full_shoe(decks), upcard)
    worth: dict[str, float] = {"surrender": 0.0, "stand": 0.0, "hit": 0.0, "double": 0.0}
    for hand in hands:
        one, other = (naive.VALUES.index(value) for value in hand)
        left = naive.without(shoe, hand[0])
        ways = shoe[one] * left[other]
        rest = naive.without(left, hand[1])
        if upcard == "T":
            ways *= sum(rest) - rest[0]  # no ace in the hole
        worth["surrender"] -= ways / 2
        for action in ("stand", "hit", "double"):
            worth[action] += ways * naive.expected(decks, plays, hand, upcard, action)
    assert max(worth, key=lambda action: worth[action]) == expected


@pytest.mark.parametrize("one_card", [True, False])
@pytest.mark.parametrize("decks", [1, 6])
def test_the_exact_analyzer_finds_the_same_values(decks: int, one_card: bool) -> None:
    """Two programs, of which the other knows every hand: without further splits they agree."""
    strategy = basic_strategy(decks, BlackjackRules(one_card_on_split_aces=one_card))
    solution = solve(HandRules(resplits=0, hit_split_aces=not one_card), shoe_of(decks), "total")
    hands = [pair for pair in combinations_with_replacement(VALUES, 2) if pair != (0, 9)]
    for upcard in VALUES:
        for hand in hands:
            worth = {str(name): worth for name, worth in solution.worth(hand, upcard).items()}
            for name, action in (("stand", STAND), ("hit", HIT), ("double", DOUBLE)):
                assert strategy.worth(hand, upcard, action) == pytest.approx(worth[name], abs=1e-12)
            if "split" in worth:
                split = strategy.worth(hand, upcard, SPLIT)
                assert split == pytest.approx(worth["split"], abs=1e-12)


@pytest.mark.nightly(but=6)
@pytest.mark.parametrize("surrender", ["late", "none"])
@pytest.mark.parametrize("one_card", [True, False])
@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_the_exact_analyzer_decides_alike(
    decks: int, one_card: bool, surrender: Literal["late", "none"]
) -> None:
    """The pair of programs that `docs/design.md` names: every cell of two cards and of more."""
    strategy = basic_strategy(decks, BlackjackRules(one_card_on_split_aces=one_card))
    rules = HandRules(resplits=0, hit_split_aces=not one_card, surrender=surrender)
    for upcard, answer in solve(rules, shoe_of(decks), "total").answers.items():
        for hand in combinations_with_replacement(VALUES, 2):
            found = ACTIONS[strategy.act(hand, upcard, surrender=surrender == "late")]
            assert found == answer.openings[places()[counts_of(hand)]], hand
        for row in rows():
            later = strategy.totals.later[row.total + 10 * row.soft][upcard]
            assert later == answer.column.marks.hits[row.first], row  # 1 is HIT, 0 is STAND


def test_a_soft_13_doubles_against_a_5_by_a_hair() -> None:
    """Eight decks: by 0.00003 of the wager, so that rounder values would decide wrongly."""
    strategy = basic_strategy(8)
    double, hit = (strategy.worth((0, 1), 4, action) for action in (DOUBLE, HIT))
    assert 0 < double - hit < 5e-5
    assert strategy.act((0, 1), 4) == DOUBLE
