"""A block of rounds: batch after batch from its own random words.

A batch is a shoe up to its cover card, or a number of rounds that have a new shoe each; batches
know nothing of each other, so that errors are estimated from them.
"""

from typing import Any

from upcard.compiled.simulation.layout import (
    AHEAD,
    BATCHES,
    BATCHES_DEALT,
    BURN,
    COVER,
    EACH,
    ENDS,
    INSURANCE,
    IS_RESHUFFLED,
    LIMIT,
    LOG_ROOM,
    LOGGED,
    NET,
    NETS,
    ROUNDS,
)
from upcard.compiled.simulation.rounds import play_round
from upcard.compiled.simulation.shoe import log, new_shoe


def deal_block(cards: Any, ints: Any) -> None:
    """Deal the batches of a block, or as many rounds as it may have."""
    batch = 0
    while batch < ints[BATCHES] and ints[ROUNDS] < ints[LIMIT]:
        ints[NET] = ints[INSURANCE] = 0
        if ints[EACH] == 0:
            deal_shoe(cards, ints)
        else:
            deal_fresh(cards, ints)
        ints[ints[ENDS] + batch] = ints[ROUNDS]
        ints[ints[NETS] + batch] = ints[NET]
        ints[ints[NETS] + ints[BATCHES] + batch] = ints[INSURANCE]
        batch += 1
    ints[BATCHES_DEALT] = batch


def deal_shoe(cards: Any, ints: Any) -> int:
    """Rounds from one shoe until the cover card has come (§ 633a.7(e))."""
    new_shoe(cards, ints, ints[AHEAD])
    at = ints[BURN]
    while at <= ints[COVER] and ints[IS_RESHUFFLED] == 0 and ints[ROUNDS] < ints[LIMIT]:
        at = play_round(cards, ints, at)
    return log(cards, ints, at)


def deal_fresh(cards: Any, ints: Any) -> int:
    """Rounds with a new shoe each."""
    last = min(ints[ROUNDS] + ints[EACH], ints[LIMIT])
    while ints[ROUNDS] < last:
        new_shoe(cards, ints, ints[AHEAD])
        log(cards, ints, play_round(cards, ints, 0))
    return last
