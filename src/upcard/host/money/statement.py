"""The statement of a game account: its entries, from the newest back, wherever they stand."""

from collections.abc import Iterator

import msgspec

from upcard.host.money.account import AccountEntry, GameAccount
from upcard.host.tables.record_body import decode_body
from upcard.journal.journal import Journal
from upcard.journal.port import RecordArchived


class StatementLine(msgspec.Struct, frozen=True):
    """An entry of a statement, the record that holds it, and who asked for it.

    `at` is when the record was written.
    """

    stream: str
    position: int
    at: int
    by: str
    entry: AccountEntry


def statement(journal: Journal, account: GameAccount) -> Iterator[StatementLine]:
    """The lines of an account's statement, the newest first.

    Each entry names the record of the one before, so that only the account's own records are read.
    It ends where older records were moved to an archive that is not read.
    """
    place = account.last
    while place is not None:
        try:
            record = journal.record(place.stream, place.position)
        except RecordArchived:
            return
        body = decode_body(record.body)
        own = [entry for entry in body.money if entry.account == account.name]
        for entry in reversed(own):
            yield StatementLine(place.stream, place.position, record.at, body.by, entry)
        place = own[0].before if own else None
