"""What variations hook into Blackjack is found by the game's name, their own and those outside."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tables import round_of, table_rules
from upcard.engine.blackjack.flow import FLOW, flow_of
from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import new_table
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import wrong
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import Phase
from upcard.engine.hybrid.commands import Decide
from upcard.engine.play import game_of
from upcard.engine.variations import lookup
from upcard.engine.variations.events import HoleCardLit
from upcard.games.blackjack import OUTCOMES
from upcard.games.variation import Variation

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
    assert HoleCardLit in flow_of("down-under-blackjack").events
    assert HoleCardLit not in FLOW.events


class CitesByTotal(Variation, frozen=True):
    """Cites the player's total and the dealer's, as a rule about a push of some totals would."""

    def own_section(
        self, outcome: int, player: int, large: int, dealer: int, *, switched_to_blackjack: bool
    ) -> str:
        assert not switched_to_blackjack
        return f"{OUTCOMES[outcome]} {player} {large} {dealer}"


def test_a_variation_cites_by_the_player_s_total_too() -> None:
    rules = replace(table_rules(), variation=CitesByTotal())
    table = round_of("Th 9c Ts Tc 7s 7d", rules, positions=2)
    table.send(c.Stand(1), c.Stand(2))
    decided = [one.section for one in table.events if isinstance(one, e.WagerSettled)]
    assert decided == ["lose 16 0 17", "win 20 1 17"]


def test_a_variation_from_outside(sham: str) -> None:
    rules = replace(table_rules(), game=sham)
    state, command = new_table(rules), Decide("Ann", "stand")
    assert game_of(rules).flow.refusal(state, command) is None
    assert lookup.hooks_of(state).no_surrender is not None
    assert FLOW.refusal(state, command) is not None
