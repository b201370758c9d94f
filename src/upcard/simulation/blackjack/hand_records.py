"""Records every hand that the kernels deal: its cards, its result, the dealer's cards."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.simulation.block import BlockIO, compiled_kernels
from upcard.simulation.plan import Plan

NO_CARD: Final = 255
"""Fills the rows of card arrays behind a hand's last card."""

CardArray = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class RecordedHands:
    """The hands of a block, in the order of rounds, seats and play.

    `rounds` counts from 0 in the block, `seats`, `areas` (the seat's betting areas) and `numbers`
    (of a seat's hands) from 0. `split`
    are the hands of a split pair, `switched` those of a seat that exchanged cards or hands before
    play. `cards` has a row of cards for each hand, filled up with `NO_CARD`; `dealer` and
    `dealer_totals` have one for each dealer's hand, that of a hand in `dealer_of`. `results` are
    indices of the outcomes and wins of the plan's first column. `dealt` is the number of rounds.
    """

    dealt: int
    rounds: Integers
    seats: Integers
    areas: Integers
    numbers: Integers
    split: NDArray[np.bool_]
    switched: NDArray[np.bool_]
    cards: CardArray
    totals: Integers
    doubled: NDArray[np.bool_]
    results: Integers
    dealer_of: Integers
    dealer: CardArray
    dealer_totals: Integers


class Recorder:
    """Deals blocks of a plan and records every hand; the blocks are those of a simulation."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._areas = plan.rules.blackjack_areas
        self._kernels = compiled_kernels(plan)
        self._io = BlockIO(plan, records_hands=True)
        self._ints: Integers = np.frombuffer(self._io.memory.ints, np.int64)
        self._cards: CardArray = np.frombuffer(self._io.memory.cards, np.uint8)

    def deal_block(self, seed: int, block: int, limit: int) -> RecordedHands:
        """The hands of a block of a seed (both below 2**64), of at most `limit` rounds."""
        memory, ints, seats = self._io.memory, self._ints, self._plan.seats
        self._io.begin_block(ints, seed, block, limit)
        self._kernels.deal(memory.cards, memory.ints)
        rounds = int(ints[at.ROUNDS])
        log = self._cards[ints[at.LOG] :][: ints[at.LOGGED]]
        notes = ints[ints[at.ROUND_NOTES] :][:rounds]
        of_seats = ints[ints[at.SEAT_NOTES] :][: rounds * seats]
        words = ints[ints[at.HAND_NOTES] :][: ints[at.HANDS_LOGGED]]
        of_areas = self._hands_of_areas(of_seats, len(words))
        area_of = np.repeat(np.arange(of_areas.size), of_areas.ravel())
        seat_of = area_of // self._areas
        switched = of_seats[seat_of] & codes.SWITCHED_BIT > 0
        starts = notes >> codes.START_SHIFT
        in_round = seat_of // seats
        bytes_of = self._cards[ints[at.HANDS_LOG] :][: len(words)]
        before = self._first_drawn(in_round, words)
        opens = self._opening_cards(seat_of % seats, area_of % self._areas, switched)
        hands = RecordedHands(
            dealt=rounds,
            rounds=in_round,
            seats=seat_of % seats,
            areas=area_of % self._areas,
            numbers=numbers_from(of_areas.sum(axis=1)),
            split=of_areas.ravel()[area_of] > 1,
            switched=switched,
            cards=_hands(log, starts[in_round], opens, before, words),
            totals=(bytes_of & codes.TOTAL_BITS).astype(np.int64),
            doubled=bytes_of & codes.DOUBLED_BIT > 0,
            results=words & codes.BYTE,
            dealer_of=in_round,
            dealer=self._dealer(log, starts, notes),
            dealer_totals=notes & codes.BYTE,
        )
        is_first = numbers_from(of_areas.ravel()) == 0
        _deal_splits(hands, is_first, log, starts, before, words)
        return hands

    def seen_by_dealer(self) -> CardArray:
        """All cards that were dealt before the dealer drew, a row for each round of the last block.

        They begin with the first cards of everyone, the dealer's two among them.
        """
        ints = self._ints
        log = self._cards[ints[at.LOG] :][: ints[at.LOGGED]]
        notes = ints[ints[at.ROUND_NOTES] :][: int(ints[at.ROUNDS])]
        dealt = notes >> codes.DEALER_SHIFT & codes.PLACE
        return np.column_stack(drawn_columns(log, notes >> codes.START_SHIFT, dealt))

    def _hands_of_areas(self, of_seats: Integers, hands: int) -> Integers:
        """The number of hands of each betting area, a row for each seat of each round."""
        seat_starts = of_seats >> codes.HANDS_SHIFT
        of_seat = np.diff(seat_starts, append=hands)
        if self._areas == 1:
            return of_seat[:, np.newaxis]
        of_first = of_seats >> codes.NUMBER_SHIFT & codes.BYTE
        return np.column_stack([of_first, of_seat - of_first])

    def _opening_cards(
        self, seats: Integers, areas: Integers, switched: NDArray[np.bool_]
    ) -> tuple[Integers, Integers]:
        """The places of each hand's first two cards in the round, after any switch.

        Second cards are switched between the two areas of a seat (§ 633a.12(a)(4)), whole hands
        with the spare cards (§ 633c.4(f)), unless these were moved where they were dealt.
        """
        number = self._plan.seats
        places = np.array([0, number + 1, 2 * number + 2, 3 * number + 2])
        swaps = switched & ~np.bool_(self._plan.rules.variation.switches_first)
        if self._areas == 1:
            return places[2 * swaps] + seats, places[2 * swaps + 1] + seats
        return places[2 * areas] + seats, places[2 * (areas ^ swaps) + 1] + seats

    def _first_drawn(self, rounds: Integers, words: Integers) -> Integers:
        """The offset in its round at which the cards drawn for each hand begin."""
        before = np.roll(_ends(words), 1)
        before[np.diff(rounds, prepend=-1) > 0] = self._plan.dealt_first
        return before

    def _dealer(self, log: CardArray, starts: Integers, notes: Integers) -> CardArray:
        """The dealer's cards: the upcard, the hole card, and those drawn."""
        seats = self._plan.seats
        places = starts + (notes >> codes.DEALER_SHIFT & codes.PLACE)
        drawn = (notes >> codes.CARDS_SHIFT & codes.BYTE) - 2
        columns = [log[starts + seats], log[starts + 2 * seats + 1]]
        return np.column_stack(columns + drawn_columns(log, places, drawn))


