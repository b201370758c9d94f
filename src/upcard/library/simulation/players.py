"""The players of a simulation: what strategy they follow, and what it is known to win."""

from pathlib import Path
from typing import Any, TypeAlias

from upcard.analysis.counters.bets_by_count import OwnDeviations
from upcard.analysis.own_play import OwnCounting
from upcard.analysis.played_strategy import PlayedStrategy
from upcard.analysis.players import SimulatedPlayer, player_of, player_with
from upcard.analysis.strategies import played_strategy
from upcard.compiled.hand_codes import DOUBLE, SURRENDER
from upcard.exact.strategy.games import NoBestPlay, play_of_blackjack, rules_of, solve_table
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import Solution
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.library.arguments.own_strategy import Given, own_play
from upcard.library.rules import Rules
from upcard.library.strategy.strategy import Play, Strategy
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.strategy_table import AGAIN, OPENING, SPLIT_OUT, StrategyTable
from upcard.simulation.blackjack.variation_table import represent_strategy
from upcard.simulation.variations.kit import part_of

StrategyGiven: TypeAlias = Strategy | Given | str | Path
"""A solved strategy, a table of actions, or a file of one."""


def simulated_player(
    rules: Rules, strategy: StrategyGiven | None, play: Play
) -> tuple[SimulatedPlayer, OwnDeviations | None]:
    """The players' strategy with known expected values, and their own deviations by count."""
    table = rules.table
    if strategy is None:
        return player_of(table, play), None
    if isinstance(strategy, Strategy):
        return _solved_player(rules, strategy), None
    own_player, solved = own_play(strategy), _for_other_hands(table, play)
    player = player_with(table, PlayedStrategy(own_player.table(solved), {}))
    return player, OwnCounting(own_player, solved) if own_player.deviations else None


def _for_other_hands(table: TableRules, play: Play) -> Solution:
    """The play of hands that a custom strategy does not name.

    It is the table's best play, or Blackjack's where no best play of the table is known.
    """
    part = part_of(table.game)
    if part.tables > 1 or part.switches:
        raise BadInput(f"A strategy of one's own plays one hand, not {table.game}.")
    try:
        (solved,) = solve_table(table, play).solutions
    except NoBestPlay:
        return play_of_blackjack(table, play, {} if part.surrenders else {"surrender": "none"})
    return solved


def _solved_player(rules: Rules, strategy: Strategy) -> SimulatedPlayer:
    """The player of a solved strategy; its value is known where it was solved for this table."""
    table = rules.table
    player = strategy.solution.solutions[0]
    if strategy.game != table.game:
        raise BadInput(f"The strategy is of {strategy.game}; {table.name} deals {table.game}.")
    played = played_strategy(strategy.solution)
    allowed = rules_of(table)
    if player.rules != allowed:
        for varying in represent_strategy(played.strategy).tables:
            _require_allowed(table.name, varying, allowed)
    if player.rules != allowed or player.shoe != full_shoe(table.decks, tens=table.tens):
        side_wins = {
            name: worth for name, worth in played.expected.items() if name != BLACKJACK_WAGER
        }
        played = PlayedStrategy(played.strategy, side_wins)
    return player_with(table, played)


def _require_allowed(name: str, strategy: StrategyTable, allowed: HandRules) -> None:
    """Raise `BadInput` for a strategy solved under other rules that does what is not allowed."""
    decisions, totals = strategy.decisions, strategy.totals
    if allowed.surrender == "none" and (decisions == SURRENDER).any():
        raise BadInput(f"The strategy surrenders, which {name} does not allow.")
    moments = (AGAIN, SPLIT_OUT)
    if not allowed.double_after_split and (decisions[list(moments)] == DOUBLE).any():
        raise BadInput(f"The strategy doubles after a split, which {name} does not allow.")
    doubled: Any = totals[(decisions[OPENING] == DOUBLE).any(axis=1)]
    wrong = [int(total) for total in doubled if not allowed.may_double(int(total))]
    if wrong:
        raise BadInput(f"The strategy doubles on {wrong[0]}, which {name} does not allow.")
