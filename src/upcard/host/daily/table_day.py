"""What a table did on one day, from its records: wagers, money, jackpots with who signed."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, NamedTuple

import msgspec

from upcard.engine.core.events import (
    BetsClosed,
    CardDealt,
    Event,
    InsurancePlaced,
    RoundSettled,
    TableCleared,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
)
from upcard.engine.core.jackpot_events import (
    HandVerified,
    JackpotEvent,
    JackpotPaid,
    JackpotValidated,
    LightConfirmed,
    MysteryAwarded,
    PapersCompleted,
    ProgressivesLocked,
)
from upcard.engine.core.ledger import postings
from upcard.engine.core.table_state import INVENTORY
from upcard.engine.jackpots.steps import MYSTERY_OUTCOME
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.spots import wager_of
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.answers import events_of
from upcard.journal.journal import Journal
from upcard.text.times import utc


class SignedStep(msgspec.Struct, frozen=True):
    """A step of a payout: the section's words for it, who did it, and when (UTC).

    `by` is empty for a step that the table took by itself.
    """

    step: str
    by: str
    at: datetime


class PaidJackpot(msgspec.Struct, frozen=True):
    """A progressive payout of a day and the steps that were signed (§ 633c.2(h)).

    `number` is its number in the round; `amount` is in units, None while it is not paid. `wagered`
    are the units of the wager that won, or that qualified for a mystery meter (§ 633c.14(c)(1)); 0
    for an envy bonus. An envy bonus
    is for the hand of the position `envy_of`. `submission` is the text in force. `cards` are those
    that the winning position was dealt, `dealers` the dealer's, each in the order of the deal; of a
    mystery meter, which no hand wins, there are none. A card below 0 was never turned.
    """

    table: str
    round: int
    number: int
    position: int
    player: str
    wager: str
    outcome: str
    amount: int | None
    source: str
    steps: tuple[SignedStep, ...]
    wagered: int
    envy_of: int
    submission: str
    cards: tuple[int, ...] = ()
    dealers: tuple[int, ...] = ()


class _Pending(NamedTuple):
    """What a payout that waits is for."""

    outcome: str
    player: str
    wagered: int = 0
    envy_of: int = 0


@dataclass
class WagerTotals:
    """The decided wagers of one kind: how many, and units wagered and paid with the stakes."""

    count: int = 0
    wagered: int = 0
    paid: int = 0

    def add(self, other: "WagerTotals") -> None:
        """Count other wagers too."""
        self.count += other.count
        self.wagered += other.wagered
        self.paid += other.paid


@dataclass
class TableDay:
    """A table's day. `submission` is the text in force at its end, `accounts` change in units.

    `opening` is the table inventory at the day's beginning, in units: what it had won since the
    table's first record, at which it counts as zero. `placed` are the units of the initial wagers
    of each kind, without doubles, splits and wagers that were returned undecided.
    """

    table: str
    day: date
    submission: str = ""
    rounds: int = 0
    wagers: dict[str, WagerTotals] = field(default_factory=lambda: defaultdict(WagerTotals))
    opening: int = 0
    accounts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    jackpots: list[PaidJackpot] = field(default_factory=list)
    placed: dict[str, int] = field(default_factory=lambda: defaultdict(int))


DEALER: Final = 0
"""The dealer's place among the positions, which count from 1."""

STEPS: Final[dict[type[JackpotEvent], str]] = {
    HandVerified: "Hand verified",
    LightConfirmed: "Light of the progressive system confirmed",
    JackpotValidated: "Payout validated",
    JackpotPaid: "Paid",
    PapersCompleted: "Papers completed",
}
"""The steps of a payout in their order, in the words of § 633c.2(h)."""


def slip_number(jackpot: PaidJackpot) -> str:
    """The number of a slip, by table, round and payout: ``BJ-21-57-1``."""
    return f"{jackpot.table}-{jackpot.round}-{jackpot.number}"


PAID_AT_ONCE: Final = ("table-inventory", "game-account")
"""The sources of payouts that need no papers and no attendant (§ 633c.2(h)(4))."""


def needs_slip(jackpot: PaidJackpot) -> bool:
    """Whether a payout needs a slip: it is not paid at once (§ 633c.2(h)(4))."""
    return jackpot.source not in PAID_AT_ONCE


def day_of(time: int) -> date:
    """The day (UTC) of a moment in microseconds since the epoch."""
    return utc(time).date()


