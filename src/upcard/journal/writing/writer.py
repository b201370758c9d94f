"""The journal's one writing thread: it commits everything queued at once, then answers."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

import msgspec

from upcard.journal.port import JournalRecord, JournalSilent, JournalUnavailable, Lease, Receipt
from upcard.journal.store import Store, StreamKey, Transaction, perform, repeat
from upcard.journal.writing.group import Committed, Job, Stamp, commit
from upcard.journal.writing.observing import GroupCommit, Observer

GROUP = 256
"""The most jobs in one commit."""

MOST_WAITING = 4096
"""The most jobs in the queue; more would wait longer than their senders do."""

Renewed = dict[str, Lease | None]
"""Leases that were extended, by stream; None for each that another owner has now."""

Task = Callable[[Transaction], Any]
"""Rare work that gets its own transaction: a lease, a snapshot, a checkpoint."""


class _WaitingWork(msgspec.Struct, frozen=True, eq=False):
    work: Job | Task
    future: Future[Any]
    marks: Sequence[object] = ()


class _WaitingJob(msgspec.Struct, frozen=True, eq=False):
    job: Job
    future: Future[Any]
    marks: Sequence[object]


class _WaitingRenewal(msgspec.Struct, frozen=True, eq=False):
    leases: Sequence[Lease]
    seconds: float
    future: Future[Renewed]


_WAKE: Final = _WaitingWork(lambda _: None, Future())
"""Wakes the thread for a renewal; it is no work."""


class Writer:
    """Queues jobs and tasks; each future is done only after its commit.

    Renewals of leases go before everything that waits: a lease that is renewed too late is lost.
    """

    def __init__(
        self, store: Store, stamp: Stamp, announce: Callable[[Sequence[JournalRecord]], None]
    ) -> None:
        self._store = store
        self._stamp = stamp
        self._announce = announce
        self._queue: queue.SimpleQueue[_WaitingWork | None] = queue.SimpleQueue()
        self._renewals: deque[_WaitingRenewal] = deque()
        self._lock = threading.Lock()
        self._closed = False
        self._observers: tuple[Observer, ...] = ()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Job | Task) -> Future[Any]:
        """Queue a job or a task; returns the future of the job's receipt or the task's value.

        Raises `JournalUnavailable` for a job if the queue is full.
        """
        future: Future[Any] = Future()
        marks = [observer.queued() for observer in self._observers]
        with self._lock:
            if self._closed:
                raise JournalUnavailable("The journal is closed.")
            if self._queue.qsize() >= MOST_WAITING and not callable(work):
                raise JournalUnavailable(
                    f"The journal is behind: {MOST_WAITING:,} writes wait already. Nothing was "
                    "written; send the command again later."
                )
            self._queue.put(_WaitingWork(work, future, marks))
        return future

    def renew(self, leases: Iterable[Lease], seconds: float) -> Future[Renewed]:
        """Extend leases on different streams before anything else; returns the future of them."""
        renewal = _WaitingRenewal(tuple(leases), seconds, Future())
        with self._lock:
            if self._closed:
                raise JournalUnavailable("The journal is closed.")
            self._renewals.append(renewal)
            self._queue.put(_WAKE)
        return renewal.future

    def observe(self, observer: Observer) -> None:
        """Tell an observer of the commits of what is queued from now on."""
        self._observers = (*self._observers, observer)

    @property
    def queued(self) -> int:
        """The number of jobs and tasks that wait in the queue."""
        return self._queue.qsize()

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        waiting: deque[_WaitingWork | None] = deque()
        while True:
            self._fetch(waiting)
            failed = self._renew_first()
            if failed is None and waiting:
                first = waiting[0]
                if first is None:
                    return
                if callable(first.work):
                    waiting.popleft()
                    failed = self._perform(first.work, first.future)
                else:
                    failed = self._write(_group(waiting))
            if isinstance(failed, JournalSilent):
                self._give_up(waiting, failed)

    def _fetch(self, waiting: deque[_WaitingWork | None]) -> None:
        """Move what one commit may have from the queue; wait for it if there is nothing to do."""
        wait = not waiting
        while wait or (len(waiting) < GROUP and not self._queue.empty()):
            if (entry := self._queue.get()) is not _WAKE:
                waiting.append(entry)
            wait = False

    def _renew_first(self) -> Exception | None:
        """Renew the leases that wait for it and answer; returns the error of the first failure."""
        while self._renewals:
            renewal = self._renewals.popleft()
            if not renewal.future.set_running_or_notify_cancel():
                continue
            try:
                renewed = repeat(partial(self._store.renew, renewal.leases, renewal.seconds))
            except Exception as error:
                renewal.future.set_exception(error)
                return error
            renewal.future.set_result(renewed)
        return None

    def _give_up(self, jobs: deque[_WaitingWork | None], failure: JournalSilent) -> None:
        """Fail everything that waits: each would be silent as long, one after the other."""
        while not self._queue.empty():
            jobs.append(self._queue.get())
        closing = None in jobs
        futures = [entry.future for entry in jobs if entry not in {None, _WAKE}]
        while self._renewals:
            futures.append(self._renewals.popleft().future)
        for future in futures:
            if future.set_running_or_notify_cancel():
                future.set_exception(failure)
        jobs.clear()
        if closing:
            jobs.append(None)

    def _write(self, group: list[_WaitingJob]) -> Exception | None:
        """Commit a group and answer; returns the error if all of it failed."""
        began, start = time.time_ns(), time.perf_counter()
        failed: Exception | None = None
        outcomes: list[Committed]
        try:
            outcomes = commit(self._store, [draft.job for draft in group], self._stamp)
        except Exception as error:
            outcomes, failed = [error] * len(group), error
        seconds = time.perf_counter() - start
        written = [
            outcome.record if isinstance(outcome, Receipt) and not outcome.repeated else None
            for outcome in outcomes
        ]
        for number, observer in enumerate(self._observers):
            marks = [draft.marks[number] if number < len(draft.marks) else None for draft in group]
            observer.committed(GroupCommit(began, seconds, written, marks, failed is not None))
        self._announce([record for record in written if record is not None])
        for draft, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Receipt):
                draft.future.set_result(outcome)
            else:
                draft.future.set_exception(outcome)
        return failed

    def _perform(self, task: Task, future: Future[Any]) -> Exception | None:
        """Perform a task and answer; returns its error."""
        if not future.set_running_or_notify_cancel():
            return None
        try:
            value = perform(self._store, task)
        except Exception as error:
            future.set_exception(error)
            return error
        future.set_result(value)
        return None


def _group(jobs: deque[_WaitingWork | None]) -> list[_WaitingJob]:
    """Remove from the queue the jobs that are committed together, and return them.

    A group ends before a task, and before a key that the group has already: the answer to a
    repeated key is known only after the commit.
    """
    group: list[_WaitingJob] = []
    keys: set[StreamKey] = set()
    while jobs and (first := jobs[0]) is not None:
        work = first.work
        if callable(work) or (work.key and (work.stream, work.key) in keys):
            break
        jobs.popleft()
        if first.future.set_running_or_notify_cancel():
            keys.add((work.stream, work.key))
            group.append(_WaitingJob(work, first.future, first.marks))
    return group
