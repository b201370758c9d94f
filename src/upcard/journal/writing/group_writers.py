"""Two ways to write groups of jobs: each in its transaction, or ahead of the transaction."""

from collections.abc import Callable, Sequence
from typing import Protocol

from upcard.journal.store import Preparer, Store
from upcard.journal.writing.committing import CommittingThread, Prepared, keys_of
from upcard.journal.writing.group import Stamp, commit, decide
from upcard.journal.writing.job_answers import CommitStart, JobAnswers, WaitingJob


class GroupWriter(Protocol):
    """Writes groups and answers their jobs; used by the writing thread alone."""

    def write(self, group: Sequence[WaitingJob]) -> Exception | None:
        """Write a group of jobs with distinct keys; returns the error if all of it failed.

        The answers may come later.
        """

    def recover(self) -> None:
        """After a commit that failed, decide again what was decided after it."""

    def settle(self) -> None:
        """Wait until all groups are answered: only then may a task have its transaction."""

    def close(self) -> None:
        """Settle, and write nothing any more."""


def group_writer(
    store: Store, stamp: Stamp, answers: JobAnswers, wake: Callable[[], None]
) -> GroupWriter:
    """The best way to write groups to a store; `wake` is called when there is to recover."""
    preparer = store.preparer()
    if preparer is None:
        return TransactionWriter(store, stamp, answers)
    return AheadWriter(preparer, stamp, answers, wake)


class TransactionWriter:
    """Decides each group in its transaction, commits, and answers."""

    def __init__(self, store: Store, stamp: Stamp, answers: JobAnswers) -> None:
        self._store, self._stamp, self._answers = store, stamp, answers

    def write(self, group: Sequence[WaitingJob]) -> Exception | None:
        """Commit a group and answer; returns the error if all of it failed."""
        begun = CommitStart.now()
        try:
            outcomes = commit(self._store, [waiting.job for waiting in group], self._stamp)
        except Exception as error:
            self._answers.fail(group, error, begun)
            return error
        self._answers.answer(group, outcomes, begun)
        return None

    def recover(self) -> None:
        """Do nothing: a group that failed was answered."""

    def settle(self) -> None:
        """Do nothing: all groups are answered."""

    def close(self) -> None:
        """Do nothing: all groups are answered."""


class AheadWriter:
    """Decides groups while another thread commits those before, and answers them."""

    def __init__(
        self, preparer: Preparer, stamp: Stamp, answers: JobAnswers, wake: Callable[[], None]
    ) -> None:
        self._preparer, self._stamp, self._answers = preparer, stamp, answers
        self._committing = CommittingThread(preparer, answers, wake)

    def write(self, group: Sequence[WaitingJob]) -> Exception | None:
        """Decide a group for the committing thread; returns the error if all of it failed."""
        self._committing.wait_for_room()
        if self._committing.has_any(keys_of(group)):
            self.settle()
        begun = CommitStart.now()
        prepared = self._preparer.group()
        try:
            outcomes = decide(prepared, [waiting.job for waiting in group], self._stamp)
        except Exception as error:
            self.settle()
            self._preparer.forget()
            self._answers.fail(group, error, begun)
            return error
        self._committing.add(Prepared((prepared,), tuple(group), tuple(outcomes), begun))
        return None

    def recover(self) -> None:
        """After a commit that failed, decide again what was decided after it."""
        if self._committing.has_failed:
            group = self._committing.take_back()
            self._preparer.forget()
            if group:
                self.write(group)

    def settle(self) -> None:
        """Wait until all groups are committed, or have failed, and are answered."""
        self._committing.wait_until_idle()
        while self._committing.has_failed:
            self.recover()
            self._committing.wait_until_idle()

    def close(self) -> None:
        """Settle, and end the committing thread."""
        self.settle()
        self._committing.close()
