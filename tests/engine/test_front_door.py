"""The front door: one set of functions for the tables of every game."""

from pathlib import Path
from typing import Any, Final

import pytest

from amounts import dollars
from tables import cards, table_rules
from upcard.cards.shoe import FedShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.baccarat.view import BaccaratView
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.commands import CloseBets, PlaceWager, SettleRound, Shuffle, name_of
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import EndCountdown
from upcard.engine.hybrid.view import LayoutView, TerminalView
from upcard.engine.play import apply, due, evolve, game_of, new_table, question, refusal
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.view import RouletteView
from upcard.engine.roulette.wheel import FedWheel, RandomWheel
from upcard.engine.views import view
from upcard.games.roulette import LuckyNumber
from upcard.games.table_rules import TableRules
from upcard.host.scripts.rounds import source_of
from upcard.submission.compiling.text import rules_of

GOLDEN: Final = Path(__file__).parent.parent / "golden"
TEXTS: Final = {
    "baccarat": "rounds/submissions/baccarat-8.toml",
    "lightning-roulette": "rounds/submissions/lightning-roulette.toml",
    "hybrid-blackjack": "hybrid/submissions/hybrid-6.toml",
    "hybrid-blackjack-no-hole-card": "hybrid/submissions/no-hole-card-8.toml",
}
WAGER: Final = {"baccarat": "baccarat-tie", "lightning-roulette": "red"}
VIEWS: Final = {
    "blackjack": TableView,
    "baccarat": BaccaratView,
    "lightning-roulette": RouletteView,
    "hybrid-blackjack": LayoutView,
    "hybrid-blackjack-no-hole-card": LayoutView,
}


def rules(game: str) -> TableRules:
    if game == "blackjack":
        return table_rules()
    return rules_of((GOLDEN / TEXTS[game]).read_text(encoding="utf-8"))


def in_play(game: str) -> AutomatedTable[Any]:
    """A table with bets closed on a minimum wager, all its cards from one seed."""
    chosen = rules(game)
    table: AutomatedTable[Any] = AutomatedTable(
        chosen, source_of(chosen, seeded_bits(1)), ~Automation.CLEAR
    )
    amount = max(chosen.minimum, dollars(5))
    table.send(PlaceWager(1, WAGER.get(game, "blackjack"), amount))
    table.send(CloseBets())
    return table


@pytest.mark.parametrize("game", VIEWS)
def test_a_state_is_the_fold_of_its_events(game: str) -> None:
    table = in_play(game)
    state = new_table(table.state.rules)
    for event in table.events:
        state = evolve(state, event)
    assert state == table.state
    assert type(state) is game_of(state.rules).state
    assert sum(state.accounts.values()) == 0


@pytest.mark.parametrize("game", VIEWS)
def test_a_new_table_waits_for_the_shuffle_and_a_wheel_for_wagers(game: str) -> None:
    state = new_table(rules(game))
    step = None if game == "lightning-roulette" else (Automation.SHOE, Shuffle)
    assert due(state) == step
    assert due(state, Automation.CLEAR) is None
    assert question(state) is None


@pytest.mark.parametrize("game", VIEWS)
def test_a_new_table_has_a_view_and_refuses_in_a_sentence(game: str) -> None:
    state = new_table(rules(game))
    refused = refusal(state, SettleRound())
    assert refused is not None
    assert refused.message.endswith(".")
    assert isinstance(view(state), VIEWS[game])


@pytest.mark.parametrize("game", VIEWS)
def test_what_a_step_needs_comes_from_the_table_s_source(game: str) -> None:
    """Taken one by one, the steps are those of a table that takes them by itself."""
    full = in_play(game)
    chosen = full.state.rules
    table: AutomatedTable[Any] = AutomatedTable(
        chosen, source_of(chosen, seeded_bits(1)), Automation(0)
    )

    def dealer() -> None:
        while (step := due(table.state, ~Automation.CLEAR)) is not None:
            table.take_step(step[1])

    dealer()
    table.send(PlaceWager(1, WAGER.get(game, "blackjack"), max(chosen.minimum, dollars(5))))
    table.send(CloseBets())
    dealer()
    assert table.events == full.events


def test_a_player_at_a_hybrid_table_sees_their_terminal() -> None:
    state = in_play("hybrid-blackjack").state
    assert isinstance(view(state, "1"), TerminalView)
    assert isinstance(view(state, "2"), LayoutView)
    asked = question(state)
    assert asked is None or asked.position == 1


def test_every_card_of_baccarat_is_seen_and_no_total_before_there_is_one() -> None:
    shoe = FedShoe(cards("4s Kd 5h 7c"))
    table: AutomatedTable[Any] = AutomatedTable(rules("baccarat"), shoe, ~Automation.CLEAR)
    empty = view(table.state)
    assert isinstance(empty, BaccaratView)
    assert (empty.player, empty.player_total) == ((), None)
    table.send(PlaceWager(2, "baccarat-player", dollars(10)))
    table.send(CloseBets())
    seen = view(table.state)
    assert isinstance(seen, BaccaratView)
    assert (seen.player, seen.player_total) == (("4s", "5h"), 9)
    assert (seen.banker, seen.banker_total) == (("Kd", "7c"), 7)
    (box,) = seen.boxes
    assert (box.position, box.wagers, box.outcomes) == (
        2,
        {"baccarat-player": "10.00"},
        {"baccarat-player": "win"},
    )


def test_a_dealer_spins_where_the_wheel_is_none_of_the_automations() -> None:
    """The generator selects the Lucky Numbers; the table waits for the ball."""
    chosen = rules("lightning-roulette")
    wheel = FedWheel(RandomWheel(seeded_bits(4)))
    wheel.feed([LuckyNumber(17, 299)], None)
    waiting = ~(Automation.CLEAR | Automation.SPIN)
    table: AutomatedTable[Any] = AutomatedTable(chosen, wheel, waiting)
    table.send(PlaceWager(1, "straight-17", dollars(1)))
    table.send(CloseBets())
    assert table.state.phase == "spinning"
    assert due(table.state) == (Automation.SPIN, SpinWheel)
    seen = view(table.state)
    assert isinstance(seen, RouletteView)
    assert (seen.lucky, seen.pocket) == ({17: 299}, None)
    table.send(SpinWheel(17))
    assert table.state.accounts["player 1"] == dollars(299)
    seen = view(table.state)
    assert isinstance(seen, RouletteView)
    assert seen.pocket == 17
    refused = refusal(table.state, AnnounceLuckyNumbers(()))
    assert refused is not None
    assert refused.section == "58 Pa. Code § 617b.3(d)"


def test_a_command_is_applied_by_the_game_of_the_table() -> None:
    state, events = apply(new_table(rules("lightning-roulette")), CloseBets())
    assert [type(event).__name__ for event in events] == ["BetsClosed"]
    assert (state.phase, state.round) == ("selecting", 1)
    assert new_table(rules("blackjack")).phase is Phase.SHUFFLING


@pytest.mark.parametrize("game", VIEWS)
def test_another_game_s_command_is_refused_with_a_section(game: str) -> None:
    foreign = EndCountdown() if game == "lightning-roulette" else SpinWheel(17)
    refused = refusal(new_table(rules(game)), foreign)
    assert refused is not None
    assert refused.section.startswith("58 Pa. Code")
    assert name_of(type(foreign)) in refused.message
