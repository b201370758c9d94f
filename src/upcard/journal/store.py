"""The interface of a backend: transactions for its one writer, and concurrent reading."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalUnavailable,
    Lease,
    Link,
    Snapshot,
)

T = TypeVar("T")
ATTEMPTS = 5

StreamKey = tuple[str, str]
"""A stream and an idempotency key of a command to it."""


class RootCoverage(msgspec.Struct, frozen=True):
    """How far the roots cover a stream: its records and events up to this many."""

    position: int = 0
    events: int = 0


StreamChange = tuple[str, ChainHead, RootCoverage]
"""A stream, its head, and how far roots cover it."""


class WriteConflict(Exception):
    """Another process wrote the same rows first: the transaction has to be run again."""


class OnlyInTransaction(Exception):
    """A group cannot be prepared: what it needs has to be locked before it is decided."""


class StreamState(msgspec.Struct, frozen=True):
    """A stream's head and its lease: owner "" and expiry 0 where it is not leased."""

    head: ChainHead
    fence: int = 0
    owner: str = ""
    expires: int = 0


class SharedState(msgspec.Struct, frozen=True):
    """A shared state and the number of its changes; None before the first, or after an import."""

    number: int = 0
    state: bytes | None = None


class Reply(msgspec.Struct, frozen=True):
    """The answer stored for a stream's idempotency key: a record's position, or 0 and a refusal."""

    stream: str
    key: str
    digest: str
    position: int
    refusal: bytes | None = None


class Changes(msgspec.Struct, frozen=True):
    """Everything that one group of proposals writes; `heads` are those of the streams it moved."""

    links: Sequence[Link] = ()
    heads: Mapping[str, ChainHead] = {}
    shared: Mapping[str, SharedState] = {}
    replies: Sequence[Reply] = ()


class LockedStates(NamedTuple):
    """Streams and shared states, locked, and the stored answers of those keys that have one."""

    streams: dict[str, StreamState]
    shared: dict[str, SharedState]
    replies: dict[StreamKey, Reply]


class GroupTransaction(Protocol):
    """What a group of jobs needs of a transaction: states, earlier records, and one writing."""

    def lock(
        self, streams: Sequence[str], shared: Sequence[str], keys: Sequence[StreamKey]
    ) -> LockedStates:
        """Lock streams and shared states, and read the stored answers of keys; names are sorted."""

    def record(self, stream: str, position: int) -> JournalRecord:
        """The record of a stream at a position; raises `RecordArchived` if it was moved out."""

    def write(self, changes: Changes) -> None:
        """Write a group."""


class Preparer(Protocol):
    """Decides groups before the transaction that writes them begins.

    So the next groups are decided while the disk takes the last ones. Where other processes write
    too, what they have changed shows as a group is written, and some groups cannot be prepared.
    """

    def group(self) -> GroupTransaction:
        """A group to prepare: it reads what is committed, with what is prepared in its place.

        No job of a group may have the key of one that is prepared and not committed yet. Its
        `lock` may raise `OnlyInTransaction`.
        """

    def keep(self, group: GroupTransaction) -> None:
        """Let what is prepared next read what a group has written.

        May raise `OnlyInTransaction`.
        """

    def commit(self, groups: Sequence[GroupTransaction]) -> None:
        """Write groups in the order in which they were prepared, and commit.

        Another thread may prepare groups meanwhile. If it raises, nothing of them was written;
        after a `WriteConflict` they have to be decided in a transaction.
        """

    def drop(self, groups: Sequence[GroupTransaction], failure: Exception) -> None:
        """Drop what groups, in their order, had written before a commit failed, and were to write.

        The next group reads anew what may differ.
        """


class Transaction(GroupTransaction, Protocol):
    """One transaction. Its locks are taken in the order of the methods below."""

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """Lock streams and return their states; `names` are sorted."""

    def lock_shared(self, names: Sequence[str]) -> dict[str, SharedState]:
        """Lock shared states and return them; `names` are sorted."""

    def remove(self, stream: str, before: int) -> None:
        """Remove the records of a stream before a position."""

    def uncovered_streams(self) -> list[StreamChange]:
        """The streams with records that no root covers yet, by name, and how far roots reach."""

    def save_covered(self, coverage: Mapping[str, RootCoverage | ChainHead]) -> None:
        """Note how far the roots cover streams."""

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another, in order."""

    def now(self) -> int:
        """The database's clock in microseconds, for leases."""

    def save_leases(self, states: Mapping[str, StreamState]) -> None:
        """Write the leases of streams."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""

    def save_header(self, header: Header) -> None:
        """Rename an empty journal, which an import is about to fill."""


class Store(Protocol):
    """A backend. Its transactions come from one thread; its readings from any."""

    @property
    def many_writers(self) -> bool:
        """Whether other processes may write at the same time."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """One transaction: committed durably at the end of the block, rolled back on an exception.

        Raises `JournalUnavailable` or `WriteConflict`.
        """

    def preparer(self) -> Preparer | None:
        """What prepares groups; None where all of them need a transaction.

        While something is prepared and not committed, there must be no transaction.
        """

    def renew(self, leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases on different streams; None for each of which a newer one was given.

        Comes from the thread of the transactions, outside of them. Where the database is a server,
        it is one statement and so one answer.
        """

    def header(self) -> Header:
        """The journal's name and format."""

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's committed chain."""

    def heads(self) -> dict[str, ChainHead]:
        """The heads of all streams that have records, at one time, by name."""

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links of a stream after a position."""

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another, in order."""

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed; None if it was never written."""

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer stored for a stream's key."""

    def refusals(self, stream: str, after: str, limit: int) -> list[Reply]:
        """At most `limit` refused commands to a stream, by their keys, after a key."""

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states, by name."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's last snapshot."""

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Call `announce` with the versions of streams that another process moves."""

    def frozen(self) -> AbstractContextManager["Store"]:
        """A store that reads everything as it is now, whatever is written until the block ends."""

    def close(self) -> None:
        """Close files and connections, and release locks."""


class ArchivedRecords(Protocol):
    """Records that were moved from a journal to an archive, as the journal reads them."""

    @property
    def heads(self) -> Mapping[str, ChainHead]:
        """The end of each stream in the archive, by name."""

    def attached_to(self, store: Store) -> Store:
        """A store that reads archived records here and all else from `store`.

        Raises `JournalTampered` if the archive and the store do not fit.
        """


def perform(store: Store, work: Callable[[Transaction], T]) -> T:
    """Run `work` in a transaction, as `repeat` does, and return its value after the commit."""

    def once() -> T:
        with store.transaction() as transaction:
            return work(transaction)

    return repeat(once)


def repeat(work: Callable[[], T]) -> T:
    """Run `work` again when another process wrote first, at most `ATTEMPTS` times.

    Then raises `JournalUnavailable`.
    """
    for _ in range(ATTEMPTS):
        try:
            return work()
        except WriteConflict:
            continue
    raise JournalUnavailable("The journal is not available: other writers came first every time.")
