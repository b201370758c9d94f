"""Python interface to the kernels of the exact analyzer: see `fields.py`.

A board lays out all hands of the player and the dealer's trees once. Then an upcard is put up, and
the values of its hands or of a split pair can be computed any number of times.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from upcard.compiled.native import Kernel, compiled
from upcard.compiled.strategy import dealer, events, gathering, groups, hands, laws, splits
from upcard.compiled.strategy import fields as at
from upcard.compiled.strategy.fields import BoardRow, DealerTree


class SplitLaws(NamedTuple):
    """The laws of the hands of a split pair.

    `both` has the probabilities of the results −4 to 4 of two hands; `unpaired` and `paired` those
    of −2 to 2 of one hand whose second card does not pair it, and of one whose does, for each
    outcome of the dealer (`fields.OUTCOMES`).
    """

    both: list[float]
    unpaired: list[list[float]]
    paired: list[list[float]]


class Board:
    """The kernels' memory; `hands` and the trees of the ten upcards are rows as in `fields.py`."""

    def __init__(self, hands: Sequence[BoardRow], trees: Sequence[DealerTree]) -> None:
        assert len(hands) == at.MAX_HANDS
        self.data = array("q", bytes(8 * at.TREES))
        self.out = array("d", bytes(8 * at.END_OF_OUT))
        _lay(self.data, at.HANDS, hands)
        self._trees = []
        for nodes, leaves, drawn in trees:
            assert len(nodes) <= at.MAX_NODES
            self._trees.append(len(self.data))
            self.data.extend((len(nodes), len(leaves)))
            for row in (*nodes, *leaves, *drawn):
                self.data.extend(row)

    def put_up(
        self,
        upcard: int,
        hole: int,
        *,
        soft_17: bool,
        all_lost: bool,
        returned: bool = False,
        holes: Iterable[int] = range(at.VALUES),
        beats_22: int = 0,
    ) -> None:
        """Set the upcard; every hand is marked to stand, whatever was played on the board before.

        `hole` is the value that makes a Blackjack with the upcard, -1 for none. `holes` are the
        values that the hole card may have. If `beats_22` is above 0, the trees must include hands
        of 22. The other parameters are explained in `fields.py`.
        """
        data = self.data
        data[at.UPCARD], data[at.HOLE], data[at.TREE] = upcard, hole, self._trees[upcard]
        data[at.SOFT_17], data[at.ALL_LOST], data[at.RETURNED] = soft_17, all_lost, returned
        data[at.HOLES], data[at.BEATS_22] = sum(1 << value for value in holes), beats_22
        self.mark_hits(0, [0] * at.MAX_HANDS)
        self.out[at.RAN_OUT] = 0.0

    @property
    def ran_out(self) -> bool:
        """Whether any hand since `put_up` left too few cards for the dealer."""
        return self.out[at.RAN_OUT] > 0.0

    def play(
        self, shoe: Sequence[int], first: int, end: int, *, choose: bool, squared: bool = False
    ) -> None:
        """Compute the hands `first` to `end` (exclusive), given those that they draw to.

        The shoe excludes the upcard. With `choose` each hand stands or draws, whichever is better;
        otherwise as `HITS` says.
        """
        data = self.data
        data[at.SHOE : at.SHOE + at.VALUES] = array("q", shoe)
        data[at.FIRST], data[at.END] = first, end
        data[at.CHOOSE], data[at.SQUARED] = choose, squared
        _hands()(data, self.out)

    def split(
        self,
        shoe: Sequence[int],
        pair: int,
        starts: Sequence[int],
        *,
        gone: int,
        one_card: bool,
        cross: bool,
    ) -> list[list[float]]:
        """The moments of a split, by kind and by number of further cards of the pair's value gone.

        The second index runs from 0 to `gone`. The shoe excludes the upcard and the pair; `starts`
        are the two-card hands with one of the pair's cards, by the value of the other. `cross`
        computes the products of two hands too.
        """
        data = self.data
        data[at.GONE] = gone
        data[at.SHOE : at.SHOE + at.VALUES] = array("q", shoe)
        data[at.PAIR], data[at.ONE_CARD], data[at.CROSS] = pair, one_card, cross
        data[at.STARTS : at.STARTS + at.VALUES] = array("q", starts)
        _splits()(data, self.out)
        return [
            list(self.out[place : place + gone + 1])
            for place in range(at.MOMENTS, at.MOMENTS + at.KINDS * at.MAX_GONE, at.MAX_GONE)
        ]

    def split_laws(
        self,
        shoe: Sequence[int],
        pair: int,
        starts: Sequence[int],
        *,
        one_card: bool,
        cross: bool,
        apart: bool,
    ) -> SplitLaws:
        """The law of one hand of a split and, with `cross`, of both.

        With `apart` the law of both counts only hands that are not split again. `shoe` and `starts`
        are as in `split`.
        """
        data = self.data
        data[at.SHOE : at.SHOE + at.VALUES] = array("q", shoe)
        data[at.PAIR], data[at.ONE_CARD] = pair, one_card
        data[at.CROSS], data[at.APART] = cross, apart
        data[at.STARTS : at.STARTS + at.VALUES] = array("q", starts)
        _laws()(data, self.out)
        ends = range(at.HAND_LAWS, at.END_OF_OUT, at.HAND_SPAN)
        laws = [list(self.out[end : end + at.HAND_SPAN]) for end in ends]
        both = list(self.out[at.LAW : at.LAW + at.SPAN])
        return SplitLaws(both, laws[: at.OUTCOMES], laws[at.OUTCOMES :])

    def hits(self) -> "array[int]":
        """For each hand 1 if it draws, else 0."""
        return self.data[at.HITS : at.HITS + at.MAX_HANDS]

    def mark_hits(self, first: int, marks: Iterable[int]) -> None:
        """Set which hands draw, from the hand `first` on."""
        _write(self.data, at.HITS + first, array("q", marks))

    def mark_doubles(self, marks: Iterable[int]) -> None:
        """Set which two-card hands are doubled after a split."""
        _write(self.data, at.DOUBLES, array("q", marks))

    def results(self) -> "tuple[array[float], array[float], array[float]]":
        """The value of each hand when it stands, hits, and draws one card and stands."""
        stand, hit, drawn = (
            self.out[place : place + at.MAX_HANDS] for place in (at.STAND, at.HIT, at.DRAWN)
        )
        return stand, hit, drawn

    def dealt(self, shoe: Sequence[int], hand: int) -> list[float]:
        """The probabilities of the dealer's totals 17 to 22 against a hand.

        That of 22 is 0 unless the rules treat it specially. The hand's mark becomes that of one
        that stands: one that the play never reaches is computed too.
        """
        self.mark_hits(hand, (0,))
        self.play(shoe, hand, hand + 1, choose=False)
        return list(self.out[at.TOTALS : at.OPEN])


