"""The rows of the typed tables, from the records of one stream, read once.

A table's rows follow when its round is over; a round under way is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from upcard.engine.core.commands import Command
from upcard.engine.core.events import (
    HOLE,
    CardDealt,
    DealerBlackjack,
    Event,
    HoleCardTurned,
    InsurancePlaced,
    RoundSettled,
    TableCleared,
    WagerPlaced,
    WagerSettled,
)
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.view import HIDDEN
from upcard.engine.play import evolve, game_of
from upcard.host.bodies.account_entry import AccountEntry
from upcard.host.bodies.record_body import MeterStep, RecordBody, TableStep, body_of
from upcard.host.records.games import record_of
from upcard.host.records.record import settlements_in
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.answers import refusal_in
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, open_table
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord, JournalTampered
from upcard.progressives.events import MeterEvents

Row = tuple[Any, ...]
"""The values of a row in the order of the columns; money in units, times in microseconds."""

Add = Callable[[str, Row], None]
"""Takes a row of the table with this name."""

OPENED: Final = (WagerPlaced, InsurancePlaced)


def add_stream(journal: Journal, stream: str, last: int, rules_of: RulesOf, add: Add) -> None:
    """Add the rows of a stream's records up to the position `last`.

    Raises `JournalTampered` for a record that no host wrote.
    """
    reader, cards = _StreamReader(stream, rules_of, add), CardReader(journal)
    for record in islice(journal.records(stream), last):
        try:
            reader.read_record(record, cards.with_known_cards(record, body_of(record)))
        except Exception as error:  # a forged record can make any code fail
            message = f"Record {record.position} of {stream} cannot be read: {error}"
            raise JournalTampered(f"{message.rstrip('.')}.") from error
    reader.finish_round()
    for reply in journal.refusals(stream):
        refusal = refusal_in(reply.refusal or b"")
        add("refusals", (reader.name, reply.key, refusal.section, refusal.message))


class _StreamReader:
    """A recorded table, and the rows that wait for the end of its round."""

    def __init__(self, stream: str, rules_of: RulesOf, add: Add) -> None:
        self.name = stream.removeprefix("table/")
        self._rules_of, self._add = rules_of, add
        self._table: RecordedTable | None = None
        self._sections: Mapping[type[Command], str] = {}
        self._forget()

    def _forget(self) -> None:
        """Begin a new round."""
        self._events: list[Event] = []
        self._commands: list[Row] = []
        self._meters: list[Row] = []
        self._started_at = self._settled_at = self._first = 0

    def read_record(self, record: JournalRecord, body: RecordBody) -> None:
        """Add the next record, whose body names all cards that were turned."""
        if body.submission:
            self._open(body)
        table = self._table
        self._meters += _meter_rows(record, body.meters)
        for entry in body.money:
            self._add("money", _money_row(record, body.by, entry))
        if table is None:
            return  # the register, the audit, or parameters of meters
        self._first = self._first or record.position
        state = table.state
        for number, step in enumerate((*body.steps, *body.awards)):
            self._commands.append(self._command_row(record, body, step, number))
            if any(isinstance(event, TableCleared) for event in step.events):
                self._round(state, record)
                self._forget()
                self._first = record.position
            else:
                self._events += step.events
            for event in step.events:
                state = evolve(state, event)
                if isinstance(event, RoundSettled):
                    self._settled_at = record.at
                elif not self._started_at and isinstance(event, OPENED):
                    self._started_at = record.at
        self._table = replace(table, state=state)

    def finish_round(self) -> None:
        """Add what was done since the last round, unless another is under way."""
        if self._table is None:
            self._flush(0)
        elif not self._table.state.has_wagers:
            self._flush(self._table.state.round)

    def _open(self, body: RecordBody) -> None:
        rules = self._rules_of(body.submission)
        self._table = open_table(self._table, body.submission, rules, fed=body.fed)
        sections = game_of(rules).sections
        self._sections = {kind: rules.cite(cited) for kind, cited in sections.items()}

    def _command_row(
        self, record: JournalRecord, body: RecordBody, step: TableStep, number: int
    ) -> Row:
        kind = type(step.command)
        return (
            self.name,
            record.position,
            record.at,
            body.by,
            kind.__name__,
            self._sections.get(kind, ""),
            number > 0,
            len(step.events),
        )

    def _flush(self, number: int) -> None:
        for row in self._meters:
            self._add("meters", row)
        for name, *values in self._commands:
            self._add("commands", (name, number, *values))

    def _round(self, state: AnyTable, record: JournalRecord) -> None:
        """Add the rows of a round that is over."""
        self._flush(state.round)
        if not self._settled_at:
            return  # the cards were cleared without a wager decided
        form = record_of(state, self._events)
        times = (self._started_at, self._settled_at, record.at)
        turned = any(isinstance(event, TURNING) for event in self._events)
        place = (self.name, state.round, self._settled_at)
        wagered = paid_out = 0
        players = {position["position"]: position["player"] for position in form["positions"]}
        for event, paid in settlements_in(state, self._events):
            wagered += event.wagered
            paid_out += paid
            self._add("wagers", (*place, *_wager_row(event, paid, players)))
        dealt = dealer_of(form.get("dealer"), turned=turned or not _has_hole_card(self._events))
        self._add(
            "rounds",
            (
                self.name,
                state.round,
                state.rules.game,
                *times,
                form.get("shoe"),
                self._first,
                record.position,
                wagered,
                paid_out,
                wagered - paid_out,
                *dealt,
                *_hand_of(form.get("player")),
                *_hand_of(form.get("banker")),
                " ".join(form["community"]) if "community" in form else None,
                form.get("pocket"),
            ),
        )
        for row in _hand_rows(form["positions"]):
            self._add("hands", (*place, *row))


TURNING: Final = (HoleCardTurned, DealerBlackjack)
"""Events after which everybody at the table has seen the hole card."""


def _has_hole_card(events: Iterable[Event]) -> bool:
    return any(isinstance(event, CardDealt) and event.position == HOLE for event in events)


def dealer_of(hand: Mapping[str, Any] | None, *, turned: bool) -> tuple[str | None, int | None]:
    """The dealer's cards and total; the second card is hidden if it was never turned."""
    if hand is None or turned or len(hand["cards"]) < 2:
        return _hand_of(hand)
    first, _, *drawn = hand["cards"]
    return " ".join([first, HIDDEN, *drawn]), None


