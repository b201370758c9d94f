"""The interface of a backend: transactions for its one writer, and concurrent reading."""

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
    """Another process wrote the same rows first: the transaction has to be run again."""


class StreamState(msgspec.Struct, frozen=True):
    """A stream's version and its lease: owner "" and expiry 0 where it is not leased."""

    version: int = 0
    fence: int = 0
    owner: str = ""
    expires: int = 0


class Reply(msgspec.Struct, frozen=True):
    """The answer stored for an idempotency key: a record's position, or 0 and a refusal."""

    key: str
    digest: str
    position: int
    refusal: bytes | None = None


class Changes(msgspec.Struct, frozen=True):
    """Everything that one group of proposals writes; `head` is None if the group has no record."""

    head: ChainHead | None = None
    links: Sequence[Link] = ()
    versions: Mapping[str, int] = {}
    shared: Mapping[str, bytes] = {}
    replies: Sequence[Reply] = ()


class Transaction(Protocol):
    """One transaction. Its locks are taken in the order of the methods below."""

    def lock_streams(self, names: Sequence[str]) -> dict[str, StreamState]:
        """Lock streams and return their states; `names` are sorted."""

    def lock_shared(self, names: Sequence[str]) -> dict[str, bytes | None]:
        """Lock shared states and return them; `names` are sorted."""

    def replies(self, keys: Sequence[str]) -> dict[str, Reply]:
        """The stored answers of those keys that have one."""

    def record(self, position: int) -> JournalRecord:
        """The record at a position."""

    def lock_head(self) -> ChainHead:
        """Lock the head and return it; the next position is then certain."""

    def write(self, changes: Changes) -> None:
        """Write a group."""

    def now(self) -> int:
        """The database's clock in microseconds, for leases."""

    def save_lease(self, stream: str, state: StreamState) -> None:
        """Write a stream's lease."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot."""

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint."""

    def save_header(self, header: Header) -> None:
        """Rename an empty journal, which an import is about to fill."""


class Store(Protocol):
    """A backend. Its transactions come from one thread; its readings from any."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """One transaction: committed durably at the end of the block, rolled back on an exception.

        Raises `JournalUnavailable` or `Contended`.
        """

    def header(self) -> Header:
        """The journal's name and format."""

    def head(self) -> ChainHead:
        """The end of the committed chain."""

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links after a position, of one stream, or of all for ""."""

    def streams(self) -> dict[str, int]:
        """The streams that have records, with their versions, by name."""

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed; None if it was never written."""

    def reply(self, key: str) -> Reply | None:
        """The answer stored for a key."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's last snapshot."""

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""

    def watch(self, announce: Callable[[int], None]) -> None:
        """Call `announce` with the head's position when another process moves it."""

    def close(self) -> None:
        """Close files and connections, and release locks."""


def perform(store: Store, work: Callable[[Transaction], T]) -> T:
    """Run `work` in a transaction and return its value after the commit.

    Runs it again when another process wrote first, at most `ATTEMPTS` times; then raises
    `JournalUnavailable`.
    """
    for _ in range(ATTEMPTS):
        try:
            with store.transaction() as transaction:
                return work(transaction)
        except Contended:
            continue
    raise JournalUnavailable("The journal is not available: other writers came first every time.")
