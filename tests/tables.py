"""Tables for the tests: built from a submission, fed with named cards, asked and refused."""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import pytest

from amounts import Dollars, dollars
from upcard.cards.card import name_of, parse_card
from upcard.cards.shoe import FedShoe, ShuffledShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import ClearTable, CloseBets, Command, PlaceWager
from upcard.engine.core.events import CardDealt, Event, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.play import apply, decide, question, refusal
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import MemoryMeters, memory_meters
from upcard.host.scripts.playing import ScriptedTable
from upcard.host.scripts.script import parse_script
from upcard.money.amount import format_dollars
from upcard.progressives.meter import MeterState
from upcard.rules.violation import RuleViolation
from upcard.submission.check import Finding, check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import SubmissionDocument, parse

MANUAL: Final = Automation(0)
"""Nothing is done without being asked for."""

SHOE: Final = Automation.SHOE
"""The shoe is ready; every step of a round has to be asked for."""

BLACKJACK_GAMES: Final = ("blackjack", "blackjack-switch", "switch-hands", "blackjack-premium")
"""The games at which every side wager of chapters 633a and 633c may be offered."""

SIDE_WAGERS_633A: Final = (
    "lucky-ladies",
    "match-the-dealer",
    "in-between",
    "royal-match-21",
    "bet-the-set-21",
    "kings-bounty",
    "three-card-poker",
    "house-money",
)
"""The side wagers of § 633a.13 that the first cards decide and that pay odds alone."""

Happened = TypeVar("Happened", bound=Event)

Row = tuple[int, str, str, str, str]
"""Position, wager, outcome, dollars wagered, dollars paid."""


def require_raised(violation: RuleViolation, carry_out: Callable[[], object]) -> None:
    """A command that is refused raises the refusal: one sentence, under a section."""
    with pytest.raises(RuleViolation) as raised:
        carry_out()
    assert (raised.value.section, raised.value.message) == (violation.section, violation.message)
    assert violation.section.startswith(("58 Pa. Code", "submission: "))
    assert violation.message.endswith(".")


# Rules


def submission(
    *,
    blackjack: Mapping[str, object] | None = None,
    wagers: Mapping[str, Mapping[str, object]] | None = None,
    equipment: Mapping[str, object] | None = None,
    switch: Mapping[str, object] | None = None,
    switch_hands: Mapping[str, object] | None = None,
    down_under: Mapping[str, object] | None = None,
    **table: object,
) -> SubmissionDocument:
    """A Rules Submission of these choices; everything else is the default."""
    data: dict[str, Any] = {"table": {"name": "T-01", **table}}
    parts = {
        "blackjack": blackjack,
        "wagers": {slug: specified(slug, one) for slug, one in (wagers or {}).items()},
        "equipment": equipment,
        "switch": switch,
        "switch_hands": switch_hands,
        "down_under": down_under,
    }
    data.update({key: dict(part) for key, part in parts.items() if part})
    return SubmissionDocument(data)


SEEDS: Final = {
    "bad-beat": 5_000,
    "hit-and-run": 1_000,
    "straight-jack": 5_000,
    "blazing-7s": 2_000,
}
"""The least amounts with which these meters start (§§ 633a.13(j)(2), (l)(2), (m)(2), 633c.9(g))."""


def specified(slug: str, chosen: Any) -> Any:
    """A wager's choices with the rate, initial and reset amounts that have to be specified."""
    if slug not in SEEDS:
        return chosen
    times = 5 if slug == "blazing-7s" and chosen.get("wager") in (5, "5") else 1
    seed = chosen.get("seed", SEEDS[slug] * times)
    return {"seed": seed, "reseed": seed, "increment": "0%", **chosen}


def compiled(document: SubmissionDocument) -> TableRules:
    """The rules of a submission that has to comply."""
    found, told = check(document)
    assert found is not None, told
    assert errors(told) == []
    return compile_table(found)


def table_rules(**choices: Any) -> TableRules:
    """The rules of `submission` with these choices."""
    return compiled(submission(**choices))


def rules_from(toml: str) -> TableRules:
    """The rules of a submission's text."""
    return compiled(parse(toml))


def errors(told: Sequence[Finding]) -> list[Finding]:
    """What does not comply, of everything that deserves a look."""
    return [finding for finding in told if finding.severity == "error"]


def findings(document: SubmissionDocument) -> list[tuple[str, str]]:
    """Field and section (short) of everything that does not comply."""
    return [(finding.field, short(finding.section)) for finding in errors(check(document)[1])]


# Words


def cards(names: str) -> list[int]:
    """Cards by their names, parted by blanks."""
    return [parse_card(name) for name in names.split()]


def short(section: str) -> str:
    """`633a.7(g)` of `58 Pa. Code § 633a.7(g)`."""
    return section.removeprefix("58 Pa. Code § ")


def settled(events: Sequence[Event]) -> list[Row]:
    """What was settled, in order."""
    return [
        (
            event.position,
            event.wager,
            event.outcome,
            format_dollars(event.wagered),
            format_dollars(event.paid),
        )
        for event in events
        if isinstance(event, WagerSettled)
    ]


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]