def table_day(journal: Journal, table: str, day: date) -> TableDay:
    """A table's day; nothing but zeros for a day on which it was not open."""
    table_figures, rounds = TableDay(table, day), _Rounds()
    cards = CardReader(journal)
    for record in journal.records(f"table/{table}"):
        if day_of(record.at) > day:
            break
        body = cards.with_known_cards(record, body_of(record))
        table_figures.submission = body.submission or table_figures.submission
        today = day_of(record.at) == day
        for event, actor in _with_who(body):
            rounds.add_event(event, actor, record.at)
            if today:
                _add(table_figures, event)
            else:
                table_figures.opening += dict(postings(event)).get(INVENTORY, 0)
            if isinstance(event, JackpotPaid | PapersCompleted) and today:
                paper = rounds.paper(table_figures, event.jackpot)
                table_figures.jackpots = [
                    jackpot
                    for jackpot in table_figures.jackpots
                    if not _is_same_jackpot(jackpot, paper)
                ]
                table_figures.jackpots.append(paper)
    return table_figures


def _with_who(body: RecordBody) -> Iterator[tuple[Event, str]]:
    """The table's events in a record, each with who caused it: nobody for an automatic step."""
    sent = body.steps[:1]
    for step in sent:
        yield from ((event, body.by) for event in step.events)
    for event in events_of(body)[sum(len(step.events) for step in sent) :]:
        yield event, ""


def _is_same_jackpot(first: PaidJackpot, other: PaidJackpot) -> bool:
    return (first.round, first.number) == (other.round, other.number)


def _add(day: TableDay, event: Event) -> None:
    for account, units in postings(event):
        day.accounts[account] += units
    if isinstance(event, RoundSettled):
        day.rounds += 1
    elif isinstance(event, WagerSettled):
        totals = day.wagers[event.wager]
        totals.count += not event.envy_of
        totals.wagered += event.wagered
        totals.paid += 0 if event.pending else event.paid
    elif isinstance(event, JackpotPaid):
        day.wagers[event.wager].paid += event.amount
    elif isinstance(event, WagerPlaced):
        day.placed[wager_of(event.wager)] += event.amount
    elif isinstance(event, InsurancePlaced):
        day.placed[INSURANCE_WAGER] += event.amount
    elif isinstance(event, WagerReturned):
        day.placed[wager_of(event.wager)] -= event.amount


@dataclass
class _Rounds:
    """The round under way: its number, its pending payouts and their steps, by number."""

    number: int = 0
    pending: list[_Pending] = field(default_factory=list)
    steps: dict[int, list[SignedStep]] = field(default_factory=lambda: defaultdict(list))
    paid: dict[int, JackpotPaid] = field(default_factory=dict)
    last: dict[int, JackpotEvent] = field(default_factory=dict)
    dealt: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    placed: dict[tuple[int, str], int] = field(default_factory=dict)

    def add_event(self, event: Event, actor: str, time: int) -> None:
        """One more event of the table, and who caused it."""
        if isinstance(event, TableCleared):
            self.pending, self.paid = [], {}
            self.steps.clear()
            self.dealt.clear()
            self.placed.clear()
        elif isinstance(event, WagerPlaced):
            self.placed[event.position, event.wager] = event.amount
        elif isinstance(event, CardDealt):
            self.dealt[max(event.position, DEALER)].append(event.card)
        elif isinstance(event, ProgressivesLocked | BetsClosed):
            self.number = event.round
        elif isinstance(event, WagerSettled) and event.pending:
            won = _Pending(event.outcome, event.player, event.wagered, event.envy_of)
            self.pending.append(won)
        elif isinstance(event, MysteryAwarded):
            qualified = self.placed.get((event.position, event.wager), 0)
            self.pending.append(_Pending(MYSTERY_OUTCOME, event.player, qualified))
        elif isinstance(event, JackpotEvent):
            step = SignedStep(STEPS[type(event)], actor, utc(time))
            self.steps[event.jackpot].append(step)
            self.last[event.jackpot] = event
            if isinstance(event, JackpotPaid):
                self.paid[event.jackpot] = event

    def paper(self, day: TableDay, number: int) -> PaidJackpot:
        """The payout of a number as far as it has come."""
        event = self.last[number]
        paid = self.paid.get(number)
        won = self.pending[number - 1]
        by_hand = won.outcome != MYSTERY_OUTCOME
        return PaidJackpot(
            table=day.table,
            round=self.number,
            number=number,
            position=event.position,
            player=won.player,
            wager=event.wager,
            outcome=won.outcome,
            amount=None if paid is None else paid.amount,
            source="" if paid is None else paid.source,
            steps=tuple(self.steps[number]),
            wagered=won.wagered,
            envy_of=won.envy_of,
            submission=day.submission,
            cards=tuple(self.dealt[won.envy_of or event.position]) if by_hand else (),
            dealers=tuple(self.dealt[DEALER]) if by_hand else (),
        )


def days_of(journal: Journal, table: str) -> Iterator[date]:
    """The days on which a table has records, in their order."""
    last: date | None = None
    for record in journal.records(f"table/{table}"):
        if day_of(record.at) != last:
            last = day_of(record.at)
            yield last
