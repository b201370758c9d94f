"""Records the rounds of hybrid tables and of baccarat: their cards, and what hands came to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.arrays import Integers
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import baccarat as baccarat_kernel
from upcard.compiled.simulation.games import fields as own
from upcard.compiled.simulation.games import hybrid as hybrid_kernel
from upcard.games.baccarat import points
from upcard.games.blackjack import FULL
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.hand_records import (
    NO_CARD,
    CardArray,
    RecordedHands,
    Recorder,
    drawn_columns,
    numbers_from,
)
from upcard.simulation.games import baccarat, hybrid
from upcard.simulation.games.dealing import TalliedDealer
from upcard.simulation.games.family import TablePlan
from upcard.simulation.games.hybrid_plan import HybridPlan
from upcard.simulation.plan import Plan

VALUES: Final = np.array([*(value_of(card) for card in range(DECK_SIZE)), *[0] * (NO_CARD - 51)])
POINTS: Final = np.array([*(points(card) for card in range(DECK_SIZE)), *[0] * (NO_CARD - 51)])
"""By card: its value (an ace is 1), and its points at baccarat; 0 where there is no card."""


class HybridRecorder:
    """Deals blocks of a hybrid table and records every terminal's hands."""

    def __init__(self, plan: HybridPlan) -> None:
        self._plan = plan
        laid = hybrid.lay_out(plan, records=True)
        self._dealer = TalliedDealer(laid, plan.columns, hybrid_kernel.deal_kernel())
        self._cards: CardArray = np.frombuffer(self._dealer.cards, np.uint8)

    def deal_block(self, seed: int, block: int, limit: int) -> RecordedHands:
        """The hands of a block of a seed (both below 2**64), of at most `limit` rounds.

        The seats are the terminals.
        """
        plan, ints = self._plan, self._dealer.ints
        self._dealer.deal_block(seed, block, limit)
        rounds = int(ints[at.ROUNDS])
        log = self._cards[ints[at.LOG] :][: ints[at.LOGGED]]
        starts = ints[ints[at.ROUND_NOTES] :][:rounds] >> codes.START_SHIFT
        terminals = ints[ints[at.SEAT_NOTES] :][: rounds * plan.seats]
        words = ints[ints[at.HAND_NOTES] :][: ints[at.HANDS_LOGGED]]
        of_terminals = terminals & own.OFFSET
        terminal = np.repeat(np.arange(len(terminals)), of_terminals)
        in_round = terminal // plan.seats
        cards = self._hands(log, starts[in_round], words)
        dealer = self._dealers(log, np.repeat(starts, plan.seats), terminals)
        return RecordedHands(
            dealt=rounds,
            rounds=in_round,
            seats=terminal % plan.seats,
            areas=np.zeros(len(words), np.int64),
            numbers=numbers_from(of_terminals),
            split=of_terminals[terminal] > 1,
            switched=np.zeros(len(words), np.bool_),
            cards=cards,
            totals=totals_of(cards),
            doubled=words & own.DOUBLED_FLAG > 0,
            results=words & codes.BYTE,
            dealer_of=terminal,
            dealer=dealer,
            dealer_totals=totals_of(dealer),
        )

    @property
    def _community(self) -> int:
        """The offset of the first community card, behind the dealer's first cards."""
        return 2 * self._plan.positions + (2 if self._plan.has_hole_card else 1)

    def _hands(self, log: CardArray, starts: Integers, words: Integers) -> CardArray:
        """The cards of each hand: its first two, then the community cards that it took."""
        first = words >> own.FIRST_SHIFT & own.OFFSET
        second = words >> own.SECOND_SHIFT & own.OFFSET
        ends = words >> own.ENDS_SHIFT & own.OFFSET
        third = np.maximum(second + 1, self._community)
        drawn = drawn_columns(log, starts + third, np.maximum(ends - third, 0))
        return np.column_stack([log[starts + first], log[starts + second], *drawn])

    def _dealers(self, log: CardArray, starts: Integers, words: Integers) -> CardArray:
        """The dealer's cards against each terminal; without a hole card it may be one."""
        begins = words >> own.SECOND_SHIFT & own.OFFSET
        ends = words >> own.ENDS_SHIFT & own.OFFSET
        columns = [log[starts + self._plan.positions]]
        if self._plan.has_hole_card:
            columns.append(log[starts + self._community - 1])
        return np.column_stack([*columns, *drawn_columns(log, starts + begins, ends - begins)])


