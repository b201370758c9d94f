"""The journal's writing thread: it commits everything queued at once, then answers."""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from enum import Enum, auto
from functools import partial
from typing import Any, TypeAlias, TypeVar

import msgspec

from upcard.journal.port import (
    JournalRecord,
    JournalSilent,
    JournalUnavailable,
    Lease,
    Receipt,
)
from upcard.journal.store import Store, StreamKey, Transaction, perform, repeat
from upcard.journal.writing.commit_observers import Observer
from upcard.journal.writing.committing import MAX_IN_GROUP
from upcard.journal.writing.group import Job, Stamp
from upcard.journal.writing.group_writers import group_writer
from upcard.journal.writing.job_answers import JobAnswers, WaitingJob

T = TypeVar("T")


MAX_WAITING = 4096
"""The most jobs in the queue; more would wait longer than their senders do."""

Renewed = dict[str, Lease | None]
"""Leases that were extended, by stream; None for each that another owner has now."""

Task = Callable[[Transaction], Any]
"""Rare work that gets its own transaction: a lease, a snapshot, a checkpoint."""


class _WaitingTask(msgspec.Struct, frozen=True, eq=False):
    """A task in the queue."""

    task: Task
    future: Future[Any]


class _WaitingRenewal(msgspec.Struct, frozen=True, eq=False):
    """Leases to extend by some seconds."""

    leases: Sequence[Lease]
    seconds: float
    future: Future[Renewed]


class _Signal(Enum):
    """Signals in the thread's queue, which are not work."""

    WAKE = auto()
    """There is something to do that is not in the queue: renewals, or a commit that failed."""

    CLOSE = auto()
    """No more work will come: the thread ends."""


_Entry: TypeAlias = WaitingJob | _WaitingTask | _Signal


