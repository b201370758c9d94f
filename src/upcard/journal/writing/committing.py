"""The thread that commits what is prepared, while the writer's thread prepares what comes next."""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from upcard.journal.store import GroupTransaction, Preparer, StreamKey, WriteConflict
from upcard.journal.writing.group import JobOutcome
from upcard.journal.writing.job_answers import CommitStart, JobAnswers, WaitingJob

MAX_IN_GROUP: Final = 256
"""The most jobs in one commit."""


class Prepared(msgspec.Struct, frozen=True, eq=False):
    """Groups that are prepared, their jobs, and the outcomes of these once it is committed."""

    groups: tuple[GroupTransaction, ...]
    jobs: tuple[WaitingJob, ...]
    outcomes: tuple[JobOutcome, ...]
    begun: CommitStart

    def __add__(self, later: "Prepared") -> "Prepared":
        return Prepared(
            self.groups + later.groups,
            self.jobs + later.jobs,
            self.outcomes + later.outcomes,
            self.begun,
        )


class CommittingThread:
    """Commits all that is prepared in one transaction, answers, and takes what came meanwhile.

    After a failure it stands still until `take_back`: what is prepared by then has read states
    that were never committed. The jobs of a commit that failed are told of it, unless it was a
    `WriteConflict`: these are taken back too. `wake` is called when a commit failed.
    """

    def __init__(self, preparer: Preparer, answers: JobAnswers, wake: Callable[[], None]) -> None:
        self._preparer, self._answers, self._wake = preparer, answers, wake
        self._changed = threading.Condition()
        self._prepared: Prepared | None = None
        self._keys: set[StreamKey] = set()
        self._busy = self._closed = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="journal-commit", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> Exception | None:
        """Why a commit failed, until what was prepared after it is taken back."""
        return self._failure

    def has_any(self, keys: Iterable[StreamKey]) -> bool:
        """Whether a job with one of these keys is not committed yet."""
        with self._changed:
            return not self._keys.isdisjoint(keys)

    def add(self, prepared: Prepared) -> None:
        """Commit it, with what else is prepared by then."""
        with self._changed:
            self._prepared = prepared if self._prepared is None else self._prepared + prepared
            self._keys.update(keys_of(prepared.jobs))
            self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until more may be prepared, or a commit failed."""
        with self._changed:
            self._changed.wait_for(lambda: self._failure or self._room())

    def _room(self) -> bool:
        return self._prepared is None or len(self._prepared.jobs) < MAX_IN_GROUP

    def wait_until_idle(self) -> None:
        """Wait until all that is prepared is committed, or a commit failed."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._failure or (self._prepared is None and not self._busy)
            )

    def take_back(self) -> Prepared:
        """What was prepared after a commit that failed, or with it: it is to be decided again."""
        with self._changed:
            prepared, self._prepared = self._prepared, None
            self._failure = None
            self._keys.clear()
            return prepared or Prepared((), (), (), CommitStart.now())

    def close(self) -> None:
        """End the thread, which is idle."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._closed or (self._prepared is not None and not self._failure)
                )
                prepared, self._prepared = self._prepared, None
                if prepared is None:
                    return
                self._busy = True
                self._changed.notify_all()
            failure = self._commit(prepared)
            with self._changed:
                self._busy, self._failure = False, failure
                if isinstance(failure, WriteConflict):
                    later = self._prepared
                    self._prepared = prepared if later is None else prepared + later
                else:
                    self._keys.difference_update(keys_of(prepared.jobs))
                self._changed.notify_all()
            if failure is not None:
                self._wake()

    def _commit(self, prepared: Prepared) -> Exception | None:
        """Commit and answer; returns why it failed."""
        try:
            self._preparer.commit(prepared.groups)
        except WriteConflict as conflict:
            return conflict
        except Exception as error:
            self._answers.fail(prepared.jobs, error, prepared.begun)
            return error
        self._answers.answer(prepared.jobs, prepared.outcomes, prepared.begun)
        return None


def keys_of(jobs: Sequence[WaitingJob]) -> set[StreamKey]:
    """The idempotency keys of jobs, with their streams."""
    return {(waiting.job.stream, waiting.job.key) for waiting in jobs if waiting.job.key}
