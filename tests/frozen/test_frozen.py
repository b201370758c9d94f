"""Nothing that a user sees changes by moving code: rounds, odds and simulations as frozen."""

import pytest

from frozen import computed
from frozen.freeze import BLOCKS, SEED, frozen
from frozen.played import digests, played, table_names
from nightly import every
from solved_once import solved_once

__all__ = ["solved_once"]

NAMES = table_names()


@pytest.mark.nightly(but=6)
@pytest.mark.parametrize("name", NAMES)
def test_every_round_has_the_same_events_and_refusals(name: str) -> None:
    assert digests(name, BLOCKS, SEED) == frozen()["rounds"][name]


def test_all_odds_are_the_same() -> None:
    """A wager that was added since has odds of its own: no odds of the others change by it."""
    now = dict(computed.odds())
    assert {name: now.get(name) for name in frozen()["odds"]} == frozen()["odds"]


@pytest.mark.nightly(but=1)
@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize("name", every(3, NAMES))
def test_simulations_are_the_same(name: str) -> None:
    assert computed.simulation(name) == frozen()["simulations"][name]


@pytest.mark.nightly(but=1)
@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize("name", every(2, computed.SOLVED))
def test_strategies_are_the_same(name: str) -> None:
    assert computed.strategy(name) == frozen()["strategies"][name]


def test_another_seed_plays_other_rounds() -> None:
    """The negative control: a digest hangs on what happens."""
    name = NAMES[0]
    first, second = (b"".join(played(name, seed, 2)) for seed in (1, 2))
    assert first != second
