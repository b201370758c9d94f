"""Writes roots: gathers the heads of the streams that moved, and signs the last root."""

from typing import TYPE_CHECKING

import msgspec

from upcard.journal.codec import encode
from upcard.journal.integrity.chain import head_after, link
from upcard.journal.integrity.roots import Former, leaf_of, make_root, root_of
from upcard.journal.integrity.signing import signed
from upcard.journal.port import FORMAT, ROOT, ChainHead, Checkpoint, Header, JournalRecord
from upcard.journal.store import RootCoverage, Transaction
from upcard.journal.writing.group import Stamp, changes_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def write_checkpoint(
    transaction: Transaction, header: Header, stamp: Stamp, key: "Ed25519PrivateKey"
) -> tuple[ChainHead, Checkpoint]:
    """Write a root over all records that none covers yet, and a checkpoint that signs the last.

    Returns the head of the stream of roots, and the checkpoint. The checkpoint of a journal
    without records has position 0 and the hash with which the stream of roots starts.
    """
    head, tree = write_root(transaction, stamp)
    unsigned = Checkpoint(
        header.journal, head.position, head.events, tree or head.hash, stamp.clock(), "", FORMAT
    )
    checkpoint = signed(unsigned, key)
    transaction.save_checkpoint(checkpoint)
    return head, checkpoint


def write_root(
    transaction: Transaction, stamp: Stamp, former: Former | None = None
) -> tuple[ChainHead, str]:
    """Write a root over the streams that moved, if any did.

    Returns the head of the stream of roots, and the tree of its last root ("" for none).
    """
    head = transaction.lock_streams([ROOT])[ROOT].head
    before = root_of(transaction.record(ROOT, head.position)).tree if head.position else ""
    streams = transaction.uncovered_streams()
    if not streams:
        return head, before
    leaves = [
        leaf_of(stream, reached.position + 1, now, _hashes(transaction, stream, reached, now))
        for stream, now, reached in streams
    ]
    root = make_root(head.position + 1, before, leaves, former)
    events = sum(now.events - reached.events for _, now, reached in streams)
    record = JournalRecord(
        position=head.position + 1,
        event=head.events,
        events=events,
        stream=ROOT,
        key="",
        digest="",
        at=stamp.clock(),
        engine=stamp.engine,
        rules=stamp.rules,
        shared={},
        body=msgspec.Raw(encode(root)),
    )
    root_link = link(head.hash, record)
    transaction.write(changes_of([root_link]))
    transaction.save_covered({stream: now for stream, now, _ in streams})
    return head_after(root_link), root.tree


def _hashes(
    transaction: Transaction, stream: str, coverage: RootCoverage, now: ChainHead
) -> list[str]:
    return transaction.hashes(stream, coverage.position, now.position)
