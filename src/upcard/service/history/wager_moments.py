"""The house edge of each wager of a table, and the spread of its results."""

from typing import Final

import msgspec

from upcard.analysis.meters.long_run import long_run_edge, paid_by_meters
from upcard.analysis.rounds.win_spread import win_spread
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.games import solve_table
from upcard.exact.table import table_records
from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.service.history.sums import PlacedSums
from upcard.wagers.facts import OF_ALL_POSITIONS

OF_SHARED_CARDS: Final = OF_ALL_POSITIONS | {"first", "second"}
"""Those where players share their cards; how far they draw is each player's choice."""


class WagerMoments(msgspec.Struct, frozen=True):
    """A wager's house edge and the standard deviation of its result, per unit wagered.

    `meters` is the part of a unit that its meters pay in the long run, which the edge leaves out;
    the deviation is that of the result without them. `error` is the standard error of a deviation
    that is simulated. `covariance` is that of two positions' results of the wager in a round.
    """

    edge: float
    deviation: float | None
    meters: float = 0.0
    covariance: float = 0.0
    error: float | None = None

    def variance(self, wager_sums: PlacedSums) -> float | None:
        """The variance of what was placed, in units squared; None if the deviation is not known."""
        if self.deviation is None:
            return None
        own_variance = self.deviation**2 - self.covariance
        return own_variance * wager_sums.squares + self.covariance * wager_sums.round_squares


class TableMoments(msgspec.Struct, frozen=True):
    """The moments of a table's wagers; `solved` is the game whose spread is not computed yet."""

    moments: dict[str, WagerMoments]
    solved: GameSolution | None = None


def edges_of(rules: TableRules) -> TableMoments:
    """The moments of each wager of a table, if known; of the Blackjack wager without its spread."""
    moments: dict[str, WagerMoments] = {}
    try:
        for record in reversed(table_records(rules)):
            offered = rules.offered(record.wager)
            deviation = record.standard_deviation
            moments[record.wager] = WagerMoments(
                float(long_run_edge(record, offered)),
                deviation,
                float(paid_by_meters(record, offered)),
                deviation**2 if _is_shared(rules, record.wager) else 0.0,
            )
    except BadInput:
        pass  # a table without side wagers
    if not rules.has_blackjack_wager:
        return TableMoments(moments)
    try:
        solved = solve_table(rules, "total")
    except BadInput:
        return TableMoments(moments)
    return TableMoments(
        moments | {BLACKJACK_WAGER: WagerMoments(-solved.expected_value, None)}, solved
    )


def moments_of(rules: TableRules, edges: TableMoments | None = None) -> dict[str, WagerMoments]:
    """The moments of each wager of a table, if known; of the Blackjack wager, at the best play.

    `edges` are those of `edges_of`, where they are known already. The spread of the Blackjack wager
    takes some seconds.
    """
    edges = edges or edges_of(rules)
    if edges.solved is None:
        return edges.moments
    spread = win_spread(rules, edges.solved)
    of_the_game = WagerMoments(
        -edges.solved.expected_value,
        spread.deviation,
        covariance=spread.covariance,
        error=spread.error,
    )
    return edges.moments | {BLACKJACK_WAGER: of_the_game}


def _is_shared(rules: TableRules, slug: str) -> bool:
    """Whether a wager has the same result at all positions, whatever a player holds."""
    if not rules.has_blackjack_wager:
        return True
    offered = rules.insurance if slug == INSURANCE_WAGER else rules.offered(slug)
    shared = OF_SHARED_CARDS if rules.variation.has_terminals else OF_ALL_POSITIONS
    return offered is not None and shared.issuperset(offered.facts)
