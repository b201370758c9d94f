"""The journal is verified in another process, which opens it to read."""

from collections.abc import Iterable
from contextlib import closing

import msgspec

from upcard.host.records.archives import attach_archive
from upcard.host.verdict import Verdict
from upcard.host.verify import verify
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.submission.compiling.text import rules_of


class JournalPlace(msgspec.Struct, frozen=True):
    """Where a journal is opened, and the files `beside` it whose tables belong to it too."""

    place: str
    beside: tuple[str, ...] = ()


def journal_place(place: str, beside: Iterable[str]) -> JournalPlace | None:
    """Where another process opens the journal at `place`; None for one in memory."""
    return None if place == "memory:" else JournalPlace(place, tuple(beside))


def verified_at(at: JournalPlace) -> Verdict:
    """The verdict of `upcard verify` on the journal there; raises what opening it raises."""
    opened = open_journal(at.place, rules=rules_digest(), writable=False, beside=at.beside)
    with closing(opened) as journal:
        attach_archive(at.place, journal)
        return verify(journal, rules_of)
