"""The journal: one writer's queue in front of a store, and reading beside it."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from upcard.journal import leases
from upcard.journal.group import RefusedCommand, Stamp, changes, known
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
"""Records of one reading."""


class Journal:
    """A journal that `opening.open_journal` opened; any thread may call it."""

    def __init__(self, store: Store, stamp: Stamp, *, writable: bool = True) -> None:
        self._store = store
        self._stamp = stamp
        self._positions = _Positions(store)
        self._writer = Writer(store, stamp, self._positions.announce) if writable else None

    @property
    def header(self) -> Header:
        """The journal's name and format."""
        return self._store.header()

    # Writing: what returns is committed.

    def submit(self, proposal: Proposal) -> Future[Receipt]:
        """The receipt, done after the commit.

        Fails with what `write` raised, with `VersionConflict`, `FencedOut`, `KeyReused` or with
        `JournalUnavailable`.
        """
        return self._writing().submit(proposal)

    def append(self, proposal: Proposal) -> Receipt:
        """The same, waited for."""
        return self.submit(proposal).result()

    def refuse(self, key: str, digest: str, reply: bytes) -> Receipt:
        """Keep a refusal as the key's answer; returns the answer that it has from now on."""
        receipt: Receipt = self._writing().submit(RefusedCommand(key, digest, reply)).result()
        return receipt

    def lease(self, stream: str, owner: str, seconds: float) -> Lease:
        """Take a stream; `StreamLeased` while another lease on it runs."""
        check_names(stream, owner)
        return self._perform(lambda tx: leases.take(tx, stream, owner, seconds))

    def renew(self, lease: Lease, seconds: float) -> Lease:
        """Hold a stream for longer; `FencedOut` where another took it."""
        return self._perform(lambda tx: leases.renew(tx, lease, seconds))

    def release(self, lease: Lease) -> None:
        """Give a stream back; `FencedOut` where another took it."""
        self._perform(lambda tx: leases.release(tx, lease))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the stream's last one."""
        self._perform(lambda tx: tx.save_snapshot(snapshot))

    def checkpoint(self, key: "Ed25519PrivateKey") -> Checkpoint:
        """Sign the head and keep the checkpoint here; a copy belongs elsewhere."""
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
        """Set shared states outside a record: after an import, from its replay."""

        def task(transaction: Transaction) -> None:
            transaction.lock_shared(sorted(states))
            transaction.write(Changes(shared=states))

        self._perform(task)

    def restore(self, header: Header, links: Iterable[Link]) -> None:
        """Fill an empty journal with another's records, all of them or (if `links` fails) none.

        Name, positions, hashes and keys stay what they were. Shared states come after, from
        replay; refusals, leases, snapshots and checkpoints are not in records.
        """

        def task(transaction: Transaction) -> None:
            if transaction.lock_head().position:
                raise JournalError("Records can be imported only into an empty journal.")
            transaction.save_header(header)
            rest = iter(links)
            try:
                while page := tuple(islice(rest, PAGE)):
                    transaction.write(changes(page))
            except Contended:  # the links cannot be read again
                raise JournalError("Another process writes to this journal.") from None

        self._perform(task)

    # Reading: what is committed, whoever wrote it.

    def head(self) -> ChainHead:
        """The end of the chain."""
        return self._store.head()

    def links(self, stream: str = "", after: int = 0) -> Iterator[Link]:
        """Records after a position with their hashes, of one stream or ("") of all."""
        while page := self._store.page(stream, after, PAGE):
            yield from page
            after = page[-1].record.position

    def records(self, stream: str = "", after: int = 0) -> Iterator[JournalRecord]:
        """Records after a position, of one stream or ("") of all, in the order of commits."""
        for link in self.links(stream, after):
            yield link.record

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions, by name."""
        return self._store.streams()

    def find(self, key: str, digest: str) -> Receipt | None:
        """The answer that a key has; `KeyReused` where it stands for another command."""
        check_names(key)
        reply = self._store.reply(key)
        return None if reply is None else known(reply, digest, self._record)

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed, None where it never was."""
        return self._store.shared(name)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's last snapshot."""
        return self._store.snapshot(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoints kept here, oldest first."""
        return self._store.checkpoints()

    def wait(self, after: int, timeout: float) -> int:
        """The head's position, as soon as it is above `after` or the seconds are over."""
        return self._positions.wait(after, timeout)

    def close(self) -> None:
        """Write what waits, then give back files, connections and locks."""
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
    """How far the journal is known to reach, for those who wait for more."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._position = 0
        self._watched = False
        self._changed = threading.Condition()

    def announce(self, position: int) -> None:
        """The head has this position, or a higher one."""
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