def dealt(events: Sequence[Event]) -> list[tuple[int, int, str]]:
    """Where each card went: position, hand, name."""
    return [
        (event.position, event.hand, name_of(event.card))
        for event in events
        if isinstance(event, CardDealt)
    ]


def of_kind(events: Sequence[Event], kind: type[Happened]) -> list[Happened]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


# Refusals


def refused(state: BlackjackState, command: Command) -> RuleViolation:
    """The refusal of a command, after which the state is what it was."""
    before = copy.deepcopy(state)
    violation = refusal(state, command)
    assert violation is not None, f"{command} is allowed in {state.phase}"
    with pytest.raises(RuleViolation) as raised:
        decide(state, command)
    assert (raised.value.section, raised.value.message) == (violation.section, violation.message)
    assert state == before
    assert violation.message.endswith(".")
    assert "\n" not in violation.message
    return violation


# Tables


class FedTable:
    """A table whose cards a test names; the dealer's steps of `automations` are automatic."""

    def __init__(
        self, rules: TableRules | None = None, automations: Automation = UNTIL_CLEARED
    ) -> None:
        rules = rules or table_rules()
        self.shoe = FedShoe()
        self.table = AutomatedTable[BlackjackState](
            rules, self.shoe, automations, meters=memory_meters(rules, seeded_bits(1))
        )

    @property
    def state(self) -> BlackjackState:
        """The state now."""
        return self.table.state

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return self.table.events

    def by_hand(self) -> None:
        """From now on nothing is done without being asked for."""
        self.table.automations = MANUAL

    @property
    def meters(self) -> dict[str, MeterState]:
        """The meters that the table feeds, by their streams."""
        return self._memory.meters

    @property
    def _memory(self) -> MemoryMeters:
        meters = self.table.meters
        assert isinstance(meters, MemoryMeters)
        return meters

    def hide(self, amount: Dollars) -> None:
        """The mystery meter's secret value."""
        self.table.meters = self._memory.with_secret("", dollars(amount))

    def send(self, *sent: Command) -> list[Event]:
        """The events that follow from commands."""
        start = len(self.events)
        self.table.send_all(sent)
        return self.events[start:]

    def wager(self, position: int, amount: Dollars = 15, **named: Dollars) -> None:
        """A Blackjack wager and side wagers (`lucky_ladies=5`), of `player` where one is named."""
        player = str(named.pop("player", ""))
        self.send(PlaceWager(position, "blackjack", dollars(amount), player))
        for name, beside in named.items():
            slug = name.replace("_", "-")
            self.send(PlaceWager(position, slug, dollars(beside), player))

    def deal(self, names: str) -> list[Event]:
        """The events from the first card on; later draws take the cards that are left."""
        self.shoe.feed(cards(names))
        return self.send(CloseBets())

    def refuses(self, command: Command) -> str:
        """The section (short) of a refusal, after which nothing at the table has changed."""
        violation = refused(self.state, command)
        state, events, left = self.state, len(self.events), self.shoe.left
        with pytest.raises(RuleViolation):
            self.table.send(command)
        assert self.state is state
        assert len(self.events) == events
        assert self.shoe.left == left
        return short(violation.section)


def round_of(names: str, rules: TableRules | None = None, positions: int = 1) -> FedTable:
    """A table on which the cards are dealt to wagers of 15 at positions 1 to `positions`."""
    table = FedTable(rules)
    for position in range(1, positions + 1):
        table.wager(position)
    table.deal(names)
    return table


def shuffled_table(
    rules: TableRules, seed: int, automations: Automation = UNTIL_CLEARED
) -> tuple[AutomatedTable[BlackjackState], ShuffledShoe]:
    """A table that deals from a real shoe, and the shoe."""
    shoe = ShuffledShoe(rules.decks, rules.sides, seeded_bits(seed), tens=rules.tens)
    return AutomatedTable[BlackjackState](
        rules, shoe, automations, meters=memory_meters(rules, seeded_bits(1))
    ), shoe


def answer_all(table: AutomatedTable[BlackjackState], word: str = "") -> None:
    """Answer every question with `word` where it is allowed, else by default."""
    while (asked := question(table.state)) is not None:
        table.send(asked.answers.get(word, asked.unanswered))


def play_round(
    table: AutomatedTable[BlackjackState],
    positions: Sequence[int] = (1,),
    word: str = "",
    *,
    clear: bool = True,
) -> list[Event]:
    """One round with a minimum wager on each position, and its events."""
    start = len(table.events)
    for position in positions:
        table.send(PlaceWager(position, "blackjack", table.state.rules.minimum))
    table.send(CloseBets())
    answer_all(table, word)
    assert table.state.phase is Phase.SETTLED
    if clear:
        table.send(ClearTable())
    return table.events[start:]


def after(state: BlackjackState, *sent: Command) -> BlackjackState:
    """The state after commands."""
    for command in sent:
        state, _ = apply(state, command)
    return state


def play_script(rules: TableRules, script: str) -> list[dict[str, Any]]:
    """The record of each round of a script."""
    table = ScriptedTable(rules)
    return [table.play(block) for block in parse_script(script)]
