"""Counts the notices of one person that come too often, in place of listing each."""

import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

import msgspec

from upcard.host.bodies.audit_notes import AuditEntry, AuditNote, RepeatedEntries

REFUSALS: Final = frozenset({"refused", "sign-in refused", "token refused", "code refused"})
"""The notices that anybody can bring about."""

LISTED: Final = 20
"""How many of them are listed of one person, or one address, in `PERIOD_SECONDS`."""

PERIOD_SECONDS: Final = 60.0
"""Seconds; at their end one record holds the count of those that were not listed."""


class _Flood(msgspec.Struct):
    began: float
    by: str
    last: AuditEntry
    listed: int = 0
    counted: int = 0


class Floods:
    """The notices of the last period, in this process; any thread may call it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._floods: dict[tuple[str, str], _Flood] = {}
        self._lock = Lock()

    def lists(self, note: AuditNote, actor: str) -> bool:
        """Whether a note is to be written; otherwise it is counted."""
        if not isinstance(note, AuditEntry) or note.what not in REFUSALS:
            return True
        key = actor or note.where, note.what
        with self._lock:
            flood = self._floods.get(key)
            if flood is None:
                flood = self._floods[key] = _Flood(self._clock(), actor, note)
            flood.last = note
            if flood.listed < LISTED:
                flood.listed += 1
                return True
            flood.counted += 1
            return False

    def ended_periods(self, *, all_: bool = False) -> Iterator[tuple[str, RepeatedEntries]]:
        """The counts of the periods that are over, each with its person, to be written now."""
        now = self._clock()
        with self._lock:
            over = [
                key
                for key, flood in self._floods.items()
                if all_ or now - flood.began >= PERIOD_SECONDS
            ]
            floods = [self._floods.pop(key) for key in over]
        for flood in floods:
            if flood.counted:
                last = flood.last
                yield flood.by, RepeatedEntries(last.what, last.about, last.where, flood.counted)
