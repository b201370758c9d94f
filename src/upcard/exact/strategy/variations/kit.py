"""What a variation's module in this folder exports: one `PART`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import Rules
from upcard.exact.strategy.solve import solve
from upcard.games.table_rules import TableRules


def _none(_table: TableRules) -> dict[str, Any]:
    return {}


def one_hand(
    table: TableRules, rules: Rules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The best play where nothing but the hand is decided."""
    return GameSolution(table.game, (solve(rules, shoe, play),))


@dataclass(frozen=True, slots=True, eq=False)
class StrategyPart:
    """How a game is solved; the base game as the defaults say.

    `changes` gives the fields of `Rules` in which a hand differs from Blackjack; where other cards
    may be played instead of a hand, those of a hand that is kept. `is_slow` where solving takes
    some seconds.
    """

    changes: Callable[[TableRules], dict[str, Any]] = _none
    solve: Callable[[TableRules, Rules, ValueCounts, StrategyBasis], GameSolution] = one_hand
    is_slow: bool = False


BASE: StrategyPart = StrategyPart()
