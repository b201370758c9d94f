"""Deals from a double shoe: the color of a drawn card selects the side for each round.

58 Pa. Code §§ 633a.3(c), 633a.7(d). Each side is shuffled after the round in which its own cover
card appears, so the two are rarely new together. A batch is a number of shuffles, the first two of
which shuffle both sides at once, as when a table opens.
"""

from typing import Final

from upcard.cards.card import is_red
from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.fields import (
    AHEAD,
    BASE,
    COVER,
    EACH,
    FLUSHED,
    HANDS,
    IN_SHOE,
    IS_WHOLE,
    LIMIT,
    PLAYED,
    READY,
    RED_SIDE,
    ROOM,
    ROUNDS,
    SET_ASIDE,
    SHOE,
    SHUFFLES,
    SIDE_WIDTH,
    SIDES,
    START,
)
from upcard.compiled.simulation.shoe import log, new_shoe, supply
from upcard.compiled.simulation.variations import play_round

HALF: Final = ROOM // 2
"""The place where the second side begins."""


def deal_batch(cards: IntegerCells, ints: IntegerCells) -> int:
    """Deal a batch of shuffles, or of rounds with two new sides each."""
    last: int = min(ints[ROUNDS] + ints[EACH], ints[LIMIT])
    while ints[ROUNDS] < last:
        open_sides(cards, ints)
        deal_round(cards, ints)
    if ints[EACH] > 0:
        return last
    open_sides(cards, ints)
    shuffles = 2
    while shuffles <= ints[SHUFFLES] and ints[ROUNDS] < ints[LIMIT]:
        deal_round(cards, ints)
        for side in range(2):
            next_card = select_side(ints, side)
            if next_card - ints[BASE] > ints[COVER] or ints[IS_WHOLE] == 0:
                shuffles += 1
                shuffle_side(cards, ints, side)
    return shuffles


def open_sides(cards: IntegerCells, ints: IntegerCells) -> int:
    """Shuffle both sides."""
    shuffle_side(cards, ints, 0)
    return shuffle_side(cards, ints, 1)


def shuffle_side(cards: IntegerCells, ints: IntegerCells, side: int) -> int:
    """Shuffle one side; returns its first place."""
    select_side(ints, side)
    new_shoe(cards, ints, ints[AHEAD])
    return save_side(ints, side, ints[BASE])


def deal_round(cards: IntegerCells, ints: IntegerCells) -> int:
    """Deal a round from the side selected by the color of a card (§ 633a.7(d)(1), (2)).

    The card is drawn from the side with more cards. If it selects the other side it is put aside;
    otherwise it is the first card of the round.
    """
    side = 0 if left_on(ints, 0) >= left_on(ints, 1) else 1
    next_card = select_side(ints, side)
    ints[HANDS] = ints[PLAYED] = ints[SET_ASIDE] = 0
    ints[START] = next_card
    next_card = supply(cards, ints, next_card, 1)
    red = is_red(cards[SHOE + next_card] + 0)
    meant = ints[RED_SIDE] if red == 1 else 1 - ints[RED_SIDE]
    if meant != side:
        save_side(ints, side, log(cards, ints, next_card + 1))
        side = meant
        next_card = select_side(ints, side)
    return save_side(ints, side, log(cards, ints, play_round(cards, ints, next_card)))


def select_side(ints: IntegerCells, side: int) -> int:
    """Make a side the one dealt from; returns its next place. Its earlier cards are in the log."""
    place = SIDES + SIDE_WIDTH * side
    ints[BASE] = HALF * side
    ints[IN_SHOE], ints[READY], ints[IS_WHOLE] = ints[place + 1], ints[place + 2], ints[place + 3]
    ints[FLUSHED] = ints[place]
    return ints[place]


def save_side(ints: IntegerCells, side: int, next_card: int) -> int:
    """Save the state of a side."""
    place = SIDES + SIDE_WIDTH * side
    ints[place] = next_card
    ints[place + 1], ints[place + 2], ints[place + 3] = ints[IN_SHOE], ints[READY], ints[IS_WHOLE]
    return next_card


def left_on(ints: IntegerCells, side: int) -> int:
    """The number of cards left on a side."""
    place = SIDES + SIDE_WIDTH * side
    return ints[place + 1] - ints[place]
