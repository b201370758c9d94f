"""Solves Blackjack Premium: Switch Hands, or no ante. 58 Pa. Code § 633c.4(k)-(o)."""

from typing import Final

from msgspec.structs import replace

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import Solution, solve
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.exact.strategy.variations.switch_hands import (
    changes,
    rule_changes,
    rules_here,
    solve_choice,
)
from upcard.games.switch_hands import SwitchHandsRules
from upcard.games.table_rules import TableRules


def solved(
    table: TableRules, rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The game as Switch Hands, with the expected win of a player without an ante."""
    solution, variation = solve(rules, shoe, play), rules_here(table)
    plain = without_ante(solution, variation)
    solved_game = replace(solve_choice(solution, variation), without_choice=plain)
    return GameSolution(table.game, (solution,), switching=solved_game)


def without_ante(solution: Solution, variation: SwitchHandsRules) -> float:
    """The expected win of a player who places no ante and keeps every hand (§ 633c.4(k))."""
    rules = replace(solution.rules, **rule_changes(variation, switched=None))
    plain = [
        replace(answer, column=replace(answer.column, rules=rules))
        for answer in solution.answers.values()
    ]
    return sum(answer.chance * answer.expected_value for answer in plain)


PART: Final = StrategyPart(changes, solved, is_slow=True)
