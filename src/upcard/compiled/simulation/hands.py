"""Plays the hands of the seats. 58 Pa. Code §§ 633a.7(i)-(l), 633a.9-11.

A hand is represented by its row; the strategy's tables give its action. A finished hand leaves a
code for the payoff and, if side wagers are offered, the notes that they need.
"""

from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import DOUBLE, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation.codes import (
    DOUBLED,
    DOUBLED_BIT,
    EVEN_MONEY,
    HANDS_SHIFT,
    KEPT_SHIFT,
    NATURAL,
    NATURAL_BIT,
    NUMBER_SHIFT,
    SURRENDERED,
    SURRENDERED_BIT,
)
from upcard.compiled.simulation.fields import (
    AGAIN,
    CODES,
    DRAWN,
    FIRST_HAND,
    HAND_BEGINS,
    HAND_ENDS,
    HANDS,
    HANDS_LOG,
    HANDS_LOGGED,
    KEPT,
    LATER,
    MAX_HANDS,
    NEXT_ROWS,
    ONE_CARD,
    ONE_CARD_ROWS,
    OPENING,
    PLAYED,
    READY,
    RECORDS,
    RESPLIT_ACES,
    ROUNDS,
    SEAT_NOTES,
    SEATS,
    SPLIT_OUT,
    START,
    START_ROWS,
    TAKES_EVEN_MONEY,
    TOTAL_OF,
    VALUES_OF,
)
from upcard.compiled.simulation.shoe import supply

IS_NATURAL: Final = 5
"""Stored among the strategy's actions: the first two cards are a Blackjack."""


def play_seat(
    cards: IntegerCells, ints: IntegerCells, seat: int, upcard: int, next_card: int
) -> int:
    """Play the hands of a seat; returns the next place in the shoe."""
    ints[PLAYED] = seat
    ints[FIRST_HAND + seat] = ints[HANDS]
    first = ints[START] + seat
    value = cards[VALUES_OF + first]
    row = ints[START_ROWS + VALUES * value + cards[VALUES_OF + first + ints[SEATS] + 1]]
    next_card = play_opening(cards, ints, value, row, upcard, next_card)
    if ints[RECORDS] == 1:
        note_seat(ints, seat, 0)
    return next_card


def play_opening(
    cards: IntegerCells, ints: IntegerCells, value: int, row: int, upcard: int, next_card: int
) -> int:
    """Play two first cards, of which `value` is the first; returns the next place in the shoe."""
    action = cards[ints[OPENING] + row + upcard]
    if action == SPLIT:
        return split(cards, ints, value, upcard, next_card)
    before = next_card - ints[START]
    if action == IS_NATURAL:
        finish(cards, ints, row, natural_code(ints, upcard), next_card)
    elif action == SURRENDER:
        finish(cards, ints, row, SURRENDERED, next_card)
    else:
        next_card = play_hand(cards, ints, action, row, upcard, next_card)
    if ints[RECORDS] == 1:
        busted = 1 if ints[CODES + ints[HANDS] - 1] % DOUBLED > 21 else 0
        on_table = next_card - ints[START] - before - busted
        ints[DRAWN] = before if on_table > 0 else 0
        ints[KEPT] = on_table
    return next_card


def play_hand(
    cards: IntegerCells, ints: IntegerCells, action: int, row: int, upcard: int, next_card: int
) -> int:
    """Play a hand to its end, beginning with an action; returns the next place in the shoe."""
    doubled = DOUBLED if action == DOUBLE else 0
    while action != STAND:
        if next_card == ints[READY]:
            next_card = supply(cards, ints, next_card, 1)
        row = ints[ints[NEXT_ROWS] + row + cards[VALUES_OF + next_card]]
        next_card += 1
        action = STAND if doubled > 0 else cards[ints[LATER] + row + upcard]
    finish(cards, ints, row, cards[ints[TOTAL_OF] + row] + doubled, next_card)
    return next_card


def split(cards: IntegerCells, ints: IntegerCells, value: int, upcard: int, next_card: int) -> int:
    """Play the hands of a pair, each completed before the next gets its second card.

    § 633a.11(b), (c). All waiting hands are alike: one card of the pair's value.
    """
    waiting, hands, drawn = 2, 2, 0
    while waiting > 0:
        if next_card == ints[READY]:
            next_card = supply(cards, ints, next_card, 1)
        if waiting == hands == 2:  # the first card after the split
            drawn = next_card - ints[START]
        second = cards[VALUES_OF + next_card]
        next_card += 1
        row = ints[ONE_CARD_ROWS + VALUES * value + second]
        again = second == value and hands < ints[MAX_HANDS]
        again &= value > 0 or ints[RESPLIT_ACES] == 1
        action = cards[ints[AGAIN if again else SPLIT_OUT] + row + upcard]
        if action == SPLIT:
            waiting += 1
            hands += 1
            continue
        if value == 0 and ints[ONE_CARD] == 1:
            action = STAND
        ints[HAND_BEGINS + ints[HANDS]] = next_card - 1 - ints[START]
        next_card = play_hand(cards, ints, action, row, upcard, next_card)
        waiting -= 1
    if ints[RECORDS] == 1:
        ints[DRAWN], ints[KEPT] = drawn, 0
    return next_card


def natural_code(ints: IntegerCells, upcard: int) -> int:
    """The code of a Blackjack: even money is taken before the peek or not at all (§ 633a.8(e))."""
    return EVEN_MONEY if upcard == 0 and ints[TAKES_EVEN_MONEY] == 1 else NATURAL


def finish(cards: IntegerCells, ints: IntegerCells, row: int, code: int, next_card: int) -> int:
    """Write the code and the end of a finished hand, and its byte if side wagers are offered."""
    hand = ints[HANDS]
    ints[CODES + hand] = code
    ints[HAND_ENDS + hand] = next_card - ints[START]
    ints[HANDS] = hand + 1
    if ints[RECORDS] == 1:
        total = cards[ints[TOTAL_OF] + row]
        natural = NATURAL_BIT if code in (NATURAL, EVEN_MONEY) else 0
        given_up = SURRENDERED_BIT if code == SURRENDERED else 0
        twice = DOUBLED_BIT if DOUBLED <= code < SURRENDERED else 0
        cards[ints[HANDS_LOG] + ints[HANDS_LOGGED] + hand] = total + natural + given_up + twice
    return code


def note_seat(ints: IntegerCells, seat: int, moved: int) -> int:
    """Write the word of a seat; `moved` has the bits for switched cards."""
    first = ints[FIRST_HAND + seat]
    word = (ints[HANDS_LOGGED] + first) << HANDS_SHIFT | (ints[HANDS] - first) << NUMBER_SHIFT
    word |= ints[KEPT] << KEPT_SHIFT | moved | ints[DRAWN]
    ints[ints[SEAT_NOTES] + ints[ROUNDS] * ints[SEATS] + seat] = word
    return seat
