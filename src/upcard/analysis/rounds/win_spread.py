"""The spread of the Blackjack wager's win: in the round of a position, and between positions."""

from math import sqrt
from typing import Final

import msgspec

from upcard.analysis.rounds.table_covariances import covariances_of
from upcard.analysis.strategies import played_strategy
from upcard.exact.strategy.game_solution import GameSolution
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.simulation.run import simulate

ROUNDS: Final = 1_000_000
SEED: Final = 1


class WinSpread(msgspec.Struct, frozen=True):
    """The spread of what one position wins in a round, per unit of its initial wagers.

    `error` is the standard error of a simulated `deviation`, None for an exact one. `covariance` is
    that of the results of two positions, which share the dealer's hand; it is simulated.
    """

    deviation: float
    error: float | None
    covariance: float


def win_spread(table: TableRules, solution: GameSolution) -> WinSpread:
    """The spread at the best play, from dealt rounds of a fixed seed where it is not exact."""
    strategy = played_strategy(solution).strategy
    deviation, error = solution.standard_deviation(), None
    if deviation is None:
        request = ([BLACKJACK_WAGER], (), strategy, ROUNDS, SEED)
        variance = covariances_of(table, *request)[0][0]
        deviation = sqrt(variance.value)
        error = None if variance.standard_error is None else variance.standard_error / deviation / 2
    dealt = simulate(table, strategy, ROUNDS, SEED, fresh_shoe=True, seats=2, workers=1)
    assert dealt.covariance is not None, "the rounds fill many batches"
    main = next(
        number for number, wager in enumerate(dealt.wagers) if wager.wager == BLACKJACK_WAGER
    )
    of_round = dealt.wagers[main].standard_deviation ** 2
    return WinSpread(deviation, error, 2 * dealt.covariance[main][main] - of_round)
