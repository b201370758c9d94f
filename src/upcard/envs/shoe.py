"""The shoe of an environment: the order of its cards follows from a number alone.

The compiled step deals the same shoes: the same functions shuffle them.
"""

import random
from array import array
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.shoe import OutOfCards
from upcard.compiled.environments import fields as env
from upcard.compiled.environments.kernels import reuse_kernel, shuffle_kernel
from upcard.compiled.simulation import fields as at
from upcard.games.table_rules import TableRules

SHOE_AT: Final = at.BYTES.end
"""Where the shoe lies in the memory of the kernels that shuffle it."""


class EnvironmentShoe:
    """A source of cards for the engine (`cards.shoe.CardSource`): shoes numbered from `number` on.

    The cover card lies behind `cover` cards; a continuous shuffler has a new shoe each round.
    `order` are the cards of the shoe, of which `next` is the next one. `reuses` counts how often
    discards were reused. What a table draws by chance follows from the number too.
    """

    def __init__(self, rules: TableRules, number: int, cover: int) -> None:
        self.order: list[int] = []
        self.next = 0
        self.reuses = 0
        self._cover = cover
        self._has_cover = False
        self._has_top = rules.has_cover_card
        self._burned: int | None = None
        self._chance = random.Random(number)
        self._ints = array("q", bytes(8 * env.ENV.end))
        self._cards = array("B", bytes(SHOE_AT + rules.shoe_size + env.SHOE_SLACK))
        self._cards[: rules.shoe_size] = array("B", rules.full_shoe)
        ints = self._view()
        ints[at.CARDS], ints[env.SHOE_AT], ints[at.BLOCK] = rules.shoe_size, SHOE_AT, number

    def shuffle(self, side: int) -> None:  # noqa: ARG002 - there is one side
        """Take the next full shoe."""
        shuffle_kernel()(self._cards, self._ints)
        self._read_order(0)
        self._has_cover = False

    def cut(self, side: int, depth: int) -> None:
        """Do nothing: a shuffled shoe is as random where it is not cut."""

    def insert_cover_card(self, side: int, from_bottom: int) -> None:  # noqa: ARG002 - its own
        """Insert the cover card where the environment has it."""
        self._has_cover = True

    def cover_is_next(self, side: int) -> bool:  # noqa: ARG002 - there is one side
        """Whether all cards in front of the cover card are dealt."""
        return self._has_cover and self.next >= self._cover

    def remove_cover_card(self, side: int) -> None:  # noqa: ARG002 - there is one side
        """The cover card is no longer in the shoe."""
        self._has_cover = False

    def draw(self, side: int) -> int:  # noqa: ARG002 - there is one side
        """The next card."""
        if self.next == len(self.order):
            raise OutOfCards("The shoe is empty.")
        self.next += 1
        return self.order[self.next - 1]

    def burn(self, side: int) -> int:
        """The next card, or the last one of a continuous shuffler, whose first is dealt.

        After discards were shuffled, the one that they lack.
        """
        if self._burned is not None:
            burned, self._burned = self._burned, None
            return burned
        return self.draw(side) if self._has_top else self.order.pop()

    def return_discards(self, side: int, cards: Sequence[int]) -> None:  # noqa: ARG002 - one side
        """Shuffle the discards behind the cards of the round."""
        ints, start = self._view(), len(cards)
        ints[at.START], ints[at.READY], ints[env.NEXT] = start, self.next, self.next
        in_round = self.next - start
        reuse_kernel()(self._cards, self._ints)
        self._read_order(in_round)
        left = sorted(cards)
        for card in self.order[in_round:]:
            left.remove(card)
        self._burned = left[0]
        self._has_cover = False
        self.reuses += 1

    def put_back(self, cards: Iterable[int]) -> None:  # noqa: ARG002 - they are in the next shoe
        """Take the next shoe, as a continuous shuffler does after a round."""
        self.shuffle(0)

    def determinant_side(self, side_of: object) -> int:  # noqa: ARG002 - there is one side
        """The only side."""
        return 0

    def random_below(self, limit: int) -> int:
        """A uniform whole number from 0 to `limit` - 1."""
        return self._chance.randrange(limit)

    def cut_place(self, side: int, limit: int) -> int:  # noqa: ARG002 - there is one side
        """A number from 0 to `limit` - 1 for a cut, which does nothing."""
        return self.random_below(limit)

    def _view(self) -> NDArray[np.int64]:
        return np.frombuffer(self._ints, np.int64)

    def _read_order(self, first: int) -> None:
        """Read the order of the shoe that a kernel left."""
        cards = int(self._view()[at.IN_SHOE])
        self.order = self._cards[SHOE_AT : SHOE_AT + cards].tolist()
        self.next = first
