"""The register of Rules Submissions: each table's versions, their approval and which is in force.

A version has to be approved before it is used (§ 601a.2, outside the sources). The next version
that is put in force supersedes it. One version of a table may be scheduled: it takes force when the
round that is under way is over.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from threading import RLock
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.host.bodies.audit_notes import (
    RegisterNote,
    SubmissionApproved,
    SubmissionFiled,
    SubmissionPutInForce,
    SubmissionScheduled,
    SubmissionWithdrawn,
)
from upcard.host.bodies.record_body import RecordBody, body_of, encode_body
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, Proposal, States, VersionConflict, Written
from upcard.rules.violation import BadInput, RuleViolation

REGISTER: Final = "register"
"""The stream of the register."""

APPROVAL: Final = "58 Pa. Code § 601a.2"

ATTEMPTS: Final = 5
"""How often writing a note is tried while other processes write to the register."""


class RegisterEntry(msgspec.Struct, frozen=True):
    """A version of a table's submission. Times are in microseconds since the epoch, 0 if not yet.

    `approved_on` is the date (ISO) of the approval, "" if there is none.
    """

    table: str
    version: int
    text: str
    filed_by: str
    filed_at: int
    approved_by: str = ""
    approved_on: str = ""
    in_force_from: int = 0
    superseded_at: int = 0
    scheduled_by: str = ""
    scheduled_at: int = 0

    @property
    def status(self) -> str:
        """``filed``, ``approved``, ``scheduled``, ``in force`` or ``superseded``."""
        if self.superseded_at:
            return "superseded"
        if self.in_force_from:
            return "in force"
        if self.scheduled_at:
            return "scheduled"
        return "approved" if self.approved_on else "filed"


RegisterEntries = Mapping[str, tuple[RegisterEntry, ...]]
"""The versions of each table's submission, in order, by table."""


def with_note(
    entries: RegisterEntries, note: RegisterNote, actor: str, time: int
) -> RegisterEntries:
    """The register after a note.

    Raises `BadInput` for a note about a version that does not exist or was approved before, and
    `RuleViolation` if a version is scheduled or put in force that is not approved.
    """
    versions = entries.get(note.table, ())
    if isinstance(note, SubmissionFiled):
        if note.version != len(versions) + 1:
            raise BadInput(f"The next version of {note.table} is {len(versions) + 1}.")
        entry = RegisterEntry(note.table, note.version, note.text, actor, time)
        return {**entries, note.table: (*versions, entry)}
    if not 1 <= note.version <= len(versions):
        raise BadInput(f"{note.table} has no version {note.version} of its submission.")
    after = list(versions)
    entry = versions[note.version - 1]
    if isinstance(note, SubmissionApproved):
        if entry.status != "filed":
            raise BadInput(f"Version {note.version} of {note.table} is {entry.status} already.")
        after[note.version - 1] = replace(entry, approved_by=actor, approved_on=note.on)
    elif isinstance(note, SubmissionWithdrawn):
        if entry.status != "scheduled":
            raise BadInput(f"Version {note.version} of {note.table} is not scheduled.")
        after[note.version - 1] = _not_scheduled(entry)
    else:
        if entry.status not in {"approved", "scheduled"}:
            raise RuleViolation(
                APPROVAL,
                f"Version {note.version} of {note.table} is {entry.status}: one that is approved "
                "can be put in force.",
            )
        after = [_not_scheduled(version) for version in versions]
        entry = after[note.version - 1]
        if isinstance(note, SubmissionScheduled):
            entry = replace(entry, scheduled_by=actor, scheduled_at=time)
        else:
            after = [_with_superseded(version, time) for version in after]
            entry = replace(entry, in_force_from=time)
        after[note.version - 1] = entry
    return {**entries, note.table: tuple(after)}


def _with_superseded(entry: RegisterEntry, time: int) -> RegisterEntry:
    return replace(entry, superseded_at=time) if entry.status == "in force" else entry


def _not_scheduled(entry: RegisterEntry) -> RegisterEntry:
    return replace(entry, scheduled_by="", scheduled_at=0) if entry.scheduled_at else entry


def scheduled_version(versions: Iterable[RegisterEntry]) -> RegisterEntry | None:
    """The version among a table's that takes force when its round is over."""
    return next((entry for entry in versions if entry.status == "scheduled"), None)


