"""Long reads of the journal: in another process, which opens it to read, or in a thread."""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, TypeVar

from upcard.host.records.archives import attach_archive
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.reading import ReadingJournal
from upcard.rules.digest import rules_digest
from upcard.service.computing.computations import ComputationCancelled
from upcard.service.journal_address import JournalAddress
from upcard.submission.compiling.text import rules_of

T = TypeVar("T")


def read_at(address: JournalAddress, work: Callable[..., T], *args: Any) -> T:
    """What `work(journal, *args)` returns or raises; raises what opening the journal does."""
    rules = rules_digest()
    opened = open_journal(address.address, rules=rules, writable=False, beside=address.beside)
    with closing(opened) as journal:
        attach_archive(address.address, journal)
        return work(journal, *args)


def begin_reading(address: JournalAddress | None, submissions: Sequence[str]) -> None:
    """Do once what takes a process long at its first read: imports, rules, opening the journal."""
    import upcard.host.records.shuffle_check  # noqa: F401, PLC0415 - where it will be asked for

    for text in submissions:
        rules_of(text)
    if address is not None:
        read_at(address, Journal.heads)


class LongRead:
    """One long read of a journal by a thread of this process, until nobody waits for it."""

    def __init__(self, journal: Journal) -> None:
        self._ended = threading.Event()
        self._why = ""
        self.journal: Journal = ReadingJournal(journal, self._go_on)

    def cancel(self, why: str) -> None:
        """End it at its next page of records, by `ComputationCancelled` with this sentence."""
        self._why = why
        self._ended.set()

    def _go_on(self) -> None:
        if self._ended.is_set():
            raise ComputationCancelled(self._why)
