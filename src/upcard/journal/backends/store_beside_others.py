"""A store that reads some streams from other files: each is written by another process."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from upcard.journal.port import ChainHead, Checkpoint, Header, Lease, Link, Snapshot
from upcard.journal.store import Reply, SharedState, Store, Transaction


class StoreBesideOthers:
    """A store with its own streams, and those of others whose names begin with a prefix.

    A stream or shared state of these names is in one of the files. Everything else (the roots, the
    audit) is its own, and it writes only to itself.
    """

    def __init__(self, own: Store, others: Sequence[Store], prefixes: tuple[str, ...]) -> None:
        self._own, self._others, self._prefixes = own, tuple(others), prefixes
        self._places: dict[str, Store] = {}

    @property
    def many_writers(self) -> bool:
        """Whether other processes may write its own streams at the same time."""
        return self._own.many_writers

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction of its own file."""
        with self._own.transaction() as transaction:
            yield transaction

    def renew(self, leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases on streams of its own file."""
        return self._own.renew(leases, seconds)

    def header(self) -> Header:
        """The name and format of its own journal."""
        return self._own.header()

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's committed chain."""
        return self._store_of(stream).head(stream)

    def heads(self) -> dict[str, ChainHead]:
        """The heads of all streams that have records, by name."""
        others = {
            name: head
            for store in self._others
            for name, head in store.heads().items()
            if name.startswith(self._prefixes)
        }
        return {**others, **self._own.heads()}

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links of a stream after a position."""
        return self._store_of(stream).page(stream, after, limit)

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        return self._store_of(stream).hashes(stream, after, last)

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        state = self._own.shared(name)
        if state is None and name.startswith(self._prefixes):
            states = (store.shared(name) for store in self._others)
            return next((state for state in states if state is not None), None)
        return state

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer stored for a stream's key."""
        return self._store_of(stream).reply(stream, key)

    def refusals(self, stream: str, after: str, limit: int) -> list[Reply]:
        """At most `limit` refused commands to a stream, by their keys, after a key."""
        return self._store_of(stream).refusals(stream, after, limit)

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states of its own file, by name."""
        return self._own.all_shared()

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        return self._store_of(stream).snapshot(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints of its own file, oldest first."""
        return self._own.checkpoints()

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Call `announce` with the versions of streams that another process moves."""

        def theirs(versions: Mapping[str, int]) -> None:
            announce(
                {
                    name: version
                    for name, version in versions.items()
                    if name.startswith(self._prefixes)
                }
            )

        self._own.watch(announce)
        for store in self._others:
            store.watch(theirs)

    @contextmanager
    def frozen(self) -> Iterator[Store]:
        """Its own file as it is now."""
        with self._own.frozen() as store:
            yield store

    def close(self) -> None:
        """Close all files."""
        for store in (self._own, *self._others):
            store.close()

    def _store_of(self, stream: str) -> Store:
        """The file of a stream; its own for a stream without records."""
        if not stream.startswith(self._prefixes):
            return self._own
        if stream not in self._places:
            for store in (self._own, *self._others):
                if store.head(stream).position:
                    self._places[stream] = store
                    break
        return self._places.get(stream, self._own)
