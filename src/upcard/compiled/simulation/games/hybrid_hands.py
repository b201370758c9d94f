"""Plays the hands of hybrid-table terminals. 58 Pa. Code § 633c.5(p)-(r), (z)-(bb).

Every terminal has the cards of its position and the community cards from the first; its hands
depend on its own decisions. With a hole card all its waiting hands take the same community card;
without one only the first waiting hand takes it.
"""

from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation.codes import DOUBLED
from upcard.compiled.simulation.fields import (
    MAX_HANDS,
    ONE_CARD,
    RESPLIT_ACES,
    SEATS,
    START,
    VALUES_OF,
)
from upcard.compiled.simulation.games.batches import make_ready
from upcard.compiled.simulation.games.fields import (
    CODE,
    DECISIONS,
    ENDS,
    EVEN_MONEY,
    EVEN_MONEY_TAKEN,
    FIRST_CARD,
    FIRST_HANDS,
    GIVEN_UP,
    HAND_SIZE,
    HANDS_OF,
    HOLE_CARD,
    KIND,
    NATURAL,
    NEXT,
    PAIR,
    PLAYER_OF,
    ROW,
    SEAT_OF,
    SECOND_CARD,
    STATE,
    TOTAL,
    TWO_CARDS,
)

ORIGINAL: Final = 0
ALIKE: Final = 1
UNLIKE: Final = 2
MORE: Final = 3
HALF: Final = 4
"""Kinds of hands: the first two cards; two cards of a split hand, of equal values or not; more
cards; one card of a split pair. The first four are also moments of a strategy (`strategy_table`); a
pair that may not be split again counts as UNLIKE."""

OPEN: Final = 0
WAITS: Final = 1
DONE: Final = 2
"""States of hands: open for a decision, waiting for a card, done."""


def player_of(ints: IntegerCells, terminal: int) -> int:
    """The record of a terminal's player."""
    return ints[ints[PLAYER_OF] + terminal]


def hand_of(ints: IntegerCells, terminal: int, number: int) -> int:
    """The record of one of a terminal's hands, numbered from 0."""
    hands = terminal * ints[MAX_HANDS] + number
    return ints[FIRST_HANDS] + HAND_SIZE * hands


def open_hand(cards: IntegerCells, ints: IntegerCells, terminal: int, upcard: int) -> int:
    """Open the hand of the position's two cards; returns 1 if it is a Blackjack and so is done."""
    place = VALUES_OF + ints[START] + ints[ints[SEAT_OF] + terminal]
    first, second = cards[place] + 0, cards[place + ints[SEATS] + 1] + 0
    player, hand = player_of(ints, terminal), hand_of(ints, terminal, 0)
    row = ints[player + TWO_CARDS + VALUES * first + second]
    done = 1 if cards[ints[player + TOTAL] + row] == 21 else 0
    ints[ints[HANDS_OF] + terminal] = 1
    ints[PAIR] = first
    ints[hand + ROW], ints[hand + KIND] = row, ORIGINAL
    ints[hand + STATE] = DONE if done == 1 else OPEN
    ints[hand + CODE] = ints[hand + ENDS] = 0
    seat = ints[ints[SEAT_OF] + terminal]
    ints[hand + FIRST_CARD], ints[hand + SECOND_CARD] = seat, seat + ints[SEATS] + 1
    if done == 1:  # two cards that total 21 are a Blackjack
        even = upcard == 0 and ints[player + EVEN_MONEY_TAKEN] == 1
        ints[hand + CODE] = EVEN_MONEY if even else NATURAL
    return done


def play(
    cards: IntegerCells, ints: IntegerCells, terminal: int, upcard: int, next_card: int
) -> int:
    """Play a terminal's hands with community cards from a place on; returns the next place."""
    if open_hand(cards, ints, terminal, upcard) == 1:
        return next_card
    while decide(cards, ints, terminal, upcard) > 0:
        make_ready(cards, ints, next_card, 1)
        value, taken = cards[VALUES_OF + next_card] + 0, 0
        for number in range(ints[ints[HANDS_OF] + terminal]):
            hand = hand_of(ints, terminal, number)
            if ints[hand + STATE] == WAITS and (taken == 0 or ints[HOLE_CARD] == 1):
                give(cards, ints, player_of(ints, terminal), hand, value)
                note_card(ints, hand, next_card - ints[START])
                taken += 1
        next_card += 1
    finish(cards, ints, terminal)
    return next_card


