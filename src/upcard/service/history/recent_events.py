"""Caches the latest public events of each table for all clients that follow it."""

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import Any, Final

from upcard.engine.core.events import Event
from upcard.host.seals.face_down import CardReader
from upcard.host.seals.sealing import Vault
from upcard.host.tables.answers import events_of
from upcard.journal.journal import Journal
from upcard.service.feed import Update
from upcard.service.history.public_events import public_events_of, public_records

MAX_CACHED_RECORDS: Final = 200
"""Records of a table that are cached; older ones are read from the journal."""

EventRecord = dict[str, Any]


class KeptRecord:
    """A record of a table; its public events are made when somebody first asks for them.

    `events` are those that the engine decided, with cards that lie face down: for the server alone.
    """

    def __init__(self, update: Update, cards: CardReader) -> None:
        self.seq = update.position
        self._written, self._cards = update, cards
        self._update: Update | None = update
        self._record: EventRecord = {}

    @cached_property
    def events(self) -> list[Event]:
        """The events as they were decided; the record has placeholders for cards face down."""
        return events_of(self._cards.with_known_cards(self._written, self._written.body))

    @property
    def record(self) -> EventRecord:
        """The record's position, time and public events."""
        if (update := self._update) is not None:
            events = public_events_of(update.body)
            self._record = {"seq": update.position, "at": update.at, "events": events}
            self._update = None
        return self._record


class _Latest:
    """The cached records of one table: all of its records after the position `after`."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.records: deque[KeptRecord] = deque()

    def add(self, record: KeptRecord) -> None:
        self.records.append(record)
        if len(self.records) > MAX_CACHED_RECORDS:
            self.after = self.records.popleft().seq


class RecentEvents:
    """Caches the events of the records after these positions of streams.

    Any thread may call it.
    """

    def __init__(self, journal: Journal, positions: Mapping[str, int], vault: Vault) -> None:
        self._journal, self._start, self._vault = journal, dict(positions), vault
        self._tables: dict[str, _Latest] = {}
        self._lock = Lock()

    def note_update(self, update: Update) -> None:
        """Add a record."""
        if events_of(update.body):
            with self._lock:
                start = _Latest(self._start.get(update.stream, 0))
                self._tables.setdefault(update.stream, start).add(
                    KeptRecord(update, CardReader(self._journal, self._vault))
                )

    def cached_events(self, stream: str, after: int, limit: int) -> list[EventRecord] | None:
        """Like `read`, but from the cache; None if the cache does not reach back to `after`."""
        records = self.decided(stream, after)
        return None if records is None else [decided.record for decided in records[:limit]]

    def decided(self, stream: str, after: int) -> list[KeptRecord] | None:
        """The cached records after a position; None if the cache does not reach back to it."""
        with self._lock:
            latest = self._tables.get(stream)
            if latest is None:
                return [] if after >= self._start.get(stream, 0) else None
            if after < latest.after:
                return None
            return [record for record in latest.records if record.seq > after]

    def read(self, stream: str, after: int, limit: int) -> list[EventRecord]:
        """The events of a table's records after a position, oldest first, at most `limit`."""
        return list(islice(public_records(self._journal, stream, after), limit))
