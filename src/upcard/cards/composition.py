"""The cards that are left in a shoe, by card type."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import msgspec

from upcard.cards.card import (
    DECK_SIZE,
    NAMES,
    RANKS,
    SUIT_SYMBOLS,
    CardNameError,
    in_decks,
    parse_card,
    value_of,
)
from upcard.text.words import is_number, quoted

Composition: TypeAlias = tuple[int, ...]
"""The number of cards of each of the 52 types."""

SYMBOLS: Final = str.maketrans({symbol: suit for suit, symbol in SUIT_SYMBOLS.items()})

MAX_DECKS: Final = 100
"""The most decks of a shoe whose cards are counted one by one."""

NAMED: Final = 12
"""The most types of cards that are gone of which a shoe's `repr` gives the names."""

_VALUES: Final = tuple(value_of(card) - 1 for card in range(DECK_SIZE))


class Shoe(msgspec.Struct, frozen=True):
    """The cards that are left of a shoe of `decks` decks, by card type."""

    decks: int
    counts: Composition

    @property
    def cards(self) -> int:
        """The number of cards that are left."""
        return sum(self.counts)

    @property
    def is_full(self) -> bool:
        """Whether no card is gone."""
        return self.counts == full_shoe(self.decks).counts

    @property
    def gone(self) -> dict[str, int]:
        """The cards that are gone, by name."""
        left = zip(NAMES, self.counts, strict=True)
        return {name: self.decks - count for name, count in left if count != self.decks}

    def without(self, *cards: str) -> "Shoe":
        """The shoe without these cards, such as ``"Ks", "Qs", "5h"``.

        One text may name several cards, with spaces or commas between them. Raises `CardNameError`
        for what is no card, and for a card of which no more is left.
        """
        removed = Counter(map(parse_card, _words(cards)))
        counts = list(self.counts)
        for card, number in removed.items():
            if number > counts[card]:
                raise CardNameError(
                    f"The shoe holds {counts[card]} {NAMES[card]}, of which {number} are taken out."
                )
            counts[card] -= number
        return Shoe(self.decks, tuple(counts))

    def __repr__(self) -> str:
        removed = self.gone
        names = (f"{name}×{count}" if count > 1 else name for name, count in removed.items())
        without = f" without {' '.join(names)}" if 0 < len(removed) <= NAMED else ""
        return f"{in_decks(self.decks)}{without}, {self.cards} cards"


def full_shoe(decks: int) -> Shoe:
    """A shoe of 1 to `MAX_DECKS` decks; `CardNameError` for another number."""
    if not 1 <= decks <= MAX_DECKS:
        raise CardNameError(f"A shoe has 1 to {MAX_DECKS} decks, not {quoted(decks)}.")
    return Shoe(decks, (decks,) * DECK_SIZE)


def shoe_of_text(text: str, decks: int | None = None) -> Shoe:
    """The cards that are left, from a text such as ``A♠=3, K=12``; there are no others.

    A rank alone stands for equally many of its four suits. Without `decks` the shoe is of the
    fewest decks that hold these cards. Raises `CardNameError` with one sentence.
    """
    counts: dict[int, int] = {}
    for part in _words([text]):
        name, equals, number = part.translate(SYMBOLS).partition("=")
        if not equals or not is_number(number):
            raise CardNameError(f"{quoted(part)} is not a number of cards such as A♠=3 or K=12.")
        for card, count in _card_types(name, int(number), part):
            if card in counts:
                raise CardNameError(f"The shoe names {NAMES[card]} twice.")
            counts[card] = count
    return shoe_of_counts(counts, decks)


def shoe_of_counts(counts: Mapping[int, int], decks: int | None = None) -> Shoe:
    """A shoe with these numbers of cards by card type, 0 of the others."""
    most = max(counts.values(), default=0)
    shoe = full_shoe(max(most, 1) if decks is None else decks)
    if most > shoe.decks:
        card = max(counts, key=lambda code: counts[code])
        raise CardNameError(f"{in_decks(shoe.decks)} hold {shoe.decks} {NAMES[card]}, not {most}.")
    return Shoe(shoe.decks, tuple(counts.get(card, 0) for card in range(DECK_SIZE)))


def by_value(counts: Composition) -> tuple[int, ...]:
    """The number of cards of each point value, 0 (ace) to 9 (any ten-value card)."""
    numbers = [0] * 10
    for value, count in zip(_VALUES, counts, strict=True):
        numbers[value] += count
    return tuple(numbers)


def _card_types(name: str, count: int, part: str) -> Iterator[tuple[int, int]]:
    """The card types of a card's or rank's name, each with its number of cards."""
    rank = "T" if name == "10" else name.upper()
    if len(rank) == 1 and rank in RANKS:
        if count % 4:
            raise CardNameError(
                f"{quoted(part)} does not divide among four suits: name the cards, such as A♠=3."
            )
        for suit in range(4):
            yield 4 * RANKS.index(rank) + suit, count // 4
    else:
        yield parse_card(name), count


def _words(texts: Iterable[str]) -> list[str]:
    return [word.translate(SYMBOLS) for text in texts for word in text.replace(",", " ").split()]
