"""Index plays: where the exact best play at a count departs from the player's own.

At each count the shoe of average composition is solved. Where its best play differs from that of an
average shoe of the same size, it is an index play; elsewhere the player keeps to their own play of
the actual shoe. Counts are taken before the round, so they exclude the cards of the hand. True
counts are rounded down, so the shoe is solved half a point above the count.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeAlias

import msgspec
import numpy as np

from upcard.analysis.counters.indices import HALVES, average_shoe, halves_at
from upcard.analysis.strategies import table_of
from upcard.exact.strategy.chart import chart_actions
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import NAMES, full_shoe
from upcard.exact.strategy.solve import Solution, solve
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem
from upcard.simulation.blackjack.strategy_table import StrategyTable

FARTHEST: Final = 8
"""Index plays are computed for true counts up to this, on either side of 0."""

FARTHEST_RUNNING: Final = 400
"""A running count is looked for this far from 0, in points."""

ChartKey: TypeAlias = tuple[str, str, str]
"""A cell of the chart: the kind and label of its line, and the upcard."""


class IndexPlay(msgspec.Struct, frozen=True):
    """A departure from the chart at and above a true count, or at and below a negative one.

    `hand` and `upcard` name a line and a column of the chart; Insurance is "insurance" and "A".
    A running count has no such middle: `below` says whether its departure is at and below `count`.
    """

    kind: str
    hand: str
    upcard: str
    count: int
    action: str
    below: bool | msgspec.UnsetType = msgspec.UNSET


def index_plays(
    rules: TableRules, play: StrategyBasis, base: StrategyTable, system: CountSystem, cover: int
) -> tuple[dict[int, StrategyTable], list[IndexPlay]]:
    """The tables by count, and the index plays of the chart; `cover` cards may be dealt.

    An unbalanced system has a table for each running count that stands for a true count within
    `FARTHEST`.
    """
    game, tens = rules_of(rules), rules.tens
    is_true = system.tags_of_deck(tens=tens) == 0
    halves = _true_halves() if is_true else running_halves(system, rules, cover)
    shoes = {half: average_shoe(system, half, tens=tens) for half in {0, *halves.values()}}
    solutions = {half: solve(game, shoe, play) for half, shoe in shoes.items()}
    usual = table_of(solutions[0]).decisions
    tables = {}
    for count, half in halves.items():
        decisions = table_of(solutions[half]).decisions
        insures = _insures(shoes[half], rules)
        tables[count] = replace(
            base,
            decisions=np.where(decisions != usual, decisions, base.decisions),
            insures=insures,
            takes_even_money=insures,
        )
    without_count = _cells(solve(game, full_shoe(rules.decks, tens=tens), play))
    by_half = {half: _cells(solution) for half, solution in solutions.items()}
    cells = {count: by_half[half] for count, half in halves.items()}
    middle = 0 if is_true else min(halves, key=lambda count: (abs(halves[count]), -count))
    plays = list(_plays(cells, by_half[0], without_count, middle, is_true=is_true))
    insured = [count for count, table in tables.items() if table.insures]
    if insured:
        is_below = msgspec.UNSET if is_true else False
        plays.append(IndexPlay("insurance", "insurance", "A", min(insured), "insure", is_below))
    return tables, plays


def _true_halves() -> dict[int, int]:
    """The half points for which each true count is solved."""
    return {count: HALVES * count + 1 for count in range(-FARTHEST, FARTHEST + 1)}


def running_halves(system: CountSystem, rules: TableRules, cover: int) -> dict[int, int]:
    """The half points for which each running count is solved: the middle of what it stands for."""
    middle = (system.unit - 1) / 2
    start = system.tags_of_deck(tens=rules.tens) * (1 - rules.decks) // system.unit
    counts = range(start - FARTHEST_RUNNING, start + FARTHEST_RUNNING + 1)
    parts = [count * system.unit + middle for count in counts]
    reached = dict(zip(counts, halves_at(system, rules, parts, cover), strict=True))
    far = HALVES * FARTHEST
    near_counts = {count: half for count, half in reached.items() if -far <= half <= far + 1}
    return {count: near_counts[count] for count in range(min(near_counts), max(near_counts) + 1)}


def _cells(solution: Solution) -> dict[ChartKey, str]:
    """The actions of the chart by cell."""
    actions = chart_actions(solution)
    return {(kind, hand, NAMES[upcard]): action for (kind, hand, upcard), action in actions.items()}


def _plays(
    solutions: Mapping[int, Mapping[ChartKey, str]],
    even: Mapping[ChartKey, str],
    cells: Mapping[ChartKey, str],
    middle: int,
    *,
    is_true: bool,
) -> Iterable[IndexPlay]:
    """Where actions change going away from the middle, relative to the even and the own shoe."""
    sides = (
        (False, range(middle, max(solutions) + 1)),
        (True, range(middle - 1, min(solutions) - 1, -1)),
    )
    for cell, usual in cells.items():
        for below, side in sides:
            before = usual
            for count in side:
                action = solutions[count][cell]
                if action == even[cell]:
                    action = usual
                if action != before:
                    yield IndexPlay(*cell, count, action, msgspec.UNSET if is_true else below)
                before = action


def _insures(shoe: tuple[int, ...], rules: TableRules) -> bool:
    """Whether more than a third of the cards beside the dealer's ace are worth ten."""
    cards = Fraction(shoe[-1], sum(shoe)) * rules.shoe_size
    return 3 * cards > rules.shoe_size - 1
