"""What the writer tells of its commits, for metrics and traces: values, of no library."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from upcard.journal.port import JournalRecord


class GroupCommit(msgspec.Struct, frozen=True):
    """A transaction of the writer, committed or failed.

    It `began`, with the deciding of its first job, at a time in nanoseconds since the epoch, and
    took some `seconds`. `records` has the record of each job, None for one without, and `marks`
    what `Observer.queued` returned for it.
    """

    began: int
    seconds: float
    records: Sequence[JournalRecord | None]
    marks: Sequence[object]
    failed: bool = False


class Observer(Protocol):
    """Is told of commits; it must be quick and raise nothing."""

    def queued(self) -> object:
        """A mark for a job that is queued now; called in the thread that queues it."""

    def committed(self, commit: GroupCommit) -> None:
        """A group was committed, or failed; the committing thread calls it before the answers."""
