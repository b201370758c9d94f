"""A custom strategy: chosen actions for some hands, and the best play of all others.

Actions are words (``hit``, ``stand``, ``double``, ``split``, ``surrender``) or the codes of a chart
(``Ds``: double, else stand). Where an action is not allowed, the hand takes the alternative that a
code gives, else the best play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from upcard.analysis.counters.index_plays import IndexPlay
from upcard.analysis.strategies import ACTIONS, decisions_of
from upcard.cards.totals import best_total, is_soft
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, SURRENDER
from upcard.exact.strategy.rules import NAMES, HandRules
from upcard.exact.strategy.solve import Solution
from upcard.games.blackjack import FULL
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    ALLOWED,
    OPENING,
    ChooseAction,
    HandCounts,
    StrategyTable,
    by_composition,
    by_total,
)

HandName: TypeAlias = tuple[str, tuple[int, ...]]
"""A line of the chart or a hand: ``hard`` or ``soft`` and a total, ``pairs`` and the value of a
card, ``cards`` and all values in order."""

Cell: TypeAlias = tuple[HandName, int]
"""A hand against the value of an upcard."""

Choice: TypeAlias = tuple[str, ...]
"""Actions in order of preference: the first that is allowed is taken."""

CODES: Final[Mapping[str, Choice]] = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "R": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rd": ("surrender", "double", "hit"),
    "Rp": ("surrender", "split"),
} | {action: (action,) for action in ACTIONS}
"""The actions of a code, in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """An action that applies at and above a count, or at and below a negative one.

    A `cell` of None stands for Insurance, which is then placed.
    """

    cell: Cell | None
    count: int
    choice: Choice

    def holds(self, count: int) -> bool:
        """Whether the deviation applies at a count."""
        return count >= self.count if self.count >= 0 else count <= self.count

    @property
    def play(self) -> IndexPlay:
        """The deviation as the results of a counter show it."""
        if self.cell is None:
            return IndexPlay("insurance", "insurance", "A", self.count, "insure")
        (kind, numbers), upcard = self.cell
        names = [str(number) for number in numbers]
        if kind in ("pairs", "cards"):
            names = [NAMES[value] for value in numbers]
        return IndexPlay(kind, ",".join(names), NAMES[upcard], self.count, self.choice[0])


@dataclass(frozen=True, slots=True)
class OwnPlay:
    """A player's own actions: `choices` of hands, and `deviations` by count."""

    name: str
    choices: Mapping[Cell, Choice]
    deviations: tuple[Deviation, ...] = ()

    def table(self, solution: Solution) -> StrategyTable:
        """The strategy with these choices, and the play of a solution for all other hands."""
        kinds = {kind for (kind, _), _ in self.choices}
        kinds |= {
            deviation.cell[0][0] for deviation in self.deviations if deviation.cell is not None
        }
        converter = (
            by_composition if "cards" in kinds or solution.play == "composition" else by_total
        )
        return converter(self.name, self._decide(solution), asks_21=solution.rules.may_double(FULL))

    def _decide(self, solution: Solution) -> ChooseAction:
        best = decisions_of(solution)

        def decide(moment: int, counts: HandCounts, upcard: int) -> int:
            for name in _names_of(moment, counts):
                for action in self.choices.get((name, upcard), ()):
                    if _is_allowed(solution.rules, moment, counts, ACTIONS[action]):
                        return ACTIONS[action]
            return best(moment, counts, upcard)

        return decide


@dataclass(frozen=True, slots=True)
class OwnCounting:
    """The strategies of a player with deviations, by count; see `counting.OwnDeviations`."""

    play: OwnPlay
    solution: Solution
    tables: dict[tuple[Deviation, ...], StrategyTable] = field(default_factory=dict)

    @property
    def plays(self) -> Sequence[IndexPlay]:
        """The deviations."""
        return [deviation.play for deviation in self.play.deviations]

    @property
    def counts(self) -> Sequence[int]:
        """The counts at which the deviations begin."""
        return [deviation.count for deviation in self.play.deviations]

    def table_at(self, count: int) -> StrategyTable:
        """The strategy at a count; of two deviations of a hand, the one farther from 0 holds."""
        by_count = sorted(self.play.deviations, key=lambda deviation: abs(deviation.count))
        holding = tuple(deviation for deviation in by_count if deviation.holds(count))
        if holding not in self.tables:
            changes = {
                deviation.cell: deviation.choice
                for deviation in holding
                if deviation.cell is not None
            }
            insures = any(deviation.cell is None for deviation in holding)
            changed_play = replace(self.play, choices={**self.play.choices, **changes})
            table = changed_play.table(self.solution)
            self.tables[holding] = replace(table, insures=insures, takes_even_money=insures)
        return self.tables[holding]


def _names_of(moment: int, counts: HandCounts) -> list[HandName]:
    """The names by which an action may be chosen for a hand, the most specific first."""
    values = tuple(value for value, count in enumerate(counts) for _ in range(count))
    pips = sum(value + 1 for value in values)
    names: list[HandName] = [("cards", values)]
    if len(values) == 2 and values[0] == values[1] and moment in (OPENING, AGAIN):
        return [*names, ("pairs", values[:1])]
    kind = "soft" if is_soft(pips, counts[0]) else "hard"
    return [*names, (kind, (best_total(pips, counts[0]),))]


def _is_allowed(rules: HandRules, moment: int, counts: HandCounts, action: int) -> bool:
    """Whether the rules allow an action of a hand at this moment."""
    if action not in ALLOWED[moment]:
        return False
    if action == SURRENDER:
        return rules.surrender != "none"
    if action == SPLIT:
        return 2 in counts
    total = best_total(sum(count * (value + 1) for value, count in enumerate(counts)), counts[0])
    if action == DOUBLE:
        after = moment == OPENING or rules.double_after_split
        return after and rules.may_double(total)
    return action != HIT or total < FULL
