"""Deals batches of rounds and counts results, for baccarat, the wheel and hybrid tables.

Each game supplies a function that deals one round or one batch.
"""

from collections.abc import Callable

from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Kernel, Raw, compiled
from upcard.compiled.simulation import shoe, stream
from upcard.compiled.simulation.blocks import DealBatch, Playing
from upcard.compiled.simulation.codes import IN_BATCH, ONES, START_SHIFT
from upcard.compiled.simulation.fields import (
    AHEAD,
    BATCHES,
    BATCHES_DEALT,
    BURN,
    COLUMNS,
    COVER,
    EACH,
    LIMIT,
    LOG,
    LOGGED,
    NETS,
    READY,
    RECORDS,
    ROUND_NOTES,
    ROUNDS,
    SHOE,
    START,
)
from upcard.compiled.simulation.games.fields import (
    COUNTS,
    END,
    KEY_OF,
    KEYS,
    MAX_RESULTS,
    PAYS,
    TABLE_OF,
    WON,
)
from upcard.compiled.simulation.shoe import STEP, new_shoe, shuffle


def tally(ints: IntegerCells, wager: int, number: int, result: int) -> int:
    """Count a result of a wager and add what it wins to the batch."""
    place = wager * ints[MAX_RESULTS] + result
    ints[ints[COUNTS] + place] += 1
    won = ints[ints[PAYS] + place]
    ints[ints[WON] + number] += won
    return won


def look_up(cards: IntegerCells, ints: IntegerCells, wager: int) -> int:
    """The result of a wager, from its table and the key of the round."""
    return cards[ints[TABLE_OF + wager] + ints[KEYS + ints[KEY_OF + wager]]] + 0


def make_ready(cards: IntegerCells, ints: IntegerCells, next_card: int, wanted: int) -> int:
    """Shuffle until `wanted` cards can be dealt from a place on; the shoe must have them."""
    while ints[READY] - next_card < wanted:
        shuffle(cards, ints, STEP)
    return next_card


def log_round(cards: IntegerCells, ints: IntegerCells) -> int:
    """Copy a round's cards to the log and write its word, if rounds are recorded."""
    if ints[RECORDS] == 0:
        return 0
    start, number = ints[START], ints[END] - ints[START]
    target = ints[LOG] + ints[LOGGED]
    for place in range(number):
        cards[target + place] = cards[SHOE + start + place]
    ints[ints[ROUND_NOTES] + ints[ROUNDS]] = ints[LOGGED] << START_SHIFT | number
    ints[LOGGED] += number
    return target


def deals_shoes(play_round: Playing) -> DealBatch:
    """A batch dealt from one shoe while rounds may begin, or rounds with a new shoe each."""

    def deal_batch(cards: IntegerCells, ints: IntegerCells) -> int:
        if ints[EACH] == 0:
            new_shoe(cards, ints, ints[AHEAD])
            next_card = ints[BURN]
            while next_card <= ints[COVER] and ints[ROUNDS] < ints[LIMIT]:
                next_card = play_round(cards, ints, next_card)
                ints[ROUNDS] += 1
        else:
            last: int = min(ints[ROUNDS] + ints[EACH], ints[LIMIT])
            while ints[ROUNDS] < last:
                new_shoe(cards, ints, ints[AHEAD])
                play_round(cards, ints, 0)
                ints[ROUNDS] += 1
        return ints[ROUNDS]

    return deal_batch


def deals_batches(deal_batch: DealBatch) -> Raw:
    """The kernel that deals the batches of a block, up to the limit of rounds."""

    def deal_block(cards: IntegerCells, ints: IntegerCells) -> None:
        batch = 0
        while batch < ints[BATCHES] and ints[ROUNDS] < ints[LIMIT]:
            before, won = ints[ROUNDS], ints[WON]
            for number in range(ints[COLUMNS]):
                ints[won + number] = 0
            deal_batch(cards, ints)
            ints[won + ONES] = 1
            ints[won + IN_BATCH] = ints[ROUNDS] - before
            for number in range(ints[COLUMNS]):
                ints[ints[NETS] + number * ints[BATCHES] + batch] = ints[won + number]
            batch += 1
        ints[BATCHES_DEALT] = batch

    return deal_block


def compiled_batches(name: str, deal_batch: DealBatch, *uses: Callable[..., int]) -> Kernel:
    """The compiled kernel that deals blocks of a game; its rounds call the functions `uses`."""
    every: tuple[Callable[..., int], ...] = (stream.draw_words, shoe.new_shoe, shoe.shuffle)
    every += (shoe.draw_uniform, tally, look_up, make_ready, log_round, deal_batch)
    return compiled(name, lambda: deals_batches(deal_batch), *every, *uses, codes="Bq")
