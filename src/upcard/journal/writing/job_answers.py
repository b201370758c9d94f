"""Answers the jobs of a commit, and tells who watches of it."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from upcard.journal.port import JournalRecord, Receipt
from upcard.journal.writing.commit_observers import GroupCommit, Observer
from upcard.journal.writing.group import Job, JobOutcome


class WaitingJob(msgspec.Struct, frozen=True, eq=False):
    """A job that is under way; `marks` are what the observers said when it was queued."""

    job: Job
    future: Future[Any]
    marks: Sequence[object]


class CommitStart(msgspec.Struct, frozen=True):
    """When a commit was begun: nanoseconds since the epoch, and seconds of a clock for spans."""

    at: int
    clock: float

    @staticmethod
    def now() -> "CommitStart":
        """The present moment."""
        return CommitStart(time.time_ns(), time.perf_counter())


class JobAnswers:
    """Answers jobs; `announce` is told of the records before their senders are."""

    def __init__(self, announce: Callable[[Sequence[JournalRecord]], None]) -> None:
        self._announce = announce
        self._observers: tuple[Observer, ...] = ()

    def observe(self, observer: Observer) -> None:
        """Tell an observer of the commits of what is queued from now on."""
        self._observers = (*self._observers, observer)

    def marks(self) -> list[object]:
        """What the observers say of a job that is queued now."""
        return [observer.queued() for observer in self._observers]

    def answer(
        self, jobs: Sequence[WaitingJob], outcomes: Sequence[JobOutcome], begun: CommitStart
    ) -> None:
        """Answer the jobs of a commit, each with its outcome."""
        self._tell(jobs, outcomes, begun, failed=False)

    def fail(self, jobs: Sequence[WaitingJob], error: Exception, begun: CommitStart) -> None:
        """Answer the jobs of a commit that failed, all with its error."""
        self._tell(jobs, [error] * len(jobs), begun, failed=True)

    def _tell(
        self,
        jobs: Sequence[WaitingJob],
        outcomes: Sequence[JobOutcome],
        begun: CommitStart,
        *,
        failed: bool,
    ) -> None:
        seconds = time.perf_counter() - begun.clock
        written = [
            outcome.record if isinstance(outcome, Receipt) and not outcome.repeated else None
            for outcome in outcomes
        ]
        for number, observer in enumerate(self._observers):
            marks = [job.marks[number] if number < len(job.marks) else None for job in jobs]
            observer.committed(GroupCommit(begun.at, seconds, written, marks, failed))
        self._announce([record for record in written if record is not None])
        for job, outcome in zip(jobs, outcomes, strict=True):
            if isinstance(outcome, Receipt):
                job.future.set_result(outcome)
            else:
                job.future.set_exception(outcome)
