"""Converts a solved game to the strategy tables of the simulator."""

import numpy as np

from upcard.analysis.played_strategy import PlayedStrategy
from upcard.analysis.strategy_cache import cached_strategy
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from upcard.exact.strategy.cards import places
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.games import solve_table
from upcard.exact.strategy.other_hand import SCALE
from upcard.exact.strategy.solve import Solution
from upcard.games.blackjack import BLACKJACK_WAGER, FULL
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack import variation_table
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    ChooseAction,
    HandCounts,
    StrategyTable,
    by_composition,
    by_total,
)
from upcard.simulation.blackjack.variation_table import VariationTable

assert variation_table.SCALE == SCALE, "the tables of both are compared as integers"

ACTIONS = {
    "stand": STAND,
    "hit": HIT,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": SURRENDER,
}


def strategy_of(rules: TableRules, play: StrategyBasis) -> PlayedStrategy:
    """The best play of a table; ``BadInput`` for a game without hands to play."""
    return cached_strategy(rules, play, lambda: played_strategy(solve_table(rules, play)))


def played_strategy(solution: GameSolution) -> PlayedStrategy:
    """The strategy of a solved game."""
    tables = tuple(table_of(one_solution) for one_solution in solution.solutions)
    switching = solution.switching
    if switching is not None:
        worth, other = np.array(switching.worth, np.int64), np.array(switching.other, np.int64)
        return PlayedStrategy(VariationTable(tables, worth, other), switching.expected)
    strategy = VariationTable(tables) if solution.lights else tables[0]
    return PlayedStrategy(strategy, {BLACKJACK_WAGER: solution.expected_value})


def table_of(solution: Solution) -> StrategyTable:
    """The strategy of a solution, which covers split hands and hands that the shoe cannot deal."""
    lookup = by_total if solution.play == "total" else by_composition
    asks_21 = solution.rules.may_double(FULL)
    return lookup(f"best play by {solution.play}", decisions_of(solution), asks_21=asks_21)


def decisions_of(solution: Solution) -> ChooseAction:
    """The decisions of a solution.

    A split pair is split again as long as the rules allow; other split hands are played like the
    same cards before a split, without surrender.
    """

    def decide(moment: int, counts: HandCounts, upcard: int) -> int:
        if upcard not in solution.answers:
            return STAND
        answer, place = solution.answers[upcard], places()[counts]
        opening = ACTIONS[answer.openings.get(place, "stand")]
        if moment == OPENING or (moment == AGAIN and opening == SPLIT):
            return opening
        if moment != LATER and answer.column.marks.doubles[place]:
            return DOUBLE
        return HIT if answer.column.marks.hits[place] else STAND

    return decide
