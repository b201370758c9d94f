"""Strategies as tables: what they refuse, and that both forms play alike."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.cards.totals import best_total
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    SPLIT_OUT,
    by_composition,
    by_total,
)
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.plan import plan


def total(values: Sequence[int]) -> int:
    """The point count of a hand of these values."""
    return best_total(sum(value + 1 for value in values), int(0 in values))


def mimic(moment: int, counts: tuple[int, ...], upcard: int) -> int:
    """Splits aces, doubles 10 and 11, else draws to 17 against seven or more, to 12 before."""
    points = total([value for value in range(10) for _ in range(counts[value])])
    if counts[0] == 2 == sum(counts) and moment in (OPENING, AGAIN):
        return SPLIT
    if moment == OPENING and points == 16 and upcard == 9:
        return SURRENDER
    if moment != LATER and points in (10, 11):
        return DOUBLE
    return HIT if points < (17 if upcard in (0, 6, 7, 8, 9) else 12) else STAND


def test_both_forms_of_one_strategy_play_alike() -> None:
    """The sums of a block are the same to the last hand."""
    sums = []
    for by in (by_total, by_composition):
        planned = plan(table_rules(decks=1), by("mimic", mimic), seats=2)
        sums.append(
            BlackjackDealer(planned, compiled_kernels(planned)).deal_block(1, 0, 1 << 40).sums
        )
    assert sums[0] == sums[1]


def test_by_total_merges_hands_and_by_composition_does_not() -> None:
    assert len(by_total("mimic", mimic).totals) < 64
    found, new = set(), {tuple(sorted(pair)) for pair in product(range(10), repeat=2)}
    while new:
        found |= new
        new = {
            tuple(sorted((*hand, value))) for hand in new if total(hand) < 21 for value in range(10)
        }
        new = {hand for hand in new if total(hand) <= 21}
    assert (by_composition("mimic", mimic).totals <= 21).sum() == len(found)


def test_a_card_leads_from_a_hand_to_the_hand_with_it() -> None:
    table = basic(6)
    sixteen = table.following[table.pairs[0, 4], 9]  # ace, 5 and a ten-value card
    assert table.totals[table.pairs[0, 4]] == 16
    assert sixteen == table.pairs[9, 5]
    assert table.totals[table.following[sixteen, 9]] == 26


@pytest.mark.parametrize(
    ("moment", "action"), [(LATER, DOUBLE), (AGAIN, SURRENDER), (SPLIT_OUT, SPLIT), (LATER, SPLIT)]
)
def test_an_action_at_a_wrong_moment_is_refused(moment: int, action: int) -> None:
    table = at_random(1)
    decisions = table.decisions.copy()
    decisions[moment, table.pairs[7, 7], 0] = action
    with pytest.raises(AssertionError, match="wrong moment"):
        replace(table, decisions=decisions)


def test_only_pairs_split() -> None:
    table = basic(6)
    decisions = table.decisions.copy()
    decisions[OPENING, table.pairs[6, 7], 0] = SPLIT
    with pytest.raises(AssertionError, match="equal value"):
        replace(table, decisions=decisions)


def test_no_decision_on_21() -> None:
    table = basic(6)
    decisions = table.decisions.copy()
    decisions[:, np.flatnonzero(table.totals == 21)] = HIT
    with pytest.raises(AssertionError, match="21 takes no decision"):
        replace(table, decisions=decisions)
