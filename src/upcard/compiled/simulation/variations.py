"""Plays rounds of the variations: two hands per seat, face-down cards, a light for the hole card.

58 Pa. Code §§ 633a.12(a), 633c.4, ch. 685a. Parameters switch off what a table does not have. The
places of each hand's two cards are known before the first hand is played.
"""

from upcard.cards.card import is_red
from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation.codes import (
    DOUBLED,
    LARGE,
    LARGE_ACES,
    MOVED_FIRST,
    MOVED_SECOND,
    NATURAL,
    SWITCHED_BIT,
)
from upcard.compiled.simulation.fields import (
    AREAS,
    ASIDE,
    CODES,
    FIRST_HAND,
    FIRST_OF,
    HANDS,
    HAS_BLACKJACK,
    KEPT_FIRST,
    LARGE_CARDS,
    LIT,
    LIT_TABLES,
    NATURALS,
    NO_PEEK,
    ONE_CARD_ROWS,
    OPENING,
    OTHER,
    PLAYED,
    RECORDS,
    SEATS,
    SECOND_HAND,
    SECOND_OF,
    SET_ASIDE,
    SHOE,
    SPARES,
    START,
    START_ROWS,
    SWITCHED,
    VALUES_OF,
    WORTH,
)
from upcard.compiled.simulation.hands import note_seat as note
from upcard.compiled.simulation.hands import play_opening
from upcard.compiled.simulation.rounds import begin_round, end_round, first_state, show_hand
from upcard.compiled.simulation.shoe import number_of
from upcard.games.blackjack import two_large
from upcard.games.down_under import light_of


