"""The sessions of a floor, as the records of the audit give them.

Each process reads them from the same records, so that all agree on who is signed in, and a restart
changes nothing. When a session was used last is kept in memory and noted at intervals.
"""

import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

import msgspec

from upcard.host.bodies.audit_notes import AUDIT, SessionBegun, SessionEnded, SessionsUsed
from upcard.host.bodies.record_body import body_of
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord
from upcard.service.access.lifetimes import MAX_HOURS
from upcard.text.times import SECOND

_NOTED: Final = b'"Session'
"""What stands in the text of every record with a note about sessions."""


class KnownSession(msgspec.Struct):
    """A session that began; times are in seconds since the epoch.

    `used` is when it was used last, `noted` the last use that a record holds. `ended` says why it
    ended before its time, "" if it has not.
    """

    id: str
    name: str
    generation: int
    where: str
    begun: float
    until: float
    used: float
    noted: float
    ended: str = ""


class SessionBook:
    """The sessions of one journal that have not ended by time; any thread may call it."""

    def __init__(self, journal: Journal, clock: Callable[[], float] = time.time) -> None:
        self._journal, self._clock = journal, clock
        self._sessions: dict[str, KnownSession] = {}
        self._position = 0
        self._lock = Lock()
        self.endings = 0
        """How many sessions have ended: a caller that remembers one looks again when it changes."""

    def get(self, session: str) -> KnownSession | None:
        """The session with this id, ended or not; None if the records that were read hold none."""
        return self._sessions.get(session)

    def __iter__(self) -> Iterator[KnownSession]:
        """Iterate over all sessions that were read."""
        return iter(tuple(self._sessions.values()))

    def read(self) -> None:
        """Read what is new in the audit."""
        with self._lock:
            for record in self._journal.records(AUDIT, self._position):
                self._add_record(record)

    def read_record(self, record: JournalRecord) -> None:
        """Take the audit's next record from somebody who reads all; others are left out."""
        with self._lock:
            if record.position == self._position + 1:
                self._add_record(record)

    def forget(self, is_over: Callable[[KnownSession], bool]) -> None:
        """Drop the sessions that no cookie can open any more."""
        with self._lock:
            for session in tuple(self._sessions.values()):
                if is_over(session):
                    del self._sessions[session.id]
                    self.endings += 1

    def _add_record(self, record: JournalRecord) -> None:
        oldest = (self._clock() - MAX_HOURS * 3600) * SECOND
        if record.at >= oldest and _NOTED in bytes(record.body):
            for note in body_of(record).notes:
                self._add_note(note, record.at / SECOND)
        self._position = record.position

    def _add_note(self, note: object, seconds: float) -> None:
        match note:
            case SessionBegun():
                self._sessions[note.session] = KnownSession(
                    note.session,
                    note.name,
                    note.generation,
                    note.where,
                    seconds,
                    note.until,
                    seconds,
                    seconds,
                )
            case SessionEnded():
                known_session = self._sessions.get(note.session)
                if known_session is not None:
                    known_session.ended = note.why
                self.endings += 1
            case SessionsUsed():
                for session, used in note.used.items():
                    known_session = self._sessions.get(session)
                    if known_session is not None:
                        known_session.used = max(known_session.used, used)
                        known_session.noted = max(known_session.noted, used)