def decide(cards: IntegerCells, ints: IntegerCells, terminal: int, upcard: int) -> int:
    """Decide all open hands in order; returns how many wait for a card."""
    number = waiting = 0
    while number < ints[ints[HANDS_OF] + terminal]:
        hand = hand_of(ints, terminal, number)
        if ints[hand + STATE] == OPEN:
            act(cards, ints, terminal, number, upcard)
        if ints[hand + STATE] == WAITS:
            waiting += 1
        number += 1
    return waiting


def act(cards: IntegerCells, ints: IntegerCells, terminal: int, number: int, upcard: int) -> int:
    """Decide an open hand and carry the action out."""
    player, hand = player_of(ints, terminal), hand_of(ints, terminal, number)
    kind = ints[hand + KIND]
    if kind == ALIKE and may_split_again(ints, terminal) == 0:
        kind = UNLIKE
    action = cards[ints[player + DECISIONS + kind] + ints[hand + ROW] + upcard] + 0
    if action == SPLIT:
        return split(ints, terminal, number)
    if ints[hand + KIND] == ALIKE and ints[PAIR] == 0 and ints[ONE_CARD] == 1:
        action = STAND  # split aces may be split again but not drawn to
    if action == SURRENDER:
        ints[hand + CODE] = GIVEN_UP
    if action == DOUBLE:
        ints[hand + CODE] = DOUBLED
    ints[hand + STATE] = WAITS if action in (HIT, DOUBLE) else DONE
    return action


def may_split_again(ints: IntegerCells, terminal: int) -> int:
    """1 if a split hand of equal cards may be split again (§ 633a.11(c))."""
    if ints[ints[HANDS_OF] + terminal] >= ints[MAX_HANDS]:
        return 0
    return 1 if ints[PAIR] > 0 or ints[RESPLIT_ACES] == 1 else 0


def split(ints: IntegerCells, terminal: int, number: int) -> int:
    """Split a hand into two that wait for their second cards."""
    hands = ints[ints[HANDS_OF] + terminal]
    for other in range(hands - 1, number, -1):
        hand, target = hand_of(ints, terminal, other), hand_of(ints, terminal, other + 1)
        for field in range(HAND_SIZE):
            ints[target + field] = ints[hand + field]
    left, right = hand_of(ints, terminal, number), hand_of(ints, terminal, number + 1)
    ints[right + FIRST_CARD] = ints[left + SECOND_CARD]
    for half in range(number, number + 2):
        hand = hand_of(ints, terminal, half)
        ints[hand + SECOND_CARD] = ints[hand + ENDS] = 0
        ints[hand + KIND], ints[hand + STATE], ints[hand + CODE] = HALF, WAITS, 0
    ints[ints[HANDS_OF] + terminal] = hands + 1
    return SPLIT


def note_card(ints: IntegerCells, hand: int, place: int) -> int:
    """Note the place of a card that a hand takes: after its first ones it takes every card."""
    if ints[hand + SECOND_CARD] == 0:
        ints[hand + SECOND_CARD] = place
    ints[hand + ENDS] = place + 1
    return place


def give(cards: IntegerCells, ints: IntegerCells, player: int, hand: int, value: int) -> int:
    """Give a card to a waiting hand; returns 1 if it is the hand's last."""
    last = 1 if ints[hand + CODE] == DOUBLED else 0
    if ints[hand + KIND] == HALF:
        pair = ints[PAIR]
        row = ints[player + TWO_CARDS + VALUES * pair + value]
        ints[hand + KIND] = ALIKE if value == pair else UNLIKE
        if pair == 0 and ints[ONE_CARD] == 1:
            last = 0 if value == 0 and ints[RESPLIT_ACES] == 1 else 1
    else:
        row = ints[ints[player + NEXT] + ints[hand + ROW] + value]
        ints[hand + KIND] = MORE
    ints[hand + ROW] = row
    if cards[ints[player + TOTAL] + row] >= 21:
        last = 1
    ints[hand + STATE] = DONE if last == 1 else OPEN
    return last


def finish(cards: IntegerCells, ints: IntegerCells, terminal: int) -> int:
    """Add each hand's total to its code; returns the number of hands."""
    hands = ints[ints[HANDS_OF] + terminal]
    total = ints[player_of(ints, terminal) + TOTAL]
    for number in range(hands):
        hand = hand_of(ints, terminal, number)
        if ints[hand + CODE] != GIVEN_UP:
            ints[hand + CODE] += cards[total + ints[hand + ROW]]
    return hands
