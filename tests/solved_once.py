"""The best play of a game, found once in each process of pytest.

Tests that ask for one play in several forms use the fixture; solving itself is tested without it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import pytest

from upcard.analysis import strategies
from upcard.analysis.counters import index_plays
from upcard.exact.strategy import games
from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NO_CHANGES, full_shoe
from upcard.exact.strategy.solve import solve
from upcard.games.table_rules import TableRules
from upcard.service.history import wager_moments

T = TypeVar("T")

_KNOWN: Final[list[tuple[Any, Any]]] = []
"""What was asked, which need not be hashable, and the answer."""

_DEVIATIONS: Final[dict[int, tuple[GameSolution, float | None]]] = {}
"""By the identity of a solution, which is kept beside its deviation."""


def _once(find: Callable[..., T], *asked: Any) -> Callable[..., T]:
    """`find`, which is called once for equal questions: `asked`, or else its arguments."""

    def found(*arguments: Any) -> T:
        question = (find, *(asked or arguments))
        for before, answer in _KNOWN:
            if before == question:
                known: T = answer
                return known
        _KNOWN.append((question, find(*arguments)))
        return found(*arguments)

    return found


@pytest.fixture
def solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is solved once, at however many tables and in however many forms it is asked for.

    Two tables have one game if they have the same variation, rules of a hand and shoe.
    """
    solve_table, rules_of, deviation = (
        games.solve_table,
        games.rules_of,
        GameSolution.standard_deviation,
    )

    def table_solved(
        table: TableRules,
        play: StrategyBasis = "composition",
        shoe: ValueCounts | None = None,
        changes: Mapping[str, Any] = NO_CHANGES,
    ) -> GameSolution:
        cards = shoe or full_shoe(table.decks, tens=table.tens)
        game = (table.game, table.variation, rules_of(table, changes), cards, play)
        return _once(solve_table, *game)(table, play, cards, changes)

    def deviation_of(solution: GameSolution) -> float | None:
        if id(solution) not in _DEVIATIONS:
            _DEVIATIONS[id(solution)] = solution, deviation(solution)
        return _DEVIATIONS[id(solution)][1]

    monkeypatch.setattr(games, "solve_table", table_solved)
    monkeypatch.setattr(strategies, "solve_table", table_solved)
    monkeypatch.setattr(wager_moments, "solve_table", table_solved)
    monkeypatch.setattr(games, "solve_without_table", _once(games.solve_without_table))
    monkeypatch.setattr(index_plays, "solve", _once(solve))
    monkeypatch.setattr(GameSolution, "standard_deviation", deviation_of)
