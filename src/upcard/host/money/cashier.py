"""Acts on game accounts away from the tables: deposits, withdrawals, limits; each one a record.

A record stands in the account's own stream, and changes the account's shared state in the same
transaction, which orders it among the transfers of all tables.
"""

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from upcard.host.bodies.account_entry import AccountEntry, Act, EntryPlace
from upcard.host.bodies.record_body import RecordBody, body_of, encode_body
from upcard.host.money.account import GameAccount
from upcard.host.money.bridge import (
    account_stream,
    apply_acts,
    decode_account,
    encode_account,
    state_of,
)
from upcard.host.money.waiting_accounts import WaitingAccounts
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import (
    JournalError,
    Proposal,
    Receipt,
    States,
    VersionConflict,
    Written,
)
from upcard.text.times import system_clock

ATTEMPTS: Final = 100
"""How often an act is tried while others write to the account; each time one of them succeeds."""


class Cashier:
    """The game accounts of one journal; any thread may call it."""

    def __init__(self, journal: Journal, clock: Callable[[], int] = system_clock) -> None:
        self.journal: Final = journal
        self._clock = clock

    @property
    def now(self) -> int:
        """The time, in microseconds since the epoch."""
        return self._clock()

    def account(self, name: str) -> GameAccount:
        """A game account as it stands; one that was never used is empty."""
        return decode_account(name, self.journal.shared(state_of(name)))

    def waiting(self) -> list[GameAccount]:
        """The accounts in which something waits for a second person."""
        return self._waiting.now()

    @cached_property
    def _waiting(self) -> WaitingAccounts:
        """The accounts in which something waits, followed from the first use on."""
        return WaitingAccounts(self.journal)

    def act(self, name: str, act: Act, actor: str, key: str = "") -> AccountEntry:
        """Do something with an account, durably; a key has one effect.

        Raises `RuleViolation` for what is refused, `KeyReused`, and `JournalError`.
        """
        stream, state = account_stream(name), state_of(name)
        digest = money_digest(stream, actor, act) if key else ""
        for _ in range(ATTEMPTS):
            version = self.journal.head(stream).position
            place = EntryPlace(stream, version + 1)

            def write(states: States, place: EntryPlace = place) -> Written:
                before = decode_account(name, states[state])
                after, entries = apply_acts({name: before}, [(name, act)], self.now, actor, place)
                body = RecordBody(by=actor, money=entries)
                shared = {state: encode_account(after[name])}
                return Written(encode_body(body), body.event_count, shared, entries[0])

            try:
                proposal = Proposal(stream, version, write, (state,), key, digest)
                return _entry(self.journal.append(proposal))
            except VersionConflict:
                continue
        raise JournalError(f"{name}'s account is busy: try again.")


def _entry(receipt: Receipt) -> AccountEntry:
    """The entry of a receipt, also of a repeated one."""
    if isinstance(receipt.result, AccountEntry):
        return receipt.result
    assert receipt.record is not None, "an account's stream has no refusals"
    return body_of(receipt.record).money[0]


def money_digest(stream: str, actor: str, act: Act) -> str:
    """The digest of an act on a game account, without what the house added to it."""
    asked = encode(replace(act, waits=False, since=0)).decode()
    return hashlib.sha256(encode([stream, actor, asked])).hexdigest()
