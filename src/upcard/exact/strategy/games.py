"""Solves a table of any game of the family: one strategy, or several, and what decides a switch."""

from collections.abc import Mapping
from typing import Any

import msgspec

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.choosing import Chosen, chosen
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.down_under import by_light
from upcard.exact.strategy.rules import NO_CHANGES, Rules, full_shoe, rules_of
from upcard.exact.strategy.solve import Solution, solve, standard_deviation
from upcard.exact.strategy.switching import Switched, switched
from upcard.games.down_under import LIGHTS
from upcard.games.table_rules import TableRules


class GameSolution(msgspec.Struct, frozen=True):
    """A game as it is played best.

    `solutions` are those of a hand: one, or one for each of the `lights`. What decides a switch,
    and what it wins, stands in `switched` (Blackjack Switch) or `chosen` (Switch Hands).
    """

    game: str
    solutions: tuple[Solution, ...]
    lights: tuple[str, ...] = ()
    switched: Switched | None = None
    chosen: Chosen | None = None

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, exact, per unit of the initial wager.

        At Blackjack Switch of both wagers; an ante is taken off.
        """
        if self.switched is not None:
            return self.switched.expected_value
        if self.chosen is not None:
            return self.chosen.expected_value
        return sum(solution.expected_value for solution in self.solutions)

    @property
    def parts(self) -> tuple[tuple[str, Solution], ...]:
        """Each solution with its light; an empty name where there is none."""
        return tuple(zip(self.lights or ("",), self.solutions, strict=True))

    def standard_deviation(self) -> float | None:
        """That of one round, exact; None where it is not counted, as of two hands at once."""
        rules = self.solutions[0].rules
        if self.switched is not None or self.chosen is not None or not rules.knows_deviation:
            return None
        return standard_deviation(*self.solutions)


def solve_table(
    table: TableRules,
    play: StrategyBasis = "composition",
    shoe: ValueCounts | None = None,
    changes: Mapping[str, Any] = NO_CHANGES,
) -> GameSolution:
    """The best play of a table, from its full shoe or another one.

    `changes` are rules that a researcher changes; ``BadInput`` for a game without hands to play.
    """
    rules, shoe = rules_of(table, changes), shoe or full_shoe(table.decks)
    if table.down_under is not None:
        return GameSolution(table.game, by_light(rules, shoe, play), LIGHTS)
    solution = solve(rules, shoe, play)
    if table.switch is not None:
        return GameSolution(table.game, (solution,), switched=switched(solution))
    if table.switch_hands is not None:
        return GameSolution(table.game, (solution,), chosen=chosen(solution, table.switch_hands))
    return GameSolution(table.game, (solution,))


def base_game(rules: Rules, shoe: ValueCounts, play: StrategyBasis) -> GameSolution:
    """The best play of the base game, whatever table deals it."""
    return GameSolution("blackjack", (solve(rules, shoe, play),))
