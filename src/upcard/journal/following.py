"""Tells threads which streams have new records, of this process and of others."""

import threading
from collections.abc import Iterable, Mapping
from weakref import WeakSet

from upcard.journal.port import JournalRecord
from upcard.journal.store import Store


class Follower:
    """Collects the versions of the streams that moved since it was last asked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._new_versions: dict[str, int] = {}
        self._condition = threading.Condition()
        self._ended = False

    def tell(self, versions: Mapping[str, int]) -> None:
        """Note the versions of streams that moved, and wake the waiting thread."""
        with self._condition:
            for stream, version in versions.items():
                self._new_versions[stream] = max(version, self._new_versions.get(stream, 0))
            self._condition.notify_all()

    def moved(self) -> dict[str, int]:
        """The versions of the streams that moved since the last call, without waiting for any."""
        with self._condition:
            versions, self._new_versions = self._new_versions, {}
        return versions

    def stop_waiting(self) -> None:
        """Wake the waiting thread; from now on `wait` does not block."""
        with self._condition:
            self._ended = True
            self._condition.notify_all()

    def wait(self, timeout: float) -> dict[str, int]:
        """The versions of the streams that moved since the last call.

        Blocks until one has moved, `stop_waiting` is called, or `timeout` seconds have passed;
        after the timeout it gives the versions of all streams, so that nothing stays unseen if a
        notice was lost.
        """
        with self._condition:
            if not self._condition.wait_for(
                lambda: bool(self._new_versions) or self._ended, timeout
            ):
                return {name: head.position for name, head in self._store.heads().items()}
            versions, self._new_versions = self._new_versions, {}
        return versions


class VersionPublisher:
    """Hands the versions of streams that move to all followers.

    `newest` has the last record that this process wrote to each stream.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.newest: dict[str, JournalRecord] = {}
        self._followers: WeakSet[Follower] = WeakSet()
        self._watched = False
        self._lock = threading.Lock()

    def committed(self, records: Iterable[JournalRecord]) -> None:
        """Tell the followers of records that this process wrote."""
        latest = {record.stream: record for record in records}
        self.newest.update(latest)
        self.announce({stream: record.position for stream, record in latest.items()})

    def announce(self, versions: Mapping[str, int]) -> None:
        """Tell the followers of streams that have moved to these versions or beyond."""
        if not versions:
            return
        with self._lock:
            followers = list(self._followers)
        for follower in followers:
            follower.tell(versions)

    def new_follower(self) -> Follower:
        """A new follower, which is told of what happens from now on."""
        follower = Follower(self._store)
        with self._lock:
            self._followers.add(follower)
            watched, self._watched = self._watched, True
        if not watched:
            self._store.watch(self.announce)
        return follower
