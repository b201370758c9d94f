"""Corrects what wagers at baccarat win by the luck of each card.

`compiled.simulation.corrections` does the same for Blackjack.

Before each card of a round it is known how many cards of each kind are left, the burned one among
them. A wager's table has what it wins from an infinite deck after each kind of the next card; the
amount by which the card's entry exceeds the mean over the cards left is luck, of expectation 0.

The first four cards go to the Player's Hand and the Banker's in turn. A wager on both finished
hands has tables by points, one on the initial cards of a hand has them by type.
"""

from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.fields import BURN, CARDS, EACH, ROUNDS, SHOE
from upcard.compiled.simulation.games.fields import (
    BITS_KEPT,
    FINISHED,
    FIRST,
    KEY_OF,
    LEFT,
    LOOKED_UP,
    LUCKS,
    PLAYERS_PAIR,
    POINT_VALUES,
    POINTS_LEFT,
    SCALE,
    TYPES_LEFT,
    WINS_OF,
    WON,
)
from upcard.games.baccarat import NO_CARD, PLAYER, points, third_card_due

FIRSTS: Final = 0
SECONDS: Final = FIRSTS + POINT_VALUES
THIRDS: Final = SECONDS + POINT_VALUES**2
FOURTHS: Final = THIRDS + POINT_VALUES**3
PLAYERS_THIRDS: Final = FOURTHS + POINT_VALUES**3
BANKERS_THIRDS: Final = PLAYERS_THIRDS + POINT_VALUES**3
OF_FINISHED: Final = BANKERS_THIRDS + POINT_VALUES**3
"""The tables of a wager on the finished hands, by the points of the cards: of the first, of the
first two, of the first three; by the Player's total and the Banker's first card; by both totals of
two cards; by both totals when the Banker's Hand draws. The last is their size."""

OF_A_PAIR: Final = DECK_SIZE + DECK_SIZE**2
"""The size of the tables of a wager on two cards, by type: of the first, of both."""


def correct_round(cards: IntegerCells, ints: IntegerCells, start: int, end: int) -> int:
    """Write what each wager won in the batch so far, less the luck of its cards."""
    wagers = ints[LOOKED_UP]
    if start == ints[BURN]:
        open_shoe(ints)
        if ints[EACH] == 0 or ints[ROUNDS] % ints[EACH] == 0:
            for wager in range(wagers):
                ints[LUCKS + wager] = 0
    for place in range(start, end):
        card = cards[SHOE + place] + 0
        row = row_of_points(cards, start, place)
        for wager in range(wagers):
            key = ints[KEY_OF + wager]
            if key == FINISHED:
                take_points(ints, wager, row, points(card))
            else:
                take_pair(cards, ints, wager, start, place)
        ints[POINTS_LEFT + points(card)] -= 1
        ints[TYPES_LEFT + card] -= 1
        ints[LEFT] -= 1
    dropped = ints[SCALE] - ints[BITS_KEPT]
    won = ints[WON] + FIRST
    for wager in range(wagers):
        luck = ints[LUCKS + wager] + (1 << dropped >> 1) >> dropped
        ints[won + wagers + wager] = (ints[won + wager] << ints[BITS_KEPT]) - luck
    return end


def open_shoe(ints: IntegerCells) -> int:
    """Start a new shoe: all its cards are left."""
    decks = ints[CARDS] // DECK_SIZE
    for value in range(POINT_VALUES):
        ints[POINTS_LEFT + value] = 0
    for card in range(DECK_SIZE):
        ints[TYPES_LEFT + card] = decks
        ints[POINTS_LEFT + points(card)] += decks
    ints[LEFT] = ints[CARDS]
    return decks


def row_of_points(cards: IntegerCells, start: int, place: int) -> int:
    """The row by which a wager on the finished hands values the card at a place of a round."""
    number, first_place = place - start, SHOE + start
    if number == 0:
        return FIRSTS
    first = points(cards[first_place] + 0)
    if number == 1:
        return SECONDS + POINT_VALUES * first
    banker = points(cards[first_place + 1] + 0)
    if number == 2:
        return THIRDS + POINT_VALUES * (POINT_VALUES * first + banker)
    player = (first + points(cards[first_place + 2] + 0)) % 10
    if number == 3:
        return FOURTHS + POINT_VALUES * (POINT_VALUES * player + banker)
    banker = (banker + points(cards[first_place + 3] + 0)) % 10
    if number == 4 and third_card_due(player, banker, NO_CARD) == PLAYER:
        return PLAYERS_THIRDS + POINT_VALUES * (POINT_VALUES * player + banker)
    if number == 5:
        player = (player + points(cards[first_place + 4] + 0)) % 10
    return BANKERS_THIRDS + POINT_VALUES * (POINT_VALUES * player + banker)


def take_points(ints: IntegerCells, wager: int, row: int, value: int) -> int:
    """Add what a row has for a card's points above its mean over the cards left."""
    wins, left = ints[WINS_OF + wager] + row, ints[LEFT]
    total = 0
    for other in range(POINT_VALUES):
        total += ints[POINTS_LEFT + other] * ints[wins + other]
    luck = ints[wins + value] - (2 * total + left) // (2 * left)
    ints[LUCKS + wager] += luck
    return luck


def take_pair(cards: IntegerCells, ints: IntegerCells, wager: int, start: int, place: int) -> int:
    """Add what a card of a hand's first two has above the mean over the cards left."""
    number = place - start
    hand = 0 if ints[KEY_OF + wager] == PLAYERS_PAIR else 1
    if number > 3 or number % 2 != hand:
        return 0
    wins, left = ints[WINS_OF + wager], ints[LEFT]
    if number > 1:
        wins += DECK_SIZE * (1 + cards[SHOE + place - 2])
    total = 0
    for other in range(DECK_SIZE):
        total += ints[TYPES_LEFT + other] * ints[wins + other]
    luck = ints[wins + cards[SHOE + place]] - (2 * total + left) // (2 * left)
    ints[LUCKS + wager] += luck
    return luck
