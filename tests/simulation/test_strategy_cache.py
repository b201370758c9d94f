"""The best play of a table is kept in the user's cache as the simulator plays it."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import upcard
from upcard.analysis import strategies
from upcard.analysis.strategies import played_strategy, strategy_of
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import solve_table
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.variation_table import AnyStrategyTable, represent_strategy
from upcard.submission.compiling.text import rules_of

SUBMISSIONS = Path(__file__).parents[2] / "submissions"


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def table(name: str = "seven-seats") -> TableRules:
    return upcard.load(SUBMISSIONS / f"{name}.toml").table


def same(one: AnyStrategyTable, other: AnyStrategyTable) -> bool:
    first, second = represent_strategy(one), represent_strategy(other)
    arrays = [
        (getattr(a, name), getattr(b, name))
        for a, b in zip(first.tables, second.tables, strict=True)
        for name in ("following", "totals", "pairs", "decisions")
    ]
    flags = [
        (a.name, a.insures, a.takes_even_money) == (b.name, b.insures, b.takes_even_money)
        for a, b in zip(first.tables, second.tables, strict=True)
    ]
    alike = all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in arrays)
    return type(one) is type(other) and alike and all(flags)


@pytest.mark.parametrize("play", ["total", "composition"])
def test_a_kept_strategy_is_the_solved_one(
    play: StrategyBasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = table()
    solved = played_strategy(solve_table(rules, play))
    first = strategy_of(rules, play)
    monkeypatch.setattr(strategies, "solve_table", None)  # nothing is solved again
    again = strategy_of(rules, play)
    assert same(first.strategy, solved.strategy)
    assert same(again.strategy, solved.strategy)
    assert again.expected == first.expected == solved.expected


def test_a_game_with_lights_has_all_its_tables_again() -> None:
    rules = rules_of('[table]\nname = "DU"\ngame = "down-under-blackjack"\n')
    first, again = strategy_of(rules, "total"), strategy_of(rules, "total")
    assert len(represent_strategy(again.strategy).tables) == 3
    assert same(again.strategy, first.strategy)
    assert again.expected == first.expected


def test_other_rules_shoes_and_bases_have_their_own() -> None:
    rules = table()
    others: list[tuple[TableRules, StrategyBasis]] = [
        (rules, "total"),
        (rules, "composition"),
        (replace(rules, decks=1), "total"),
        (replace(rules, blackjack=replace(rules.blackjack, hits_soft_17=True)), "total"),
    ]
    wins = {strategy_of(one, play).expected["blackjack"] for one, play in others}
    assert len(wins) == len(others)
    for one, play in others:
        assert strategy_of(one, play).expected == played_strategy(solve_table(one, play)).expected
