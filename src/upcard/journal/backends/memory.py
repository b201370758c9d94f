"""A journal in memory: the same guarantees as a database, but only while the process lives."""

import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from upcard.journal.integrity.chain import genesis, head_after
from upcard.journal.port import (
    ROOT,
    ChainHead,
    Checkpoint,
    Header,
    JournalError,
    JournalRecord,
    Lease,
    Link,
    Snapshot,
)
from upcard.journal.store import (
    Changes,
    LockedStates,
    Reply,
    RootCoverage,
    SharedState,
    StreamChange,
    StreamKey,
    StreamState,
)
from upcard.journal.writing.leases import renew_all


class MemoryStore:
    """A store of lists and dicts. One lock guards it: readers wait for a running transaction."""

    many_writers = False

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.name = Header(uuid.uuid4().hex)
        self.links: dict[str, list[Link]] = {}
        self.states: dict[str, StreamState] = {}
        self.shared_states: dict[str, SharedState] = {}
        self.stored_replies: dict[StreamKey, Reply] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.covered: dict[str, RootCoverage] = {}
        self.signed: list[Checkpoint] = []
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator["MemoryTransaction"]:
        """One transaction: its writes are applied at the end of the block, or dropped on error."""
        with self._lock:
            transaction = MemoryTransaction(self)
            yield transaction
            for write in transaction.writes:
                write()

    def renew(self, leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases on different streams; None for each of which a newer one was given."""
        with self.transaction() as transaction:
            return renew_all(transaction, leases, seconds)

    def apply(self, changes: Changes) -> None:
        """Apply what a group wrote."""
        for link in changes.links:
            self.links.setdefault(link.record.stream, []).append(link)
        self.shared_states |= changes.shared
        self.stored_replies |= {(reply.stream, reply.key): reply for reply in changes.replies}

    def end_of(self, stream: str) -> ChainHead:
        """The end of a stream's chain, for a caller that holds the lock."""
        links = self.links.get(stream)
        return head_after(links[-1]) if links else genesis(self.name, stream)

    def header(self) -> Header:
        """The journal's name and format."""
        return self.name

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's committed chain."""
        with self._lock:
            return self.end_of(stream)

    def heads(self) -> dict[str, ChainHead]:
        """The heads of all streams that have records, by name."""
        with self._lock:
            return {stream: head_after(self.links[stream][-1]) for stream in sorted(self.links)}

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links of a stream after a position."""
        with self._lock:
            return self.links.get(stream, [])[max(after, 0) : max(after, 0) + limit]

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        with self._lock:
            return [link.hash for link in self.links.get(stream, [])[after:last]]

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        with self._lock:
            return self.shared_states.get(name, SharedState()).state

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer stored for a stream's key."""
        with self._lock:
            return self.stored_replies.get((stream, key))

    def refusals(self, stream: str, after: str, limit: int) -> list[Reply]:
        """At most `limit` refused commands to a stream, by their keys, after a key."""
        with self._lock:
            replies = [
                reply
                for (name, key), reply in sorted(self.stored_replies.items())
                if name == stream and key > after and reply.refusal is not None
            ]
        return replies[:limit]

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states, by name."""
        with self._lock:
            return dict(sorted(self.shared_states.items()))

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        with self._lock:
            return self.snapshots.get(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        with self._lock:
            return list(self.signed)

    @contextmanager
    def frozen(self) -> Iterator["MemoryStore"]:
        """A copy of everything as it is now."""
        copy = MemoryStore(self.clock)
        with self._lock:
            copy.name = self.name
            copy.states = dict(self.states)
            copy.covered = dict(self.covered)
            copy.links = {stream: list(links) for stream, links in self.links.items()}
            copy.shared_states = dict(self.shared_states)
            copy.stored_replies = dict(self.stored_replies)
            copy.snapshots = dict(self.snapshots)
            copy.signed = list(self.signed)
        yield copy

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Do nothing: no other process writes here."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class MemoryTransaction:
    """Reads from the store and collects writes, which `MemoryStore.transaction` applies."""

    def __init__(self, store: MemoryStore) -> None:
        self.writes: list[Callable[[], None]] = []
        self._store = store

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """The streams' states."""
        return {name: self._state(name) for name in names}

    def _state(self, name: str) -> StreamState:
        head = self._store.end_of(name)
        leased = self._store.states.get(name)
        if leased is None:
            return StreamState(head)
        return StreamState(head, leased.fence, leased.owner, leased.expires)

    def lock_shared(self, names: Sequence[str]) -> dict[str, SharedState]:
        """The shared states."""
        return {name: self._store.shared_states.get(name, SharedState()) for name in names}

    def lock(
        self, streams: Sequence[str], shared: Sequence[str], keys: Sequence[StreamKey]
    ) -> LockedStates:
        """Read streams, shared states, and the stored answers of those keys that have one."""
        stored = self._store.stored_replies
        replies = {key: stored[key] for key in keys if key in stored}
        return LockedStates(self.lock_streams(streams), self.lock_shared(shared), replies)

    def record(self, stream: str, position: int) -> JournalRecord:
        """The record of a stream at a position."""
        return self._store.links[stream][position - 1].record

    def remove(self, stream: str, before: int) -> None:
        """Refuse: a journal in memory is gone with its process, and is not archived."""
        raise JournalError(f"The first {before - 1} records of {stream} are in memory alone.")

    def uncovered_streams(self) -> list[StreamChange]:
        """The streams with records that no root covers yet."""
        ends = {name: self._store.end_of(name) for name in sorted(self._store.links)}
        reached = {name: self._store.covered.get(name, RootCoverage()) for name in ends}
        return [
            (name, end, reached[name])
            for name, end in ends.items()
            if name != ROOT and end.position > reached[name].position
        ]

    def save_covered(self, coverage: Mapping[str, RootCoverage | ChainHead]) -> None:
        """Note how far the roots cover streams."""
        coverages = {
            name: RootCoverage(covered.position, covered.events)
            for name, covered in coverage.items()
        }
        self.writes.append(lambda: self._store.covered.update(coverages))

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        return [link.hash for link in self._store.links[stream][after:last]]

    def write(self, changes: Changes) -> None:
        """Write a group."""
        self.writes.append(lambda: self._store.apply(changes))

    def now(self) -> int:
        """The journal's clock."""
        return self._store.clock()

    def save_leases(self, states: Mapping[str, StreamState]) -> None:
        """Write the leases of streams."""
        self.writes.append(lambda: self._store.states.update(states))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self.writes.append(lambda: self._store.snapshots.update({snapshot.stream: snapshot}))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""
        self.writes.append(lambda: self._store.signed.append(checkpoint))

    def save_header(self, header: Header) -> None:
        """Replace the header of an empty journal, which an import is about to fill."""

        def rename() -> None:
            self._store.name = header

        self.writes.append(rename)
