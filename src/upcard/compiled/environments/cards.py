"""The shoe of a table: shuffled sixteen cards at a time, by the simulation's random words.

The words of a card depend on the shoe's number and on the card's place alone, so that the same
seed deals the same shoe however far it is shuffled at a time.
"""

from upcard.cards.card import value_of
from upcard.compiled.cells import IntegerCells
from upcard.compiled.environments.fields import (
    COUNT,
    FULL_LEFT,
    LEFT_AT,
    NEXT,
    SHOE_AT,
    SHOWS_LEFT,
    SHUFFLED_AT_ONCE,
    TAGS_OF,
    VALUES_LEFT,
    WORDS_OF_A_CARD,
)
from upcard.compiled.simulation.fields import (
    BLOCK,
    BURN,
    CARDS,
    COUNTER,
    IN_SHOE,
    IS_WHOLE,
    READY,
    SHOE,
    SPARE,
    START,
    WORDS,
)
from upcard.compiled.simulation.shoe import draw_uniform
from upcard.compiled.simulation.stream import WORD


def fill_shoe(cards: IntegerCells, ints: IntegerCells) -> int:
    """Start a full shoe, the next one of the table's, and burn its first card if it is due."""
    offset, number = ints[SHOE_AT], ints[CARDS]
    for place in range(number):
        cards[offset + place] = cards[SHOE + place]
    ints[BLOCK] += 1
    ints[READY] = ints[START] = ints[COUNT] = 0
    ints[IN_SHOE] = number
    ints[IS_WHOLE] = 1
    ints[NEXT] = 0
    if ints[SHOWS_LEFT] == 1:
        for value in range(VALUES_LEFT):
            ints[ints[LEFT_AT] + value] = ints[FULL_LEFT + value]
    for _ in range(ints[BURN]):
        draw(cards, ints)
    return 0


def draw(cards: IntegerCells, ints: IntegerCells) -> int:
    """The value of the next card, 0 (ace) to 9, shuffled when it is needed."""
    if ints[NEXT] == ints[READY]:
        if ints[READY] == ints[IN_SHOE]:
            reuse_discards(cards, ints)
        shuffle_on(cards, ints)
    place = ints[NEXT]
    ints[NEXT] = place + 1
    return value_of(cards[ints[SHOE_AT] + place] + 0) - 1


def shuffle_on(cards: IntegerCells, ints: IntegerCells) -> int:
    """Shuffle the next cards of the shoe, each drawn from all that are not shuffled yet."""
    first = ints[READY]
    left = ints[IN_SHOE] - first
    count = min(SHUFFLED_AT_ONCE, left)
    ints[COUNTER] = first * WORDS_OF_A_CARD
    draw_uniform(ints, count, left)
    offset = ints[SHOE_AT] + first
    for place in range(count):
        chosen = offset + place + (ints[WORDS + place] >> WORD)
        drawn = cards[chosen]
        cards[chosen] = cards[offset + place]
        cards[offset + place] = drawn
    ints[READY] = first + count
    return 0


def reuse_discards(cards: IntegerCells, ints: IntegerCells) -> int:
    """Put the discards of an empty shoe behind the round's cards and burn one (§ 633a.14(f)).

    With fewer than two discards another full shoe is used. Cards that were seen are unseen again.
    """
    offset, start = ints[SHOE_AT], ints[START]
    in_round, count = ints[NEXT] - start, start
    for place in range(count):
        cards[SPARE + place] = cards[offset + place]
    for place in range(ints[BURN], count):
        forget(ints, value_of(cards[offset + place] + 0) - 1)
    if count < 2:
        count = ints[CARDS]
        for place in range(count):
            cards[SPARE + place] = cards[SHOE + place]
    ints[BLOCK] += 1
    ints[COUNTER] = 0
    draw_uniform(ints, 1, count)
    cards[SPARE + (ints[WORDS] >> WORD)] = cards[SPARE]
    for place in range(in_round):
        cards[offset + place] = cards[offset + start + place]
    for place in range(1, count):
        cards[offset + in_round + place - 1] = cards[SPARE + place]
    ints[START] = ints[IS_WHOLE] = 0
    ints[NEXT] = ints[READY] = in_round
    ints[IN_SHOE] = in_round + count - 1
    return 0


def count_seen(ints: IntegerCells, value: int) -> int:
    """Count a card that the player sees."""
    ints[COUNT] += ints[TAGS_OF + value]
    if ints[SHOWS_LEFT] == 1:
        ints[ints[LEFT_AT] + value] -= 1
    return value


def forget(ints: IntegerCells, value: int) -> int:
    """Take back that a card was seen."""
    ints[COUNT] -= ints[TAGS_OF + value]
    if ints[SHOWS_LEFT] == 1:
        ints[ints[LEFT_AT] + value] += 1
    return value


def shuffle_all(cards: IntegerCells, ints: IntegerCells) -> None:
    """The kernel of one shoe: fills and shuffles the shoe at `SHOE_AT`."""
    fill_shoe(cards, ints)
    while ints[READY] < ints[IN_SHOE]:
        shuffle_on(cards, ints)


def reuse_all(cards: IntegerCells, ints: IntegerCells) -> None:
    """The kernel of one empty shoe: reuses its discards, all of them shuffled."""
    reuse_discards(cards, ints)
    while ints[READY] < ints[IN_SHOE]:
        shuffle_on(cards, ints)
