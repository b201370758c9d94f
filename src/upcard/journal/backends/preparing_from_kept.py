"""Decides groups from kept states for a database that other processes write as well."""

from collections.abc import Callable, Sequence
from typing import cast

from upcard.journal.port import JournalRecord
from upcard.journal.store import (
    Changes,
    GroupTransaction,
    LockedStates,
    OnlyInTransaction,
    StreamKey,
    WriteConflict,
)
from upcard.journal.writing.group import joined
from upcard.journal.writing.writer_cache import KeptStates


class GroupFromKept:
    """A group decided from kept states, without a look at the database."""

    def __init__(self, kept: KeptStates) -> None:
        self._kept = kept
        self._keys: Sequence[StreamKey] = ()
        self.before: LockedStates = LockedStates({}, {}, {})
        self.changes: Changes = Changes()

    def lock(
        self, streams: Sequence[str], shared: Sequence[str], keys: Sequence[StreamKey]
    ) -> LockedStates:
        """The kept states, and no answers: a key that has one shows as the group is written."""
        if not self._kept.trusts(streams, shared):
            raise OnlyInTransaction
        self._keys = keys
        self.before = LockedStates(
            {name: self._kept.streams[name] for name in streams},
            {name: self._kept.shared[name] for name in shared},
            {},
        )
        return LockedStates({**self.before.streams}, {**self.before.shared}, {})

    def record(self, _stream: str, _position: int) -> JournalRecord:
        """A record is asked for only where there is an answer."""
        raise OnlyInTransaction

    def write(self, changes: Changes) -> None:
        """Keep the changes until they are committed."""
        self.changes = changes

    @property
    def shows_all(self) -> bool:
        """Whether the changes show everything that differs from what was kept.

        A state that a job has only read, or a key that may have an answer, is not checked as the
        changes are written.
        """
        answered = {(reply.stream, reply.key) for reply in self.changes.replies}
        return (
            answered.issuperset(self._keys)
            and self.changes.heads.keys() >= self.before.streams.keys()
            and self.changes.shared.keys() >= self.before.shared.keys()
        )


class PreparerBesideOthers:
    """Prepares groups from kept states for a database that other processes write too.

    The states are kept by the writing thread's transactions, none of which begins while something
    is prepared. `write` writes changes at once, given the states before them.
    """

    def __init__(self, kept: KeptStates, write: Callable[[Changes, LockedStates], None]) -> None:
        self._kept, self._write = kept, write

    def group(self) -> GroupFromKept:
        """A group to prepare."""
        return GroupFromKept(self._kept)

    def keep(self, group: GroupTransaction) -> None:
        """Let what is prepared next read what the group has written."""
        decided = cast(GroupFromKept, group)
        if not decided.shows_all:
            raise OnlyInTransaction
        self._kept.apply(decided.changes)

    def commit(self, groups: Sequence[GroupTransaction]) -> None:
        """Write groups by one statement, which is a transaction."""
        decided = [cast(GroupFromKept, group) for group in groups]
        self._write(joined([group.changes for group in decided]), _before(decided))

    def drop(self, groups: Sequence[GroupTransaction], failure: Exception) -> None:
        """Doubt the states that groups relied on; where it was no conflict, drop all."""
        if not isinstance(failure, WriteConflict):
            self._kept.forget()
            return
        before = _before([cast(GroupFromKept, group) for group in groups])
        self._kept.streams.update(before.streams)
        self._kept.shared.update(before.shared)
        self._kept.doubt((*before.streams, *before.shared))


def _before(groups: Sequence[GroupFromKept]) -> LockedStates:
    """The states before the first of the groups that changes each."""
    before = LockedStates({}, {}, {})
    for group in reversed(groups):
        before.streams.update(group.before.streams)
        before.shared.update(group.before.shared)
    return before
