"""The statement of a game account: its entries, from the newest back, wherever they stand."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from upcard.host.bodies.account_entry import AccountEntry
from upcard.host.bodies.record_body import body_of
from upcard.host.money.account import GameAccount
from upcard.journal.journal import Journal
from upcard.journal.port import RecordArchived


class StatementLine(msgspec.Struct, frozen=True):
    """An entry of a statement, the record that holds it, and who asked for it.

    `moved` is what it added to the account in units, negative for what left it.
    """

    stream: str
    position: int
    by: str
    entry: AccountEntry
    moved: int


def moved_by(entry: AccountEntry) -> int:
    """What an entry added to its account by itself; 0 for a confirmation and what waits."""
    act = entry.act
    if act.waits or act.what in ("confirmation", "limit"):
        return 0
    return act.amount if act.what in ("deposit", "cashed out") else -act.amount


def statement(journal: Journal, account: GameAccount) -> Iterator[StatementLine]:
    """The lines of an account's statement, the newest first.

    Each entry names the record of the one before, so that only the account's own records are read.
    It ends where older records were moved to an archive that is not read.
    """
    newer: StatementLine | None = None
    for line in _lines(journal, account):
        if newer is not None:
            yield replace(newer, moved=newer.entry.balance - line.entry.balance)
        newer = line
    if newer is not None:
        yield replace(newer, moved=newer.entry.balance) if newer.entry.number == 1 else newer


def _lines(journal: Journal, account: GameAccount) -> Iterator[StatementLine]:
    """The lines without what each moved, which the entry before tells."""
    place = account.last
    while place is not None:
        try:
            record = journal.record(place.stream, place.position)
        except RecordArchived:
            return
        body = body_of(record)
        own = [entry for entry in body.money if entry.account == account.name]
        for entry in reversed(own):
            yield StatementLine(place.stream, place.position, body.by, entry, moved_by(entry))
        place = own[0].before if own else None
