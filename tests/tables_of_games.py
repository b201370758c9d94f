"""Tables of baccarat and Lightning Roulette for the tests: rules, steps, scripts."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import pytest

from tables import cards, units
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.baccarat import flow as baccarat
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.baccarat.state import new_table as new_baccarat
from upcard.engine.flow import Flow
from upcard.engine.roulette import flow as roulette
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.state import new_table as new_roulette
from upcard.engine.steps import Automation
from upcard.engine.table_state import AnyTable
from upcard.games.roulette import LuckyNumber, lightning_rules
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.amount import format_dollars
from upcard.rules.loader import RULEBOOK_DATE, all_wagers
from upcard.rules.violation import RuleViolation
from upcard.wagers.catalogue import priced, wager

S = TypeVar("S", bound=AnyTable)

SUBMISSIONS: Final = Path(__file__).parent / "golden" / "rounds" / "submissions"
ALL_STEPS: Final = Automation.ALL & ~Automation.CLEAR

NUMBERS: Final = {1: 30, 2: 30, 3: 20, 4: 15, 5: 5}
PAYOUTS: Final = {49: 40, 99: 25, 149: 12, 199: 8, 249: 6, 299: 4, 349: 2, 399: 2, 499: 1}
"""A configuration of Lucky Numbers for the tests: the text gives none."""


# Rules


def offered(slug: str, minimum: int, maximum: int) -> OfferedWager:
    """A wager of the rulebook as a table offers it, its limits in units."""
    found, (paytable,) = wager(slug), priced(slug).paytables
    awards = tuple(found.award(paytable, outcome) for outcome in found.outcomes)
    return OfferedWager(found, priced(slug).data, paytable, awards, minimum, maximum)


def rules_of(submission: Mapping[str, Any]) -> TableRules:
    """The rules of a submission for one of the two games.

    A table offers all wagers of its game but those that are left to the house, within the
    limits of the table where a wager has none of its own.
    """
    table, chosen = submission["table"], submission.get("wagers", {})
    low, high = units(table.get("minimum", 10)), units(table.get("maximum", 5_000))
    slugs = [rules.data.slug for rules in all_wagers() if table["game"] in rules.data.games]
    wagers = []
    for slug in slugs:
        limits = chosen.get(slug, {})
        if slug in chosen or slug != "majestic-match":
            least = units(limits["minimum"]) if "minimum" in limits else low
            most = units(limits["maximum"]) if "maximum" in limits else high
            wagers.append(offered(slug, least, most))
    lightning = submission.get("lightning")
    return TableRules(
        name=table["name"],
        game=table["game"],
        jurisdiction="pa",
        as_of=RULEBOOK_DATE,
        decks=table.get("decks", 8),
        dealing=table.get("dealing", "shoe"),
        positions=table.get("positions", 7),
        minimum=low,
        maximum=high,
        smallest_chip=units(table.get("smallest_chip", "0.50")),
        insurance=offered("insurance", 0, 0),
        wagers=tuple(wagers),
        lightning=lightning and configured(lightning["numbers"], lightning["payouts"]),
    )


def configured(numbers: Mapping[Any, int], payouts: Mapping[Any, int]) -> Any:
    """Lightning rules of weights by number and payout, as a submission writes them."""
    first, second = (
        {int(key): weight for key, weight in part.items()} for part in (numbers, payouts)
    )
    return lightning_rules(first, second)


def submitted(name: str) -> TableRules:
    """The rules of one of the submissions of the golden rounds."""
    return rules_of(tomllib.loads((SUBMISSIONS / name).read_text(encoding="utf-8")))


def baccarat_rules(**table: Any) -> TableRules:
    """A baccarat table that offers Majestic Match from $5 to $500."""
    limits = {"majestic-match": {"minimum": 5, "maximum": 500}}
    return rules_of({"table": {"name": "BAC-01", "game": "baccarat", **table}, "wagers": limits})


def roulette_rules(
    numbers: Mapping[int, int] = NUMBERS, payouts: Mapping[int, int] = PAYOUTS, **table: Any
) -> TableRules:
    """A Lightning Roulette table."""
    named = {"name": "LR-01", "game": "lightning-roulette", "minimum": 1, **table}
    return rules_of({"table": named, "lightning": {"numbers": numbers, "payouts": payouts}})


# Tables


class FlowTable(Generic[S]):
    """A table of a family, its events, and the dealer's steps that are automatic."""

    def __init__(self, flow: Flow[S], state: S, automations: Automation = ALL_STEPS) -> None:
        self.flow, self.state, self.automations = flow, state, automations
        self.events: list[e.Event] = []
        self.cards: list[int] = []
        self.lucky: list[LuckyNumber] = []
        self.pocket: int | None = None
        self.run()

    def send(self, command: c.Command) -> list[e.Event]:
        """Carry a command out and the automatic steps after it; the new events."""
        start = len(self.events)
        self.state, events = self.flow.apply(self.state, command)
        self.events += events
        self.run()
        return self.events[start:]

    def run(self) -> None:
        """Take the automatic steps as far as there are cards, Lucky Numbers and a spin for them."""
        while (step := self.flow.due(self.state)) is not None and step[0] in self.automations:
            command = self.command(step[1])
            if command is None:
                return
            self.state, events = self.flow.apply(self.state, command)
            self.events += events

    def command(self, kind: type[c.Command]) -> c.Command | None:
        """The step with what it needs, None where that was not given."""
        if kind is c.DealCard:
            return c.DealCard(self.cards.pop(0)) if self.cards else None
        if kind is AnnounceLuckyNumbers:
            return AnnounceLuckyNumbers(tuple(self.lucky)) if self.lucky else None
        if kind is SpinWheel:
            return None if self.pocket is None else SpinWheel(self.pocket)
        if kind is c.CutCards:
            offers = getattr(self.state, "cut_offers", ())
            return c.CutCards(offers[0] if offers else 0, 10)
        if kind is c.InsertCoverCard:
            return c.InsertCoverCard(-(-52 * self.state.rules.decks // 4))
        return kind()

    def wager(self, position: int, name: str, dollars: int | str, player: str = "") -> None:
        """A wager at a position."""
        self.send(c.PlaceWager(position, name, units(dollars), player))

    def refuses(self, command: c.Command) -> str:
        """The section of a refusal that changes nothing, and that `decide` raises too."""
        before = self.state
        told = self.flow.refusal(before, command)
        assert told is not None, f"{command} is allowed in {before.phase}"
        with pytest.raises(RuleViolation) as raised:
            self.flow.decide(before, command)
        assert (raised.value.section, raised.value.message) == (told.section, told.message)
        assert self.state is before
        assert told.message.endswith(".")
        return told.section


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
    for name, dollars in wagers.items():
        table.wager(1, name.replace("_", "-"), dollars)
    table.cards = cards(names)
    table.send(c.CloseBets())
    return table


def spun(
    pocket: int, lucky: Mapping[int, int], wagers: Mapping[str, int | str]
) -> FlowTable[RouletteState]:
    """A settled spin, with Lucky Numbers by their payouts and wagers at position 1."""
    table = roulette_table()
    for name, dollars in wagers.items():
        table.wager(1, name, dollars)
    table.lucky = [LuckyNumber(number, payout) for number, payout in lucky.items()]
    table.pocket = pocket
    table.send(c.CloseBets())
    return table


def rows(events: Sequence[e.Event]) -> list[tuple[str, str, str]]:
    """What was settled, in order: the wager, its outcome, dollars paid."""
    return [
        (event.wager, event.outcome, format_dollars(event.paid))
        for event in events
        if isinstance(event, e.WagerSettled)
    ]
