"""Deals and settles rounds of baccarat. 58 Pa. Code § 631b.7, ch. 631a.

Nothing is decided by players, and every wager of the table is on the same two hands.
"""

from functools import cache
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Kernel
from upcard.compiled.simulation.fields import SHOE, START
from upcard.compiled.simulation.games.baccarat_luck import (
    correct_round,
    open_shoe,
    row_of_points,
    take_pair,
    take_points,
)
from upcard.compiled.simulation.games.batches import (
    compiled_batches,
    deals_shoes,
    log_round,
    look_up,
    make_ready,
    tally,
)
from upcard.compiled.simulation.games.fields import (
    BANKERS_PAIR,
    CORRECTS,
    END,
    FINISHED,
    FIRST,
    KEYS,
    LOOKED_UP,
    PLAYERS_PAIR,
)
from upcard.games.baccarat import BANKER, MAX_CARDS, NO_CARD, PLAYER, points, third_card_due

KERNEL: Final = "simulation.baccarat"


@cache
def deal_kernel() -> Kernel:
    """The kernel that deals a block."""
    lucks = (correct_round, open_shoe, row_of_points, take_points, take_pair)
    return compiled_batches(KERNEL, deals_shoes(play_round), card_at, play_round, *lucks)


def card_at(cards: IntegerCells, place: int) -> int:
    """The card at a place of the shoe."""
    return cards[SHOE + place] + 0


def play_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Deal both hands and their third cards, and count every wager; returns the next place."""
    make_ready(cards, ints, next_card, MAX_CARDS)
    ints[START] = next_card
    first, second = card_at(cards, next_card), card_at(cards, next_card + 2)
    ints[KEYS + PLAYERS_PAIR] = DECK_SIZE * first + second
    player = (points(first) + points(second)) % 10
    first, second = card_at(cards, next_card + 1), card_at(cards, next_card + 3)
    ints[KEYS + BANKERS_PAIR] = DECK_SIZE * first + second
    banker = (points(first) + points(second)) % 10
    next_card += 4
    player_total, banker_total = player, banker
    due = third_card_due(player, banker, NO_CARD)
    if due == PLAYER:
        third = points(card_at(cards, next_card))
        player_total = (player + third) % 10
        next_card += 1
        due = third_card_due(player, banker, third)
    if due == BANKER:
        banker_total = (banker + points(card_at(cards, next_card))) % 10
        next_card += 1
    ints[KEYS + FINISHED] = 10 * player_total + banker_total
    for wager in range(ints[LOOKED_UP]):
        tally(ints, wager, FIRST + wager, look_up(cards, ints, wager))
    ints[END] = next_card
    if ints[CORRECTS] == 1:
        correct_round(cards, ints, ints[START], next_card)
    log_round(cards, ints)
    return next_card