class Writer:
    """Queues jobs and tasks for a thread of its own; a future is done only after its commit.

    Jobs that wait together are committed together, in their order; a task has a transaction to
    itself. Renewals of leases go before everything that waits: a lease that is renewed too late is
    lost. `announce` is called in the thread with the records of each commit, before its futures
    are done. Any thread may call the methods.
    """

    def __init__(
        self, store: Store, stamp: Stamp, announce: Callable[[Sequence[JournalRecord]], None]
    ) -> None:
        self._store = store
        self._answers = JobAnswers(announce)
        self._queue: queue.SimpleQueue[_Entry] = queue.SimpleQueue()
        self._renewals: deque[_WaitingRenewal] = deque()
        self._lock = threading.Lock()
        self._closed = False
        self._groups = group_writer(store, stamp, self._answers, self._wake)
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Receipt]:
        """Queue a job; returns the future of its receipt, which has the errors of `commit`.

        Raises `JournalUnavailable` if the queue is full, or the writer closed.
        """
        waiting = WaitingJob(job, Future(), self._answers.marks())
        with self._lock:
            self._require_open()
            if self._queue.qsize() >= MAX_WAITING:
                raise JournalUnavailable(
                    f"The journal is behind: {MAX_WAITING:,} writes wait already. Nothing was "
                    "written; send the command again later."
                )
            self._queue.put(waiting)
        return waiting.future

    def perform(self, task: Callable[[Transaction], T]) -> Future[T]:
        """Queue a task, however full the queue is; returns the future of its value.

        Raises `JournalUnavailable` if the writer is closed.
        """
        waiting = _WaitingTask(task, Future())
        with self._lock:
            self._require_open()
            self._queue.put(waiting)
        return waiting.future

    def renew(self, leases: Iterable[Lease], seconds: float) -> Future[Renewed]:
        """Extend leases on different streams before anything else; returns the future of them.

        Raises `JournalUnavailable` if the writer is closed.
        """
        renewal = _WaitingRenewal(tuple(leases), seconds, Future())
        with self._lock:
            self._require_open()
            self._renewals.append(renewal)
            self._wake()
        return renewal.future

    def observe(self, observer: Observer) -> None:
        """Tell an observer of the commits of what is queued from now on."""
        self._answers.observe(observer)

    @property
    def queued(self) -> int:
        """The number of jobs and tasks that wait in the queue."""
        return self._queue.qsize()

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(_Signal.CLOSE)
        self._thread.join()

    def _wake(self) -> None:
        """Wake the thread for work that is not in its queue."""
        self._queue.put(_Signal.WAKE)

    def _require_open(self) -> None:
        """Raise `JournalUnavailable` once the writer is closed; the lock is held."""
        if self._closed:
            raise JournalUnavailable("The journal is closed.")

    # The thread

    def _run(self) -> None:
        """Renew leases first, then write what waits, until the queue says that it is closed."""
        waiting: deque[_Entry] = deque()
        while True:
            self._fetch(waiting)
            failed: Exception | None = self._groups.recover() or self._renew_first()
            if failed is None and waiting:
                first = waiting[0]
                if first is _Signal.CLOSE:
                    self._groups.close()
                    return
                if isinstance(first, _WaitingTask):
                    failed = self._groups.settle()
                    if failed is None:
                        waiting.popleft()
                        failed = self._perform(first)
                elif group := _take_group(waiting):
                    failed = self._groups.write(group)
            if isinstance(failed, JournalSilent):
                self._give_up(waiting, failed)

    def _fetch(self, waiting: deque[_Entry]) -> None:
        """Move entries from the queue, as many as one commit may have; blocks while none wait."""
        blocks = not waiting
        while blocks or (len(waiting) < MAX_IN_GROUP and not self._queue.empty()):
            if (entry := self._queue.get()) is not _Signal.WAKE:
                waiting.append(entry)
            blocks = False

    def _renew_first(self) -> JournalSilent | None:
        """Renew the leases that wait for it and answer, unless the database is silent."""
        if self._renewals and (silent := self._groups.settle()):
            return silent
        while self._renewals:
            renewal = self._renewals.popleft()
            if not renewal.future.set_running_or_notify_cancel():
                continue
            try:
                renewed = repeat(partial(self._store.renew, renewal.leases, renewal.seconds))
            except JournalSilent as silent:
                renewal.future.set_exception(silent)
                return silent
            except Exception as error:
                renewal.future.set_exception(error)
            else:
                renewal.future.set_result(renewed)
        return None

    def _give_up(self, waiting: deque[_Entry], failure: JournalSilent) -> None:
        """Fail everything that waits: otherwise each would wait as long, one after the other."""
        while not self._queue.empty():
            waiting.append(self._queue.get())
        is_closing = _Signal.CLOSE in waiting
        futures: list[Future[Any]] = [
            entry.future for entry in waiting if not isinstance(entry, _Signal)
        ]
        while self._renewals:
            futures.append(self._renewals.popleft().future)
        for future in futures:
            if future.set_running_or_notify_cancel():
                future.set_exception(failure)
        waiting.clear()
        if is_closing:
            waiting.append(_Signal.CLOSE)

    def _perform(self, waiting: _WaitingTask) -> Exception | None:
        """Perform a task and answer; returns its error."""
        if not waiting.future.set_running_or_notify_cancel():
            return None
        try:
            value = perform(self._store, waiting.task)
        except Exception as error:
            waiting.future.set_exception(error)
            return error
        waiting.future.set_result(value)
        return None


def _take_group(waiting: deque[_Entry]) -> list[WaitingJob]:
    """Remove the jobs that are committed together from those that wait, and return them.

    A group ends before a task, and before a key that the group has already: the answer to a
    repeated key is known only after the commit. Jobs that were cancelled are left out.
    """
    group: list[WaitingJob] = []
    keys: set[StreamKey] = set()
    while waiting and isinstance(first := waiting[0], WaitingJob):
        job = first.job
        if job.key and (job.stream, job.key) in keys:
            break
        waiting.popleft()
        if first.future.set_running_or_notify_cancel():
            keys.add((job.stream, job.key))
            group.append(first)
    return group
