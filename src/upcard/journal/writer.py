"""The journal's one writing thread: it commits everything queued at once, then answers."""

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

import msgspec

from upcard.journal.group import Job, Stamp, commit
from upcard.journal.port import JournalUnavailable, Receipt
from upcard.journal.store import Store, StreamKey, Transaction, perform

GROUP = 256
"""The most jobs in one commit."""

Task = Callable[[Transaction], Any]
"""Rare work that gets its own transaction: a lease, a snapshot, a checkpoint."""


class _Waiting(msgspec.Struct, frozen=True, eq=False):
    work: Job | Task
    future: Future[Any]


class Writer:
    """Queues jobs and tasks; each future is done only after its commit."""

    def __init__(
        self, store: Store, stamp: Stamp, announce: Callable[[Mapping[str, int]], None]
    ) -> None:
        self._store = store
        self._stamp = stamp
        self._announce = announce
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Job | Task) -> Future[Any]:
        """Queue a job or a task; returns the future of the job's receipt or the task's value."""
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise JournalUnavailable("The journal is closed.")
            self._queue.put(_Waiting(work, future))
        return future

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        waiting: deque[_Waiting | None] = deque()
        while True:
            if not waiting:
                waiting.append(self._queue.get())
            while len(waiting) < GROUP and not self._queue.empty():
                waiting.append(self._queue.get())
            first = waiting[0]
            if first is None:
                return
            if callable(first.work):
                waiting.popleft()
                self._perform(first.work, first.future)
            else:
                self._write(_group(waiting))

    def _write(self, group: list[tuple[Job, Future[Any]]]) -> None:
        try:
            outcomes = commit(self._store, [job for job, _ in group], self._stamp)
        except Exception as error:
            for _, future in group:
                future.set_exception(error)
            return
        records = [each.record for each in outcomes if isinstance(each, Receipt) and each.record]
        self._announce({record.stream: record.position for record in records})
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Receipt):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)

    def _perform(self, task: Task, future: Future[Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            value = perform(self._store, task)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(value)


def _group(waiting: deque[_Waiting | None]) -> list[tuple[Job, Future[Any]]]:
    """Remove from the queue the jobs that are committed together, and return them.

    A group ends before a task, and before a key that the group has already: the answer to a
    repeated key is known only after the commit.
    """
    group: list[tuple[Job, Future[Any]]] = []
    keys: set[StreamKey] = set()
    while waiting and (first := waiting[0]) is not None:
        work = first.work
        if callable(work) or (work.key and (work.stream, work.key) in keys):
            break
        waiting.popleft()
        if first.future.set_running_or_notify_cancel():
            keys.add((work.stream, work.key))
            group.append((work, first.future))
    return group
