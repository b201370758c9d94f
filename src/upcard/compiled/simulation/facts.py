"""Reads from a dealt round the facts that a classifier asks for, named as in `wagers.facts`.

A fact is a function of the two memory areas, the round's number in the block, the seat, and the
byte of one of its hands. Kernels pass int64 only; adding 0 converts a byte.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.codes import (
    BYTE,
    CARDS_SHIFT,
    DEALER_SHIFT,
    KEPT_SHIFT,
    MOVED_FIRST,
    MOVED_SECOND,
    NATURAL_BIT,
    PLACE,
    START_SHIFT,
    SURRENDERED_BIT,
    TOTAL_BITS,
)
from upcard.compiled.simulation.fields import (
    LOG,
    LUCKY_SEATS,
    MAGIC_CARDS,
    ROUND_NOTES,
    SEAT_NOTES,
    SEATS,
)
from upcard.wagers.facts import MADE
from upcard.wagers.kit import CardFold

RoundFact = Callable[[Any, Any, int, int, int], int]


def round_note(ints: IntegerCells, number: int) -> int:
    """The word noted for a round."""
    return ints[ints[ROUND_NOTES] + number]


def seat_note(ints: IntegerCells, number: int, seat: int) -> int:
    """The word noted for a seat in a round."""
    return ints[ints[SEAT_NOTES] + number * ints[SEATS] + seat]


def card_at(cards: IntegerCells, ints: IntegerCells, number: int, place: int) -> int:
    """The card at an offset from the first card of a round."""
    return cards[ints[LOG] + (round_note(ints, number) >> START_SHIFT) + place] + 0


def first(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """The seat's first card."""
    return card_at(cards, ints, number, seat)


def second(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """The seat's second card."""
    return card_at(cards, ints, number, ints[SEATS] + 1 + seat)


def third(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """The first card of the seat's second hand."""
    return card_at(cards, ints, number, 2 * ints[SEATS] + 2 + seat)


def fourth(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """The second card of the seat's second hand."""
    return card_at(cards, ints, number, 3 * ints[SEATS] + 2 + seat)


def upcard(cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int) -> int:
    """The dealer's first card."""
    return card_at(cards, ints, number, ints[SEATS])


def hole(cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int) -> int:
    """The dealer's second card."""
    return card_at(cards, ints, number, 2 * ints[SEATS] + 1)


def dealers_fact(made: Callable[[int, int], int]) -> RoundFact:
    """What the dealer's two cards make."""

    def of_dealer(
        cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int
    ) -> int:
        return made(upcard(cards, ints, number, 0, 0), hole(cards, ints, number, 0, 0))

    return of_dealer


def dealer_total(
    _cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int
) -> int:
    """The dealer's final total."""
    return round_note(ints, number) & BYTE


def dealer_cards(
    _cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int
) -> int:
    """The number of the dealer's cards."""
    return round_note(ints, number) >> CARDS_SHIFT & BYTE


def player_total(
    _cards: IntegerCells, _ints: IntegerCells, _number: int, _seat: int, hand: int
) -> int:
    """The total of the hand."""
    return hand & TOTAL_BITS


def player_blackjack(
    _cards: IntegerCells, _ints: IntegerCells, _number: int, _seat: int, hand: int
) -> int:
    """1 for a Blackjack."""
    return 1 if hand & NATURAL_BIT else 0


def surrendered(
    _cards: IntegerCells, _ints: IntegerCells, _number: int, _seat: int, hand: int
) -> int:
    """1 for a hand that was surrendered."""
    return 1 if hand & SURRENDERED_BIT else 0


def drawn(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """The third card dealt to the seat; -1 for none or for one that busts (§ 633c.9(d))."""
    place = seat_note(ints, number, seat) & PLACE
    return card_at(cards, ints, number, place) if place > 0 else -1


def magic_card(
    _cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int
) -> int:
    """The Magic Card of the round (§ 633a.1)."""
    return ints[ints[MAGIC_CARDS] + number]


def lucky_seat(_cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
    """1 for the seat selected by the lucky-seat draw (§ 633a.1)."""
    return 1 if ints[ints[LUCKY_SEATS] + number] == seat else 0


def always(_first: int, _second: int, _upcard: int) -> int:
    """Always 1: a wager without a hold waits for the drawn cards that it depends on."""
    return 1


READ: Final = (round_note, seat_note, card_at)
FACTS: Final[Mapping[str, RoundFact]] = {
    fact.__name__: fact
    for fact in (
        *(first, second, third, fourth, upcard, hole),
        *(dealer_total, dealer_cards, player_total, player_blackjack, surrendered, drawn),
        *(magic_card, lucky_seat),
    )
} | {name: dealers_fact(made) for name, made in MADE.items()}


def folded(fold: CardFold, waits: Callable[[int, int, int], int] = always) -> RoundFact:
    """The final state of a fold of the dealer's or of the player's cards.

    The player's cards end before one that busts, and after a split with the initial two. If `waits`
    is 1 for the player's first two cards and the upcard, a switched hand is folded instead.
    """
    step, begin = fold.step, fold.start

    def of_dealer(
        cards: IntegerCells, ints: IntegerCells, number: int, _seat: int, _hand: int
    ) -> int:
        state = step(begin, upcard(cards, ints, number, 0, 0))
        state = step(state, hole(cards, ints, number, 0, 0))
        place = round_note(ints, number) >> DEALER_SHIFT & PLACE
        for card in range(dealer_cards(cards, ints, number, 0, 0) - 2):
            state = step(state, card_at(cards, ints, number, place + card))
        return state

    def of_player(
        cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int
    ) -> int:
        one, two = first(cards, ints, number, seat, 0), second(cards, ints, number, seat, 0)
        note = seat_note(ints, number, seat)
        moved = note * waits(one, two, upcard(cards, ints, number, seat, 0))
        if moved & MOVED_FIRST:
            one = third(cards, ints, number, seat, 0)
        if moved & MOVED_SECOND:
            two = fourth(cards, ints, number, seat, 0)
        state = step(step(begin, one), two)
        for card in range(note >> KEPT_SHIFT & BYTE):
            state = step(state, card_at(cards, ints, number, (note & PLACE) + card))
        return state

    return of_dealer if fold.of == "dealer" else of_player
