"""Fills an empty journal with the records of another."""

from collections.abc import Callable, Iterable
from itertools import islice

import msgspec
from msgspec.structs import replace

from upcard.journal.integrity.roots import covered_by, root_of
from upcard.journal.port import ROOT, Checkpoint, Header, JournalError, Link, Snapshot
from upcard.journal.store import Changes, Reply, RootCoverage, SharedState, Transaction
from upcard.journal.writing.group import changes_of

PAGE = 500
"""Records that are written at a time."""


class StateLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state stored with the records: a shared state with its name, or one of the others."""

    name: str = ""
    shared: SharedState | None = None
    refusal: Reply | None = None
    snapshot: Snapshot | None = None
    checkpoint: Checkpoint | None = None


def restoring(
    header: Header, links: Iterable[Link], states: Iterable[StateLine]
) -> Callable[[Transaction], None]:
    """The task that writes a journal's name and records, its states, and what roots cover.

    The number of a shared state is that of its changes in the records; a shared state that none of
    them changed is left out. It raises `JournalError` where another process wrote at the same time
    and its transaction would run again: the links cannot be read again.
    """
    has_run = False

    def restore(transaction: Transaction) -> None:
        nonlocal has_run
        if has_run:
            raise JournalError("Another process writes to this journal.")
        has_run = True
        transaction.save_header(header)
        _write(transaction, links, states)

    return restore


def _write(transaction: Transaction, links: Iterable[Link], states: Iterable[StateLine]) -> None:
    links_left = iter(links)
    changes: dict[str, int] = {}
    covered: dict[str, RootCoverage] = {}
    while page := tuple(islice(links_left, PAGE)):
        transaction.write(changes_of(page))
        for record in (link.record for link in page):
            for name, number in record.shared.items():
                changes[name] = max(number, changes.get(name, 0))
            if record.stream == ROOT:
                covered |= covered_by(root_of(record))
    shared = {name: SharedState(number) for name, number in changes.items()}
    for line in states:
        if line.shared is not None and line.name in shared:
            shared[line.name] = replace(shared[line.name], state=line.shared.state)
        _restore_state(transaction, line)
    transaction.write(Changes(shared=shared))
    transaction.save_covered(covered)


def _restore_state(transaction: Transaction, line: StateLine) -> None:
    if line.refusal is not None:
        transaction.write(Changes(replies=(line.refusal,)))
    elif line.snapshot is not None:
        transaction.save_snapshot(line.snapshot)
    elif line.checkpoint is not None:
        transaction.save_checkpoint(line.checkpoint)
