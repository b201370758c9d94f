"""Random play with money: what a player has is never negative, and all sums balance."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from amounts import dollars
from properties.walk import Walk
from tables import table_rules
from tables_of_games import baccarat_rules, roulette_rules
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    PlaceWager,
)
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.engine.core.table_state import GAME_ACCOUNTS
from upcard.engine.play import evolve, question, refusal
from upcard.games.table_rules import TableRules
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import MemoryTable

PLAYERS = ("Ann", "Bob")
BROUGHT = (0, dollars(15), dollars(20), dollars(40), dollars(150))


class MoneyWalk(Walk):
    """A walk at a table where wagers are paid from money that was brought."""

    def fold(self, event: Event) -> None:
        super().fold(event)
        state = self.state
        assert all(state.money_of(player) >= 0 for player in ("", *PLAYERS))
        moved = sum(
            event.amount if isinstance(event, MoneyBrought) else -event.amount
            for event in self.events
            if isinstance(event, MoneyBrought | MoneyCashedOut)
        )
        assert state.brought == -state.accounts.get(GAME_ACCOUNTS, 0) == moved

    def anything(self) -> Command:
        player = self.random.choice(PLAYERS)
        if self.random.random() < 0.3:
            return self.random.choice(
                (
                    BringMoney(self.random.choice(BROUGHT), player),
                    CashOut(player),
                    PlaceWager(self.random.randint(1, 3), "blackjack", dollars(15), player),
                )
            )
        return super().anything()


@settings(max_examples=12)
@given(st.integers(0, 2**32 - 1), st.sampled_from(("blackjack", "blackjack-switch")))
def test_money_is_never_negative_and_sums_balance(seed: int, game: str) -> None:
    walk = MoneyWalk(table_rules(game=game, positions=3, bring_money=True), seed)
    for player in PLAYERS:
        walk.try_out(BringMoney(dollars(50), player))
    walk.wander(400)
    assert any(isinstance(event, WagerSettled) for event in walk.events)


class OtherGame:
    """Two players with money at a table of another game, who bring, wager, play and cash out."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.table = MemoryTable(replace(rules, bring_money=True), seeded_bits(seed))
        self.random = Random(seed)
        self.robots = {
            player: Robot(position, seeded_bits(seed + position))
            for position, player in enumerate(PLAYERS, 1)
        }
        self.state, self.refused = self.table.state, 0

    def try_out(self, command: Command) -> None:
        if refusal(self.table.state, command) is None:
            self.table.send(command)
        else:
            self.refused += 1

    def play(self) -> None:
        """A round: some money moves, wagers are placed if they are covered, questions answered."""
        for player, robot in self.robots.items():
            if self.random.random() < 0.5:
                self.try_out(BringMoney(self.random.choice(BROUGHT), player))
            if self.random.random() < 0.1:
                self.try_out(CashOut(player))
            for wager in robot.wagers(self.table.state.rules):
                assert isinstance(wager, PlaceWager)
                self.try_out(replace(wager, player=player))
        self.try_out(CloseBets())
        while (asked := question(self.table.state)) is not None:
            self.table.send(self.random.choice(list(asked.answers.values())))
            self.try_out(CashOut(self.random.choice(PLAYERS)))
        self.try_out(ClearTable())

    def check(self) -> None:
        """Fold the events again: after each, nobody owes, and every unit is somewhere."""
        moved, state = 0, self.state
        for event in self.table.events:
            state = evolve(state, event)
            if isinstance(event, MoneyBrought):
                moved += event.amount
            if isinstance(event, MoneyCashedOut):
                moved -= event.amount
            assert all(state.money_of(player) >= 0 for player in ("", *PLAYERS)), event
            assert state.brought == -state.accounts.get(GAME_ACCOUNTS, 0) == moved
            assert sum(state.accounts.values()) == 0
        assert state.accounts == self.table.state.accounts


@pytest.mark.parametrize(
    "rules",
    [baccarat_rules(), roulette_rules(), hole_card_rules(), no_hole_card_rules()],
    ids=["baccarat", "roulette", "hybrid", "no hole card"],
)
def test_money_is_never_negative_at_any_game(rules: TableRules) -> None:
    settled = refused = 0
    for seed in range(4):
        game = OtherGame(rules, seed)
        for _ in range(12):
            game.play()
        game.check()
        settled += sum(isinstance(event, WagerSettled) for event in game.table.events)
        refused += game.refused
    assert settled > 20
    assert refused > 20
