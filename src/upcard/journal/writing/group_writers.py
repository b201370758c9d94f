"""Two ways to write groups of jobs: each in its transaction, or ahead of the transaction."""

from collections.abc import Callable, Sequence
from typing import Protocol

from upcard.journal.port import JournalSilent
from upcard.journal.store import OnlyInTransaction, Preparer, Store, WriteConflict
from upcard.journal.writing.committing import CommittingThread, Prepared, keys_of
from upcard.journal.writing.group import Stamp, commit, decide
from upcard.journal.writing.job_answers import CommitStart, JobAnswers, WaitingJob


class GroupWriter(Protocol):
    """Writes groups and answers their jobs; used by the writing thread alone.

    What its methods return is the silence of the database, where jobs have failed because of it:
    others would wait for as long.
    """

    def write(self, group: Sequence[WaitingJob]) -> JournalSilent | None:
        """Write a group of jobs with distinct keys; the answers may come later."""

    def recover(self) -> JournalSilent | None:
        """After a commit that failed, decide again what was decided after it."""

    def settle(self) -> JournalSilent | None:
        """Wait until all groups are answered: only then may a task have its transaction."""

    def close(self) -> None:
        """Settle, and write nothing any more."""


def group_writer(
    store: Store, stamp: Stamp, answers: JobAnswers, wake: Callable[[], None]
) -> GroupWriter:
    """The best way to write groups to a store; `wake` is called when there is to recover."""
    preparer, in_transactions = store.preparer(), TransactionWriter(store, stamp, answers)
    if preparer is None:
        return in_transactions
    return AheadWriter(preparer, in_transactions, stamp, answers, wake)


class TransactionWriter:
    """Decides each group in its transaction, commits, and answers."""

    def __init__(self, store: Store, stamp: Stamp, answers: JobAnswers) -> None:
        self._store, self._stamp, self._answers = store, stamp, answers

    def write(self, group: Sequence[WaitingJob]) -> JournalSilent | None:
        """Commit a group and answer."""
        begun = CommitStart.now()
        try:
            outcomes = commit(self._store, [waiting.job for waiting in group], self._stamp)
        except Exception as error:
            return _fail(self._answers, group, error, begun)
        self._answers.answer(group, outcomes, begun)
        return None

    def recover(self) -> None:
        """Nothing is to be decided again: a group that failed was answered."""

    def settle(self) -> None:
        """There is nothing to wait for: all groups are answered."""

    def close(self) -> None:
        """Do nothing: all groups are answered."""


class AheadWriter:
    """Decides groups while another thread commits those before, and answers them.

    Groups that cannot be prepared, and those that another process came before, have a transaction.
    """

    def __init__(
        self,
        preparer: Preparer,
        in_transactions: TransactionWriter,
        stamp: Stamp,
        answers: JobAnswers,
        wake: Callable[[], None],
    ) -> None:
        self._preparer, self._in_transactions = preparer, in_transactions
        self._stamp, self._answers = stamp, answers
        self._committing = CommittingThread(preparer, answers, wake)

    def write(self, group: Sequence[WaitingJob]) -> JournalSilent | None:
        """Decide a group for the committing thread, or where it has to be, in a transaction."""
        self._committing.wait_for_room()
        begun = CommitStart.now()
        if self._committing.has_any(keys_of(group)) and (silent := self.settle()):
            return _fail(self._answers, group, silent, begun)
        prepared = self._preparer.group()
        try:
            outcomes = decide(prepared, [waiting.job for waiting in group], self._stamp)
            self._preparer.keep(prepared)
        except OnlyInTransaction:
            if silent := self.settle():
                return _fail(self._answers, group, silent, begun)
            return self._in_transactions.write(group)
        except Exception as error:
            silent = self.settle()
            self._preparer.drop((), error)
            return _fail(self._answers, group, error, begun) or silent
        self._committing.add(Prepared((prepared,), tuple(group), tuple(outcomes), begun))
        return None

    def recover(self) -> JournalSilent | None:
        """After a commit that failed, decide again what was decided after it."""
        failure = self._committing.failure
        if failure is None:
            return None
        prepared = self._committing.take_back()
        self._preparer.drop(prepared.groups, failure)
        if not prepared.jobs:
            return failure if isinstance(failure, JournalSilent) else None
        if isinstance(failure, JournalSilent):
            return _fail(self._answers, prepared.jobs, failure, prepared.begun)
        if isinstance(failure, WriteConflict):
            return self._in_transactions.write(prepared.jobs)
        return self.write(prepared.jobs)

    def settle(self) -> JournalSilent | None:
        """Wait until all groups are committed, or have failed, and are answered."""
        self._committing.wait_until_idle()
        while self._committing.failure is not None:
            if silent := self.recover():
                return silent
            self._committing.wait_until_idle()
        return None

    def close(self) -> None:
        """Settle, and end the committing thread."""
        self.settle()
        self._committing.close()


def _fail(
    answers: JobAnswers, jobs: Sequence[WaitingJob], error: Exception, begun: CommitStart
) -> JournalSilent | None:
    """Answer jobs with an error; returns it if it is the database's silence."""
    answers.fail(jobs, error, begun)
    return error if isinstance(error, JournalSilent) else None
