"""Commits a group of proposals and refused commands in one transaction."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from upcard.journal.codec import is_canonical
from upcard.journal.integrity.chain import head_after, link
from upcard.journal.port import (
    FencedOut,
    JournalRecord,
    KeyReused,
    Link,
    Proposal,
    Receipt,
    VersionConflict,
    Written,
    check_names,
)
from upcard.journal.store import (
    Changes,
    GroupTransaction,
    Reply,
    SharedState,
    Store,
    StreamState,
    perform,
)
from upcard.text.times import system_clock
from upcard.text.words import quoted


class Stamp(msgspec.Struct, frozen=True):
    """What every record states about the program that wrote it; `clock` is in microseconds."""

    engine: str
    rules: str
    clock: Callable[[], int] = system_clock


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command to a stream that was refused: its key gets this reply from now on."""

    stream: str
    key: str
    digest: str
    reply: bytes

    def __post_init__(self) -> None:
        check_names(self.stream, self.key, self.digest)


Job = Proposal | RefusedCommand
"""What the writer is asked to write."""

JobOutcome = Receipt | Exception
"""The answer to one job of a committed group: its receipt, or why it alone was not written."""


def commit(store: Store, jobs: Sequence[Job], stamp: Stamp) -> list[JobOutcome]:
    """Decide and commit jobs with distinct keys; returns one outcome for each, in their order.

    Returns after the commit. If it raises, none of the jobs was written.
    """
    return perform(store, lambda transaction: decide(transaction, jobs, stamp))


def decide(transaction: GroupTransaction, jobs: Sequence[Job], stamp: Stamp) -> list[JobOutcome]:
    """Decide jobs with distinct keys, and write what follows; one outcome for each, in order."""
    return _Group(transaction, jobs, stamp).write()


def known_receipt(
    reply: Reply, digest: str, read_record: Callable[[str, int], JournalRecord]
) -> Receipt:
    """The receipt of a known key; raises `KeyReused` if it was used for another command.

    `read_record` returns the record at a position of a stream.
    """
    if reply.digest != digest:
        raise KeyReused(f"The key {quoted(reply.key)} was already used for another command.")
    earlier = read_record(reply.stream, reply.position) if reply.position else None
    return Receipt(record=earlier, repeated=True, refusal=reply.refusal)


def changes_of(
    links: Sequence[Link],
    shared: Mapping[str, SharedState] | None = None,
    refusals: Sequence[Reply] = (),
) -> Changes:
    """The changes that write these links, in their order, with shared states and refusals."""
    records = [chained.record for chained in links]
    replies = [
        Reply(record.stream, record.key, record.digest, record.position)
        for record in records
        if record.key
    ]
    heads = {chained.record.stream: head_after(chained) for chained in links}
    return Changes(links, heads, shared or {}, [*replies, *refusals])


def joined(groups: Sequence[Changes]) -> Changes:
    """The changes of groups that follow one another, as those of one group."""
    return Changes(
        [link for changes in groups for link in changes.links],
        {name: head for changes in groups for name, head in changes.heads.items()},
        {name: state for changes in groups for name, state in changes.shared.items()},
        [reply for changes in groups for reply in changes.replies],
    )


class _Group:
    """The jobs of one transaction, and the locked states that they read and write; used once."""

    def __init__(self, transaction: GroupTransaction, jobs: Sequence[Job], stamp: Stamp) -> None:
        proposals = [job for job in jobs if isinstance(job, Proposal)]
        self._transaction = transaction
        self._jobs = jobs
        self._stamp = stamp
        self._streams, self._shared, self._replies = transaction.lock(
            sorted({job.stream for job in proposals}),
            sorted({name for job in proposals for name in job.shared}),
            sorted({(job.stream, job.key) for job in jobs if job.key}),
        )
        self._links: list[Link] = []
        self._changes: dict[str, SharedState] = {}

    def write(self) -> list[JobOutcome]:
        """Write what the jobs ask for, and return their outcomes, in the jobs' order."""
        outcomes = [self._outcome_of(job) for job in self._jobs]
        refusals = [
            Reply(job.stream, job.key, job.digest, 0, job.reply)
            for job in self._jobs
            if isinstance(job, RefusedCommand) and (job.stream, job.key) not in self._replies
        ]
        if self._links or refusals:
            self._transaction.write(changes_of(self._links, self._changes, refusals))
        return outcomes

    def _outcome_of(self, job: Job) -> JobOutcome:
        """The job's outcome; an exception is the outcome of this job alone."""
        try:
            if (reply := self._replies.get((job.stream, job.key))) is not None:
                return known_receipt(reply, job.digest, self._transaction.record)
            if isinstance(job, RefusedCommand):
                return Receipt(refusal=job.reply)
            return self._write_record(job)
        except Exception as error:
            return error

    def _write_record(self, proposal: Proposal) -> Receipt:
        """Let a proposal write its record; raises what it raises, and then nothing has changed."""
        stream = self._streams[proposal.stream]
        _require_current(proposal, stream)
        written = proposal.write({name: self._shared[name].state for name in proposal.shared})
        _require_valid(proposal, written)
        changed = {
            name: SharedState(self._shared[name].number + 1, state)
            for name, state in written.shared.items()
        }
        record = JournalRecord(
            position=stream.head.position + 1,
            event=stream.head.events,
            events=written.events,
            stream=proposal.stream,
            key=proposal.key,
            digest=proposal.digest,
            at=self._stamp.clock(),
            engine=self._stamp.engine,
            rules=self._stamp.rules,
            shared={name: shared_state.number for name, shared_state in changed.items()},
            body=msgspec.Raw(written.body),
        )
        self._links.append(link(stream.head.hash, record))
        head = head_after(self._links[-1])
        self._streams[proposal.stream] = msgspec.structs.replace(stream, head=head)
        self._shared |= changed
        self._changes |= changed
        return Receipt(record, written.result)


def _require_current(proposal: Proposal, stream: StreamState) -> None:
    """Raise `FencedOut` or `VersionConflict` for a proposal that was made from an old state."""
    if proposal.fence != stream.fence:
        raise FencedOut(f"The lease on {proposal.stream} is no longer yours.")
    if proposal.version != stream.head.position:
        raise VersionConflict(
            f"{proposal.stream} is at version {stream.head.position}, not at {proposal.version}."
        )


def _require_valid(proposal: Proposal, written: Written) -> None:
    """Raise `ValueError` for what a proposal may not write."""
    if not is_canonical(written.body):
        raise ValueError(f"The body for {proposal.stream} is not canonical JSON.")
    if not written.shared.keys() <= set(proposal.shared):
        raise ValueError(f"{proposal.stream} changes a shared state that it did not ask for.")
