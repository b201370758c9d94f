"""Fills an empty journal with the records of another."""

from collections.abc import Iterable
from itertools import islice

from upcard.journal.group import changes_of
from upcard.journal.port import ROOT, Header, JournalError, Link
from upcard.journal.roots import covered_by, root_of
from upcard.journal.store import Changes, Contended, Reached, SharedState, Transaction

PAGE = 500
"""Records that are written at a time."""


def restore(transaction: Transaction, header: Header, links: Iterable[Link]) -> None:
    """Write a journal's name and records, the counts of its shared states, and what roots cover.

    Raises `JournalError` if another process writes at the same time: the links cannot be read
    again.
    """
    transaction.save_header(header)
    rest = iter(links)
    changes: dict[str, int] = {}
    covered: dict[str, Reached] = {}
    try:
        while page := tuple(islice(rest, PAGE)):
            transaction.write(changes_of(page))
            for record in (link.record for link in page):
                for name, number in record.shared.items():
                    changes[name] = max(number, changes.get(name, 0))
                if record.stream == ROOT:
                    covered |= covered_by(root_of(record))
        shared = {name: SharedState(number) for name, number in changes.items()}
        transaction.write(Changes(shared=shared))
        transaction.save_covered(covered)
    except Contended:
        raise JournalError("Another process writes to this journal.") from None
