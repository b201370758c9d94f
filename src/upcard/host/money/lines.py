"""The lines of a statement as command line, API and pages show them."""

from collections.abc import Iterator

import msgspec

from upcard.host.money.account import GameAccount
from upcard.host.money.statement import StatementLine, statement
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars, printed_dollars
from upcard.text.times import to_the_minute


class LineOut(msgspec.Struct, frozen=True):
    """A line of a statement; `amount` in dollars is negative for what left the account.

    `at` is in microseconds since the epoch, `moment` the same in words, `record` the stream and
    position of the record.
    """

    number: int
    at: int
    moment: str
    what: str
    amount: str
    balance: str
    table: str
    by: str
    record: tuple[str, int]
    note: str = ""


def in_words(kind: str, value: int | None) -> str:
    """A limit's value: dollars, seconds, or a time; "" for no limit."""
    if value is None:
        return ""
    if kind == "exclusion":
        return f"until {to_the_minute(value)}"
    return f"{value} seconds" if kind == "session" else printed_dollars(value)


def lines_of(journal: Journal, account: GameAccount) -> Iterator[LineOut]:
    """The lines of a player's statement, the newest first."""
    return map(_line_out, statement(journal, account))


def _line_out(line: StatementLine) -> LineOut:
    """A line of a statement as it is shown."""
    entry, act = line.entry, line.entry.act
    moved = format_dollars(line.moved)
    note = ""
    if act.waits:
        note = f"{printed_dollars(act.amount)} waits for a second person"
    elif act.what == "confirmation":
        note = f"of number {act.of}"
    elif act.kind is not None:
        note = f"{act.setter}: {act.kind} {in_words(act.kind, act.value) or 'no limit'}"
    record = (line.stream, line.position)
    return LineOut(
        entry.number,
        entry.at,
        to_the_minute(entry.at),
        act.what,
        moved,
        format_dollars(entry.balance),
        act.table,
        line.by,
        record,
        note,
    )
