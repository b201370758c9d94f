"""Records every hand that the kernels deal: its cards, its result, the dealer's cards."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.simulation import codes
from upcard.compiled.simulation import layout as at
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.memory import IntArray
from upcard.simulation.block import BlockIO, compiled_kernels
from upcard.simulation.plan import Plan

NO_CARD: Final = 255
"""Fills the rows of card arrays behind a hand's last card."""

CardArray = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class RecordedHands:
    """The hands of a block, in the order of rounds, seats and play.

    `rounds` counts from 0 in the block, `seats` and `numbers` (of a seat's hands) from 0. `cards`
    has a row of cards for each hand, `dealer` one for each round, filled up with `NO_CARD`.
    `results` are indices of the outcomes and wins of the plan's first column. `dealt` is the
    number of rounds.
    """

    dealt: int
    rounds: IntArray
    seats: IntArray
    numbers: IntArray
    hands_of_seat: IntArray
    cards: CardArray
    totals: IntArray
    doubled: NDArray[np.bool_]
    results: IntArray
    dealer: CardArray
    dealer_totals: IntArray


class Recorder:
    """Deals blocks of a plan and records every hand; the blocks are those of a simulation.

    Raises as `check_recorded` does.
    """

    def __init__(self, plan: Plan) -> None:
        check_recorded(plan.rules)
        self._plan = plan
        self._kernels = compiled_kernels(plan)
        self._io = BlockIO(plan, records_hands=True)
        self._ints: IntArray = np.frombuffer(self._io.memory.ints, np.int64)
        self._cards: CardArray = np.frombuffer(self._io.memory.cards, np.uint8)

    def deal(self, seed: int, block: int, limit: int) -> RecordedHands:
        """The hands of a block of a seed (both below 2**64), of at most `limit` rounds."""
        memory, ints, seats = self._io.memory, self._ints, self._plan.seats
        self._io.begin_block(ints, seed, block, limit)
        self._kernels.deal(memory.cards, memory.ints)
        rounds = int(ints[at.ROUNDS])
        log = self._cards[ints[at.LOG] :][: ints[at.LOGGED]]
        notes = ints[ints[at.ROUND_NOTES] :][:rounds]
        of_seats = ints[ints[at.SEAT_NOTES] :][: rounds * seats] >> codes.NUMBER_SHIFT & codes.BYTE
        words = ints[ints[at.HAND_NOTES] :][: ints[at.HANDS_LOGGED]]
        seat_of = np.repeat(np.arange(rounds * seats), of_seats)
        first = np.cumsum(of_seats) - of_seats
        numbers = np.arange(len(words)) - first[seat_of]
        starts = notes >> codes.START_SHIFT
        in_round = seat_of // seats
        bytes_of = self._cards[ints[at.HANDS_LOG] :][: len(words)]
        before = self._before(in_round, words)
        found = RecordedHands(
            dealt=rounds,
            rounds=in_round,
            seats=seat_of % seats,
            numbers=numbers,
            hands_of_seat=of_seats[seat_of],
            cards=self._hands(log, starts[in_round], seat_of % seats, before, words),
            totals=(bytes_of & codes.TOTAL_BITS).astype(np.int64),
            doubled=bytes_of & codes.DOUBLED_BIT > 0,
            results=words & codes.BYTE,
            dealer=self._dealer(log, starts, notes),
            dealer_totals=notes & codes.BYTE,
        )
        _deal_splits(found, log, starts, before, words)
        return found

    def _before(self, rounds: IntArray, words: IntArray) -> IntArray:
        """The offset in its round at which the cards drawn for each hand begin."""
        before = np.roll(_ends(words), 1)
        before[np.diff(rounds, prepend=-1) > 0] = self._plan.dealt_first
        return before

    def _hands(
        self, log: CardArray, starts: IntArray, seats: IntArray, before: IntArray, words: IntArray
    ) -> CardArray:
        """The cards of hands that are not split: the first two, and those drawn."""
        columns = [log[starts + seats], log[starts + self._plan.seats + 1 + seats]]
        return np.column_stack(columns + _drawn(log, starts + before, _ends(words) - before))

    def _dealer(self, log: CardArray, starts: IntArray, notes: IntArray) -> CardArray:
        """The dealer's cards: the upcard, the hole card, and those drawn."""
        seats = self._plan.seats
        places = starts + (notes >> codes.DEALER_SHIFT & codes.PLACE)
        drawn = (notes >> codes.CARDS_SHIFT & codes.BYTE) - 2
        columns = [log[starts + seats], log[starts + 2 * seats + 1]]
        return np.column_stack(columns + _drawn(log, places, drawn))


def check_recorded(rules: TableRules) -> None:
    """Raises `BadInput` for a game other than Blackjack, or in which cards are switched."""
    if not rules.has_blackjack_wager or rules.variation.has_terminals:
        raise BadInput(f"The hands of {rules.game} are not recorded.")
    if rules.blackjack_areas > 1 or rules.variation.spare_cards:
        raise BadInput(f"The hands of {rules.game} are not recorded: its cards are switched.")


def _ends(words: IntArray) -> IntArray:
    """The offset of each hand's end from the start of its round."""
    found: IntArray = words >> codes.END_SHIFT & (1 << codes.BEGIN_SHIFT - codes.END_SHIFT) - 1
    return found


def _drawn(log: CardArray, places: IntArray, drawn: IntArray) -> list[CardArray]:
    """Columns of the cards from places on, as many as are drawn."""
    columns = []
    for number in range(int(drawn.max(initial=0))):
        column = np.full(len(places), NO_CARD, np.uint8)
        has = drawn > number
        column[has] = log[places[has] + number]
        columns.append(column)
    return columns


def _deal_splits(
    found: RecordedHands, log: CardArray, starts: IntArray, before: IntArray, words: IntArray
) -> None:
    """Writes the cards of split hands in place.

    They are played from the left (§ 633a.11(b)). A pair that is split again leaves its second card
    to the next hand, so that cards wait as on a stack.
    """
    split = np.flatnonzero(found.hands_of_seat > 1)
    opens = starts[found.rounds[split]]
    firsts, ends = opens + before[split], opens + _ends(words)[split]
    seconds = opens + (words[split] >> codes.BEGIN_SHIFT)
    waiting: list[int] = []
    for place, hand in enumerate(split):
        if found.numbers[hand] == 0:
            one, other = found.cards[hand, :2].tolist()
            waiting = [other]
        else:
            one = waiting.pop()
        waiting += log[firsts[place] : seconds[place]].tolist()
        cards = [one, *log[seconds[place] : ends[place]].tolist()]
        found.cards[hand] = NO_CARD
        found.cards[hand, : len(cards)] = cards
