"""The players of a simulated table: a strategy for its game, and its known expected values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from upcard.analysis.controls import Expected, counted_values
from upcard.analysis.played_strategy import PlayedStrategy
from upcard.analysis.strategies import strategy_of
from upcard.exact.strategy.decide import StrategyBasis
from upcard.games import baccarat, roulette
from upcard.games.hybrid import POSITIONS
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.games.dealing import CHANCE
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy
from upcard.simulation.games.hybrid_plan import shared_wager


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A strategy, and the expected values of its wagers by name, where they are known."""

    strategy: SimulatedStrategy
    expected: Expected


def player_of(rules: TableRules, play: StrategyBasis) -> SimulatedPlayer:
    """The best known player of a table; `play` is the basis of the strategy.

    Raises `BadInput` for a game that is not simulated.
    """
    family_of(rules)
    return _PLAYERS.get(rules.game, _hands)(rules, play)


def _hands(rules: TableRules, play: StrategyBasis) -> SimulatedPlayer:
    """The best play of the hands."""
    return player_with(rules, strategy_of(rules, play))


def player_with(rules: TableRules, played: PlayedStrategy) -> SimulatedPlayer:
    """The player of a strategy; expected values are known for side wagers independent of it."""
    side_values = counted_values(rules, columns_of(rules))
    if rules.variation.switches_first:
        side_values = {}  # side wagers are decided by the chosen hand (§ 633c.4(g))
    elif rules.game in POSITIONS:
        # the sharing of the top row among winners has no exact value here
        shared = shared_wager(rules)
        side_values = {name: value for name, value in side_values.items() if name != shared}
    return SimulatedPlayer(played.strategy, {**side_values, **played.expected})


def _chance(rules: TableRules, _play: StrategyBasis) -> SimulatedPlayer:
    """The strategy of baccarat and the wheel, where exact values do not depend on the seats."""
    columns = family_of(rules).plan(rules, CHANCE).columns
    return SimulatedPlayer(CHANCE, counted_values(rules, columns))


_PLAYERS: Final[Mapping[str, Callable[[TableRules, StrategyBasis], SimulatedPlayer]]] = {
    baccarat.GAME: _chance,
    roulette.GAME: _chance,
}
"""Games without hands to play; all others use `_hands`."""