@dataclass(frozen=True, slots=True, eq=False)
class RecordedCoups:
    """The rounds of a block of baccarat: the cards of both hands, filled up with `NO_CARD`."""

    dealt: int
    player: CardArray
    banker: CardArray

    @property
    def player_totals(self) -> Integers:
        """The Point Count of each Player's Hand (§ 631a.1)."""
        return _point_counts(self.player)

    @property
    def banker_totals(self) -> Integers:
        """The Point Count of each Banker's Hand."""
        return _point_counts(self.banker)


class BaccaratRecorder:
    """Deals blocks of a baccarat table and records both hands of every round."""

    def __init__(self, plan: baccarat.BaccaratPlan) -> None:
        laid = baccarat.lay_out(plan, records=True)
        self._dealer = TalliedDealer(laid, plan.columns, baccarat_kernel.deal_kernel())
        self._cards: CardArray = np.frombuffer(self._dealer.cards, np.uint8)

    def deal_block(self, seed: int, block: int, limit: int) -> RecordedCoups:
        """The rounds of a block of a seed (both below 2**64), at most `limit`.

        Player's and Banker's cards come in turn; of five cards the fifth is the player's where
        that hand has 5 points or less, and has to draw.
        """
        ints = self._dealer.ints
        self._dealer.deal_block(seed, block, limit)
        rounds = int(ints[at.ROUNDS])
        log = self._cards[ints[at.LOG] :][: ints[at.LOGGED]]
        notes = ints[ints[at.ROUND_NOTES] :][:rounds]
        starts, number = notes >> codes.START_SHIFT, notes & codes.BYTE
        player = np.column_stack([log[starts], log[starts + 2]])
        banker = np.column_stack([log[starts + 1], log[starts + 3]])
        draws = (number > 4) & (_point_counts(player) <= 5)
        other = number - 4 > draws
        players = drawn_columns(log, starts + 4, draws.astype(np.int64))
        bankers = drawn_columns(log, starts + 4 + draws, other.astype(np.int64))
        return RecordedCoups(
            rounds, np.column_stack([player, *players]), np.column_stack([banker, *bankers])
        )


RoundRecorder: TypeAlias = Recorder | HybridRecorder | BaccaratRecorder

RECORDERS: Final[dict[type, Callable[[Any], RoundRecorder]]] = {
    Plan: Recorder,
    HybridPlan: HybridRecorder,
    baccarat.BaccaratPlan: BaccaratRecorder,
}
"""What records a plan, by the plan's type."""


def check_recorded(plan: TablePlan) -> None:
    """Raise `BadInput` for a game without cards."""
    if type(plan) not in RECORDERS:
        raise BadInput(f"No cards are dealt at {plan.rules.game}: it has no hands to record.")


def recorder_of(plan: TablePlan) -> RoundRecorder:
    """Deal the blocks of a plan and record them; raises as `check_recorded` does."""
    check_recorded(plan)
    return RECORDERS[type(plan)](plan)


def totals_of(cards: CardArray) -> Integers:
    """The total of each row of cards at Blackjack (§ 633a.3(e))."""
    pips: Integers = VALUES[cards].sum(axis=1)
    soft: NDArray[np.bool_] = (VALUES[cards] == 1).any(axis=1) & (pips + 10 <= FULL)
    return pips + 10 * soft


def _point_counts(cards: CardArray) -> Integers:
    totals: Integers = POINTS[cards].sum(axis=1) % 10
    return totals
