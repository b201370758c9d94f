"""Accounts of people and tokens of devices, kept in a shared state of the journal.

Passwords are stored as argon2 hashes, tokens as SHA-256 of 32 random bytes. Every change is written
together with its record in the audit, which holds the entries that changed; the hash of a password
is in the state alone. A state that the records do not give is refused.
"""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Final

from argon2 import PasswordHasher
from msgspec.structs import replace

from upcard.host.records.audit_notes import AUDIT, AuditNote, DirectoryEntry, Noticed
from upcard.host.records.directory import ACCOUNTS, changed_entries, entries_in
from upcard.host.tables.record_body import RecordBody, encode_body
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import (
    JournalError,
    JournalTampered,
    Proposal,
    States,
    VersionConflict,
    Written,
)
from upcard.rules.violation import BadInput
from upcard.service.access.changes import (
    altered,
    altered_device,
    check_name,
    closed,
    ending_sessions,
    free,
    keep_administrator,
    revoked,
)
from upcard.service.access.directory import Account, Device, Directory, read_directory
from upcard.service.access.directory_proof import DirectoryProof
from upcard.service.access.floods import Floods
from upcard.service.access.passwords import Passwords
from upcard.service.access.principal import NotSignedIn, Purpose, Role

ATTEMPTS: Final = 5
"""How often writing a note is tried while other processes write to the audit."""


