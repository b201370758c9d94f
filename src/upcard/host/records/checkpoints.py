"""Signed checkpoints as files: a copy kept elsewhere reveals that a journal was cut off."""

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from upcard.journal.journal import Journal
from upcard.journal.port import Checkpoint


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint with the public key (hex) of the installation that signed it."""

    checkpoint: Checkpoint
    public_key: str


def signed_checkpoint(journal: Journal, key: Ed25519PrivateKey) -> SignedCheckpoint:
    """A checkpoint of the journal as it is now, over a root that is written to it."""
    return SignedCheckpoint(journal.checkpoint(key), key.public_key().public_bytes_raw().hex())
