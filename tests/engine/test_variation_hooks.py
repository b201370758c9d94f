"""What variations hook into Blackjack is found by the game's name, their own and those outside."""

import dataclasses
from collections.abc import Iterator
from enum import StrEnum
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tables import round_of, table_rules
from upcard.engine.blackjack import hooks
from upcard.engine.blackjack.flow import FLOW, flow_of
from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import new_table
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import Command, Stand
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.flow import Flow
from upcard.engine.core.parts import Allowed, Part, PartsCollide
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.engine.hybrid.commands import Decide
from upcard.engine.hybrid.events import CountdownEnded, InsuranceWaived
from upcard.engine.play import game_of, question
from upcard.engine.variations.down_under import HoleCardLit
from upcard.envs.seats import answers_of, kinds_of
from upcard.games.blackjack import OUTCOMES
from upcard.games.variation import Variation
from upcard.host.keys import keys_of
from upcard.host.scripts.script import answer_command

SHAM, BOWING = "sham-blackjack", "bowing-blackjack"


@pytest.fixture
def sham(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A variation from outside: a command of its own, and no surrender."""
    part = Part(
        name="sham",
        allowed={Decide: Allowed(tuple(Phase), "633a.7(i)", "")},
        handlers={Decide: lambda _state, _command: []},
    )
    no_surrender = refusal_under("633a.9(a)", "There is no surrender here.")
    module = SimpleNamespace(HOOKS=Hooks(parts=(part,), no_surrender=no_surrender))
    monkeypatch.setattr(hooks, "module_of", lambda _layer, game: module if game == SHAM else None)
    yield SHAM
    hooks.variation_hooks.cache_clear()


def test_blackjack_hooks_nothing() -> None:
    assert hooks.variation_hooks("blackjack") is BASE_GAME


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
    assert hooks.variation_hooks(game) is not BASE_GAME
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
    table.send(Stand(1), Stand(2))
    decided = [event.section for event in table.events if isinstance(event, WagerSettled)]
    assert decided == ["lose 16 0 17", "win 20 1 17"]


def test_a_variation_from_outside(sham: str) -> None:
    rules = replace(table_rules(), game=sham)
    state, command = new_table(rules), Decide("Ann", "stand")
    assert game_of(rules).flow.refusal(state, command) is None
    assert hooks.hooks_of(state).no_surrender is not None
    assert FLOW.refusal(state, command) is not None


class Own(StrEnum):
    """A phase that only the sham variation has."""

    BOWING = "bowing"


def _answers(position: int, _amount: int | None) -> dict[str, Command]:
    player = f"Player {position}"
    return {"bow": Decide(player, "stand"), "wave": Decide(player, "hit")}


BOW = QuestionKind(
    name="bow",
    phases=(Own.BOWING,),
    due=lambda _state: (1, 0),
    answers=_answers,
    unanswered="bow",
    words="Do you bow?",
    for_dealer="Ask whether the player bows.",
)


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A variation that asks one question of its own after the peek, with types of the hybrid."""
    part = Part(
        name="bowing",
        phases={
            (Phase.PEEKED, CountdownEnded): Own.BOWING,
            (Own.BOWING, InsuranceWaived): Phase.PEEKED,
        },
        allowed={Decide: Allowed((Own.BOWING,), "633a.7(i)", "Nobody bows now.")},
        handlers={Decide: lambda _state, command: [InsuranceWaived(command.player)]},
        questions=(BOW,),
    )
    own = Hooks(parts=(part,), reads_every_upcard=True, after_peek=lambda _: [CountdownEnded()])
    module = SimpleNamespace(HOOKS=own)
    monkeypatch.setattr(hooks, "module_of", lambda _layer, game: module if game == BOWING else None)
    yield BOWING
    hooks.variation_hooks.cache_clear()


def test_a_variation_asks_a_question_of_its_own(asking: str) -> None:
    rules = replace(table_rules(), game=asking)
    table = round_of("Th 9c Ts 7d", rules)
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.words, asked.position) == ("bow", "Do you bow?", 1)
    assert keys_of(asked.every()) == {"bow": "b", "wave": "w"}
    assert kinds_of(rules)[-1] == "bow"
    assert answers_of(rules)[-2:] == ("bow", "wave")
    assert not {"bow", "wave"} & set(answers_of(table_rules()))
    table.send(answer_command(rules, 1, "wave"))
    asked = question(table.state)
    assert asked is not None
    assert asked.kind == "decision"
    with pytest.raises(ValueError, match="'bow' is not an answer"):
        answer_command(table_rules(), 1, "bow")


def test_two_parts_do_not_ask_the_same_question() -> None:
    part = Part(name="bowing", questions=(BOW,))
    with pytest.raises(PartsCollide, match="bowing and again both claim the question bow"):
        Flow.of(part, dataclasses.replace(part, name="again"), title="Sham", section="633a.7")
