"""Commits a group of proposals and refused commands in one transaction."""

import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from upcard.journal.chain import head_after, link
from upcard.journal.codec import is_canonical
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
from upcard.journal.store import Changes, Reply, Store, StreamState, Transaction, perform
from upcard.text.words import quoted


def system_clock() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1000


class Stamp(msgspec.Struct, frozen=True):
    """What every record states about the program that wrote it; `clock` is in microseconds."""

    engine: str
    rules: str
    clock: Callable[[], int] = system_clock


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command that was refused: its key gets this reply from now on."""

    key: str
    digest: str
    reply: bytes

    def __post_init__(self) -> None:
        check_names(self.key, self.digest)


Job = Proposal | RefusedCommand
Outcome = Receipt | Exception


class _Accepted(msgspec.Struct, frozen=True):
    """A proposal whose `write` succeeded, before its position is known."""

    proposal: Proposal
    written: Written
    version: int


def commit(store: Store, jobs: Sequence[Job], stamp: Stamp) -> list[Outcome]:
    """Decide and commit jobs with distinct keys; returns one outcome for each, in their order.

    Returns after the commit. If it raises, none of the jobs was written.
    """
    return perform(store, lambda transaction: _Group(transaction, jobs).write(stamp))


def known_receipt(reply: Reply, digest: str, record: Callable[[int], JournalRecord]) -> Receipt:
    """The receipt of a known key; raises `KeyReused` if it was used for another command."""
    if reply.digest != digest:
        raise KeyReused(f"The key {quoted(reply.key)} was already used for another command.")
    earlier = record(reply.position) if reply.position else None
    return Receipt(record=earlier, repeated=True, refusal=reply.refusal)


def changes_of(
    links: Sequence[Link], shared: Mapping[str, bytes] | None = None, refusals: Sequence[Reply] = ()
) -> Changes:
    """The changes that write these links, in their order, with shared states and refusals."""
    records = [link.record for link in links]
    replies = [Reply(each.key, each.digest, each.position) for each in records if each.key]
    return Changes(
        head=head_after(links[-1]) if links else None,
        links=links,
        versions={each.stream: each.version for each in records},
        shared=shared or {},
        replies=[*replies, *refusals],
    )


class _Group:
    """The jobs of one transaction, and the locked states that they read and write."""

    def __init__(self, transaction: Transaction, jobs: Sequence[Job]) -> None:
        proposals = [job for job in jobs if isinstance(job, Proposal)]
        self._transaction = transaction
        self._jobs = jobs
        self._streams = transaction.lock_streams(sorted({job.stream for job in proposals}))
        names = {name for job in proposals for name in job.shared}
        self._shared = transaction.lock_shared(sorted(names))
        self._replies = transaction.replies(sorted({job.key for job in jobs if job.key}))
        self._changed: dict[str, bytes] = {}

    def write(self, stamp: Stamp) -> list[Outcome]:
        decided = [self._decided(job) for job in self._jobs]
        accepted = [each for each in decided if isinstance(each, _Accepted)]
        links = self._links(accepted, stamp) if accepted else []
        records = iter(links)
        outcomes: list[Outcome] = [
            Receipt(next(records).record, each.written.result)
            if isinstance(each, _Accepted)
            else each
            for each in decided
        ]
        refusals = [
            Reply(job.key, job.digest, 0, job.reply)
            for job in self._jobs
            if isinstance(job, RefusedCommand) and job.key not in self._replies
        ]
        if links or refusals:
            self._transaction.write(changes_of(links, self._changed, refusals))
        return outcomes

    def _decided(self, job: Job) -> Outcome | _Accepted:
        """The job's outcome, or what it wrote; an exception is the outcome of this job alone."""
        try:
            if (reply := self._replies.get(job.key)) is not None:
                return known_receipt(reply, job.digest, self._transaction.record)
            if isinstance(job, RefusedCommand):
                return Receipt(refusal=job.reply)
            return self._accepted(job)
        except Exception as error:
            return error

    def _accepted(self, proposal: Proposal) -> _Accepted:
        stream = self._streams[proposal.stream]
        if proposal.fence != stream.fence:
            raise FencedOut(f"The lease on {proposal.stream} is no longer yours.")
        if proposal.version != stream.version:
            raise VersionConflict(
                f"{proposal.stream} is at version {stream.version}, not at {proposal.version}."
            )
        written = proposal.write({name: self._shared[name] for name in proposal.shared})
        if not is_canonical(written.body):
            raise ValueError(f"The body for {proposal.stream} is not canonical JSON.")
        if not written.shared.keys() <= set(proposal.shared):
            raise ValueError(f"{proposal.stream} changes a shared state that it did not ask for.")
        version = stream.version + 1
        self._streams[proposal.stream] = StreamState(version, stream.fence)
        self._shared.update(written.shared)
        self._changed.update(written.shared)
        return _Accepted(proposal, written, version)

    def _links(self, accepted: Sequence[_Accepted], stamp: Stamp) -> list[Link]:
        """Lock the head and give each record its position and hash: positions are commit order."""
        head = self._transaction.lock_head()
        links = []
        for each in accepted:
            record = JournalRecord(
                position=head.position + 1,
                event=head.events,
                events=each.written.events,
                stream=each.proposal.stream,
                version=each.version,
                key=each.proposal.key,
                digest=each.proposal.digest,
                at=stamp.clock(),
                engine=stamp.engine,
                rules=stamp.rules,
                body=msgspec.Raw(each.written.body),
            )
            links.append(link(head.hash, record))
            head = head_after(links[-1])
        return links
