"""The shoe: an unbiased shuffle, done only as far as cards are needed, and reuse of discards.

58 Pa. Code §§ 633a.5(a), 633a.14(f). A shuffle starts from the order in which the last shoe was
left: a Fisher-Yates shuffle may start from any order.
"""

from typing import Final

from upcard.cards.card import unshuffled_card, value_of
from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.codes import EVEN_MONEY, LARGE, NATURAL, SURRENDERED
from upcard.compiled.simulation.fields import (
    AREAS,
    ASIDE,
    BASE,
    CARDS,
    CODES,
    FIRST_HAND,
    FIRST_OF,
    FLUSHED,
    IN_SHOE,
    IS_WHOLE,
    KEEPS_NATURALS,
    KEEPS_SURRENDERS,
    LACKS,
    LOG,
    LOGGED,
    PLAYED,
    READY,
    RECORDS,
    REDRAWN,
    SEATS,
    SECOND_HAND,
    SECOND_OF,
    SET_ASIDE,
    SHOE,
    SPARE,
    START,
    VALUES_OF,
    WORDS,
)
from upcard.compiled.simulation.stream import MASK, WORD, draw_words

STEP: Final = 16
"""Cards shuffled at a time when no shuffled card is left."""


def new_shoe(cards: IntegerCells, ints: IntegerCells, ahead: int) -> int:
    """Start a full shoe and shuffle its first `ahead` cards."""
    base = ints[BASE]
    if ints[IS_WHOLE] == 0:
        for card in range(ints[CARDS]):
            cards[SHOE + base + card] = unshuffled_card(card, ints[LACKS])
    ints[IS_WHOLE] = 1
    ints[IN_SHOE] = base + ints[CARDS]
    ints[READY] = ints[FLUSHED] = base
    return shuffle(cards, ints, ahead)


def shuffle(cards: IntegerCells, ints: IntegerCells, count: int) -> int:
    """Shuffle `count` more cards, each drawn uniformly from those not shuffled yet."""
    first = ints[READY]
    left = ints[IN_SHOE] - first
    count = min(count, left)
    draw_uniform(ints, count, left)
    for place in range(first, first + count):
        chosen = place + (ints[WORDS + place - first] >> WORD)
        drawn = cards[SHOE + chosen]
        cards[SHOE + chosen] = cards[SHOE + place]
        cards[SHOE + place] = drawn
    for place in range(first, first + count):
        cards[VALUES_OF + place] = value_of(cards[SHOE + place]) - 1
    ints[READY] = first + count
    return count


def draw_uniform(ints: IntegerCells, count: int, left: int) -> int:
    """Draw uniform numbers below `left`, `left` - 1 and so on, each stored above 32 low bits.

    The number is the part of a random word times the limit above the low 32 bits. If the low bits
    are less than 2**32 modulo the limit, the word is drawn again, so that every number is equally
    likely.
    """
    draw_words(ints, WORDS, (count + 3) >> 2)
    doubtful = 0
    for number in range(count):
        product = ints[WORDS + number] * (left - number)
        ints[WORDS + number] = product
        doubtful += 1 if product & MASK < left else 0
    if doubtful > 0:  # one shuffle in many thousands
        for number in range(count):
            limit = left - number
            while ints[WORDS + number] & MASK < (1 << WORD) % limit:
                draw_words(ints, REDRAWN, 1)
                ints[WORDS + number] = ints[REDRAWN] * limit
    return doubtful


def supply(cards: IntegerCells, ints: IntegerCells, next_card: int, wanted: int) -> int:
    """Make `wanted` cards ready from a place on; returns the place, which may have moved."""
    while ints[READY] - next_card < wanted:
        if ints[READY] == ints[IN_SHOE]:
            next_card = deal_discards(cards, ints, next_card)
        else:
            shuffle(cards, ints, STEP)
    return next_card


def deal_discards(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Shuffle the discards back into an empty shoe and burn one of them (§ 633a.14(f)).

    The cards of the current round move to the start of the shoe; the discards follow them.
    """
    log(cards, ints, next_card)
    start, base = ints[START], ints[BASE]
    in_round = ints[IN_SHOE] - start
    count = list_discards(cards, ints, start)
    draw_uniform(ints, 1, count)
    cards[SPARE + (ints[WORDS] >> WORD)] = cards[SPARE]
    for place in range(in_round):
        cards[SHOE + base + place] = cards[SHOE + start + place]
        cards[VALUES_OF + base + place] = cards[VALUES_OF + start + place]
    for place in range(1, count):
        cards[SHOE + base + in_round + place - 1] = cards[SPARE + place]
    ints[IS_WHOLE] = 0
    ints[START] = base
    ints[READY] = base + in_round
    ints[IN_SHOE] = base + in_round + count - 1
    moved: int = base + next_card - start
    ints[FLUSHED] = moved
    return moved


def list_discards(cards: IntegerCells, ints: IntegerCells, start: int) -> int:
    """Copy the discard rack to the spare area: earlier rounds and removed hands.

    If it has fewer than two cards, which takes many splits, another full shoe is used.
    """
    count: int = start - ints[BASE]
    for place in range(count):
        cards[SPARE + place] = cards[SHOE + ints[BASE] + place]
    seats = ints[SEATS]
    for seat in range(ints[SET_ASIDE]):
        count = discard(cards, ints, count, ints[ASIDE + 2 * seat], ints[ASIDE + 2 * seat + 1])
    waits = 1 if cards[VALUES_OF + start + seats] in (0, 9) else 0
    for hand in range(ints[PLAYED]):
        code = ints[CODES + number_of(ints, hand)]
        removed = code == EVEN_MONEY
        removed |= NATURAL <= code < LARGE and waits + ints[KEEPS_NATURALS] < 2
        removed |= code == SURRENDERED and waits + ints[KEEPS_SURRENDERS] < 2
        if removed:
            count = discard(cards, ints, count, ints[FIRST_OF + hand], ints[SECOND_OF + hand])
    if count < 2:
        for card in range(ints[CARDS]):
            cards[SPARE + card] = unshuffled_card(card, ints[LACKS])
        count = ints[CARDS]
    return count


def number_of(ints: IntegerCells, hand: int) -> int:
    """The number of an initial hand among all hands of the round, split hands included."""
    seat, area = hand // ints[AREAS], hand % ints[AREAS]
    return ints[(SECOND_HAND if area == 1 else FIRST_HAND) + seat]


def discard(cards: IntegerCells, ints: IntegerCells, count: int, first: int, second: int) -> int:
    """Copy two cards of the round to the spare area, after `count` others."""
    cards[SPARE + count] = cards[SHOE + ints[START] + first]
    cards[SPARE + count + 1] = cards[SHOE + ints[START] + second]
    return count + 2


def log(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Copy the cards dealt since the last call to the log, if side wagers need it."""
    first = ints[FLUSHED]
    if ints[RECORDS] == 1:
        target = ints[LOG] + ints[LOGGED]
        for place in range(next_card - first):
            cards[target + place] = cards[SHOE + first + place]
    ints[LOGGED] += next_card - first
    ints[FLUSHED] = next_card
    return next_card
