"""The directory of accounts and devices, as the records of the audit give it.

The server keeps the directory in a shared state, `ACCOUNTS`. Each record that changes it holds the
entries that changed, so the state can be compared with them. Secrets, such as the hash of a
password, are in the state alone; a record holds their SHA-256.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from upcard.host.bodies.audit_notes import AuditEntry, DirectoryEntry
from upcard.journal.codec import encode, read_state
from upcard.journal.port import JournalTampered

ACCOUNTS: Final = "accounts"
"""The name of the shared state that holds accounts and devices."""

KINDS: Final = ("accounts", "devices")
"""The kinds of entries: the fields of the state."""

OPEN: Final = frozenset(
    {"name", "role", "tables", "purpose", "table", "token", "person", "since", "recovery"}
)
"""The texts of an entry that records hold as they are; all other texts are secrets.

A device's token and recovery codes stand in the state as their SHA-256 already.
"""

TAKEN: Final = "accounts taken over"
"""What a note says whose record holds the entries that a journal had before records held them."""

DirectoryEntries = dict[tuple[str, str], DirectoryEntry]
"""The entries by kind and name."""


def entry_of(kind: str, name: str, values: Mapping[str, Any]) -> DirectoryEntry:
    """An entry as records hold it; what is empty or not set is left out."""
    fields = {field: value for field, value in values.items() if value not in (None, "", 0, (), [])}
    secret = {field for field, value in fields.items() if _is_text(value) and field not in OPEN}
    return DirectoryEntry(
        kind,
        name,
        {field: value for field, value in fields.items() if field not in secret},
        {field: hashlib.sha256(encode(fields[field])).hexdigest() for field in sorted(secret)},
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str | bytes | list | tuple | dict)


def _read_entries(state: bytes | None) -> dict[str, dict[str, dict[str, Any]]]:
    return read_state(ACCOUNTS, state or b"{}", dict[str, dict[str, dict[str, Any]]])


def entries_in(state: bytes | None) -> DirectoryEntries:
    """The entries of the state; raises `JournalTampered` for a state that cannot be read."""
    return {
        (kind, name): entry_of(kind, name, values)
        for kind, entries in _read_entries(state).items()
        for name, values in entries.items()
    }


def changed_entries(
    before: DirectoryEntries, after: DirectoryEntries
) -> tuple[DirectoryEntry, ...]:
    """The entries that a change of the directory sets; none is ever removed."""
    return tuple(entry for key, entry in sorted(after.items()) if before.get(key) != entry)


class RecordedDirectory:
    """Folds the entries of the audit's records; `entries` is None before the first of them."""

    def __init__(self) -> None:
        self.entries: DirectoryEntries | None = None
        self._noted_digests: dict[str, str] = {}

    def add_record(
        self, notes: Iterable[object], entries: Iterable[DirectoryEntry], *, changes: bool
    ) -> None:
        """Add a record of the audit; `changes` says whether it changed the state.

        Raises `JournalTampered` if it changed the state without saying how, or took over other
        accounts than the audit had noted.
        """
        after = tuple(entries)
        takes_over = False
        for note in notes:
            if isinstance(note, AuditEntry):
                takes_over |= note.what == TAKEN
                if note.what in ("account opened", "device added"):
                    self._noted_digests[note.about] = note.where
        if after and not changes:
            raise JournalTampered("A record holds accounts or devices and does not change them.")
        if changes and not after and self.entries is not None:
            raise JournalTampered("A record changes accounts or devices and does not say how.")
        if takes_over:
            self._take_over(after)
        if after:
            self.entries = {**(self.entries or {}), **{(e.kind, e.name): e for e in after}}

    def _take_over(self, entries: Iterable[DirectoryEntry]) -> None:
        if self.entries is not None:
            raise JournalTampered("Accounts were taken over a second time.")
        self.check_noted(entries)

    def check_noted(self, entries: Iterable[DirectoryEntry]) -> None:
        """Raise `JournalTampered` for a role or purpose that the audit noted otherwise."""
        for entry in entries:
            values = entry.values
            was = self._noted_digests.get(entry.name)
            now = values.get("role") or f"{values.get('purpose')} at {values.get('table')}"
            if was not in (None, now):
                raise JournalTampered(f"{entry.name} is {now}; the audit noted {was}.")


def check_directory(state: bytes | None, entries: DirectoryEntries) -> tuple[str, ...]:
    """Raise `JournalTampered` if the state is not what the entries give.

    Returns the names whose secrets are missing in the state: an import does not have them.
    """
    present = entries_in(state)
    lost = []
    for key in sorted(present.keys() | entries.keys()):
        should, entry = entries.get(key), present.get(key)
        if should is None:
            raise JournalTampered(f"{key[1]} is among the {key[0]}; no record put it there.")
        if entry is None:
            raise JournalTampered(f"{key[1]} is missing among the {key[0]}.")
        for field in sorted(should.values.keys() | entry.values.keys()):
            if should.values.get(field) != entry.values.get(field):
                raise JournalTampered(
                    f"The {field} of {key[1]} is not the one that was written last."
                )
        for field in sorted(should.hashed.keys() | entry.hashed.keys()):
            if field in should.hashed and field not in entry.hashed:
                lost.append(key[1])
            elif should.hashed.get(field) != entry.hashed.get(field):
                raise JournalTampered(
                    f"The {field} of {key[1]} is not the one that was written last."
                )
    return tuple(dict.fromkeys(lost))


def rebuilt(entries: DirectoryEntries, before: bytes | None) -> bytes:
    """The state that the entries give; secrets are those of a state before where they fit.

    A secret that is nowhere is empty: nobody can sign in with it.
    """
    entries_before = _read_entries(before)
    state: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for (kind, name), entry in sorted(entries.items()):
        values = dict(entry.values)
        secrets = entries_before.get(kind, {}).get(name, {})
        for field, digest in entry.hashed.items():
            hashed = entry_of(kind, name, {field: secrets.get(field)}).hashed.get(field)
            values[field] = secrets[field] if hashed == digest else ""
        state[kind][name] = values
    return encode(state)
