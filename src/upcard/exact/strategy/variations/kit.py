"""The interface of a variation's module in this folder, which exports one `PART`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import solve
from upcard.games.table_rules import TableRules


def _no_changes(_table: TableRules) -> dict[str, Any]:
    return {}


def solve_hand(
    table: TableRules, rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The best play of a game without decisions other than the play of the hand."""
    return GameSolution(table.game, (solve(rules, shoe, play),))


@dataclass(frozen=True, slots=True, eq=False)
class StrategyPart:
    """How a game is solved; the defaults are those of the base game.

    `changes` returns the fields of `HandRules` that differ from the base game (for a kept hand, if
    the player may play other cards instead). `is_slow` says that solving takes some seconds.
    """

    changes: Callable[[TableRules], dict[str, Any]] = _no_changes
    solve: Callable[[TableRules, HandRules, ValueCounts, StrategyBasis], GameSolution] = solve_hand
    is_slow: bool = False


BASE: StrategyPart = StrategyPart()
