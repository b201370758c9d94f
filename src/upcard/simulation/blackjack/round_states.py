"""All states of a heads-up round, whether they can occur or not, and where each next card leads.

A round is dealt in the order first card, upcard, second card, hole card; then the player draws, and
then the dealer. Every kind of state has a range of numbers (`StateRange`), in this order:

| kind | told apart by |
|---|---|
| named | those of `walk_fields`: the beginning, an end for each result, the end of a shoe |
| ends (with notes alone) | result, number of cards that the dealer has drawn, dealer's state |
| one card | first card |
| two cards | first card, upcard |
| three cards | first card, upcard, second card |
| player draws | hand, upcard, dealer's state |
| player doubles | hand, dealer's state |
| dealer draws | code of the player's hand, number of cards drawn, dealer's state |

Cards are values, 0 (ace) to 9. Hands are states of the strategy's table, dealer's states those of
`DealerStates`: the hole card is in them as soon as it is dealt, though the player does not see it.
Without notes the number of cards that the dealer has drawn is always 0.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from upcard.compiled.arrays import Integers
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation import walk_fields as walk
from upcard.compiled.simulation.codes import (
    CODES_KEPT,
    DOUBLED,
    EVEN_MONEY,
    NATURAL,
    RESULTS_KEPT,
    SURRENDERED,
)
from upcard.games.blackjack import FULL
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.state_graph import SPLITS
from upcard.simulation.blackjack.strategy_table import LATER, OPENING, StrategyTable
from upcard.simulation.blackjack.tables import (
    DealerStates,
    codes_that_wait,
    dealer_states,
    results_by_code,
)

NAMED: Final = walk.OVER + 1
"""The states that `walk_fields` names have the numbers below this."""

ACE, TEN = 0, VALUES - 1


@dataclass(frozen=True, slots=True)
class StateRange:
    """The states of a kind, numbered from `first` by indices of a certain `shape`."""

    first: int
    shape: tuple[int, ...]

    @property
    def end(self) -> int:
        """The number after the last state."""
        return self.first + int(np.prod(self.shape))

    def numbers(self, *indices: ArrayLike) -> Integers:
        """The numbers of states; indices are broadcast."""
        numbers: Integers = np.zeros((), np.int64)
        for index, size in zip(indices, self.shape, strict=True):
            numbers = numbers * size + np.asarray(index, np.int64)
        return self.first + numbers

    def indices(self, number: int) -> tuple[int, ...]:
        """The indices of a state by its number."""
        return tuple(map(int, np.unravel_index(number - self.first, self.shape)))


class RoundStates:
    """The states of a player's round under `rules`, played by a strategy.

    With `notes` the ends of rounds tell the dealer's cards and total. With `always_draws` the
    dealer draws to every hand, as for a wager on the cards that the dealer draws.
    """

    def __init__(
        self, rules: TableRules, strategy: StrategyTable, *, notes: bool, always_draws: bool
    ) -> None:
        self._play, self._strategy, self._notes = rules.blackjack, strategy, notes
        self._dealer = dealer_states(int(self._play.hits_soft_17))
        self._waits = codes_that_wait(rules).astype(bool) | always_draws
        self._results = results_by_code(rules).astype(np.int64)
        hands, dealers = len(strategy.totals), len(self._dealer.totals)
        self._drawn = _most_drawn(self._dealer) + 1 if notes else 1
        self._ends = StateRange(NAMED, (RESULTS_KEPT if notes else 0, self._drawn, dealers))
        self._one_card = StateRange(self._ends.end, (VALUES,))
        self._two_cards = StateRange(self._one_card.end, (VALUES, VALUES))
        self._three_cards = StateRange(self._two_cards.end, (VALUES, VALUES, VALUES))
        self._draws = StateRange(self._three_cards.end, (hands, VALUES, dealers))
        self._doubles = StateRange(self._draws.end, (hands, dealers))
        self._dealer_draws = StateRange(self._doubles.end, (CODES_KEPT, self._drawn, dealers))

    @property
    def end_of_ends(self) -> int:
        """The number after the states that are named, or end a round."""
        return self._ends.end

    def result_of_end(self, number: int) -> tuple[int, int, int]:
        """The result of an end by its number, with the number and total of the dealer's cards."""
        result, drawn, dealer = self._ends.indices(number)
        blackjack = dealer == self._dealer.blackjack
        return result, 2 + drawn, FULL if blackjack else int(self._dealer.totals[dealer])

    def next_states(self) -> Integers:
        """The next state by state and value of the next card, in the order of the numbers."""
        first, upcard, second = np.ogrid[:VALUES, :VALUES, :VALUES]
        parts = (
            self._after_end(),
            self._two_cards.numbers(first[..., 0], upcard[..., 0]),
            self._three_cards.numbers(first, upcard, second),
            self._after_hole_card(),
            self._after_draw(),
            self._after_double(),
            self._after_dealers_draw(),
        )
        return np.vstack([part.reshape(-1, VALUES) for part in parts])

    def _after_end(self) -> Integers:
        """From the named states and ends: the next round's first card, but not after a shoe."""
        next_states = np.tile(self._one_card.numbers(np.arange(VALUES)), (self._ends.end, 1))
        next_states[walk.OVER] = walk.OVER
        return next_states

    def _after_hole_card(self) -> Integers:
        """By first card, upcard, second card and hole card: how the opening hand goes on.

        A dealer Blackjack that the dealer looks for ends the round, whatever the player would do.
        """
        first, upcard, second, hole = np.ogrid[:VALUES, :VALUES, :VALUES, :VALUES]
        dealer = self._dealer.begin[upcard, hole].astype(np.int64)
        hand = self._strategy.pairs[first, second]
        total = self._strategy.totals[hand].astype(np.int64)
        action = self._strategy.decisions[OPENING][hand, upcard]
        surrenders = action == SURRENDER
        natural = (np.minimum(first, second) == ACE) & (np.maximum(first, second) == TEN)
        takes_even_money = self._strategy.takes_even_money and self._play.even_money
        blackjack = np.where((upcard == ACE) & takes_even_money, EVEN_MONEY, NATURAL)
        early = surrenders & self._play.surrenders_before_peek
        code_before_peek = np.where(natural, blackjack, np.where(early, SURRENDERED, total))
        code = np.where(natural, blackjack, np.where(surrenders, SURRENDERED, total))
        finished = self._after_hand(code, dealer)
        next_states = [
            (
                (dealer == self._dealer.blackjack) & self._play.peeks,
                self._end_states(code_before_peek, dealer),
            ),
            (natural, finished),
            (action == SPLIT, np.array(SPLITS)),
            (action == HIT, self._draws.numbers(hand, upcard, dealer)),
            (action == DOUBLE, self._doubles.numbers(hand, dealer)),
        ]
        conditions, states = zip(*next_states, strict=True)
        return np.select(conditions, states, finished)

    def _after_draw(self) -> Integers:
        """By hand, upcard, dealer's state and the card that the hand draws."""
        hand, upcard, dealer, value = self._grid(self._draws)
        after = self._strategy.following[hand, value]
        stands = self._strategy.decisions[LATER][after, upcard] == STAND
        finished = self._after_hand(self._strategy.totals[after], dealer)
        return np.where(stands, finished, self._draws.numbers(after, upcard, dealer))

    def _after_double(self) -> Integers:
        """By hand, dealer's state and the one card that the hand draws."""
        hand, dealer, value = self._grid(self._doubles)
        total = self._strategy.totals[self._strategy.following[hand, value]]
        return self._after_hand(total.astype(np.int64) + DOUBLED, dealer)

    def _after_dealers_draw(self) -> Integers:
        """By the player's code, cards drawn before, dealer's state and the card that is drawn."""
        code, drawn, dealer, value = self._grid(self._dealer_draws)
        after = self._dealer.following[dealer, value].astype(np.int64)
        return self._after_hand(code, after, np.minimum(drawn + 1, self._drawn - 1))

    def _after_hand(self, code: ArrayLike, dealer: ArrayLike, drawn: ArrayLike = 0) -> Integers:
        """The state when the code of the player's hand is known: the dealer may have to draw."""
        codes, dealers = np.asarray(code, np.int64), np.asarray(dealer, np.int64)
        draws = self._waits[codes] & (dealers < self._dealer.stands_from)
        return np.where(
            draws,
            self._dealer_draws.numbers(codes, drawn, dealers),
            self._end_states(codes, dealers, drawn),
        )

    def _end_states(self, code: Integers, dealer: Integers, drawn: ArrayLike = 0) -> Integers:
        """The end of a round, by the codes of the hand and states of the dealer."""
        result: Integers = self._results[code, self._dealer.totals[dealer]]
        return self._ends.numbers(result, drawn, dealer) if self._notes else 1 + result

    def _grid(self, kind: StateRange) -> tuple[Integers, ...]:
        """The indices of all states of a kind, then the value of the next card, to broadcast."""
        return tuple(np.ogrid[tuple(slice(size) for size in (*kind.shape, VALUES))])


def _most_drawn(dealer: DealerStates) -> int:
    """The most cards that a dealer draws."""
    reached, drawn = dealer.begin.ravel(), 0
    while (draws := reached[reached < dealer.stands_from]).size:
        states = np.flatnonzero(np.bincount(draws))
        reached, drawn = dealer.following[states, :VALUES].ravel(), drawn + 1
    return drawn
