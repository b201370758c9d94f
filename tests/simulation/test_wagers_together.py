"""Side wagers that a table decides together are decided as each is by its own classifier."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack import wager_groups
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.wager_groups import groups_of
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.plan import Plan, plan
from upcard.simulation.round_products import KEPT_BLOCKS
from upcard.simulation.sums import DealtBlock

FIVE: Final = {"minimum": 5}
METER: Final = {"seed": 1_000, "reseed": 1_000, "increment": "10%", **FIVE}
WAGERS: Final[dict[str, Any]] = {
    "perfect-pairs": {"paytable": "A", **FIVE},
    "royal-match-21": {"paytable": "D", "crown_treasure": True, **FIVE},
    "lucky-ladies": FIVE,
    "three-card-poker": {"paytable": "A", **FIVE},
    "hit-and-run": METER,
    "buster-blackjack": {"paytable": "A", "minimum": 15},
    "super-4": {},
    "jackpot-party": {"paytable": "P20-B", "wager": 5},
    "bad-beat": {"lucky_player": True, **FIVE},
}
EIGHT_DECKS: Final = {name: WAGERS[name] for name in WAGERS if name != "jackpot-party"}
ALONE: Final = {"bad-beat"}
"""Play decides it, and chance."""

TABLES: Final[dict[str, tuple[TableRules, dict[str, Any]]]] = {
    "six decks": (table_rules(wagers=WAGERS), {}),
    "eight decks, three seats": (table_rules(wagers=EIGHT_DECKS, decks=8), {"seats": 3}),
    "a new shoe each round": (table_rules(wagers=WAGERS), {"fresh_shoe": True, "seats": 2}),
    "a double shoe": (table_rules(wagers=WAGERS, dealing="double-shoe"), {}),
}


def blocks(planned: Plan, *, together: bool) -> list[DealtBlock]:
    """A block whose rounds are kept one by one, and one whose rounds are not."""
    dealer = BlackjackDealer(planned, compiled_kernels(planned, together=together))
    return [dealer.deal_block(11, block, 3_000) for block in (0, KEPT_BLOCKS)]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("name", TABLES)
def test_together_they_win_what_each_wins_alone(name: str) -> None:
    """Outcomes, wins by batch and round, and what wins a share of a meter."""
    rules, choices = TABLES[name]
    planned = plan(rules, at_random(5, rules=rules.blackjack), **choices)
    assert blocks(planned, together=True) == blocks(planned, together=False)


def test_all_are_decided_together_that_neither_play_nor_chance_decides() -> None:
    planned = plan(table_rules(wagers=WAGERS), basic(6))
    of_groups = [place for group in groups_of(planned) for place in group.places]
    names = {planned.columns[place].name for place in of_groups}
    assert len(of_groups) == len(set(of_groups))
    assert names == set(WAGERS) - ALONE
    alone = compiled_kernels(planned).wagers
    assert {planned.columns[FIRST_SIDE + number].name for number in alone} == ALONE


def test_a_group_of_too_many_classes_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: TableRules = table_rules(wagers=WAGERS)
    whole = groups_of(plan(rules, basic(6)))
    monkeypatch.setattr(wager_groups, "MAX_CLASSES", 20)
    planned = plan(rules, basic(6))
    divided = groups_of(planned)
    assert len(divided) > len(whole)
    assert blocks(planned, together=True) == blocks(planned, together=False)


def test_every_class_is_of_other_outcomes() -> None:
    for group in groups_of(plan(table_rules(wagers=WAGERS), basic(6))):
        assert len(np.unique(group.outcomes, axis=0)) == len(group.outcomes)
        assert set(np.unique(group.table)) == set(range(len(group.outcomes)))


def test_a_kept_group_is_the_computed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    planned = [plan(table_rules(wagers=WAGERS), basic(6)) for _ in range(2)]
    computed = groups_of(planned[0])
    assert list((tmp_path / "upcard" / "groups").iterdir()), "it is kept"
    monkeypatch.setattr(wager_groups, "_group", None)  # nothing is computed again
    for group, again in zip(computed, groups_of(planned[1]), strict=True):
        same = (group.places, group.of_draws, group.unmarked)
        assert (again.places, again.of_draws, again.unmarked) == same
        for name in ("rows", "columns", "table", "outcomes"):
            first, second = getattr(group, name), getattr(again, name)
            assert (first.dtype, first.flags.c_contiguous) == (second.dtype, True)
            assert np.array_equal(first, second)
