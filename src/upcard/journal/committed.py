"""Reading a journal: what any process has committed to it."""

from collections.abc import Iterator, Mapping
from typing import Final

from upcard.journal.integrity.merging import merge_links
from upcard.journal.port import (
    ROOT,
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalTampered,
    Link,
    Receipt,
    Snapshot,
    check_names,
)
from upcard.journal.store import ArchivedRecords, Reply, SharedState, Store
from upcard.journal.writing.group import known_receipt

PAGE: Final = 500
"""Records that one read fetches from the store."""


class CommittedRecords:
    """What a store holds, and the archive that is attached to it; any thread may call it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def header(self) -> Header:
        """The journal's name and format."""
        return self._store.header()

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's chain."""
        return self._store.head(stream)

    def heads(self) -> dict[str, ChainHead]:
        """The ends of the chains of all streams that have records, at one time, by name."""
        return self._store.heads()

    def links(self, stream: str, after: int = 0) -> Iterator[Link]:
        """A stream's records after a position, with their hashes."""
        page = self._page(stream, after, PAGE)
        yield from page
        while len(page) == PAGE:
            page = self._page(stream, page[-1].record.position, PAGE)
            yield from page

    def _page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links after a position; `JournalTampered` if the first is missing.

        The last record of a stream always stays, so a page that should hold records is not empty.
        """
        page = self._store.page(stream, after, limit)
        if page and page[0].record.position > max(after, 0) + 1:
            raise JournalTampered(
                f"Record {max(after, 0) + 1} of {stream} is not in this journal. If it was moved "
                "to an archive, name the archive: --archive FOLDER, or UPCARD_ARCHIVE."
            )
        return page

    def records(self, stream: str, after: int = 0) -> Iterator[JournalRecord]:
        """A stream's records after a position."""
        for link in self.links(stream, after):
            yield link.record

    def record(self, stream: str, position: int) -> JournalRecord:
        """The record of a stream at a position, which it has to have."""
        return self._page(stream, position - 1, 1)[0].record

    def all_links(self, versions: Mapping[str, int] | None = None) -> Iterator[Link]:
        """The records of all streams, in an order in which they could have been written.

        Without `versions`, up to the present heads. Raises `JournalTampered` if records are
        missing, or if there is no such order.
        """
        return merge_links(self.versions() if versions is None else versions, self._page)

    def all_records(self) -> Iterator[JournalRecord]:
        """The records of all streams but the roots, in the order of `all_links`."""
        for link in self.all_links():
            if link.record.stream != ROOT:
                yield link.record

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another, in order."""
        return self._store.hashes(stream, after, last)

    def versions(self) -> dict[str, int]:
        """The streams that have records, with their versions, by name."""
        return {name: head.position for name, head in self.heads().items()}

    def find(self, stream: str, key: str, digest: str) -> Receipt | None:
        """The answer of a stream's key; raises `KeyReused` if it was used for another command."""
        check_names(stream, key)
        reply = self._store.reply(stream, key)
        return None if reply is None else known_receipt(reply, digest, self.record)

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer that is stored for a stream's key."""
        return self._store.reply(stream, key)

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed; None if it was never written."""
        return self._store.shared(name)

    def refusals(self, stream: str) -> Iterator[Reply]:
        """The refused commands to a stream, by their keys."""
        after = ""
        while page := self._store.refusals(stream, after, PAGE):
            yield from page
            after = page[-1].key

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states, by name, each with the number of its changes."""
        return self._store.all_shared()

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        return self._store.snapshot(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoints stored in this journal, oldest first."""
        return self._store.checkpoints()

    def attach(self, archive: ArchivedRecords) -> None:
        """Read archived records from the archive from now on.

        Raises `JournalTampered` if the archive and the journal do not fit.
        """
        self._store = archive.attached_to(self._store)
