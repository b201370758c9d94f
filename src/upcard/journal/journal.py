"""The journal: all writes go through one writer's queue; reads go to the store directly."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from upcard.journal import leases
from upcard.journal.group import RefusedCommand, Stamp, changes_of, known_receipt
from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalError,
    JournalRecord,
    Lease,
    Link,
    Proposal,
    Receipt,
    Snapshot,
    check_names,
)
from upcard.journal.store import Changes, Contended, Store, Transaction
from upcard.journal.writer import Writer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

T = TypeVar("T")
PAGE = 500
"""Records that one read fetches from the store."""


class Journal:
    """An open journal, made by `opening.open_journal`; any thread may call it."""

    def __init__(self, store: Store, stamp: Stamp, *, writable: bool = True) -> None:
        self._store = store
        self._stamp = stamp
        self._positions = _Positions(store)
        self._writer = Writer(store, stamp, self._positions.announce) if writable else None

    @property
    def header(self) -> Header:
        """The journal's name and format."""
        return self._store.header()

    # Writing: when a method returns, the write is committed.

    def submit(self, proposal: Proposal) -> Future[Receipt]:
        """A future of the receipt, which is done after the commit.

        Its exception is what `write` raised, `VersionConflict`, `FencedOut`, `KeyReused` or
        `JournalUnavailable`.
        """
        return self._writing().submit(proposal)

    def append(self, proposal: Proposal) -> Receipt:
        """Like `submit`, but blocks until the record is durable."""
        return self.submit(proposal).result()

    def refuse(self, key: str, digest: str, reply: bytes) -> Receipt:
        """Store a refusal as the key's answer; returns the answer that the key has from now on."""
        receipt: Receipt = self._writing().submit(RefusedCommand(key, digest, reply)).result()
        return receipt

    def lease(self, stream: str, owner: str, seconds: float) -> Lease:
        """Lease a stream for some seconds; raises `StreamLeased` while another owner holds it."""
        check_names(stream, owner)
        return self._perform(lambda tx: leases.take(tx, stream, owner, seconds))

    def renew(self, lease: Lease, seconds: float) -> Lease:
        """Extend a lease by some seconds from now; raises `FencedOut` if a newer lease exists."""
        return self._perform(lambda tx: leases.renew(tx, lease, seconds))

    def release(self, lease: Lease) -> None:
        """Release a lease; raises `FencedOut` if a newer lease exists."""
        self._perform(lambda tx: leases.release(tx, lease))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self._perform(lambda tx: tx.save_snapshot(snapshot))

    def checkpoint(self, key: "Ed25519PrivateKey") -> Checkpoint:
        """Sign the head and store the checkpoint here; keep a copy elsewhere."""
        from upcard.journal.signing import signed

        def task(transaction: Transaction) -> Checkpoint:
            head = transaction.lock_head()
            at = self._stamp.clock()
            name = self.header.journal
            unsigned = Checkpoint(name, head.position, head.events, head.hash, at, "")
            checkpoint = signed(unsigned, key)
            transaction.save_checkpoint(checkpoint)
            return checkpoint

        return self._perform(task)

    def save_shared(self, states: Mapping[str, bytes]) -> None:
        """Set shared states without a record: after an import, from a replay of the records."""

        def task(transaction: Transaction) -> None:
            transaction.lock_shared(sorted(states))
            transaction.write(Changes(shared=states))

        self._perform(task)

    def restore(self, header: Header, links: Iterable[Link]) -> None:
        """Fill an empty journal with another's records: all of them, or none if `links` fails.

        Name, positions, hashes and keys are those of the other journal. Shared states have to be
        set afterwards (`save_shared`), from a replay; refusals, leases, snapshots and checkpoints
        are not part of records and are lost.
        """

        def task(transaction: Transaction) -> None:
            if transaction.lock_head().position:
                raise JournalError("Records can be imported only into an empty journal.")
            transaction.save_header(header)
            rest = iter(links)
            try:
                while page := tuple(islice(rest, PAGE)):
                    transaction.write(changes_of(page))
            except Contended:  # the links cannot be read again
                raise JournalError("Another process writes to this journal.") from None

        self._perform(task)

    # Reading: what any process has committed.

    def head(self) -> ChainHead:
        """The end of the chain."""
        return self._store.head()

    def links(self, stream: str = "", after: int = 0) -> Iterator[Link]:
        """Records after a position with their hashes, of one stream, or of all for ""."""
        while page := self._store.page(stream, after, PAGE):
            yield from page
            after = page[-1].record.position

    def records(self, stream: str = "", after: int = 0) -> Iterator[JournalRecord]:
        """Records after a position, of one stream, or of all for "", in commit order."""
        for link in self.links(stream, after):
            yield link.record

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions, by name."""
        return self._store.streams()

    def find(self, key: str, digest: str) -> Receipt | None:
        """The answer stored for a key; raises `KeyReused` if it was used for another command."""
        check_names(key)
        reply = self._store.reply(key)
        return None if reply is None else known_receipt(reply, digest, self._record)

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed; None if it was never written."""
        return self._store.shared(name)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        return self._store.snapshot(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoints stored in this journal, oldest first."""
        return self._store.checkpoints()

    def wait(self, after: int, timeout: float) -> int:
        """Block until the head is beyond `after`, or `timeout` seconds; returns its position."""
        return self._positions.wait(after, timeout)

    def close(self) -> None:
        """Commit what is queued, then close files and connections and release locks."""
        if self._writer is not None:
            self._writer.close()
        self._store.close()

    def _writing(self) -> Writer:
        if self._writer is None:
            raise JournalError("This journal is open for reading only.")
        return self._writer

    def _perform(self, task: Callable[[Transaction], T]) -> T:
        value: T = self._writing().submit(task).result()
        return value

    def _record(self, position: int) -> JournalRecord:
        return self._store.page("", position - 1, 1)[0].record


class _Positions:
    """The highest known position of the journal, for threads that wait for a new record."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._position = 0
        self._watched = False
        self._changed = threading.Condition()

    def announce(self, position: int) -> None:
        """Record that the head is at this position or beyond, and wake the waiting threads."""
        with self._changed:
            if position > self._position:
                self._position = position
                self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> int:
        """See `Journal.wait`."""
        with self._changed:
            if not self._watched:
                self._watched = True
                self._store.watch(self.announce)
        self.announce(self._store.head().position)
        with self._changed:
            self._changed.wait_for(lambda: self._position > after, timeout)
            return self._position
