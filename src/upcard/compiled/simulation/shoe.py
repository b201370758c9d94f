"""The shoe: an unbiased shuffle as far as cards are needed, and the discards dealt again.

58 Pa. Code §§ 633a.5(a), 633a.14(f). A shoe is shuffled from the order in which the last one was
left, which a Fisher-Yates shuffle may begin with as with any other.
"""

from typing import Any, Final

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.simulation.codes import EVEN_MONEY, LARGE, NATURAL, SURRENDERED
from upcard.compiled.simulation.layout import (
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
"""How many cards are shuffled when those that were ready are dealt."""


def new_shoe(cards: Any, ints: Any, ahead: int) -> int:
    """A full shoe, of which so many cards are ready."""
    base = ints[BASE]
    if ints[IS_WHOLE] == 0:
        for card in range(ints[CARDS]):
            cards[SHOE + base + card] = card % DECK_SIZE
    ints[IS_WHOLE] = 1
    ints[IN_SHOE] = base + ints[CARDS]
    ints[READY] = ints[FLUSHED] = base
    return shuffle(cards, ints, ahead)


def shuffle(cards: Any, ints: Any, count: int) -> int:
    """Make so many more cards ready, each as likely as another of those that are not."""
    first = ints[READY]
    left = ints[IN_SHOE] - first
    count = min(count, left)
    choose(ints, count, left)
    for place in range(first, first + count):
        chosen = place + (ints[WORDS + place - first] >> WORD)
        drawn = cards[SHOE + chosen]
        cards[SHOE + chosen] = cards[SHOE + place]
        cards[SHOE + place] = drawn
    for place in range(first, first + count):
        cards[VALUES_OF + place] = value_of(cards[SHOE + place]) - 1
    ints[READY] = first + count
    return count


def choose(ints: Any, count: int, left: int) -> int:
    """Uniform numbers below `left`, `left` - 1 and so on, each above 32 bits of no meaning.

    A random word times the limit has the number above its low 32 bits. Where those are less than
    2**32 modulo the limit the word is drawn again, so that every number has as many words.
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


def supply(cards: Any, ints: Any, at: int, wanted: int) -> int:
    """See to it that so many cards can be dealt from a place on; the place, which may move."""
    while ints[READY] - at < wanted:
        if ints[READY] == ints[IN_SHOE]:
            at = deal_discards(cards, ints, at)
        else:
            shuffle(cards, ints, STEP)
    return at


def deal_discards(cards: Any, ints: Any, at: int) -> int:
    """Shuffle the discards back into an empty shoe and burn one of them (§ 633a.14(f)).

    They come to stand behind the cards of the round, which start at the first place then.
    """
    log(cards, ints, at)
    start, base = ints[START], ints[BASE]
    in_round = ints[IN_SHOE] - start
    count = list_discards(cards, ints, start)
    choose(ints, 1, count)
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
    moved: int = base + at - start
    ints[FLUSHED] = moved
    return moved


def list_discards(cards: Any, ints: Any, start: int) -> int:
    """Copy what lies in the discard rack to the spare place: earlier rounds, removed hands.

    Where that is next to nothing, which only many splits can bring about, it is another shoe.
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
            cards[SPARE + card] = card % DECK_SIZE
        count = ints[CARDS]
    return count


def number_of(ints: Any, hand: int) -> int:
    """The number of an initial hand among the hands of the round, those of splits included."""
    seat, area = hand // ints[AREAS], hand % ints[AREAS]
    number: int = ints[(SECOND_HAND if area == 1 else FIRST_HAND) + seat]
    return number


def discard(cards: Any, ints: Any, count: int, first: int, second: int) -> int:
    """Copy two cards of the round behind so many others at the spare place."""
    cards[SPARE + count] = cards[SHOE + ints[START] + first]
    cards[SPARE + count + 1] = cards[SHOE + ints[START] + second]
    return count + 2


def log(cards: Any, ints: Any, at: int) -> int:
    """Copy the cards that were dealt since the last time, where they are wanted."""
    first = ints[FLUSHED]
    if ints[RECORDS] == 1:
        to = ints[LOG] + ints[LOGGED]
        for place in range(at - first):
            cards[to + place] = cards[SHOE + first + place]
    ints[LOGGED] += at - first
    ints[FLUSHED] = at
    return at
