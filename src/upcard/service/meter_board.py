"""The floor's meters as signs show them, kept up to date by the feed."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import Final

import msgspec

from upcard.host.seals.meter_secrets import SecretMeter
from upcard.journal.codec import read_state
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars
from upcard.progressives.events import Awarded, MeterEvents, MysteryHit
from upcard.progressives.meter import MeterRules, MeterState
from upcard.service.feed import Update

MAX_HITS: Final = 50
"""The number of latest awards that the board keeps."""


class MeterView(msgspec.Struct, frozen=True):
    """A meter as everybody may see it, with its statement (§ 605a.7), in dollars.

    A mystery meter shows the amount by which it must hit, never its secret value. `stream` names
    it in the journal, `tables` feed it, `hits` counts how often all of it was won. `paid` is the
    sum of all awards, `from_house` the part of it that the house added to the meter's amount.
    """

    stream: str
    wager: str
    name: str
    amount: str
    must_hit_by: str | None
    tables: tuple[str, ...]
    hits: int
    paid: str
    from_house: str


class HitView(msgspec.Struct, frozen=True):
    """An award, as a sign announces it; `at` is in microseconds since the epoch.

    `position` is that of its record in the table's stream. `what` is the outcome, or ``mystery``.
    `from_house` is the part of `amount` (dollars) that the house added.
    """

    position: int
    at: int
    table: str
    stream: str
    amount: str
    what: str
    from_house: str


class MeterBoard:
    """The meters of a journal; any thread may call it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._meters: dict[str, MeterView] = {}
        self._stale: set[str] = set()
        self._views: list[MeterView] = []
        self._hits: deque[HitView] = deque(maxlen=MAX_HITS)
        self._heard = 0
        self._lock, self._reading = Lock(), Lock()

    def show(self, meters: Iterable[MeterRules]) -> None:
        """Add meters to the board."""
        with self._lock:
            self._stale |= {rules.stream for rules in meters}

    def note_update(self, update: Update) -> None:
        """Note which meters a record changed, and its awards."""
        with self._lock:
            for step in update.body.meters:
                self._stale.add(step.stream)
                hits = list(_hits(update, step.stream, step.events))
                self._hits.extend(hits)
                self._heard += len(hits)

    def read(self) -> None:
        """Read the meters that changed from the journal."""
        with self._reading:
            with self._lock:
                streams, self._stale = self._stale, set()
            try:  # without the lock: the event loop needs it while the journal is silent
                texts = {stream: self._journal.shared(stream) for stream in streams}
            except BaseException:
                with self._lock:
                    self._stale |= streams
                raise
            if streams:
                self._show_read(texts)

    def _show_read(self, texts: Mapping[str, bytes | None]) -> None:
        with self._lock:
            for stream, text in texts.items():
                if text is not None:
                    state = read_state(stream, text, SecretMeter).state
                    self._meters[stream] = _view(stream, state)
            self._views = [self._meters[stream] for stream in sorted(self._meters)]

    def meters(self) -> list[MeterView]:
        """Every meter as it is now, sorted by stream."""
        self.read()
        return self._views

    @property
    def last_read(self) -> list[MeterView]:
        """Every meter as it was last read: the same list until a meter changes."""
        return self._views

    @property
    def streams(self) -> tuple[str, ...]:
        """The streams of the board's meters."""
        with self._lock:
            return tuple(sorted(self._stale | set(self._meters)))

    def hits_after(self, time: int) -> tuple[int, list[HitView]]:
        """The number of awards heard of so far, and the latest of those after a time."""
        with self._lock:
            return self._heard, [hit for hit in self._hits if hit.at > time]

    def hits_since(self, heard: int) -> tuple[int, list[HitView]]:
        """The number of awards heard of so far, and the latest of those since it was `heard`."""
        with self._lock:
            new = min(self._heard - heard, len(self._hits))
            return self._heard, list(self._hits)[len(self._hits) - new :]


def _view(stream: str, state: MeterState) -> MeterView:
    rules = state.rules
    return MeterView(
        stream,
        rules.wager,
        rules.name,
        format_dollars(state.display),
        format_dollars(rules.maximum) if rules.maximum else None,
        state.tables,
        state.hits,
        format_dollars(state.cumulative_paid),
        format_dollars(state.house_paid),
    )


def _hits(update: Update, stream: str, events: Iterable[MeterEvents]) -> Iterator[HitView]:
    for event in events:
        if isinstance(event, Awarded | MysteryHit):
            outcome, from_house = "mystery", 0
            if isinstance(event, Awarded):
                outcome, from_house = event.outcome, event.from_house
            place = (update.position, update.at, event.table, stream)
            yield HitView(*place, format_dollars(event.amount), outcome, format_dollars(from_house))
