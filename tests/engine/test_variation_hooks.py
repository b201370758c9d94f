"""What variations hook into Blackjack is found by the game's name, their own and those outside."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tables import table_rules
from upcard.engine.blackjack.flow import FLOW, flow_of
from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import new_table
from upcard.engine.core.citing import wrong
from upcard.engine.core.flow import Part
from upcard.engine.core.phases import Phase
from upcard.engine.hybrid.commands import Decide
from upcard.engine.play import game_of
from upcard.engine.variations import lookup
from upcard.engine.variations.events import HoleCardLit

SHAM = "sham-blackjack"


@pytest.fixture
def sham(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A variation from outside: a command of its own, and no surrender."""
    part = Part(
        name="sham",
        allowed={Decide: (tuple(Phase), "633a.7(i)", "")},
        handlers={Decide: lambda _state, _command: []},
    )
    no_surrender = wrong("633a.9(a)", "There is no surrender here.")
    module = SimpleNamespace(HOOKS=Hooks(parts=(part,), no_surrender=no_surrender))
    monkeypatch.setattr(lookup, "module_of", lambda _layer, game: module if game == SHAM else None)
    yield SHAM
    lookup.variation_hooks.cache_clear()


def test_blackjack_hooks_nothing() -> None:
    assert lookup.variation_hooks("blackjack") is BASE_GAME


@pytest.mark.parametrize(
    "game",
    [
        "blackjack-switch",
        "switch-hands",
        "blackjack-premium",
        "down-under-blackjack",
        "match-the-dealer-blackjack",
    ],
)
def test_each_variation_is_found_by_its_game(game: str) -> None:
    assert lookup.variation_hooks(game) is not BASE_GAME
    assert set(flow_of(game).allowed) == set(FLOW.allowed)


def test_a_variation_s_part_is_in_its_own_flow_alone() -> None:
    assert HoleCardLit in flow_of("down-under-blackjack").folds
    assert HoleCardLit not in FLOW.folds


def test_a_variation_from_outside(sham: str) -> None:
    rules = replace(table_rules(), game=sham)
    state, command = new_table(rules), Decide("Ann", "stand")
    assert game_of(rules).flow.refusal(state, command) is None
    assert lookup.hooks_of(state).no_surrender is not None
    assert FLOW.refusal(state, command) is not None