class Accounts:
    """The accounts and devices of one journal; any thread may call it.

    Where another process keeps them, `home` is its journal, open for reading; what is noted here
    goes into the audit of `journal`.
    """

    def __init__(
        self, journal: Journal, hasher: PasswordHasher | None = None, home: Journal | None = None
    ) -> None:
        self._journal, self._home = journal, home
        self._passwords = Passwords(hasher)
        self._proof = DirectoryProof(home or journal)
        self._floods = Floods()
        self._known: Directory | None = None
        self._text: bytes | None = None
        self._tampered = ""
        self._reading, self._writing = Lock(), Lock()

    @property
    def directory(self) -> Directory:
        """All accounts and devices, as the journal holds them now.

        Once they are followed it is in memory: the event loop may ask while the journal is silent.
        Raises `JournalTampered` if they are not what the records of the audit give.
        """
        if self._tampered:
            raise JournalTampered(self._tampered)
        known = self._known
        return read_directory(self._proof.state()) if known is None else known

    @property
    def kept_here(self) -> bool:
        """Whether this process keeps the accounts."""
        return self._home is None

    def follow(self) -> None:
        """Keep the directory in memory from now on; the feed calls `changed` as the audit grows."""
        with self._reading:
            self._read()

    def changed(self) -> None:
        """Read the directory again if it is followed: the audit has a new record."""
        with self._reading:
            if self._known is None:
                return
            try:
                self._read()
                self._tampered = ""
            except JournalTampered as error:  # told to whoever asks for the directory
                self._tampered = str(error)

    def _read(self) -> None:
        text = self._proof.state()
        if self._known is None or text != self._text:
            self._text, self._known = text, read_directory(text)

    def take_over(self, by: str, sign: Callable[[bytes], Noticed]) -> None:
        """Write the entries of a journal whose records hold none yet, in the name of `by`.

        `sign` makes the note, with a signature of the entries. Raises `JournalTampered` if the
        state is not what the records give, or not what the audit noted.
        """
        entries = self._proof.unwritten()
        if entries:
            self._change(lambda before: before, (sign(encode(entries)),), by, entries)

    # Signing in

    def sign_in(
        self,
        name: str,
        password: str,
        where: str,
        second: Callable[[Account], None] = lambda _: None,
    ) -> Account:
        """The account with this name and password; noted in the audit, as is a refusal.

        Raises `NotSignedIn`. `where` is the address from which the request comes. `second` checks
        more of an account whose password is right.
        """
        account = self.directory.accounts.get(name)
        known = account is not None and not account.closed
        # An unknown name is hashed too, so that it takes as long as a wrong password.
        right = self._passwords.fits(account.password if account and known else "", password)
        if account is None or not known or not right:
            self.note(Noticed("sign-in refused", name if account else "an unknown name", where))
            raise NotSignedIn("The name or the password is wrong.")
        second(account)
        self.note(Noticed("signed in", name, where), by=name)
        return account

    def device(self, token: str) -> Device:
        """The device with this token; raises `NotSignedIn` if it is unknown or revoked."""
        shown = _hash(token)
        for device in self.directory.devices.values():
            if secrets.compare_digest(device.token, shown) and not device.revoked:
                return device
        raise NotSignedIn("The token is unknown or was revoked.")

    # Keeping accounts

    def is_right(self, name: str, password: str) -> bool:
        """Whether this is the password of an account that is open."""
        account = self.directory.accounts.get(name)
        hashed = "" if account is None or account.closed else account.password
        return self._passwords.fits(hashed, password)

    def open(
        self,
        name: str,
        role: Role,
        password: str,
        by: str,
        tables: tuple[str, ...] = (),
        *,
        must_change: bool = False,
    ) -> Account:
        """Open an account; with `must_change` the password is good only for choosing another.

        Raises `BadInput` for a taken name or a password that is too short or too easy.
        """
        if role is Role.DEVICE:
            raise BadInput("A device signs in with a token, not with an account.")
        check_name(name)
        hashed = self._passwords.hashed(name, password)

        def change(before: Directory) -> Directory:
            free(before, name)
            account = Account(name, role, hashed, tables, must_change=must_change)
            return replace(before, accounts={**before.accounts, name: account})

        self._change(change, (Noticed("account opened", name, role),), by)
        return self.directory.accounts[name]

    def assign(self, name: str, tables: tuple[str, ...], by: str) -> None:
        """Assign a dealer to these tables instead of the present ones."""
        self.alter(name, "tables assigned", by, lambda account: replace(account, tables=tables))

    def set_password(self, name: str, password: str, by: str) -> None:
        """Set a new password and end every session of the account.

        A password that somebody else set has to be changed at the next sign-in.
        """
        hashed = self._passwords.hashed(name, password)

        def renewed(account: Account) -> Account:
            return ending_sessions(replace(account, password=hashed, must_change=by != name))

        self.alter(name, "password changed", by, renewed)

    def set_role(self, name: str, role: Role, by: str) -> None:
        """Give a person another role, and end every session of the account.

        Raises `BadInput` for the last administrator, and for the role of a device.
        """
        if role is Role.DEVICE:
            raise BadInput("A device signs in with a token, not with an account.")

        def change(before: Directory) -> Directory:
            after = altered(
                before, name, lambda account: ending_sessions(replace(account, role=role))
            )
            keep_administrator(before, after, name)
            return after

        self._change(change, (Noticed("role changed", name, role),), by)

    def close(self, name: str, by: str) -> None:
        """Close an account for good: its sessions end, and its name stays taken.

        Raises `BadInput` for the last administrator's account: nobody could open another.
        """

        def change(before: Directory) -> Directory:
            after = altered(before, name, closed)
            keep_administrator(before, after, name)
            return after

        self._change(change, (Noticed("account closed", name),), by)

    def add_device(self, name: str, purpose: Purpose, table: str, by: str) -> str:
        """Add a device and return its token, which is not stored."""
        check_name(name)
        token = secrets.token_urlsafe(32)

        def change(before: Directory) -> Directory:
            free(before, name)
            device = Device(name, purpose, table, _hash(token))
            return replace(before, devices={**before.devices, name: device})

        self._change(change, (Noticed("device added", name, f"{purpose} at {table}"),), by)
        return token

    def revoke_device(self, name: str, by: str) -> None:
        """Revoke a device's token; whoever is signed in there is signed out.

        Raises `BadInput` for an unknown device.
        """
        notice = Noticed("device revoked", name)
        self.alter_device(name, revoked, notice, by)

    def alter_device(
        self, name: str, alter: Callable[[Device], Device], notice: Noticed, by: str
    ) -> None:
        """Change a device, noted in the audit; raises `BadInput` for an unknown device."""
        self._change(lambda before: altered_device(before, name, alter), (notice,), by)

    def alter(self, name: str, what: str, by: str, alter: Callable[[Account], Account]) -> None:
        """Change an account, noted in the audit as `what`; raises `BadInput` for an unknown one."""

        def change(before: Directory) -> Directory:
            return altered(before, name, alter)

        self._change(change, (Noticed(what, name),), by)

    def note(self, *notes: AuditNote, by: str = "") -> None:
        """Write entries to the audit, durably; of a flood of refusals only some (`Floods`)."""
        listed = tuple(note for note in notes if self._floods.lists(note, by))
        if listed:
            self._change(None, listed, by)

    def note_floods(self, *, all_: bool = False) -> None:
        """Write how many refusals were not listed in the periods that are over, or in `all_`."""
        for by, count in self._floods.ended(all_=all_):
            self.note(count, by=by)

    # Writing

    def _change(
        self,
        change: Callable[[Directory], Directory] | None,
        notes: tuple[AuditNote, ...],
        by: str,
        entries: tuple[DirectoryEntry, ...] = (),
    ) -> None:
        """Write notes, with what a change of the directory sets, or with these entries."""
        if change is not None and not self.kept_here:
            raise BadInput("The first worker of the floor keeps the accounts: ask there.")
        new = change is not None and not self._proof.begun

        def write(states: States) -> Written:
            body = RecordBody(by=by, notes=notes, entries=entries)
            if change is None:
                return Written(encode_body(body), body.event_count)
            before = states[ACCOUNTS]
            after = encode(change(read_directory(before)))
            if not entries:
                known = {} if new else entries_in(before)
                set_now = changed_entries(known, entries_in(after))
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
                        self.changed()
                    return
        raise JournalError("The audit is busy: try again.")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
