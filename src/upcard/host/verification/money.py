"""Verifies game accounts: each entry is decided again, and all money is accounted for.

Every transfer has both sides in one record: the event with the postings of the table, and the entry
of the account. So the sum of all accounts and of what was brought to the tables is what players
deposited and did not withdraw.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from upcard.engine.core.table_state import AnyTable, player_account
from upcard.host.bodies.account_entry import Act, EntryPlace
from upcard.host.bodies.record_body import RecordBody
from upcard.host.money.account import GameAccount, change_of
from upcard.host.money.bridge import (
    account_stream,
    apply_acts,
    encode_account,
    is_money_state,
    money_acts,
    state_of,
)
from upcard.host.verification.mismatch import Mismatch
from upcard.journal.port import JournalRecord
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation

MAX_APART_MICROSECONDS: Final = 60_000_000
"""The most microseconds between an entry's time and that of its record, which is written last."""


class MoneyCheck:
    """The game accounts, folded from the records verified so far."""

    def __init__(self) -> None:
        self._accounts: dict[str, GameAccount] = {}
        self._deposits = 0

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the shared states of all accounts."""
        return tuple(state_of(name) for name in self._accounts)

    def check_table(self, record: JournalRecord, body: RecordBody, name: str) -> None:
        """Verify the transfers of a table's record."""
        events = [event for step in (*body.steps, *body.awards) for event in step.events]
        self._check_record(record, body, list(money_acts(name, events)))

    def check_account(self, record: JournalRecord, body: RecordBody) -> None:
        """Verify a record of an account's own stream."""
        if body != RecordBody(by=body.by, money=body.money) or len(body.money) != 1:
            raise Mismatch("A record of a game account holds one entry and nothing else.")
        entry = body.money[0]
        if record.stream != account_stream(entry.account):
            raise Mismatch(f"{entry.account}'s account does not write to {record.stream}.")
        if entry.act.table or entry.act.what in ("brought to table", "cashed out"):
            raise Mismatch("A transfer lacks its other side: no table has it.")
        before = self._accounts.get(entry.account) or GameAccount(name=entry.account)
        self._check_record(record, body, [(entry.account, entry.act)])
        self._deposits += change_of(before, entry)

    def require_no_transfer(self, record: JournalRecord, body: RecordBody) -> None:
        """Raise `Mismatch` if a record moves money that is neither a table's nor an account's."""
        if body.money or any(is_money_state(name) for name in record.shared):
            raise Mismatch("A record moves money that is no table's and no game account's.")

    def _check_record(
        self, record: JournalRecord, body: RecordBody, acts: Iterable[tuple[str, Act]]
    ) -> None:
        names = list(acts)
        time = body.money[0].at if body.money else record.at
        if abs(record.at - time) > MAX_APART_MICROSECONDS:
            raise Mismatch("The time of a game account's entry is not that of its record.")
        place = EntryPlace(record.stream, record.position)
        try:
            after, entries = apply_acts(self._accounts, names, time, body.by, place)
        except RuleViolation as violation:
            raise Mismatch(f"Money was moved, which is refused: {violation.message}") from None
        if entries != body.money:
            raise Mismatch("The entries of game accounts are not the other side of the events.")
        states = {name for name in record.shared if is_money_state(name)}
        if states != {state_of(name) for name in after}:
            raise Mismatch("The record does not change the game accounts that its entries name.")
        self._accounts |= after

    def check_balance(self, shared: Mapping[str, bytes | None], tables: Iterable[AnyTable]) -> None:
        """Raise `Mismatch` unless the accounts are what the records give, and all sums balance."""
        for name, account in self._accounts.items():
            if shared[state_of(name)] != encode_account(account):
                raise Mismatch(f"{name}'s game account differs from what its records give.")
        brought = 0
        for table in tables:
            brought += table.brought
            for complaint in _out_of_balance(table):
                raise Mismatch(complaint)
        balances = sum(account.balance for account in self._accounts.values())
        if balances + brought != self._deposits:
            raise Mismatch(
                f"Accounts hold {printed_dollars(balances)} and tables {printed_dollars(brought)}, "
                f"but {printed_dollars(self._deposits)} were deposited and not withdrawn."
            )


def _out_of_balance(table: AnyTable) -> Iterator[str]:
    name = table.rules.name
    if sum(table.accounts.values()):
        yield f"The accounts of table {name} do not sum to zero."
    if table.rules.bring_money:
        for account, units in table.accounts.items():
            if units < 0 and account.startswith(player_account("")):
                yield f"{account} has less than nothing at table {name}."
