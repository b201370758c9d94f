"""Solves Down Under, where a light shows the range of the hole card. 58 Pa. Code ch. 685a.

There is one strategy per light. If the dealer turns over two large cards, players learn nothing
more about the hole card: such a hand is a Blackjack or a pair.
"""

from functools import cache
from typing import Any, Final

from upcard.cards.card import SUITS
from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import Solution, solve
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games.down_under import LIGHTS, DownUnderRules, light_of
from upcard.games.table_rules import TableRules


@cache
def holes_of(light: int) -> tuple[int, ...]:
    """The values of the hole card that a light allows; `light` is an index into `LIGHTS`."""
    return tuple(value for value in VALUES if light_of(value * len(SUITS)) == light)


def solve_by_light(
    rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> tuple[Solution, ...]:
    """The best play for each light; the game's expected win is the sum of theirs."""
    return tuple(solve(rules, shoe, play, holes_of(light)) for light in range(len(LIGHTS)))


def changes(table: TableRules) -> dict[str, Any]:
    """The vendor's rule for a dealer's 22, where it is in use."""
    rules = table.variation
    assert isinstance(rules, DownUnderRules)
    return {"dealer_22": "pushes-low" if rules.pushes_on_22 else "loses"}


def solved(
    table: TableRules, rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The game with a strategy for each light."""
    return GameSolution(table.game, solve_by_light(rules, shoe, play), LIGHTS)


PART: Final = StrategyPart(changes, solved)