def _write(data: "array[int]", place: int, values: "array[int]") -> None:
    data[place : place + len(values)] = values


def _lay(data: "array[int]", place: int, rows: Sequence[BoardRow]) -> None:
    for row in rows:
        data[place : place + len(row)] = array("q", row)
        place += len(row)


@cache
def _hands() -> Kernel:
    uses = (
        hands.take_hand,
        hands.stand,
        hands.draw,
        dealer.weigh,
        dealer.count_orders,
        dealer.finish,
        dealer.holes,
        dealer.check_cards_left,
    )
    return compiled("strategy.hands", lambda: hands.hands, *uses, codes="qd")


@cache
def _splits() -> Kernel:
    uses = (
        *(events.find_events, events.add_event),
        *(events.find_paid, events.pays, events.pays_square),
        *(events.sort_events, events.pips_of, events.partners_end),
        *(groups.find_groups, groups.key_of_leaf, groups.weigh_groups),
        *(groups.multiply_eight, groups.add_eight, groups.add_groups, groups.add_outcome),
        *(splits.fill_slot_of_event, splits.gather_products, splits.slot_of),
        *(splits.add_product, splits.gather_and_empty, splits.compute_moments),
        *(gathering.gather, gathering.take_cards, gathering.fill_lane, gathering.gather_lanes),
        *(dealer.count_orders, dealer.check_cards_left),
    )
    return compiled("strategy.splits", lambda: splits.splits, *uses, codes="qd")


@cache
def _laws() -> Kernel:
    uses = (
        *(events.find_events, events.add_event, events.pays),
        *(events.sort_events, events.pips_of, events.partners_end),
        *(laws.terms, laws.law_of_one, laws.law_of_two, laws.orders_of_two),
        *(laws.merge, laws.flush_law),
        *(laws.dealer_chances, splits.slot_of, gathering.take_cards),
        *(dealer.weigh, dealer.count_orders),
        *(dealer.finish, dealer.holes, dealer.check_cards_left),
    )
    return compiled("strategy.laws", lambda: laws.laws, *uses, codes="qd")
