"""What one round of the Blackjack wager returns, by two ways to play: dealt rounds with a seed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Final

import msgspec

from upcard.analysis.own_play import Cell, Choice, OwnPlay
from upcard.analysis.rounds.exact_laws import ExactRound, exact_round
from upcard.analysis.strategies import played_strategy
from upcard.cards.card import TEN
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.solve import Solution
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.reports.part_cache import cached_counts, cached_round
from upcard.simulation.blackjack.variation_table import AnyStrategyTable, VariationTable
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy, TablePlan
from upcard.simulation.round_laws import round_law

ROUNDS: Final = 1_000_000
SEED: Final = 1
WEAK: Final = (1, 2)
"""The upcards 2 and 3 by their values."""


class DealtRounds(msgspec.Struct, frozen=True):
    """The probability of each result of a round by a strategy, in units of the first wager."""

    law: dict[Fraction, Fraction]
    strategy: SimulatedStrategy

    @property
    def mean(self) -> float:
        """The mean result."""
        return float(sum(net * chance for net, chance in self.law.items()))

    @property
    def deviation(self) -> float:
        """The standard deviation of a result."""
        return sqrt(float(sum(net**2 * chance for net, chance in self.law.items())) - self.mean**2)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(ROUNDS)

    @property
    def deviation_error(self) -> float:
        """The standard error of the standard deviation."""
        fourth = sum((float(net) - self.mean) ** 4 * chance for net, chance in self.law.items())
        return sqrt((float(fourth) - self.deviation**4) / ROUNDS) / (2 * self.deviation)


class BothPlays(msgspec.Struct, frozen=True):
    """Rounds of the best play and of a typical one, from one seed; their shoes differ.

    The best play is that of the `solutions`: one, or one for each light on the hole card. `exact`
    is the law of its rounds in units of the wager, None where it is not known; it is exact but for
    the part `exact.resplit_chance` of the rounds.
    """

    best: DealtRounds
    typical: DealtRounds
    solutions: tuple[Solution, ...]
    exact: ExactRound | None


def both_plays(table: TableRules, solution: GameSolution, game: str) -> BothPlays:
    """`ROUNDS` rounds of one player, each from a full shoe.

    `game` is what the submission says on it. Side wagers have no part in it, but a fee of the game
    has, such as the ante of Switch Hands.
    """
    solutions, shoe = solution.solutions, table.composition
    fees = tuple(offered for offered in table.wagers if offered.data.fee)
    table_of_fees = msgspec.structs.replace(table, wagers=fees)
    unit = table.blackjack_areas * table.minimum

    def played(player: str, strategy: SimulatedStrategy) -> DealtRounds:
        dealt = partial(_counts, table_of_fees, strategy)
        counts = cached_counts(game, player, solutions, dealt)
        return DealtRounds(
            {Fraction(net, unit): Fraction(times, ROUNDS) for net, times in counts.items()},
            strategy,
        )

    exact = None
    if solution.switching is None and solutions[0].rules.knows_deviation:
        exact = cached_round(solutions, shoe, lambda: exact_round(solutions, 1, (), shoe))
    best = played_strategy(solution).strategy
    return BothPlays(
        played("best", best), played("typical", _typical(best, solutions)), solutions, exact
    )


def typical_play(table: TableRules) -> str:
    """Say how a typical player plays: a model of common errors, no survey."""
    surrender = ", which it never surrenders" if rules_of(table).surrender != "none" else ""
    return (
        "A typical player, as modeled here, stands on hard 12 against a 2 or 3 and on every hard "
        f"15 and 16{surrender}, draws to soft 17, stands on soft 18, doubles no soft hand, and "
        "else plays the best way."
    )


def _typical(best: AnyStrategyTable, solutions: Sequence[Solution]) -> AnyStrategyTable:
    """The typical play of hands; which cards are switched is decided as the best play does."""
    play = OwnPlay("typical", _typical_choices())
    tables = tuple(play.table(solution) for solution in solutions)
    return replace(best, tables=tables) if isinstance(best, VariationTable) else tables[0]


def _typical_choices() -> Mapping[Cell, Choice]:
    choices: dict[Cell, Choice] = {}
    for upcard in range(TEN + 1):
        for total in (15, 16, *((12,) if upcard in WEAK else ())):
            choices[("hard", (total,)), upcard] = ("stand",)
        for total in range(12, 22):
            choices[("soft", (total,)), upcard] = ("hit",) if total < 18 else ("stand",)
    return choices


def _counts(table: TableRules, strategy: SimulatedStrategy) -> dict[int, int]:
    """How often each amount was won, in units."""
    plan: TablePlan = family_of(table).plan(table, strategy, fresh_shoe=True)
    names = {BLACKJACK_WAGER, *(fee.slug for fee in table.wagers)}
    columns = [number for number, one in enumerate(plan.columns) if one.name in names]
    return dict(sorted(round_law(plan, columns, ROUNDS, SEED).items()))
