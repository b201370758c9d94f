"""A journal in memory: the same guarantees as a database, but only while the process lives."""

import threading
import uuid
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from upcard.journal.chain import genesis
from upcard.journal.port import ChainHead, Checkpoint, Header, JournalRecord, Link, Snapshot
from upcard.journal.store import Changes, Reply, StreamState


class MemoryStore:
    """A store of lists and dicts. One lock guards it: readers wait for a running transaction."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.links: list[Link] = []
        self.positions: dict[str, list[int]] = {}
        self.states: dict[str, StreamState] = {}
        self.shared_states: dict[str, bytes] = {}
        self.replies: dict[str, Reply] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.signed: list[Checkpoint] = []
        self.rename(Header(uuid.uuid4().hex))
        self._lock = threading.Lock()

    def rename(self, header: Header) -> None:
        """Start the chain from this header."""
        self._header = header
        self._head = genesis(header)

    @contextmanager
    def transaction(self) -> Iterator["MemoryTransaction"]:
        """One transaction: its writes are applied at the end of the block, or dropped on error."""
        with self._lock:
            transaction = MemoryTransaction(self, self._head)
            yield transaction
            for write in transaction.writes:
                write()

    def apply(self, changes: Changes) -> None:
        """Apply what a group wrote."""
        self._head = changes.head or self._head
        self.links.extend(changes.links)
        for link in changes.links:
            self.positions.setdefault(link.record.stream, []).append(link.record.position)
        for name, version in changes.versions.items():
            fenced = self.states.get(name, StreamState())
            self.states[name] = StreamState(version, fenced.fence, fenced.owner, fenced.expires)
        self.shared_states.update(changes.shared)
        self.replies.update({reply.key: reply for reply in changes.replies})

    def header(self) -> Header:
        """The journal's name and format."""
        return self._header

    def head(self) -> ChainHead:
        """The end of the committed chain."""
        with self._lock:
            return self._head

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links after a position, of one stream, or of all for ""."""
        with self._lock:
            if not stream:
                return self.links[after : after + limit]
            positions = self.positions.get(stream, [])
            start = bisect_right(positions, after)
            return [self.links[position - 1] for position in positions[start : start + limit]]

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions."""
        with self._lock:
            return {name: len(self.positions[name]) for name in sorted(self.positions)}

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        with self._lock:
            return self.shared_states.get(name)

    def reply(self, key: str) -> Reply | None:
        """The answer stored for a key."""
        with self._lock:
            return self.replies.get(key)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        with self._lock:
            return self.snapshots.get(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        with self._lock:
            return list(self.signed)

    def watch(self, announce: Callable[[int], None]) -> None:
        """Do nothing: no other process writes here."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class MemoryTransaction:
    """Reads from the store and collects writes, which `MemoryStore.transaction` applies."""

    def __init__(self, store: MemoryStore, head: ChainHead) -> None:
        self.writes: list[Callable[[], None]] = []
        self._store = store
        self._head = head

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """The streams' states."""
        return {name: self._store.states.get(name, StreamState()) for name in names}

    def lock_shared(self, names: Sequence[str]) -> dict[str, bytes | None]:
        """The shared states."""
        return {name: self._store.shared_states.get(name) for name in names}

    def replies(self, keys: Sequence[str]) -> dict[str, Reply]:
        """The stored answers of those keys that have one."""
        known = self._store.replies
        return {key: known[key] for key in keys if key in known}

    def record(self, position: int) -> JournalRecord:
        """The record at a position."""
        return self._store.links[position - 1].record

    def lock_head(self) -> ChainHead:
        """The head."""
        return self._head

    def write(self, changes: Changes) -> None:
        """Write a group."""
        self.writes.append(lambda: self._store.apply(changes))

    def now(self) -> int:
        """The journal's clock."""
        return self._store.clock()

    def save_lease(self, stream: str, state: StreamState) -> None:
        """Write a stream's lease."""
        self.writes.append(lambda: self._store.states.update({stream: state}))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""
        self.writes.append(lambda: self._store.snapshots.update({snapshot.stream: snapshot}))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""
        self.writes.append(lambda: self._store.signed.append(checkpoint))

    def save_header(self, header: Header) -> None:
        """Replace the header of an empty journal, which an import is about to fill."""
        self.writes.append(lambda: self._store.rename(header))
