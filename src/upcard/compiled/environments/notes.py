"""Notes finished rounds as a block of the simulation, whose kernels decide their side wagers."""

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


def note_round(cards: IntegerCells, ints: IntegerCells, before: int, total: int) -> int:
    """Log the cards, hands and totals of a round; the dealer's draws begin at `before`.

    Without a peek the dealer's second card is the first of these: it moves to the fourth place.
    """
    number, at, log = ints[FINISHED], ints[SHOE_AT] + ints[START], ints[LOG] + ints[LOGGED]
    players, all_cards = before - ints[START], ints[NEXT] - ints[START]
    for place in range(3):
        cards[log + place] = cards[at + place]
    hole = players if ints[NO_PEEK] == 1 else 3
    cards[log + 3] = cards[at + hole]
    to = 4
    for place in range(3, all_cards):
        if place != hole:
            cards[log + to] = cards[at + place]
            to += 1
    drawn = players + ints[NO_PEEK]
    word = ints[LOGGED] << START_SHIFT | drawn << DEALER_SHIFT
    word |= (to - drawn + 2) << CARDS_SHIFT | total
    ints[ints[ROUND_NOTES] + number] = word
    note_hands(cards, ints, log, number, drawn - 4)
    ints[ints[ROUND_BETS] + number] = ints[BET_NUMBER]
    ints[ints[ENDS] + number] = number + 1
    ints[LOGGED] += to
    ints[FINISHED] = number + 1
    return to


def note_hands(cards: IntegerCells, ints: IntegerCells, log: int, number: int, drawn: int) -> int:
    """Write the byte of each hand, and the word of the seat, which drew `drawn` cards."""
    hands = ints[HANDS]
    at = ints[HANDS_LOG] + ints[HANDS_LOGGED]
    first_two = two_card_total(cards[log] + 0, cards[log + 2] + 0)
    busted = 0
    for hand in range(hands):
        code = ints[CODES + hand]
        byte = code % DOUBLED if code < SURRENDERED else first_two
        busted = 1 if byte > 21 else 0
        byte |= DOUBLED_BIT if DOUBLED <= code < SURRENDERED else 0
        byte |= SURRENDERED_BIT if code == SURRENDERED else 0
        byte |= NATURAL_BIT if code in (NATURAL, EVEN_MONEY) else 0
        cards[at + hand] = byte
    kept = drawn - busted if hands == 1 else 0
    third = 4 if hands > 1 or kept > 0 else 0
    word = ints[HANDS_LOGGED] << HANDS_SHIFT | hands << NUMBER_SHIFT
    ints[ints[SEAT_NOTES] + number] = word | kept << KEPT_SHIFT | third
    ints[HANDS_LOGGED] += hands
    return hands
