"""Replays a round step by step: the table after each of the round's records."""

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any, Final

import msgspec

from upcard.engine.core.commands import tag_of
from upcard.engine.core.events import Event, HoleCardTurned, TableCleared
from upcard.engine.core.senders import Sender
from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.records.replay import rounds_of
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.answers import events_of
from upcard.host.tables.committing import stream_of
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, table_after_record
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord
from upcard.rules.violation import BadInput
from upcard.service.access.command_senders import commands_for
from upcard.service.access.principal import Principal
from upcard.service.history.public_events import public_event
from upcard.service.tables.views import may_see_player, visible_events

EVERY: Final = 50
"""Rounds between two marks of the index, from which replays start."""


AT_A_TERMINAL: Final = "at a terminal"
"""Takes the place of the commands of a player whose terminal the viewer may not see."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One record of a round: who sent which commands, the events, and the table after it.

    `at` is in microseconds since the epoch. Events do not name cards that nobody saw.
    `before` is the table before the record, None for a table's first; `happened` are the events
    as they were decided.
    """

    seq: int
    at: int
    by: str
    commands: tuple[str, ...]
    events: list[dict[str, Any]]
    state: AnyTable
    before: AnyTable | None
    happened: tuple[Event, ...]


class _RoundStart(msgspec.Struct, frozen=True):
    """A table after the record at `position` cleared `round`; None before its first record."""

    round: int = 0
    position: int = 0
    table: RecordedTable | None = None


class Replays:
    """Replays the rounds of a journal's tables, by an index of their beginnings.

    Any thread may call it.
    """

    def __init__(self, journal: Journal, rules_of: RulesOf) -> None:
        self._journal, self._rules_of = journal, rules_of
        self._marks: dict[str, list[_RoundStart]] = {}
        self._read: dict[str, _RoundStart] = {}
        self._lock = Lock()

    def steps(self, table: str, number: int, journal: Journal | None = None) -> list[ReplayStep]:
        """The steps of a round, from the first wager to the cleared table.

        With `journal`, they are read through it: the same journal, with a reading that may be
        ended. Raises `BadInput` for a round that is not in the journal.
        """
        journal = journal or self._journal
        start = self._last_mark_before(table, number, journal)
        before = None if start.table is None else start.table.state
        steps_shown: list[tuple[JournalRecord, RecordBody, AnyTable, AnyTable | None]] = []
        for mark, record, body, after in self._records(table, start, journal):
            if mark.round == number - 1:
                steps_shown.append((record, body, after.state, before))
            elif steps_shown:
                break
            before = after.state
        states = [state for _, _, state, _ in steps_shown]
        if not any(state.round == number and state.has_wagers for state in states):
            raise BadInput(f"Table {table} has no round {number} in this journal.")
        happened = [event for _, body, _, _ in steps_shown for event in events_of(body)]
        turned = any(isinstance(event, HoleCardTurned) for event in happened)
        return [_step(*moment, turned=turned) for moment in steps_shown]

    def steps_seen_by(
        self, who: Principal, table: str, number: int, journal: Journal | None = None
    ) -> list[ReplayStep]:
        """Like `steps`, without what `who` may not see; the states are still whole.

        Viewers who may not see other players' terminals are not told who used one, nor for what
        (§ 633c.5(c)).
        """
        return [_step_seen_by(who, step) for step in self.steps(table, number, journal)]

    def rounds_after(self, table: str, after: int, journal: Journal) -> Iterator[dict[str, Any]]:
        """The records of a table's rounds after a number, as `rounds_of` makes them, in order."""
        mark = self._last_mark_before(table, after + 1, journal)
        for record in rounds_of(journal, table, self._rules_of, mark.position, mark.table):
            if record["round"] > after:
                yield record

    def rounds_back(
        self, table: str, before: int | None = None, journal: Journal | None = None
    ) -> Iterator[dict[str, Any]]:
        """The records of a table's rounds, as `rounds_of` makes them, newest first.

        With `before`, only rounds with a lower number.
        """
        journal = journal or self._journal
        for mark in reversed(self._marks_of(table, journal)):
            if before is not None and mark.round + 1 >= before:
                continue
            rounds = rounds_of(journal, table, self._rules_of, mark.position, mark.table)
            yield from reversed(list(_rounds_from(before, rounds)))
            before = mark.round + 1

    def _last_mark_before(self, table: str, number: int, journal: Journal) -> _RoundStart:
        """The last mark before a round."""
        marks = self._marks_of(table, journal)
        return next(mark for mark in reversed(marks) if mark.round < max(number, 1))

    def _marks_of(self, table: str, journal: Journal) -> tuple[_RoundStart, ...]:
        """The marks of a table; indexes the records added since the last call first."""
        with self._lock:
            marks = self._marks.setdefault(table, [_RoundStart()])
            start = self._read.get(table, marks[0])
            for mark, _, _, _ in self._records(table, start, journal):
                if mark.round >= marks[-1].round + EVERY:
                    marks.append(mark)
                self._read[table] = mark
            return tuple(marks)

    def _records(
        self, table: str, mark: _RoundStart, journal: Journal
    ) -> Iterator[tuple[_RoundStart, JournalRecord, RecordBody, RecordedTable]]:
        """The records after a mark, each with the last mark before it and the table after it."""
        after = mark.table
        cards = CardReader(journal)
        for record in journal.records(stream_of(table), mark.position):
            body = cards.with_known_cards(record, body_of(record))
            after = table_after_record(after, body, self._rules_of)
            yield mark, record, body, after
            if any(isinstance(event, TableCleared) for event in events_of(body)):
                mark = _RoundStart(after.state.round, record.position, after)


def _rounds_from(number: int | None, rounds: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rounds up to the first whose number is not below this one."""
    for record in rounds:
        if number is not None and record["round"] >= number:
            return
        yield record


def _step(
    record: JournalRecord,
    body: RecordBody,
    state: AnyTable,
    before: AnyTable | None,
    *,
    turned: bool,
) -> ReplayStep:
    happened = tuple(events_of(body))
    return ReplayStep(
        record.position,
        record.at,
        body.by,
        tuple(tag_of(type(step.command)) for step in body.steps),
        [public_event(event, turned=turned) for event in happened],
        state,
        before,
        happened,
    )


@cache
def _names_of_players() -> frozenset[str]:
    """The names of the commands of players."""
    return frozenset(map(tag_of, commands_for(Sender.PLAYER)))


def _step_seen_by(who: Principal, step: ReplayStep) -> ReplayStep:
    rules = step.state.rules
    visible_step = msgspec.structs.replace(step, events=visible_events(who, rules, step.events))
    if _names_of_players().isdisjoint(step.commands) or may_see_player(who, rules, step.by):
        return visible_step
    return msgspec.structs.replace(visible_step, by="a player", commands=(AT_A_TERMINAL,))
