"""Signed checkpoints as files: a copy kept elsewhere reveals that a journal was cut off."""

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from upcard.journal.group import system_clock
from upcard.journal.journal import Journal
from upcard.journal.port import Checkpoint
from upcard.journal.signing import signed


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint with the public key (hex) of the installation that signed it."""

    checkpoint: Checkpoint
    public_key: str


def signed_checkpoint(journal: Journal, key: Ed25519PrivateKey) -> SignedCheckpoint:
    """A checkpoint of the journal's present head; nothing is written to the journal."""
    head = journal.head()
    name = journal.header.journal
    unsigned = Checkpoint(name, head.position, head.events, head.hash, system_clock(), "")
    return SignedCheckpoint(signed(unsigned, key), key.public_key().public_bytes_raw().hex())
