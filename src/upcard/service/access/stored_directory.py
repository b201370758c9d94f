"""The directory of accounts and devices, kept in a shared state of the journal.

Every change is written together with its record in the audit, which holds the entries that changed;
the hash of a password is in the state alone. A state that the records do not give is refused.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Final

from msgspec.structs import replace

from upcard.host.bodies.audit_notes import AUDIT, AuditEntry, AuditNote, DirectoryEntry
from upcard.host.bodies.record_body import RecordBody, encode_body
from upcard.host.records.directory import ACCOUNTS, changed_entries, entries_in
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import (
    JournalError,
    JournalRecord,
    JournalTampered,
    Proposal,
    States,
    VersionConflict,
    Written,
)
from upcard.rules.violation import BadInput
from upcard.service.access.directory import Directory, read_directory
from upcard.service.access.directory_proof import DirectoryProof
from upcard.service.access.floods import Floods

ATTEMPTS: Final = 5
"""How often writing a note is tried while other processes write to the audit."""


class StoredDirectory:
    """Reads and changes the directory, and writes to the audit; any thread may call it.

    Where another process keeps the directory, `home` is its journal, open for reading; what is
    noted here goes into the audit of `journal`.
    """

    def __init__(self, journal: Journal, home: Journal | None = None) -> None:
        self._journal, self._home = journal, home
        self._proof = DirectoryProof(home or journal)
        self._floods = Floods()
        self._directory: Directory | None = None
        self._text: bytes | None = None
        self._failure = ""
        self._reading, self._writing = Lock(), Lock()

    @property
    def directory(self) -> Directory:
        """All accounts and devices, as the journal holds them now.

        Once they are followed it is in memory: the event loop may ask while the journal is silent.
        Raises `JournalTampered` if they are not what the records of the audit give.
        """
        if self._failure:
            raise JournalTampered(self._failure)
        directory = self._directory
        return read_directory(self._proof.state()) if directory is None else directory

    @property
    def kept_here(self) -> bool:
        """Whether this process keeps the accounts."""
        return self._home is None

    def read_record(self, record: JournalRecord) -> None:
        """Take a record of the audit, the next one, from somebody who reads all of them."""
        self._proof.read_record(record)

    def keep_current(self) -> None:
        """Keep the directory in memory from now on; `read_again` brings it up to date."""
        with self._reading:
            self._read_directory()

    def read_again(self) -> None:
        """Read the directory again if it is followed: the audit has a new record."""
        with self._reading:
            if self._directory is None:
                return
            try:
                self._read_directory()
                self._failure = ""
            except JournalTampered as error:  # raised at the next read of the directory
                self._failure = str(error)

    def _read_directory(self) -> None:
        text = self._proof.state()
        if self._directory is None or text != self._text:
            self._text, self._directory = text, read_directory(text)

    def take_over(self, actor: str, sign: Callable[[bytes], AuditEntry]) -> None:
        """Write the entries of a journal whose records hold none yet, in the name of `actor`.

        `sign` makes the note, with a signature of the entries. Raises `JournalTampered` if the
        state is not what the records give, or not what the audit noted.
        """
        entries = self._proof.unwritten()
        if entries:
            self._change(lambda before: before, (sign(encode(entries)),), actor, entries)

    def note(self, *notes: AuditNote, actor: str = "") -> None:
        """Write entries to the audit, durably; of a flood of refusals only some (`Floods`)."""
        listed_notes = tuple(note for note in notes if self._floods.lists(note, actor))
        if listed_notes:
            self._change(None, listed_notes, actor)

    def note_floods(self, *, all_: bool = False) -> None:
        """Write how many refusals were not listed in the periods that are over, or in `all_`."""
        for actor, count in self._floods.ended_periods(all_=all_):
            self.note(count, actor=actor)

    def _change(
        self,
        change: Callable[[Directory], Directory] | None,
        notes: tuple[AuditNote, ...],
        actor: str,
        entries: tuple[DirectoryEntry, ...] = (),
    ) -> None:
        """Write notes, with what a change of the directory sets, or with these entries."""
        if change is not None and not self.kept_here:
            raise BadInput("The first worker of the floor keeps the accounts: ask there.")
        new = change is not None and not self._proof.begun

        def write(states: States) -> Written:
            body = RecordBody(by=actor, notes=notes, entries=entries)
            if change is None:
                return Written(encode_body(body), body.event_count)
            before = states[ACCOUNTS]
            after = encode(change(read_directory(before)))
            if not entries:
                entries_before = {} if new else entries_in(before)
                set_now = changed_entries(entries_before, entries_in(after))
                body = replace(body, entries=set_now)
            shared = {ACCOUNTS: after} if body.entries else {}
            return Written(encode_body(body), body.event_count, shared)

        shared = () if change is None else (ACCOUNTS,)
        with self._writing:  # a record of this process never conflicts with another one
            for _ in range(ATTEMPTS):
                version = self._journal.head(AUDIT).position
                with suppress(VersionConflict):
                    self._journal.append(Proposal(AUDIT, version, write, shared))
                    with suppress(JournalError):  # it is written: the feed reads it later
                        self.read_again()
                    return
        raise JournalError("The audit is busy: try again.")
