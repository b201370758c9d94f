"""Sources of cards, outside the engine: a shuffled shoe, and cards that are fed from outside.

The engine counts cards and orders steps; a source holds the cards and the place of the cover card.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from upcard.cards.card import new_decks
from upcard.cards.shuffle import Bits, live_bits, shuffled, uniform_below

NO_COVER: Final = -1
"""The place of a cover card that is not in the stack: below the last card."""


class OutOfCards(Exception):
    """No card is left to draw."""


class CardSource(Protocol):
    """A source of cards for a table; `side` is 0 except in a double shoe."""

    def shuffle(self, side: int) -> None:
        """Shuffle the stack of a side, so that it can be cut."""

    def cut(self, side: int, depth: int) -> None:
        """Put the top `depth` cards at the bottom (§ 633a.5(d))."""

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """Put the cover card `from_bottom` cards from the bottom (§ 633a.5(d))."""

    def cover_is_next(self, side: int) -> bool:
        """Whether the cover card is the next card."""

    def remove_cover_card(self, side: int) -> None:
        """Put the cover card aside (§ 633a.7(e))."""

    def draw(self, side: int) -> int:
        """The next card; raises `OutOfCards` when there is none."""

    def burn(self, side: int) -> int:
        """The next card, removed unseen; -1 where the source does not know it."""

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Shuffle discards back into an empty shoe (§ 633a.14(f))."""

    def put_back(self, cards: Iterable[int]) -> None:
        """Give the cards of a round back to a continuous shuffler (§ 633a.5(h))."""

    def determinant_side(self, side_of: Callable[[int], int]) -> int:
        """The side of a double shoe from which the determinant card is drawn (§ 633a.7(d)(1))."""

    def random_below(self, limit: int) -> int:
        """A uniform whole number from 0 to `limit` - 1: what a table selects."""

    def cut_place(self, side: int, limit: int) -> int:
        """A number from 0 to `limit` - 1 for a cut: uniform, or from what players add."""


class ShuffledShoe:
    """A dealing shoe whose cards the dealer or a device shuffles.

    `decks` are those of one side; `sides` is 2 for a double shoe. A continuous shuffler takes cards
    back after each round (§ 633a.5(h)).
    """

    def __init__(
        self, decks: int, sides: int = 1, bits: Bits = live_bits, *, tens: bool = True
    ) -> None:
        self._full = new_decks(decks, tens=tens)
        self._bits = bits
        self._stacks: list[list[int]] = [[] for _ in range(sides)]
        self._covers = [NO_COVER] * sides

    def shuffle(self, side: int) -> None:
        """Replace the stack of a side by a full batch of `decks` decks, shuffled."""
        self._stacks[side] = shuffled(self._full, self._bits)[::-1]
        self._covers[side] = NO_COVER

    def cut(self, side: int, depth: int) -> None:
        """Put the top `depth` cards at the bottom."""
        stack = self._stacks[side]
        self._stacks[side] = stack[-depth:] + stack[:-depth]

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """The cover card is next when `from_bottom` cards are left."""
        self._covers[side] = from_bottom

    def cover_is_next(self, side: int) -> bool:
        """Whether no card above the cover card is left."""
        return len(self._stacks[side]) <= self._covers[side]

    def remove_cover_card(self, side: int) -> None:
        """The cover card is no longer in the stack."""
        self._covers[side] = NO_COVER

    def draw(self, side: int) -> int:
        """The top card."""
        try:
            return self._stacks[side].pop()
        except IndexError:
            raise OutOfCards("The shoe is empty.") from None

    def burn(self, side: int) -> int:
        """The top card."""
        return self.draw(side)

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Replace the stack of a side by the discards, shuffled, without a cover card."""
        self._stacks[side] = shuffled(cards, self._bits)
        self._covers[side] = NO_COVER

    def put_back(self, cards: Iterable[int]) -> None:
        """Shuffle the cards of a round into the rest, as a continuous shuffler does."""
        self._stacks[0] = shuffled([*self._stacks[0], *cards], self._bits)

    def determinant_side(self, side_of: Callable[[int], int]) -> int:  # noqa: ARG002 - unseen
        """The side that holds more cards."""
        return 0 if len(self._stacks[0]) >= len(self._stacks[1]) else 1

    def random_below(self, limit: int) -> int:
        """A uniform number from the same source as the shuffle."""
        return uniform_below(limit, self._bits)

    def cut_place(self, side: int, limit: int) -> int:  # noqa: ARG002 - each side is cut alike
        """A uniform number."""
        return self.random_below(limit)


class FedShoe:
    """Cards that are fed from outside, one by one: by a card-reading shoe or a script."""

    def __init__(self, cards: Iterable[int] = ()) -> None:
        self._cards = list(cards)
        self._next = 0

    def feed(self, cards: Iterable[int]) -> None:
        """Add cards after those that are not drawn yet."""
        self._cards.extend(cards)

    def clear(self) -> None:
        """Drop all cards, drawn or not."""
        self._cards, self._next = [], 0

    @property
    def left(self) -> list[int]:
        """The cards that are not drawn yet."""
        return self._cards[self._next :]

    @property
    def drawn(self) -> int:
        """The number of fed cards that were drawn."""
        return self._next

    def shuffle(self, side: int) -> None:
        """Do nothing: the cards keep the order in which they are fed."""

    def cut(self, side: int, depth: int) -> None:
        """Do nothing."""

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """Do nothing: the dealer announces the cover card."""

    def cover_is_next(self, side: int) -> bool:  # noqa: ARG002 - a fed shoe has no cover card
        """Always false."""
        return False

    def remove_cover_card(self, side: int) -> None:
        """Do nothing."""

    def draw(self, side: int) -> int:  # noqa: ARG002 - cards are fed in one sequence
        """The next fed card."""
        if self._next == len(self._cards):
            raise OutOfCards("No more cards were fed.")
        card = self._cards[self._next]
        self._next += 1
        return card

    def burn(self, side: int) -> int:  # noqa: ARG002 - a removed card is not fed
        """-1, for unknown: cards that reach no hand are not fed."""
        return -1

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Do nothing: the cards that follow are fed as well."""

    def put_back(self, cards: Iterable[int]) -> None:
        """Do nothing."""

    def determinant_side(self, side_of: Callable[[int], int]) -> int:
        """The side of the next card's suit, so that this card becomes the first card dealt."""
        if self._next == len(self._cards):
            raise OutOfCards("No more cards were fed.")
        return side_of(self._cards[self._next])

    def random_below(self, limit: int) -> int:  # noqa: ARG002 - where a cut goes has no effect
        """Always 0."""
        return 0

    def cut_place(self, side: int, limit: int) -> int:  # noqa: ARG002 - each side is cut alike
        """A place below `limit`, drawn by `random_below`."""
        return self.random_below(limit)