def numbers_from(counts: Integers) -> Integers:
    """Numbers from 0 for each count: 0, 1, 2, 0, 0, 1 for 3, 1, 2."""
    first = np.cumsum(counts) - counts
    numbers: Integers = np.arange(counts.sum()) - np.repeat(first, counts)
    return numbers


def _hands(
    log: CardArray,
    starts: Integers,
    opens: tuple[Integers, Integers],
    before: Integers,
    words: Integers,
) -> CardArray:
    """The cards of hands that are not split: the first two, and those drawn."""
    columns = [log[starts + place] for place in opens]
    return np.column_stack(columns + drawn_columns(log, starts + before, _ends(words) - before))


def _ends(words: Integers) -> Integers:
    """The offset of each hand's end from the start of its round."""
    ends: Integers = words >> codes.END_SHIFT & (1 << codes.BEGIN_SHIFT - codes.END_SHIFT) - 1
    return ends


def drawn_columns(log: CardArray, places: Integers, drawn: Integers) -> list[CardArray]:
    """Columns of the cards from the given places on, up to the last one drawn."""
    columns = []
    for number in range(int(drawn.max(initial=0))):
        column = np.full(len(places), NO_CARD, np.uint8)
        has = drawn > number
        column[has] = log[places[has] + number]
        columns.append(column)
    return columns


def _deal_splits(
    hands: RecordedHands,
    is_first: NDArray[np.bool_],
    log: CardArray,
    starts: Integers,
    before: Integers,
    words: Integers,
) -> None:
    """Write the cards of split hands in place; `is_first` are the first hands of their pairs.

    They are played from the left (§ 633a.11(b)). A pair that is split again leaves its second card
    to the next hand, so that cards wait as on a stack.
    """
    split = np.flatnonzero(hands.split)
    opens = starts[hands.rounds[split]]
    firsts, ends = opens + before[split], opens + _ends(words)[split]
    seconds = opens + (words[split] >> codes.BEGIN_SHIFT)
    waiting: list[int] = []
    for place, hand in enumerate(split):
        if is_first[hand]:
            kept, other = hands.cards[hand, :2].tolist()
            waiting = [other]
        else:
            kept = waiting.pop()
        waiting += log[firsts[place] : seconds[place]].tolist()
        cards = [kept, *log[seconds[place] : ends[place]].tolist()]
        hands.cards[hand] = NO_CARD
        hands.cards[hand, : len(cards)] = cards
