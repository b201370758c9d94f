"""A shuffled shoe whose order is sealed at the shuffle and revealed when the shoe is used up.

The sealed order, the cut and the number of cards drawn determine every card, so the shoe can be
restored from the journal after a crash.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from upcard.cards.shoe import OutOfCards
from upcard.cards.shuffle import Bits, live_bits, shuffled, uniform_below
from upcard.host.bodies.sealed import Entropy, RevealedSecret, SealedSecret
from upcard.host.seals.entropy import place_of
from upcard.host.seals.sealing import Vault
from upcard.host.seals.shoe_positions import ShoePositions, ShoeSides


class SealedShoe:
    """A `CardSource` for one table, whose full sides are the cards `full`.

    `name` is the prefix of the names of its sealed items.

    What it seals and reveals is collected until `fetch_seals` fetches it for the next record.
    """

    def __init__(
        self, name: str, full: Sequence[int], sides: int, vault: Vault, bits: Bits = live_bits
    ) -> None:
        self._name, self._full, self._vault, self._bits = name, full, vault, bits
        self.shoe_sides: ShoeSides = (None,) * sides
        self.count = 0
        self.added: tuple[Entropy, ...] = ()
        self._orders: dict[str, bytes] = {}
        self._new_seals: list[SealedSecret] = []
        self._new_openings: list[RevealedSecret] = []

    def fetch_seals(self) -> tuple[tuple[SealedSecret, ...], tuple[RevealedSecret, ...]]:
        """The items that were sealed and revealed since the last call."""
        fetched = tuple(self._new_seals), tuple(self._new_openings)
        self._new_seals, self._new_openings = [], []
        return fetched

    def state_to_keep(self) -> tuple[ShoeSides, int]:
        """The state that `restore` restores."""
        return self.shoe_sides, self.count

    def restore(self, snapshot: tuple[ShoeSides, int]) -> None:
        """Restore a saved state; what was sealed or revealed since then is dropped."""
        self.shoe_sides, self.count = snapshot
        self._orders = {}
        self._new_seals, self._new_openings = [], []

    # CardSource

    def shuffle(self, side: int) -> None:
        """Shuffle and seal full decks; the order that was there before is revealed."""
        self._put_order(side, self._full)

    def cut(self, side: int, depth: int) -> None:
        """Move the top `depth` cards to the bottom."""
        self._replace(side, self._side_cards(side).cut_again(depth))

    def insert_cover_card(self, side: int, from_bottom: int) -> None:
        """Insert the cover card above the last `from_bottom` cards."""
        self._change(side, cover=from_bottom)

    def cover_is_next(self, side: int) -> bool:
        """Whether only the cards below the cover card are left."""
        side_cards = self.shoe_sides[side]
        return (
            side_cards is not None
            and side_cards.cover is not None
            and self._cards_left(side_cards) <= side_cards.cover
        )

    def remove_cover_card(self, side: int) -> None:
        """Take the cover card out of the shoe."""
        self._change(side, cover=None)

    def draw(self, side: int) -> int:
        """Draw the top card; raises `OutOfCards` from an empty shoe."""
        side_cards = self._side_cards(side)
        if self._cards_left(side_cards) == 0:
            raise _empty()
        order = self._order(side_cards)
        self._change(side, drawn=side_cards.drawn + 1)
        return order[side_cards.place(len(order))]

    def burn(self, side: int) -> int:
        """-1: the top card is drawn and nobody sees it before its order is revealed."""
        side_cards = self._side_cards(side)
        if self._cards_left(side_cards) == 0:
            raise _empty()
        self._replace(side, side_cards.burn())
        return -1

    def return_discards(self, side: int, cards: Sequence[int]) -> None:
        """Shuffle and seal the discards; no cover card is inserted."""
        self._put_order(side, self._cards_seen(side, cards))

    def put_back(self, cards: Iterable[int]) -> None:
        """Shuffle the cards of a round back among the others, as a continuous shuffler does."""
        self._put_order(0, [*self.remaining(0), *self._cards_seen(0, cards)])

    def determinant_side(self, side_of: Callable[[int], int]) -> int:  # noqa: ARG002 - unseen
        """The side with more cards, the first if both have the same number."""
        left = [
            0 if side_cards is None else self._cards_left(side_cards)
            for side_cards in self.shoe_sides
        ]
        return 0 if left[0] >= left[1] else 1

    def random_below(self, limit: int) -> int:
        """A uniform number from the same source as the shuffle."""
        return uniform_below(limit, self._bits)

    def cut_place(self, side: int, limit: int) -> int:
        """A uniform number, or the one that follows from what players `added` to this cut."""
        if not self.added:
            return self.random_below(limit)
        return place_of(self._side_cards(side).sealed.commitment, self.added, limit)

    def remaining(self, side: int) -> list[int]:
        """The cards left on a side, in order."""
        side_cards = self._side_cards(side)
        order = self._order(side_cards)
        start = side_cards.cut + side_cards.drawn
        return [order[index % len(order)] for index in range(start, side_cards.cut + len(order))]

    def lost_sides(self) -> list[int]:
        """The sides whose order this installation cannot open."""
        sides = enumerate(self.shoe_sides)
        return [
            side
            for side, side_cards in sides
            if side_cards and not self._vault.opens(side_cards.sealed)
        ]

    def empty(self) -> list[str]:
        """Take all cards out and reveal their orders; returns the items that cannot be opened."""
        lost = self.lost_sides()
        for side, side_cards in enumerate(self.shoe_sides):
            if side_cards is not None and side not in lost:
                self._new_openings.append(self._vault.reveal(side_cards.sealed))
        items = [self._side_cards(side).sealed.item for side in lost]
        self.shoe_sides = (None,) * len(self.shoe_sides)
        return items

    def void(self, side: int, cards: Sequence[int]) -> str:
        """Shuffle the cards that nobody has seen anew; returns the name of the lost item."""
        before = self._side_cards(side)
        self._seal(side, cards)
        self._replace(side, before.among(self._side_cards(side).sealed))
        return before.sealed.item

    def _cards_seen(self, side: int, cards: Iterable[int]) -> list[int]:
        """The cards, with those that were burned unseen in place of -1."""
        side_cards = self._side_cards(side)
        burned = iter(side_cards.unseen(self._order(side_cards)))
        return [next(burned) if card < 0 else card for card in cards]

    def _put_order(self, side: int, cards: Sequence[int]) -> None:
        before = self.shoe_sides[side]
        if before is not None:
            self._new_openings.append(self._vault.reveal(before.sealed))
        self._seal(side, cards)

    def _seal(self, side: int, cards: Sequence[int]) -> None:
        self.count += 1
        order = bytes(shuffled(cards, self._bits))
        sealed = self._vault.seal(f"{self._name}/{self.count}", order)
        self._new_seals.append(sealed)
        self._keep(sealed.item, order)
        self._replace(side, ShoePositions(sealed))

    def _side_cards(self, side: int) -> ShoePositions:
        side_cards = self.shoe_sides[side]
        assert side_cards is not None, "nothing was shuffled"
        return side_cards

    def _cards_left(self, side_cards: ShoePositions) -> int:
        return len(self._order(side_cards)) - side_cards.drawn

    def _order(self, side_cards: ShoePositions) -> bytes:
        """The order of cards, opened once; raises `SealBroken` if the installation key is lost."""
        item = side_cards.sealed.item
        if item not in self._orders:
            self._keep(item, self._vault.open(side_cards.sealed))
        return self._orders[item]

    def _keep(self, item: str, order: bytes) -> None:
        """Cache an opened order, and forget those that are no longer in the shoe."""
        live = {side_cards.sealed.item for side_cards in self.shoe_sides if side_cards is not None}
        live_orders = {name: order for name, order in self._orders.items() if name in live}
        self._orders = {**live_orders, item: order}

    def _change(self, side: int, **changes: int | None) -> None:
        self._replace(side, replace(self._side_cards(side), **changes))

    def _replace(self, side: int, side_cards: ShoePositions) -> None:
        self.shoe_sides = (*self.shoe_sides[:side], side_cards, *self.shoe_sides[side + 1 :])


def _empty() -> OutOfCards:
    return OutOfCards("The shoe is empty.")
