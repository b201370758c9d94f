"""Accounts, seats and rounds against a plain dictionary: every cent is where the model says."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from amounts import dollars
from host.live import VAULT
from host.money_victim import MONEY
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.events import (
    DecisionMade,
    Event,
    InsurancePlaced,
    WagerPlaced,
    WagerSettled,
)
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.play import question
from upcard.host.bodies.account_entry import Act
from upcard.host.money.cashier import Cashier
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.opening import open_journal
from upcard.money.amount import UNITS_PER_CENT
from upcard.rules.violation import RuleViolation
from upcard.submission.compiling.text import rules_of

PLAYERS = st.sampled_from(["ann", "bob"])
TABLES = st.sampled_from(["BJ-01", "BJ-02"])
UNITS = st.integers(1, 20_000).map(lambda cents: cents * UNITS_PER_CENT)
SEATS = {"ann": 1, "bob": 2}


class Money(RuleBasedStateMachine):
    """`model` has the units of each account (table "") and of each player at each table."""

    def __init__(self) -> None:
        super().__init__()
        self.journal = open_journal("memory:", rules="0" * 64)
        self.cashier = Cashier(self.journal)
        self.tables = {
            name: TableHost(
                self.journal,
                MONEY.replace("BJ-01", name),
                rules_of,
                CardSupply(VAULT, seeded_bits(number)),
            )
            for number, name in enumerate(("BJ-01", "BJ-02"))
        }
        self.model: dict[tuple[str, str], int] = {
            (player, table): 0 for player in SEATS for table in ("", *self.tables)
        }

    def _act(self, name: str, what: Any, units: int, may: bool) -> None:
        try:
            self.cashier.act(name, Act(what=what, amount=units), "cas")
        except RuleViolation:
            assert not may
        else:
            assert may
            self.model[name, ""] += units if what == "deposit" else -units

    @rule(name=PLAYERS, units=UNITS)
    def deposit(self, name: str, units: int) -> None:
        self._act(name, "deposit", units, True)

    @rule(name=PLAYERS, units=UNITS)
    def withdraw(self, name: str, units: int) -> None:
        self._act(name, "withdrawal", units, units <= self.model[name, ""])

    @rule(name=PLAYERS, table=TABLES, units=UNITS)
    def bring(self, name: str, table: str, units: int) -> None:
        try:
            self.tables[table].send(BringMoney(units, name), actor=name)
        except RuleViolation:
            assert units > self.model[name, ""]
        else:
            assert units <= self.model[name, ""]
            self.model[name, ""] -= units
            self.model[name, table] += units

    @rule(name=PLAYERS, table=TABLES)
    def cash_out(self, name: str, table: str) -> None:
        try:
            self.tables[table].send(CashOut(name), actor=name)
        except RuleViolation:
            assert self.model[name, table] == 0
        else:
            self.model[name, ""] += self.model[name, table]
            self.model[name, table] = 0

    @rule(table=TABLES, amount=st.integers(15, 60), answers=st.randoms(use_true_random=False))
    def round(self, table: str, amount: int, answers: Any) -> None:
        """Both players wager what they can; the model counts only what the events say."""
        host = self.tables[table]
        for name, seat in SEATS.items():
            units = dollars(amount)
            try:
                host.send(PlaceWager(seat, "blackjack", units, name))
            except RuleViolation:
                assert self.model[name, table] < units
            else:
                assert self.model[name, table] >= units
        if not host.state.has_wagers:
            return
        host.send(CloseBets())
        while (asked := question(host.state)) is not None:
            kind = answers.choice([*asked.answers, asked.asks.unanswered])
            host.send(asked.answers[kind])
        for event in host.round_events:
            self._count(table, event)
        host.send(ClearTable())

    def _count(self, table: str, event: Event) -> None:
        match event:
            case WagerPlaced() | InsurancePlaced() | DecisionMade():
                self.model[event.player, table] -= event.amount
            case WagerSettled():
                self.model[event.player, table] += event.paid
            case _:
                pass

    @invariant()
    def every_cent_is_where_the_model_says(self) -> None:
        for (name, table), units in self.model.items():
            there = (
                self.tables[table].state.money_of(name)
                if table
                else self.cashier.account(name).balance
            )
            assert there == units >= 0, (name, table)

    def teardown(self) -> None:
        try:
            verdict = verify(self.journal, rules_of)
            assert verdict.verified, verdict.first_difference
        finally:
            self.journal.close()


Money.TestCase.settings = settings(max_examples=12, stateful_step_count=25)
test_money_model = Money.TestCase