def _hand_of(hand: Mapping[str, Any] | None) -> tuple[str | None, int | None]:
    return (None, None) if hand is None else (" ".join(hand["cards"]), hand["total"])


def _hand_rows(positions: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    for position in positions:
        dealer = " ".join(position["dealer"]["cards"]) if "dealer" in position else None
        for number, hand in enumerate(position.get("hands", ()), 1):
            yield (
                position["position"],
                position["player"],
                number,
                " ".join(hand["cards"]),
                " ".join(hand["decisions"]),
                hand["total"],
                dealer,
            )


def _wager_row(event: WagerSettled, paid: int, players: Mapping[int, str]) -> Row:
    return (
        event.position,
        event.player or players.get(event.position, ""),
        event.hand or 1,
        event.wager,
        event.outcome,
        event.wagered,
        paid,
        paid - event.wagered,
        event.section,
        "; ".join(str(share) for share in event.meters) or None,
    )


AMOUNTS: Final = ("wagers", "wagered", "amount", "to_meter", "to_reserve")
FROM: Final = ("from_reserve", "from_house")


def _meter_rows(record: JournalRecord, steps: Iterable[MeterStep]) -> Iterator[Row]:
    """The rows of a record's steps of meters."""
    numbers: Counter[str] = Counter()
    for step in steps:
        change = record.shared.get(step.stream)
        for event in step.events:
            numbers[step.stream] += 1
            yield _meter_row(event, (change, numbers[step.stream], record.at))


def _money_row(record: JournalRecord, actor: str, entry: AccountEntry) -> Row:
    act = entry.act
    return (
        entry.account,
        entry.number,
        entry.at,
        act.what,
        act.amount,
        entry.balance,
        act.table or None,
        act.waits,
        actor,
        record.stream,
        record.position,
    )


def _meter_row(event: MeterEvents, place: Row) -> Row:
    def held(*names: str) -> tuple[Any, ...]:
        return tuple(getattr(event, name, None) for name in names)

    return (
        event.meter,
        *place,
        type(event).__name__,
        *held("table", "round", "player", "position", "hand", "outcome"),
        *held(*AMOUNTS),
        *held(*FROM),
    )