def in_force(versions: Iterable[RegisterEntry]) -> RegisterEntry | None:
    """The version in force among a table's versions."""
    return next((entry for entry in versions if entry.status == "in force"), None)


class Register:
    """The register of a journal; every process that has the journal open may use one."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = RLock()
        self._entries: RegisterEntries = {}
        self._version = 0

    @property
    def last_read(self) -> RegisterEntries:
        """The versions of every table's submission, as they were last read from the journal."""
        return self._entries

    @property
    def entries(self) -> RegisterEntries:
        """The versions of every table's submission, as the journal holds them now."""
        return self.read()

    def read(self) -> RegisterEntries:
        """Read what is new from the journal."""
        with self._lock:
            for record in self._journal.records(REGISTER, self._version):
                self._entries = with_notes(self._entries, body_of(record), record.at)
                self._version = record.position
            return self._entries

    def versions(self, table: str) -> tuple[RegisterEntry, ...]:
        """The versions of a table's submission, in order."""
        return self.entries.get(table, ())

    def running(self, table: str) -> RegisterEntry | None:
        """The version that is in force at a table."""
        return in_force(self.versions(table))

    def file(self, table: str, text: str, actor: str) -> RegisterEntry:
        """File a new version and return it; the text of the last version is not filed again."""
        with self._lock:
            for _ in range(ATTEMPTS):
                versions = self.versions(table)
                if versions and versions[-1].text == text:
                    return versions[-1]
                note = SubmissionFiled(table, len(versions) + 1, text)
                if self._write(note, actor):
                    return self.versions(table)[note.version - 1]
        raise JournalError("The register is busy: try again.")

    def approve(self, table: str, version: int, on: str, actor: str) -> RegisterEntry:
        """Note that a version was approved on a date (ISO).

        Raises `BadInput` for a version that does not exist or was approved before.
        """
        return self._with_note(SubmissionApproved(table, version, on), actor)

    def approved_version(self, table: str, version: int) -> RegisterEntry:
        """A version that may be put in force.

        Raises `BadInput` if it does not exist, `RuleViolation` if it is not approved.
        """
        with_note(self.entries, SubmissionPutInForce(table, version), "", 0)
        return self.versions(table)[version - 1]

    def put_in_force(self, table: str, version: int, actor: str) -> RegisterEntry:
        """Note that a version is in force from now on; raises as `approved_version`."""
        return self._with_note(SubmissionPutInForce(table, version), actor)

    def schedule(self, table: str, version: int, actor: str) -> RegisterEntry:
        """Note that a version takes force after the round; raises as `approved_version`."""
        return self._with_note(SubmissionScheduled(table, version), actor)

    def withdraw(self, table: str, version: int, actor: str, why: str = "") -> RegisterEntry:
        """Note that a scheduled version does not take force; raises `BadInput` if none is."""
        return self._with_note(SubmissionWithdrawn(table, version, why), actor)

    def first_in_force(self, table: str, text: str, actor: str) -> RegisterEntry:
        """The version in force; where there is none, this text, filed and approved by `actor`.

        Another process may do the same at this time.
        """
        running = self.running(table)
        if running is not None:
            return running
        try:
            entry = self.file(table, text, actor)
            if entry.status == "filed":
                self.approve(table, entry.version, date.today().isoformat(), actor)
            return self.put_in_force(table, entry.version, actor)
        except (BadInput, RuleViolation):
            running = self.running(table)
            if running is None:
                raise
            return running

    def _with_note(self, note: RegisterNote, actor: str) -> RegisterEntry:
        with self._lock:
            for _ in range(ATTEMPTS):
                with_note(self.entries, note, actor, 0)
                if self._write(note, actor):
                    return self.versions(note.table)[note.version - 1]
        raise JournalError("The register is busy: try again.")

    def _write(self, note: RegisterNote, actor: str) -> bool:
        """Write the note; returns False if another process wrote to the register first."""
        body = RecordBody(by=actor, notes=(note,))

        def written(_: States) -> Written:
            return Written(encode_body(body), body.event_count)

        try:
            self._journal.append(Proposal(REGISTER, self._version, written))
        except VersionConflict:
            return False
        return True


def with_notes(entries: RegisterEntries, body: RecordBody, time: int) -> RegisterEntries:
    """The register after a record of its stream."""
    for note in body.notes:
        if not isinstance(note, RegisterNote):
            raise BadInput("The register has notes on submissions alone.")
        entries = with_note(entries, note, body.by, time)
    return entries