def play_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Deal and settle a round from a place of the shoe; returns the next place."""
    ints[SET_ASIDE] = 0
    next_card = begin_round(cards, ints, next_card)
    seats = ints[SEATS]
    upcard = cards[VALUES_OF + ints[START] + seats]
    dealer = first_state(cards, ints, upcard)
    open_hands(cards, ints, upcard)
    if ints[LIT] == 1:
        use_light_tables(ints, light_of(cards[SHOE + ints[START] + 2 * seats + 1] + 0))
    if dealer == ints[HAS_BLACKJACK] and ints[NO_PEEK] == 0:
        next_card = show_blackjack(cards, ints, upcard, next_card)
    else:
        for seat in range(seats):
            next_card = play_seat(cards, ints, seat, upcard, next_card)
    return end_round(cards, ints, upcard, dealer, next_card)


# Choosing the cards of each hand


def open_hands(cards: IntegerCells, ints: IntegerCells, upcard: int) -> int:
    """Choose the two cards of each initial hand: switches come before any other decision."""
    seats = ints[SEATS]
    for seat in range(seats):
        ints[SWITCHED + seat] = 0
        if ints[AREAS] == 2:
            open_two_hands(cards, ints, seat, upcard)
            continue
        ints[FIRST_OF + seat], ints[SECOND_OF + seat] = seat, seats + 1 + seat
        if ints[SPARES] == 1:
            open_one_of_two(cards, ints, seat, upcard)
    ints[SET_ASIDE] = seats * ints[SPARES]
    return 0


def open_two_hands(cards: IntegerCells, ints: IntegerCells, seat: int, upcard: int) -> int:
    """Open the two hands of a seat, switching their second cards if that has a higher value.

    § 633a.12(a)(4).
    """
    seats = ints[SEATS]
    first, second = seat, seats + 1 + seat
    third, fourth = first + 2 * seats + 2, second + 2 * seats + 1
    as_dealt = value_entry(cards, ints, WORTH, upcard, first, second)
    as_dealt += value_entry(cards, ints, WORTH, upcard, third, fourth)
    switched = value_entry(cards, ints, OTHER, upcard, first, fourth)
    switched += value_entry(cards, ints, OTHER, upcard, third, second)
    if switched > as_dealt:
        ints[SWITCHED + seat] = 1
        second, fourth = fourth, second
    ints[FIRST_OF + 2 * seat], ints[SECOND_OF + 2 * seat] = first, second
    ints[FIRST_OF + 2 * seat + 1], ints[SECOND_OF + 2 * seat + 1] = third, fourth
    return 0


def open_one_of_two(cards: IntegerCells, ints: IntegerCells, seat: int, upcard: int) -> int:
    """Open the hand of a seat, or the two cards face down beside it (§ 633c.4(f)).

    If optional wagers are decided by the hand played, its cards move to the first places.
    """
    seats = ints[SEATS]
    first, second = seat, seats + 1 + seat
    third, fourth = first + 2 * seats + 2, second + 2 * seats + 1
    ints[ASIDE + 2 * seat], ints[ASIDE + 2 * seat + 1] = third, fourth
    unchanged = value_entry(cards, ints, WORTH, upcard, first, second)
    if value_entry(cards, ints, OTHER, upcard, first, second) > unchanged:
        ints[SWITCHED + seat] = 1
        if ints[KEPT_FIRST] == 1:
            exchange_cards(cards, ints, first, third)
            exchange_cards(cards, ints, second, fourth)
        else:
            ints[FIRST_OF + seat], ints[SECOND_OF + seat] = third, fourth
            ints[ASIDE + 2 * seat], ints[ASIDE + 2 * seat + 1] = first, second
    return 0


def value_entry(
    cards: IntegerCells, ints: IntegerCells, table: int, upcard: int, first: int, second: int
) -> int:
    """The entry of a value table for two cards at places of the round."""
    start = VALUES_OF + ints[START]
    hand = VALUES * (VALUES * upcard + cards[start + first]) + cards[start + second]
    return ints[ints[table] + hand]


def exchange_cards(cards: IntegerCells, ints: IntegerCells, one: int, other: int) -> int:
    """Exchange two cards of the round."""
    for area in (SHOE, VALUES_OF):
        start = area + ints[START]
        moved = cards[start + one]
        cards[start + one] = cards[start + other]
        cards[start + other] = moved
    return 0


def use_light_tables(ints: IntegerCells, light: int) -> int:
    """Switch to the decisions for the hole-card range that the light shows (ch. 685a)."""
    for moment in range(4):
        ints[OPENING + moment] = ints[LIT_TABLES + 4 * light + moment]
    return light


# The hands


def play_seat(
    cards: IntegerCells, ints: IntegerCells, seat: int, upcard: int, next_card: int
) -> int:
    """Play the hands of a seat, the first with all its splits; returns the next place."""
    ints[FIRST_HAND + seat] = ints[HANDS]
    for area in range(ints[AREAS]):
        hand = ints[AREAS] * seat + area
        ints[PLAYED] = hand
        if area == 1:
            ints[SECOND_HAND + seat] = ints[HANDS]
        before = next_card - ints[START]
        value = cards[VALUES_OF + ints[START] + ints[FIRST_OF + hand]]
        next_card = play_opening(
            cards, ints, value, row_of_hand(cards, ints, seat, hand), upcard, next_card
        )
        mark_hand(cards, ints, seat, hand, next_card - ints[START] - before)
        if area == 0 and ints[RECORDS] == 1:
            note_seat(ints, seat)
    return next_card


def show_blackjack(cards: IntegerCells, ints: IntegerCells, upcard: int, next_card: int) -> int:
    """End all hands; first hands may draw one extra card (§§ 633a.7(h), 633c.9(d)(4))."""
    for seat in range(ints[SEATS]):
        ints[FIRST_HAND + seat] = ints[HANDS]
        for area in range(ints[AREAS]):
            hand = ints[AREAS] * seat + area
            if area == 1:
                ints[SECOND_HAND + seat] = ints[HANDS]
            before, row = next_card - ints[START], row_of_hand(cards, ints, seat, hand)
            next_card = show_hand(cards, ints, seat, row, upcard, next_card)
            mark_hand(cards, ints, seat, hand, next_card - ints[START] - before)
            if area == 0 and ints[RECORDS] == 1:
                note_seat(ints, seat)
    return next_card


def row_of_hand(cards: IntegerCells, ints: IntegerCells, seat: int, hand: int) -> int:
    """The row of two first cards; an ace and a ten made by switching are 21 (§ 633a.12(a)(5))."""
    start = VALUES_OF + ints[START]
    rows = ONE_CARD_ROWS if ints[AREAS] == 2 and ints[SWITCHED + seat] == 1 else START_ROWS
    first, second = cards[start + ints[FIRST_OF + hand]], cards[start + ints[SECOND_OF + hand]]
    return ints[rows + VALUES * first + second]


def mark_hand(cards: IntegerCells, ints: IntegerCells, seat: int, hand: int, drawn: int) -> int:
    """Replace the code of an initial hand, which drew `drawn` cards, by a more specific one."""
    number = number_of(ints, hand)
    code = ints[CODES + number]
    first = cards[SHOE + ints[START] + ints[FIRST_OF + hand]] + 0
    second = cards[SHOE + ints[START] + ints[SECOND_OF + hand]] + 0
    if code == NATURAL:
        colored = 1 if is_red(first) == is_red(second) else 0
        code = cards[NATURALS + 2 * ints[SWITCHED + seat] + colored]
    elif ints[LARGE_CARDS] == 1 and drawn == 0 and code < DOUBLED and two_large(first, second) == 1:
        code = LARGE if code == 20 else LARGE_ACES
    ints[CODES + number] = code
    return code


def note_seat(ints: IntegerCells, seat: int) -> int:
    """Write the word of a seat once its first hand is finished."""
    moved = 0
    if ints[SWITCHED + seat] == 1:
        moved = SWITCHED_BIT
        if ints[HANDS] == ints[FIRST_HAND + seat] + 1:
            first = ints[FIRST_OF + ints[AREAS] * seat]
            second = ints[SECOND_OF + ints[AREAS] * seat]
            moved |= MOVED_FIRST if first > 2 * ints[SEATS] else 0
            moved |= MOVED_SECOND if second > 2 * ints[SEATS] else 0
    return note(ints, seat, moved)
