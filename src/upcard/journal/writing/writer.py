"""The journal's writing thread: it commits everything queued at once, then answers.

Where the store can prepare groups, another thread commits them while this one prepares the next.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

import msgspec

from upcard.journal.port import JournalRecord, JournalSilent, JournalUnavailable, Lease
from upcard.journal.store import Preparer, Store, StreamKey, Transaction, perform, repeat
from upcard.journal.writing.answering import Answering, Beginning, WaitingJob
from upcard.journal.writing.committing import GROUP, CommittingThread, Prepared, keys_of
from upcard.journal.writing.group import Job, Stamp, commit, decide
from upcard.journal.writing.observing import Observer

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
        self._answering = Answering(announce)
        self._queue: queue.SimpleQueue[_WaitingWork | None] = queue.SimpleQueue()
        self._renewals: deque[_WaitingRenewal] = deque()
        self._lock = threading.Lock()
        self._closed = False
        self._preparer = store.preparer()
        self._committing = (
            None
            if self._preparer is None
            else CommittingThread(self._preparer, self._answering, self._wake)
        )
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Job | Task) -> Future[Any]:
        """Queue a job or a task; returns the future of the job's receipt or the task's value.

        Raises `JournalUnavailable` for a job if the queue is full.
        """
        future: Future[Any] = Future()
        marks = self._answering.marks()
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
            self._wake()
        return renewal.future

    def observe(self, observer: Observer) -> None:
        """Tell an observer of the commits of what is queued from now on."""
        self._answering.observe(observer)

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

    def _wake(self) -> None:
        """Let the thread look at what is not in its queue."""
        self._queue.put(_WAKE)

    def _run(self) -> None:
        waiting: deque[_WaitingWork | None] = deque()
        while True:
            self._fetch(waiting)
            self._prepare_again()
            failed = self._renew_first()
            if failed is None and waiting:
                first = waiting[0]
                if first is None:
                    self._end()
                    return
                if callable(first.work):
                    waiting.popleft()
                    self._settle()
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
        if self._renewals:
            self._settle()
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

    def _write(self, group: Sequence[WaitingJob]) -> Exception | None:
        """Commit a group and answer, or prepare it; returns the error if all of it failed."""
        if self._preparer is not None and self._committing is not None:
            return self._prepare(self._preparer, self._committing, group)
        begun = Beginning.now()
        try:
            outcomes = commit(self._store, [waiting.job for waiting in group], self._stamp)
        except Exception as error:
            self._answering.fail(group, error, begun)
            return error
        self._answering.answer(group, outcomes, begun)
        return None

    def _prepare(
        self, preparer: Preparer, committing: CommittingThread, group: Sequence[WaitingJob]
    ) -> Exception | None:
        """Prepare a group for the committing thread; returns the error if all of it failed."""
        committing.wait_for_room()
        if committing.has_any(keys_of(group)):
            self._settle()
        begun = Beginning.now()
        prepared = preparer.group()
        try:
            outcomes = decide(prepared, [waiting.job for waiting in group], self._stamp)
        except Exception as error:
            self._settle()
            preparer.forget()
            self._answering.fail(group, error, begun)
            return error
        committing.add(Prepared((prepared,), tuple(group), tuple(outcomes), begun))
        return None

    def _prepare_again(self) -> None:
        """After a commit that failed, prepare anew what was prepared after it."""
        if self._preparer is None or self._committing is None or not self._committing.has_failed:
            return
        group = self._committing.take_back()
        self._preparer.forget()
        if group:
            self._prepare(self._preparer, self._committing, group)

    def _settle(self) -> None:
        """Wait until what is prepared is committed or has failed: only then is there a task."""
        if self._committing is None:
            return
        self._committing.wait_until_idle()
        while self._committing.has_failed:
            self._prepare_again()
            self._committing.wait_until_idle()

    def _end(self) -> None:
        """End the committing thread after its last commit."""
        self._settle()
        if self._committing is not None:
            self._committing.close()

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


def _group(jobs: deque[_WaitingWork | None]) -> list[WaitingJob]:
    """Remove from the queue the jobs that are committed together, and return them.

    A group ends before a task, and before a key that the group has already: the answer to a
    repeated key is known only after the commit.
    """
    group: list[WaitingJob] = []
    keys: set[StreamKey] = set()
    while jobs and (first := jobs[0]) is not None:
        work = first.work
        if callable(work) or (work.key and (work.stream, work.key) in keys):
            break
        jobs.popleft()
        if first.future.set_running_or_notify_cancel():
            keys.add((work.stream, work.key))
            group.append(WaitingJob(work, first.future, first.marks))
    return group
