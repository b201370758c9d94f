"""Tables of baccarat and Lightning Roulette for the tests: rules, steps, scripts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import pytest

from amounts import dollars
from tables import cards
from upcard.engine.baccarat import flow as baccarat
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.baccarat.state import new_table as new_baccarat
from upcard.engine.core.commands import (
    CloseBets,
    Command,
    CutCards,
    DealCard,
    InsertCoverCard,
    PlaceWager,
)
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.flow import Flow
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import apply
from upcard.engine.roulette import flow as roulette
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.state import new_table as new_roulette
from upcard.games.roulette import LuckyNumber
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars
from upcard.rules.violation import RuleViolation
from upcard.submission.compiling.rules import compile_table
from upcard.submission.validate import valid_submission

S = TypeVar("S", bound=AnyTable)

ALL_STEPS: Final = Automation.ALL & ~Automation.CLEAR

NUMBERS: Final = {1: 30, 2: 30, 3: 20, 4: 15, 5: 5}
PAYOUTS: Final = {49: 40, 99: 25, 149: 12, 199: 8, 249: 6, 299: 4, 349: 2, 399: 2, 499: 1}
"""A configuration of Lucky Numbers for the tests: the text gives none."""


# Rules


def rules_of(submission: Mapping[str, Any]) -> TableRules:
    """The rules of a submission for one of the two games."""
    return compile_table(valid_submission(submission))


def baccarat_rules(**table: Any) -> TableRules:
    """A baccarat table that offers Majestic Match from $5 to $500."""
    limits = {"majestic-match": {"minimum": 5, "maximum": 500}}
    named = {"name": "BAC-01", "game": "baccarat", "minimum": 10, "maximum": 5_000, **table}
    return rules_of({"table": named, "wagers": limits})


def roulette_rules(
    numbers: Mapping[int, int] = NUMBERS, payouts: Mapping[int, int] = PAYOUTS, **table: Any
) -> TableRules:
    """A Lightning Roulette table."""
    named = {"name": "LR-01", "game": "lightning-roulette", "minimum": 1, "maximum": 5_000, **table}
    weights = {"numbers": _written(numbers), "payouts": _written(payouts)}
    return rules_of({"table": named, "lightning": weights})


def _written(weights: Mapping[int, int]) -> dict[str, int]:
    """Weights with their keys as a file has them."""
    return {str(key): weight for key, weight in weights.items()}


# Tables


class FlowTable(Generic[S]):
    """A table of a family, its events, and the dealer's steps that are automatic."""

    def __init__(self, flow: Flow[S], state: S, automations: Automation = ALL_STEPS) -> None:
        self.flow, self.state, self.automations = flow, state, automations
        self.events: list[Event] = []
        self.cards: list[int] = []
        self.lucky: list[LuckyNumber] = []
        self.pocket: int | None = None
        self.run()

    def send(self, command: Command) -> list[Event]:
        """Carry a command out and the automatic steps after it; the new events."""
        start = len(self.events)
        self.state, events = apply(self.state, command)
        self.events += events
        self.run()
        return self.events[start:]

    def run(self) -> None:
        """Take the automatic steps as far as there are cards, Lucky Numbers and a spin for them."""
        while (step := self.flow.due(self.state)) is not None and step[0] in self.automations:
            command = self.command(step[1])
            if command is None:
                return
            self.state, events = apply(self.state, command)
            self.events += events

    def command(self, kind: type[Command]) -> Command | None:
        """The step with what it needs, None where that was not given."""
        if kind is DealCard:
            return DealCard(self.cards.pop(0)) if self.cards else None
        if kind is AnnounceLuckyNumbers:
            return AnnounceLuckyNumbers(tuple(self.lucky)) if self.lucky else None
        if kind is SpinWheel:
            return None if self.pocket is None else SpinWheel(self.pocket)
        if kind is CutCards:
            offers = getattr(self.state, "cut_offers", ())
            return CutCards(offers[0] if offers else 0, 10)
        if kind is InsertCoverCard:
            return InsertCoverCard(-(-52 * self.state.rules.decks // 4))
        return kind()

    def wager(self, position: int, name: str, amount: int | str, player: str = "") -> None:
        """A wager at a position."""
        self.send(PlaceWager(position, name, dollars(amount), player))

    def refuses(self, command: Command) -> str:
        """The section of a refusal that changes nothing, and that `decide` raises too."""
        before = self.state
        violation = self.flow.refusal(before, command)
        assert violation is not None, f"{command} is allowed in {before.phase}"
        with pytest.raises(RuleViolation) as raised:
            self.flow.decide(before, command)
        assert (raised.value.section, raised.value.message) == (
            violation.section,
            violation.message,
        )
        assert self.state is before
        assert violation.message.endswith(".")
        return violation.section


def baccarat_table(
    rules: TableRules | None = None, automations: Automation = ALL_STEPS
) -> FlowTable[BaccaratState]:
    """A baccarat table, its shoe ready where the steps are automatic."""
    return FlowTable(baccarat.FLOW, new_baccarat(rules or baccarat_rules()), automations)


def roulette_table(
    rules: TableRules | None = None, automations: Automation = ALL_STEPS
) -> FlowTable[RouletteState]:
    """A Lightning Roulette table."""
    return FlowTable(roulette.FLOW, new_roulette(rules or roulette_rules()), automations)


# Rounds


def dealt(names: str, **wagers: int | str) -> FlowTable[BaccaratState]:
    """A settled round of baccarat of these cards, with wagers at position 1."""
    table = baccarat_table()
    for name, amount in wagers.items():
        table.wager(1, name.replace("_", "-"), amount)
    table.cards = cards(names)
    table.send(CloseBets())
    return table


def spun(
    pocket: int, lucky: Mapping[int, int], wagers: Mapping[str, int | str]
) -> FlowTable[RouletteState]:
    """A settled spin, with Lucky Numbers by their payouts and wagers at position 1."""
    table = roulette_table()
    for name, amount in wagers.items():
        table.wager(1, name, amount)
    table.lucky = [LuckyNumber(number, payout) for number, payout in lucky.items()]
    table.pocket = pocket
    table.send(CloseBets())
    return table


def rows(events: Sequence[Event]) -> list[tuple[str, str, str]]:
    """What was settled, in order: the wager, its outcome, dollars paid."""
    return [
        (event.wager, event.outcome, format_dollars(event.paid))
        for event in events
        if isinstance(event, WagerSettled)
    ]
