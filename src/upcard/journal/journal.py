"""The journal: all writes go through one writer's queue; what is committed is read directly."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from upcard.journal.committed import CommittedRecords
from upcard.journal.following import Follower, VersionPublisher
from upcard.journal.port import (
    ROOT,
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
from upcard.journal.store import ArchivedRecords, Changes, Store, Transaction
from upcard.journal.writing import leases
from upcard.journal.writing.commit_observers import Observer
from upcard.journal.writing.group import RefusedCommand, Stamp
from upcard.journal.writing.restoring import StateLine, restoring
from upcard.journal.writing.wait_limits import require_time, result_of
from upcard.journal.writing.writer import Writer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

T = TypeVar("T")
REMOVED_AT_ONCE = 5_000
"""Records that one transaction removes, so that none takes long."""


class Journal(CommittedRecords):
    """An open journal, made by `opening.open_journal`; any thread may call it."""

    def __init__(
        self, store: Store, stamp: Stamp, *, writable: bool = True, wal: Path | None = None
    ) -> None:
        super().__init__(store)
        self._stamp = stamp
        self._wal = wal
        self._movements = VersionPublisher(store)
        self._writer = Writer(store, stamp, self._movements.committed) if writable else None

    # Writing: when a method returns, the write is committed.

    def submit(self, proposal: Proposal) -> Future[Receipt]:
        """A future of the receipt, which is done after the commit.

        Its exception is what the proposal's `write` raised, `VersionConflict`, `FencedOut`,
        `KeyReused` or `JournalUnavailable`.
        """
        require_time()
        return self._require_writer().submit(proposal)

    def append(self, proposal: Proposal) -> Receipt:
        """Like `submit`, but blocks until the record is durable."""
        return result_of(self.submit(proposal))

    def refuse(self, stream: str, key: str, digest: str, reply: bytes) -> Receipt:
        """Store a refusal as the answer of a stream's key; returns the answer from now on."""
        refused_command = RefusedCommand(stream, key, digest, reply)
        require_time()
        return result_of(self._require_writer().submit(refused_command))

    @property
    def many_writers(self) -> bool:
        """Whether other processes may write to this journal while this one has it open."""
        return self._store.many_writers

    def lease(self, stream: str, owner: str, seconds: float, *, returning: bool = True) -> Lease:
        """Lease a stream for some seconds; raises `StreamLeased` while another owner holds it.

        An owner that is not `returning` also waits for a lease of its own name.
        """
        check_names(stream, owner)
        return self._perform(
            lambda transaction: leases.take_lease(
                transaction, stream, owner, seconds, returning=returning
            )
        )

    def renew(self, lease: Lease, seconds: float) -> Lease:
        """Extend a lease by some seconds from now; raises `FencedOut` if a newer lease exists."""
        renewed = self.renew_all([lease], seconds)[lease.stream]
        if renewed is None:
            raise leases.fenced_out(lease)
        return renewed

    def renew_all(self, own_leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases at once, by stream; None for each that another owner has now.

        Does not wait for commands that the writer has not begun.
        """
        require_time()
        renewal = self._require_writer().renew(own_leases, seconds)
        return result_of(renewal)

    def release(self, lease: Lease) -> None:
        """Release a lease; raises `FencedOut` if a newer lease exists."""
        self._perform(lambda transaction: leases.release(transaction, lease))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self._perform(lambda transaction: transaction.save_snapshot(snapshot))

    def checkpoint(self, key: "Ed25519PrivateKey") -> Checkpoint:
        """Write a root over all records that none covers yet, and sign the last root.

        The checkpoint is stored here; keep a copy elsewhere.
        """
        from upcard.journal.writing.root_writer import write_checkpoint

        head, checkpoint = self._perform(
            lambda transaction: write_checkpoint(transaction, self.header, self._stamp, key)
        )
        self._movements.announce({ROOT: head.position})
        return checkpoint

    def save_shared(self, states: Mapping[str, bytes]) -> None:
        """Set shared states without a record: after an import, from a replay of the records."""

        def task(transaction: Transaction) -> None:
            locked = transaction.lock_shared(sorted(states))
            states_after = {
                name: replace(locked[name], state=state) for name, state in states.items()
            }
            transaction.write(Changes(shared=states_after))

        self._perform(task)

    def remove_archived(self, archive: ArchivedRecords) -> int:
        """Remove the records of an archive, but the last of each stream; returns their number.

        Raises `StreamLeased` while a table is served, `JournalTampered` if archive and journal do
        not fit.
        """
        store, removed = self._store, 0
        self.attach(archive)
        self._perform(partial(leases.require_free, streams=sorted(archive.heads)))
        for stream, head in archive.heads.items():
            first, last = store.page(stream, 0, 1)[0].record.position, head.position
            for end in (*range(first + REMOVED_AT_ONCE, last, REMOVED_AT_ONCE), last):
                self._perform(partial(leases.remove_records, stream=stream, before=end))
            removed += last - first
        return removed

    def restore(
        self, header: Header, links: Iterable[Link], states: Iterable[StateLine] = ()
    ) -> None:
        """Fill an empty journal with another's records: all of them, or none if `links` fails.

        Name, positions, hashes and keys are those of the other journal. What is not part of records
        is in `states`: shared states, refusals, snapshots and checkpoints. Without them, shared
        states have to be set afterwards (`save_shared`), from a replay. Leases are lost.
        """
        if self.heads():
            raise JournalError("Records can be imported only into an empty journal.")

        self._perform(restoring(header, links, states))

    # Watching

    def observe(self, observer: Observer) -> None:
        """Tell an observer of the commits of this process from now on."""
        self._require_writer().observe(observer)

    @property
    def queued(self) -> int:
        """The number of jobs that wait for the writer of this process."""
        return 0 if self._writer is None else self._writer.queued

    @property
    def wal_bytes(self) -> int | None:
        """The bytes of the write-ahead log; None at a database server, or without one."""
        if self._wal is None:
            return None
        return self._wal.stat().st_size if self._wal.exists() else 0

    # Following

    def news(self, stream: str, after: int, version: int) -> Iterator[JournalRecord]:
        """A stream's records after a position, at least up to a version that it has reached."""
        newest = self._movements.newest.get(stream)
        is_newest = newest is not None and newest.position == version == after + 1
        return iter((newest,)) if newest and is_newest else self.records(stream, after)

    def new_follower(self) -> Follower:
        """Follow all streams from now on; see `Follower.wait`."""
        return self._movements.new_follower()

    @contextmanager
    def frozen(self) -> Iterator["Journal"]:
        """The journal as it is now, for reading, whatever is written until the block ends."""
        with self._store.frozen() as store:
            yield Journal(store, self._stamp, writable=False)

    def close(self) -> None:
        """Commit what is queued, then close files and connections and release locks."""
        if self._writer is not None:
            self._writer.close()
        self._store.close()

    def _require_writer(self) -> Writer:
        if self._writer is None:
            raise JournalError("This journal is open for reading only.")
        return self._writer

    def _perform(self, task: Callable[[Transaction], T]) -> T:
        require_time()
        return result_of(self._require_writer().perform(task))
