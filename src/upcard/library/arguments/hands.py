"""Hands, upcards and shoes as callers of the library name them: by the values of their cards."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from upcard.cards.card import value_of
from upcard.cards.composition import Shoe
from upcard.exact.play.hands import TEN, VALUES
from upcard.exact.strategy.cards import ValueCounts, counts_of, places, shoe_without
from upcard.exact.strategy.rules import NAMES, full_shoe
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

SUITS: Final = "shdc"

ShoeGiven: TypeAlias = int | Shoe | Mapping[str, int] | Sequence[int]
"""A number of decks, a shoe of `upcard.shoe`, the cards left by the name of their value, or ten
counts from aces to tens."""


def value_of_name(name: str) -> int | None:
    """The value 0 (ace) to 9 (tens) of a card such as ``A``, ``10``, ``T`` or ``Kh``, else None."""
    name = name.strip()
    if len(name) > 1 and name[-1] in SUITS:
        name = name[:-1]
    name = name.upper()
    if name in ("T", "J", "Q", "K"):
        return TEN
    return NAMES.index(name) if name in NAMES else None


def upcard_of(name: str) -> int:
    """The value of the dealer's upcard; raises `BadInput` for anything that is not a card."""
    return _value_of_card(name)


def _value_of_card(name: str) -> int:
    value = value_of_name(name)
    if value is None:
        raise BadInput(f"{quoted(name)} is not a card such as A, 9 or 10.")
    return value


def hand_of(text: str) -> tuple[int, ...]:
    """The values of a hand such as ``T,6`` or ``Ts 6h``; `BadInput` for anything else."""
    values = [value_of_name(name) for name in text.replace(",", " ").split()]
    cards = tuple(value for value in values if value is not None)
    if len(cards) < len(values) or counts_of(cards) not in places():
        raise BadInput(f"{quoted(text)} is not a hand of two or more cards up to 21, such as 10,6.")
    return cards


def hand_and_upcard(shoe: ValueCounts, hand: str, upcard: str) -> tuple[tuple[int, ...], int]:
    """The values of a hand and of the upcard; `BadInput` where the shoe does not have them."""
    against = upcard_of(upcard)
    cards = hand_of(hand)
    if min(shoe_without(shoe, against, *cards)) < 0:
        raise BadInput("The shoe does not have these cards.")
    return cards, against


def shoe_of(cards: ShoeGiven) -> ValueCounts:
    """The number of cards of each value; values that a mapping does not name have none."""
    if isinstance(cards, int):
        return full_shoe(cards)
    if isinstance(cards, Shoe):
        left = [0] * len(VALUES)
        for card, number in enumerate(cards.counts):
            left[value_of(card) - 1] += number
        return tuple(left)
    if isinstance(cards, Mapping):
        counts = [0] * len(VALUES)
        for name, number in cards.items():
            counts[_value_of_card(str(name))] += int(number)
        return tuple(counts)
    counts = [int(number) for number in cards]
    if len(counts) != len(VALUES):
        raise BadInput(f"A shoe has a count of each of {len(VALUES)} values, not {len(counts)}.")
    return tuple(counts)
