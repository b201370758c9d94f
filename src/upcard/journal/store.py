"""What a backend has to do: transactions for the one writer, and reading beside them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

import msgspec

from upcard.journal.port import (
    ChainHead,
    Checkpoint,
    Header,
    JournalRecord,
    JournalUnavailable,
    Link,
    Snapshot,
)

T = TypeVar("T")
ATTEMPTS = 5


class Contended(Exception):
    """Another process wrote what this transaction was about to write: run it again."""


class StreamState(msgspec.Struct, frozen=True):
    """A stream's version and the lease on it: owner "" and expiry 0 where nobody holds it."""

    version: int = 0
    fence: int = 0
    owner: str = ""
    expires: int = 0


class Reply(msgspec.Struct, frozen=True):
    """What an idempotency key stands for: a record's position, or (0) a refusal."""

    key: str
    digest: str
    position: int
    refusal: bytes | None = None


class Changes(msgspec.Struct, frozen=True):
    """All that one group of proposals writes; `head` is None where it has no record."""

    head: ChainHead | None = None
    links: Sequence[Link] = ()
    versions: Mapping[str, int] = {}
    shared: Mapping[str, bytes] = {}
    replies: Sequence[Reply] = ()


class Transaction(Protocol):
    """What happens inside one transaction; locks are taken in the order of these methods."""

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """The streams' states; `names` are sorted."""

    def lock_shared(self, names: Sequence[str]) -> dict[str, bytes | None]:
        """The shared states; `names` are sorted."""

    def replies(self, keys: Sequence[str]) -> dict[str, Reply]:
        """What is known of these keys."""

    def record(self, position: int) -> JournalRecord:
        """A record that a reply stands for."""

    def lock_head(self) -> ChainHead:
        """The head: whoever has locked it knows the next position."""

    def write(self, changes: Changes) -> None:
        """Write a group."""

    def now(self) -> int:
        """The database's clock in microseconds, for leases."""

    def save_lease(self, stream: str, state: StreamState) -> None:
        """Change who holds a stream."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the stream's last one."""

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint beside the others."""

    def save_header(self, header: Header) -> None:
        """Rename an empty journal, which an import is about to fill."""


class Store(Protocol):
    """A backend. Its transactions come from one thread; its readings from any."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """One transaction: durable when it leaves, undone when an exception leaves.

        Raises `JournalUnavailable` or `Contended`.
        """

    def header(self) -> Header:
        """The journal's name and format."""

    def head(self) -> ChainHead:
        """The end of what is committed."""

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """The next links after a position, of one stream or ("") of all."""

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions."""

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""

    def reply(self, key: str) -> Reply | None:
        """What is known of a key."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's last snapshot."""

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""

    def watch(self, announce: Callable[[int], None]) -> None:
        """Call `announce` with the head's position when another process moves it."""

    def close(self) -> None:
        """Give back files, connections and locks."""


def perform(store: Store, work: Callable[[Transaction], T]) -> T:
    """Do work in a transaction, again where another process came first; its value, committed."""
    for _ in range(ATTEMPTS):
        try:
            with store.transaction() as transaction:
                return work(transaction)
        except Contended:
            continue
    raise JournalUnavailable("The journal is not available: other writers always came first.")
