"""Checks that a journal was not tampered with, by its chain and by checkpoints kept elsewhere."""

from itertools import islice

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from upcard.journal.chain import Chain, genesis, head_after
from upcard.journal.journal import Journal
from upcard.journal.port import ChainHead, Checkpoint, JournalTampered
from upcard.journal.signing import is_signed


def check_chain(journal: Journal) -> ChainHead:
    """Check the whole chain; return the head or raise `JournalTampered` at the first difference."""
    promised = journal.head()
    chain = Chain(journal.header)
    for link in islice(journal.links(), promised.position):
        chain.follow(link)
    if chain.head != promised:
        raise JournalTampered(
            f"The records end with {chain.head.position}, the head says {promised.position}."
        )
    return promised


def check_checkpoint(journal: Journal, checkpoint: Checkpoint, key: Ed25519PublicKey) -> None:
    """Raise `JournalTampered` unless the journal still holds the record that was signed.

    Compares only the record at the checkpoint's position; `check_chain` checks those before it.
    """
    if not is_signed(checkpoint, key):
        raise JournalTampered("The checkpoint is not signed by this key.")
    if checkpoint.journal != journal.header.journal:
        raise JournalTampered("The checkpoint is of another journal.")
    end = journal.head().position
    if end < checkpoint.position:
        raise JournalTampered(
            f"The journal ends with record {end}; at the checkpoint it had {checkpoint.position}."
        )
    head = genesis(journal.header)
    for link in islice(journal.links(after=checkpoint.position - 1), min(checkpoint.position, 1)):
        head = head_after(link)
    if head != ChainHead(checkpoint.position, checkpoint.events, checkpoint.hash):
        raise JournalTampered(f"Record {head.position} differs from the one at the checkpoint.")
