"""The persons who are signed in at devices that act for a person, such as a keypad.

A sign-in is part of the device's entry in the directory, so it is journaled, holds for every
process and survives a restart. It ends by signing out, by revoking the device, when the account is
closed or gets a new password, and after some time.
"""

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec.structs import replace

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.directory import Account, Device, Directory, SignedInAt
from upcard.service.access.principal import OF_PERSONS, Forbidden, Principal

MAX_SECONDS: Final = 12 * 60 * 60
"""Seconds after which a sign-in at a device ends in any case."""

IDLE_SECONDS: Final = 30 * 60
"""Seconds without a command after which it ends."""


class DevicePersons:
    """The people who are signed in at the devices of a floor; any thread may call it."""

    def __init__(self, accounts: Accounts, clock: Callable[[], float] = time.time) -> None:
        self._accounts, self._clock = accounts, clock
        self._last_acts: dict[str, float] = {}
        self._lock = Lock()

    def sign_in(self, device: str, account: Account, where: str = "") -> None:
        """Sign a person in at a device, in place of the one before; `where` is an address.

        Raises `BadInput` for an unknown or revoked device, or one that acts for nobody.
        """
        now = int(self._clock())

        def signed_in(entry: Device) -> Device:
            if entry.revoked:
                raise BadInput(f"{device} was revoked.")
            if entry.purpose not in OF_PERSONS:
                raise BadInput(f"Nobody signs in at a {entry.purpose}: it acts for no person.")
            person = SignedInAt(account.name, account.generation, now)
            return replace(entry, person=person)

        notice = AuditEntry(f"signed in at {device}", account.name, where)
        self._accounts.alter_device(device, signed_in, notice, account.name)
        self._touch(device, now)

    def sign_out(self, device: str, actor: str, why: str = "signed out") -> None:
        """Sign out the person signed in at a device; nothing happens if nobody is."""
        entry = self._accounts.directory.devices.get(device)
        if entry is None:
            raise BadInput(f"There is no device {device}.")
        if entry.person is None:
            return
        before = entry.person

        def signed_out(now: Device) -> Device:
            return replace(now, person=None) if now.person == before else now

        notice = AuditEntry(f"signed out at {device}", before.name, why)
        self._accounts.alter_device(device, signed_out, notice, actor)

    def person_at(self, device: str) -> Principal | None:
        """The person who is signed in at a device now, if anybody is."""
        directory = self._accounts.directory
        entry = directory.devices.get(device)
        if (
            entry is None
            or entry.person is None
            or self._end_reason(device, entry.person, directory)
        ):
            return None
        return directory.accounts[entry.person.name].principal

    def acting_principal(self, who: Principal) -> Principal:
        """`who`, with the person for whom it acts if it is a device: that person is active.

        Raises `Forbidden` if the sign-in has just ended by time: that is journaled once.
        """
        if who.purpose not in OF_PERSONS:
            return who
        directory = self._accounts.directory
        entry = directory.devices.get(who.name)
        if entry is None or entry.person is None:
            return replace(who, person=None)
        end_reason = self._end_reason(who.name, entry.person, directory)
        if end_reason:
            if self._accounts.kept_here:
                self.sign_out(who.name, who.name, end_reason)
            raise Forbidden(
                f"{entry.person.name} is no longer signed in at {who.name}: {end_reason}."
            )
        self._touch(who.name, self._clock())
        return replace(who, person=directory.accounts[entry.person.name].principal)

    def _end_reason(self, device: str, person: SignedInAt, directory: Directory) -> str:
        """Why a sign-in has ended; "" if it has not."""
        account = directory.accounts.get(person.name)
        if account is None or account.closed or account.generation != person.generation:
            return "the account was closed or has a new password"
        now = self._clock()
        with self._lock:
            acted = max(self._last_acts.setdefault(device, now), person.since)
        if now - person.since >= MAX_SECONDS:
            return f"it lasts {MAX_SECONDS // 3600} hours"
        if now - acted >= IDLE_SECONDS:
            return f"nothing was entered for {IDLE_SECONDS // 60} minutes"
        return ""

    def _touch(self, device: str, now: float) -> None:
        with self._lock:
            self._last_acts[device] = now
