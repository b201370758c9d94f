"""The hybrid flows as tables: complete, reachable, and drawn in the documentation."""

from pathlib import Path

import pytest

from upcard.engine.hybrid.flow import FLOWS
from upcard.rules.loader import game_rules
from upcard.rules.sections import find

DOCS = Path(__file__).parents[2] / "docs"

each = pytest.mark.parametrize("game", FLOWS)


@each
def test_the_drawn_phases_are_the_flow_s(game: str) -> None:
    text = (DOCS / "hybrid-blackjack.md").read_text(encoding="utf-8")
    assert FLOWS[game].diagram() in text


@each
def test_every_command_has_phases_and_a_handler(game: str) -> None:
    flow = FLOWS[game]
    assert set(flow.allowed) == set(flow.commands)
    for phases, section, message in flow.allowed.values():
        assert phases
        find(section)
        assert message.endswith(".")


@each
def test_every_phase_is_reached_and_left(game: str) -> None:
    flow = FLOWS[game]
    assert set(flow.phases.values()) == {was for was, _ in flow.phases}


@each
def test_the_game_is_in_the_rulebook(game: str) -> None:
    data = game_rules(game)
    assert data.slug == game
    assert data.decks == (6, 8)
    assert set(data.dealing) == {"shoe", "automated-shuffler", "continuous-shuffler"}
