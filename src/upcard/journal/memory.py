"""A journal in memory: the same promises while the process lives, and none after it."""

import threading
import uuid
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from upcard.journal.chain import genesis
from upcard.journal.port import ChainHead, Checkpoint, Header, JournalRecord, Link, Snapshot
from upcard.journal.store import Changes, Reply, StreamState


class MemoryStore:
    """What was committed, as lists and dicts. One lock: readers wait for a transaction."""

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
        """One transaction: its writes are kept when it leaves, dropped when an exception does."""
        with self._lock:
            transaction = MemoryTransaction(self, self._head)
            yield transaction
            for write in transaction.writes:
                write()

    def apply(self, changes: Changes) -> None:
        """Keep what a group wrote."""
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
        """The end of what is committed."""
        with self._lock:
            return self._head

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """The next links after a position, of one stream or ("") of all."""
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
        """What is known of a key."""
        with self._lock:
            return self.replies.get(key)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's last snapshot."""
        with self._lock:
            return self.snapshots.get(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        with self._lock:
            return list(self.signed)

    def watch(self, announce: Callable[[int], None]) -> None:
        """Nobody else writes here."""

    def close(self) -> None:
        """Nothing to give back."""


class MemoryTransaction:
    """Reads at once, collects writes."""

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
        """What is known of these keys."""
        known = self._store.replies
        return {key: known[key] for key in keys if key in known}

    def record(self, position: int) -> JournalRecord:
        """A record that a reply stands for."""
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
        """Change who holds a stream."""
        self.writes.append(lambda: self._store.states.update({stream: state}))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the stream's last one."""
        self.writes.append(lambda: self._store.snapshots.update({snapshot.stream: snapshot}))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint beside the others."""
        self.writes.append(lambda: self._store.signed.append(checkpoint))

    def save_header(self, header: Header) -> None:
        """Rename an empty journal, which an import is about to fill."""
        self.writes.append(lambda: self._store.rename(header))
