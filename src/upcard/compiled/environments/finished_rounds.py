"""Notes finished rounds as a block of the simulation, whose kernels decide their side wagers.

The notes are those of `compiled.simulation.codes`: the cards of a round in the log, a word for the
round and for its one seat, a byte for each hand. One player sits at a table, so a round begins with
the player's first card, the upcard, the player's second card and the dealer's second card.
"""

from typing import Final

from upcard.cards.totals import two_card_total
from upcard.compiled.cells import IntegerCells
from upcard.compiled.environments.fields import (
    BET_NUMBER,
    FINISHED,
    NEXT,
    ROUND_BETS,
    SHOE_AT,
)
from upcard.compiled.simulation.codes import (
    CARDS_SHIFT,
    DEALER_SHIFT,
    DOUBLED,
    DOUBLED_BIT,
    EVEN_MONEY,
    HANDS_SHIFT,
    KEPT_SHIFT,
    NATURAL,
    NATURAL_BIT,
    NUMBER_SHIFT,
    START_SHIFT,
    SURRENDERED,
    SURRENDERED_BIT,
)
from upcard.compiled.simulation.fields import (
    CODES,
    ENDS,
    HANDS,
    HANDS_LOG,
    HANDS_LOGGED,
    LOG,
    LOGGED,
    NO_PEEK,
    ROUND_NOTES,
    SEAT_NOTES,
    START,
)

DEALT: Final = 4
"""The cards that a round begins with."""


def note_round(cards: IntegerCells, ints: IntegerCells, drawn_from: int, total: int) -> int:
    """Log the cards, hands and dealer's `total` of a round.

    The dealer's draws begin at the place `drawn_from` of the shoe. Without a peek the dealer's
    second card is the first of these: in the log it moves to the fourth place, as with one.
    """
    number, shoe, log = ints[FINISHED], ints[SHOE_AT] + ints[START], ints[LOG] + ints[LOGGED]
    of_players, in_round = drawn_from - ints[START], ints[NEXT] - ints[START]
    second = of_players if ints[NO_PEEK] == 1 else DEALT - 1
    for place in range(DEALT - 1):
        cards[log + place] = cards[shoe + place]
    cards[log + DEALT - 1] = cards[shoe + second]
    logged = DEALT
    for place in range(DEALT - 1, in_round):
        if place != second:
            cards[log + logged] = cards[shoe + place]
            logged += 1
    before_draws = of_players + ints[NO_PEEK]
    dealers_cards = logged - before_draws + 2
    word = ints[LOGGED] << START_SHIFT | before_draws << DEALER_SHIFT
    ints[ints[ROUND_NOTES] + number] = word | dealers_cards << CARDS_SHIFT | total
    note_hands(cards, ints, log, number, before_draws - DEALT)
    ints[ints[ROUND_BETS] + number] = ints[BET_NUMBER]
    ints[ints[ENDS] + number] = number + 1
    ints[LOGGED] += logged
    ints[FINISHED] = number + 1
    return logged


def note_hands(cards: IntegerCells, ints: IntegerCells, log: int, number: int, drawn: int) -> int:
    """Write the byte of each hand, and the word of the seat, which drew `drawn` cards."""
    hands = ints[HANDS]
    hands_log = ints[HANDS_LOG] + ints[HANDS_LOGGED]
    first_two = two_card_total(cards[log] + 0, cards[log + 2] + 0)
    busted = 0
    for hand in range(hands):
        code = ints[CODES + hand]
        byte = code % DOUBLED if code < SURRENDERED else first_two
        busted = 1 if byte > 21 else 0
        byte |= DOUBLED_BIT if DOUBLED <= code < SURRENDERED else 0
        byte |= SURRENDERED_BIT if code == SURRENDERED else 0
        byte |= NATURAL_BIT if code in (NATURAL, EVEN_MONEY) else 0
        cards[hands_log + hand] = byte
    kept = drawn - busted if hands == 1 else 0
    first_drawn = DEALT if hands > 1 or kept > 0 else 0
    word = ints[HANDS_LOGGED] << HANDS_SHIFT | hands << NUMBER_SHIFT
    ints[ints[SEAT_NOTES] + number] = word | kept << KEPT_SHIFT | first_drawn
    ints[HANDS_LOGGED] += hands
    return hands
