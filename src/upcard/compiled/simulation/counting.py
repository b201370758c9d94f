"""Rounds of a player who counts: what he wagers and how he plays go by the count before them.

The cards of a round are counted once it is over; burned cards are never seen. Where things stand
in the counting's own part of the integers is counted from its beginning (`layout.COUNTING`).
"""

from typing import Any, Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.layout import VALUES
from upcard.compiled.simulation.layout import (
    AGAIN,
    BURN,
    CARDS,
    COUNTING,
    INSURANCE,
    INSURES,
    LATER,
    NET,
    OPENING,
    PLACED,
    SPLIT_OUT,
    SQUARES,
    START,
    TAKES_EVEN_MONEY,
    VALUES_OF,
)
from upcard.compiled.simulation.rounds import play_round

TAGS: Final = 0
"""By value."""

FIRST_COUNT: Final = VALUES
UNIT: Final = VALUES + 1
PER_DECK: Final = VALUES + 2
"""The running count of a new shoe, the tag of a point, whether points count by the decks left."""

LOWEST: Final = VALUES + 3
HIGHEST: Final = VALUES + 4
"""The lowest count that has a row, and the number of the last row."""

ROWS: Final = VALUES + 5
ROUNDS_BY_COUNT: Final = VALUES + 6
"""Where in the integers a row stands for each count, and how many rounds were played by it."""

RUNNING: Final = VALUES + 7
SEEN: Final = VALUES + 8
"""The running count, and the place in the shoe up to which cards are in it."""

SIZE: Final = VALUES + 9

# A row: what stands in the parameters of the strategy, then the wager.

PARAMETERS: Final = (OPENING, AGAIN, SPLIT_OUT, LATER, INSURES, TAKES_EVEN_MONEY)
BET: Final = len(PARAMETERS)
WIDTH: Final = BET + 1


def play_counted_round(cards: Any, ints: Any, at: int) -> int:
    """A round as `rounds.play_round` plays it, for the wager and by the tables of the count."""
    row = take_row(ints, count_cards(cards, ints, at))
    bet = ints[row + BET]
    net, insurance, placed, squares = ints[NET], ints[INSURANCE], ints[PLACED], ints[SQUARES]
    at = play_round(cards, ints, at)
    ints[NET] = net + bet * (ints[NET] - net)
    ints[INSURANCE] = insurance + bet * (ints[INSURANCE] - insurance)
    ints[PLACED] = placed + bet * (ints[PLACED] - placed)
    ints[SQUARES] = squares + bet * bet * (ints[SQUARES] - squares)
    ints[ints[COUNTING] + SEEN] = ints[START]
    return at


def count_cards(cards: Any, ints: Any, at: int) -> int:
    """The count before a round that begins at a place, whole points rounded down."""
    own = ints[COUNTING]
    if at == ints[BURN]:
        ints[own + RUNNING] = ints[own + FIRST_COUNT]
        ints[own + SEEN] = at
    for place in range(ints[own + SEEN], at):
        ints[own + RUNNING] += ints[own + TAGS + cards[VALUES_OF + place]]
    running: int = ints[own + RUNNING]
    unit: int = ints[own + UNIT]
    left: int = ints[CARDS] - at
    return running * DECK_SIZE // (unit * left) if ints[own + PER_DECK] == 1 else running // unit


def take_row(ints: Any, count: int) -> int:
    """Play on by the row of a count; where it stands."""
    own = ints[COUNTING]
    number = min(max(count - ints[own + LOWEST], 0), ints[own + HIGHEST])
    ints[ints[own + ROUNDS_BY_COUNT] + number] += 1
    row: int = ints[own + ROWS] + WIDTH * number
    for place in range(BET):
        ints[PARAMETERS[place]] = ints[row + place]
    return row
