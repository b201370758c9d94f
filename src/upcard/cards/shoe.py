"""The cards themselves, outside the engine: what a dealer's hand draws from.

The engine counts cards and orders steps; a shoe holds the cards and knows where the cover
card lies. A card-reading shoe or a script of cards is another `CardSource`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from upcard.cards.card import new_decks
from upcard.cards.shuffle import Bits, below, live_bits, shuffled


class OutOfCards(Exception):
    """There is no card left to draw."""


class CardSource(Protocol):
    """Where the next card comes from; `side` is 0 except in a double shoe."""

    def shuffle(self, side: int) -> None:
        """Make the stack of a side ready to be cut."""

    def cut(self, side: int, depth: int) -> None:
        """Put the top `depth` cards at the bottom (§ 633a.5(d))."""

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """Put the cover card so many cards from the bottom (§ 633a.5(d))."""

    def cover_is_next(self, side: int) -> bool:
        """Whether the cover card lies on top now."""

    def remove_cover_card(self, side: int) -> None:
        """Put the cover card to the side (§ 633a.7(e))."""

    def draw(self, side: int) -> int:
        """The next card; raises `OutOfCards` when there is none."""

    def burn(self, side: int) -> int:
        """The next card, removed unseen; -1 where the source does not tell it."""

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Shuffle discards back into an empty shoe (§ 633a.14(f))."""

    def put_back(self, cards: Iterable[int]) -> None:
        """Give the cards of a round back to a continuous shuffler (§ 633a.5(h))."""

    def determinant_side(self, side_of: Callable[[int], int]) -> int:
        """The side of a double shoe from which the determinant card is drawn (§ 633a.7(d)(1))."""

    def random_below(self, limit: int) -> int:
        """A uniform number for where a cut or a cover card goes."""


class ShuffledShoe:
    """A dealing shoe that the dealer or a device shuffled.

    `sides` is 2 for a double shoe, `batches` 2 where an automated shuffler prepares one batch
    while the other is in play (§ 633a.3(b)); a continuous shuffler takes cards back after
    each round (§ 633a.5(h)).
    """

    def __init__(self, decks: int, sides: int = 1, bits: Bits = live_bits) -> None:
        self._decks = decks
        self._bits = bits
        self._stacks: list[list[int]] = [[] for _ in range(sides)]
        self._covers: list[int | None] = [None] * sides

    def shuffle(self, side: int) -> None:
        """A full batch of `decks` decks, shuffled; every card of it is accounted for."""
        self._stacks[side] = shuffled(new_decks(self._decks), self._bits)[::-1]
        self._covers[side] = None

    def cut(self, side: int, depth: int) -> None:
        """The cards on top of the cover card go to the bottom."""
        stack = self._stacks[side]
        self._stacks[side] = stack[-depth:] + stack[:-depth]

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """The cover card comes out when so many cards are left."""
        self._covers[side] = from_bottom

    def cover_is_next(self, side: int) -> bool:
        """Whether only the cards below the cover card are left."""
        cover = self._covers[side]
        return cover is not None and len(self._stacks[side]) <= cover

    def remove_cover_card(self, side: int) -> None:
        """The cover card lies to the side."""
        self._covers[side] = None

    def draw(self, side: int) -> int:
        """The top card."""
        stack = self._stacks[side]
        if not stack:
            raise OutOfCards("The shoe is empty.")
        return stack.pop()

    def burn(self, side: int) -> int:
        """The top card."""
        return self.draw(side)

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """The discards, shuffled and cut, lie in the shoe; no cover card is needed."""
        self._stacks[side] = shuffled(cards, self._bits)
        self._covers[side] = None

    def put_back(self, cards: Iterable[int]) -> None:
        """A continuous shuffler mixes the cards of a round among the others."""
        self._stacks[0] = shuffled([*self._stacks[0], *cards], self._bits)

    def determinant_side(self, side_of: Callable[[int], int]) -> int:  # noqa: ARG002 - unseen
        """The side that holds more cards."""
        return 0 if len(self._stacks[0]) >= len(self._stacks[1]) else 1

    def random_below(self, limit: int) -> int:
        """A uniform number from the same source as the shuffle."""
        return below(limit, self._bits)


class FedShoe:
    """Cards that come from outside, one by one: a card-reading shoe or a script."""

    def __init__(self, cards: Iterable[int] = ()) -> None:
        self._cards = list(cards)
        self._next = 0

    def feed(self, cards: Iterable[int]) -> None:
        """Add cards behind those that wait."""
        self._cards.extend(cards)

    def clear(self) -> None:
        """Forget the cards that wait."""
        self._cards, self._next = [], 0

    @property
    def left(self) -> list[int]:
        """The cards that nobody drew."""
        return self._cards[self._next :]

    @property
    def drawn(self) -> int:
        """How many cards were drawn of those that were fed."""
        return self._next

    def shuffle(self, side: int) -> None:
        """Nothing: the cards are in the order in which they are fed."""

    def cut(self, side: int, depth: int) -> None:
        """Nothing."""

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """Nothing: the cover card is announced by the dealer."""

    def cover_is_next(self, side: int) -> bool:  # noqa: ARG002 - a fed shoe has no cover card
        """Never."""
        return False

    def remove_cover_card(self, side: int) -> None:
        """Nothing."""

    def draw(self, side: int) -> int:  # noqa: ARG002 - cards are fed in one sequence
        """The next card that was fed."""
        if self._next == len(self._cards):
            raise OutOfCards("No more cards were fed.")
        card = self._cards[self._next]
        self._next += 1
        return card

    def burn(self, side: int) -> int:  # noqa: ARG002 - a removed card is not fed
        """Unknown: cards that reach no hand are not fed."""
        return -1

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Nothing: what follows is fed too."""

    def put_back(self, cards: Iterable[int]) -> None:
        """Nothing."""

    def determinant_side(self, side_of: Callable[[int], int]) -> int:
        """The side whose suits the next card has, so that it becomes the first card dealt."""
        if self._next == len(self._cards):
            raise OutOfCards("No more cards were fed.")
        return side_of(self._cards[self._next])

    def random_below(self, limit: int) -> int:  # noqa: ARG002 - where a cut goes has no effect
        """Always 0."""
        return 0
