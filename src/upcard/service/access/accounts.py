"""Accounts of people and tokens of devices: signing in, and every change of them.

Passwords are stored as argon2 hashes, tokens as SHA-256 of 32 random bytes.
"""

import hashlib
import secrets
from collections.abc import Callable

from argon2 import PasswordHasher
from msgspec.structs import replace

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput
from upcard.service.access.changes import (
    change_account,
    change_device,
    check_name,
    close_account,
    ending_sessions,
    free,
    keep_administrator,
    revoke_device,
)
from upcard.service.access.directory import Account, Device, Directory
from upcard.service.access.passwords import Passwords
from upcard.service.access.principal import NotSignedIn, Purpose, Role
from upcard.service.access.stored_directory import StoredDirectory


class Accounts(StoredDirectory):
    """The accounts and devices of one journal; any thread may call it.

    Where another process keeps them, `home` is its journal, open for reading; what is noted here
    goes into the audit of `journal`.
    """

    def __init__(
        self, journal: Journal, hasher: PasswordHasher | None = None, home: Journal | None = None
    ) -> None:
        super().__init__(journal, home)
        self._passwords = Passwords(hasher)

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
        right = self.is_right(name, password)
        if account is None or not right:
            self.note(AuditEntry("sign-in refused", name if account else "an unknown name", where))
            raise NotSignedIn("The name or the password is wrong.")
        second(account)
        self.note(AuditEntry("signed in", name, where), actor=name)
        return account

    def device(self, token: str) -> Device:
        """The device with this token; raises `NotSignedIn` if it is unknown or revoked."""
        token_hash = _hash(token)
        for device in self.directory.devices.values():
            if secrets.compare_digest(device.token, token_hash) and not device.revoked:
                return device
        raise NotSignedIn("The token is unknown or was revoked.")

    # Keeping accounts

    def is_right(self, name: str, password: str) -> bool:
        """Whether this is the password of an account that is open."""
        account = self.directory.accounts.get(name)
        # An unknown name is hashed too, so that it takes as long as a wrong password.
        hashed = "" if account is None or account.closed else account.password
        return self._passwords.fits(hashed, password)

    def open(
        self,
        name: str,
        role: Role,
        password: str,
        actor: str,
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
        hashed = self._passwords.hash_password(name, password)

        def change(before: Directory) -> Directory:
            free(before, name)
            account = Account(name, role, hashed, tables, must_change=must_change)
            return replace(before, accounts={**before.accounts, name: account})

        self._change(change, (AuditEntry("account opened", name, role),), actor)
        return self.directory.accounts[name]

    def assign(self, name: str, tables: tuple[str, ...], actor: str) -> None:
        """Assign a dealer to these tables instead of the present ones."""
        self.alter(name, "tables assigned", actor, lambda account: replace(account, tables=tables))

    def set_password(self, name: str, password: str, actor: str) -> None:
        """Set a new password and end every session of the account.

        A password that somebody else set has to be changed at the next sign-in.
        """
        hashed = self._passwords.hash_password(name, password)

        def with_password(account: Account) -> Account:
            return ending_sessions(replace(account, password=hashed, must_change=actor != name))

        self.alter(name, "password changed", actor, with_password)

    def set_role(self, name: str, role: Role, actor: str) -> None:
        """Give a person another role, and end every session of the account.

        Raises `BadInput` for the last administrator, and for the role of a device.
        """
        if role is Role.DEVICE:
            raise BadInput("A device signs in with a token, not with an account.")

        def change(before: Directory) -> Directory:
            after = change_account(
                before, name, lambda account: ending_sessions(replace(account, role=role))
            )
            keep_administrator(before, after, name)
            return after

        self._change(change, (AuditEntry("role changed", name, role),), actor)

    def close(self, name: str, actor: str) -> None:
        """Close an account for good: its sessions end, and its name stays taken.

        Raises `BadInput` for the last administrator's account: nobody could open another.
        """

        def change(before: Directory) -> Directory:
            after = change_account(before, name, close_account)
            keep_administrator(before, after, name)
            return after

        self._change(change, (AuditEntry("account closed", name),), actor)

    def add_device(self, name: str, purpose: Purpose, table: str, actor: str) -> str:
        """Add a device and return its token, which is not stored."""
        check_name(name)
        token = secrets.token_urlsafe(32)

        def change(before: Directory) -> Directory:
            free(before, name)
            device = Device(name, purpose, table, _hash(token))
            return replace(before, devices={**before.devices, name: device})

        self._change(change, (AuditEntry("device added", name, f"{purpose} at {table}"),), actor)
        return token

    def revoke_device(self, name: str, actor: str) -> None:
        """Revoke a device's token; the person signed in there is signed out.

        Raises `BadInput` for an unknown device.
        """
        notice = AuditEntry("device revoked", name)
        self.alter_device(name, revoke_device, notice, actor)

    def alter_device(
        self, name: str, alter: Callable[[Device], Device], notice: AuditEntry, actor: str
    ) -> None:
        """Change a device, noted in the audit; raises `BadInput` for an unknown device."""
        self._change(lambda before: change_device(before, name, alter), (notice,), actor)

    def alter(self, name: str, what: str, actor: str, alter: Callable[[Account], Account]) -> None:
        """Change an account, noted in the audit as `what`; raises `BadInput` for an unknown one."""

        def change(before: Directory) -> Directory:
            return change_account(before, name, alter)

        self._change(change, (AuditEntry(what, name),), actor)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
