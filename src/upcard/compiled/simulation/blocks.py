"""Deals a block of rounds, batch after batch, from the block's own random words.

A batch is a shoe up to its cover card, or a number of rounds that have a new shoe each. Batches are
independent, so that errors can be estimated from them.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Raw
from upcard.compiled.simulation.codes import BLACKJACK_NET, IN_BATCH, INSURANCE_NET, INSURED, ONES
from upcard.compiled.simulation.fields import (
    AHEAD,
    BATCHES,
    BATCHES_DEALT,
    BURN,
    COVER,
    EACH,
    ENDS,
    INSURANCE,
    IS_WHOLE,
    LIMIT,
    LOG_ROOM,
    LOGGED,
    NET,
    NETS,
    PLACED,
    ROUNDS,
)
from upcard.compiled.simulation.shoe import log, new_shoe

DealBatch: TypeAlias = Callable[[Any, Any], int]
"""Deals a batch."""

Several: TypeAlias = Callable[[Any, Any, int], int]
"""Deals batches of a block from a number on; returns how many, 0 if it deals none there."""

Playing: TypeAlias = Callable[[Any, Any, int], int]
"""Plays a round from a place of the shoe; returns the next place."""


def one_by_one(_cards: IntegerCells, _ints: IntegerCells, _batch: int) -> int:
    """Batches are not dealt several at a time."""
    return 0


def block_of(deal_batch: DealBatch, deal_several: Several = one_by_one) -> Raw:
    """The kernel that deals the batches of a block, up to the limit of rounds."""

    def deal_block(cards: IntegerCells, ints: IntegerCells) -> None:
        batch, batches = 0, ints[BATCHES]
        while batch < batches and ints[ROUNDS] < ints[LIMIT] and ints[LOGGED] <= ints[LOG_ROOM]:
            dealt = deal_several(cards, ints, batch)
            if dealt == 0:
                before = ints[ROUNDS]
                ints[NET] = ints[INSURANCE] = ints[PLACED] = 0
                deal_batch(cards, ints)
                dealt = end_batch(ints, batch, before)
            batch += dealt
        ints[BATCHES_DEALT] = batch

    return deal_block


def end_batch(ints: IntegerCells, batch: int, before: int) -> int:
    """Write the columns of one batch, which began after `before` rounds of the block."""
    ints[ints[ENDS] + batch] = ints[ROUNDS]
    set_batch_value(ints, ONES, batch, 1)
    set_batch_value(ints, IN_BATCH, batch, ints[ROUNDS] - before)
    set_batch_value(ints, BLACKJACK_NET, batch, ints[NET])
    set_batch_value(ints, INSURANCE_NET, batch, ints[INSURANCE])
    set_batch_value(ints, INSURED, batch, ints[PLACED])
    return 1


def batch_of(play_round: Playing) -> DealBatch:
    """Deal a shoe until the cover card appears (§ 633a.7(e)), or rounds with a new shoe each."""

    def deal_batch(cards: IntegerCells, ints: IntegerCells) -> int:
        if ints[EACH] == 0:
            new_shoe(cards, ints, ints[AHEAD])
            next_card = ints[BURN]
            while next_card <= ints[COVER] and ints[IS_WHOLE] == 1 and ints[ROUNDS] < ints[LIMIT]:
                next_card = play_round(cards, ints, next_card)
            return log(cards, ints, next_card)
        last: int = min(ints[ROUNDS] + ints[EACH], ints[LIMIT])
        while ints[ROUNDS] < last:
            new_shoe(cards, ints, ints[AHEAD])
            log(cards, ints, play_round(cards, ints, 0))
        return last

    return deal_batch


def set_batch_value(ints: IntegerCells, column: int, batch: int, number: int) -> int:
    """Write a batch's number in a column."""
    ints[ints[NETS] + column * ints[BATCHES] + batch] = number
    return number
