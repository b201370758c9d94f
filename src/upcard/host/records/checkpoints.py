"""Signed checkpoints as files: a copy kept elsewhere reveals that a journal was cut off."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.host.seals.installation import installation_path
from upcard.journal.checking import check_checkpoint
from upcard.journal.integrity.signing import is_signed
from upcard.journal.journal import Journal
from upcard.journal.opening import without_password
from upcard.journal.port import Checkpoint, Hex32, JournalTampered
from upcard.rules.violation import BadInput
from upcard.text.private_files import new_private_file

COPIED_WITHOUT_LOG: Final = "was the journal copied without its -wal file?"
"""What most often makes a journal end before its checkpoint."""


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint with the public key (hex) of the installation that signed it."""

    checkpoint: Checkpoint
    public_key: Hex32


def signed_checkpoint(journal: Journal, key: Ed25519PrivateKey) -> SignedCheckpoint:
    """A checkpoint of the journal as it is now, over a root that is written to it."""
    return SignedCheckpoint(journal.checkpoint(key), key.public_key().public_bytes_raw().hex())


def read_checkpoint(path: Path) -> SignedCheckpoint:
    """The checkpoint in a file; raises `BadInput` for another file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=SignedCheckpoint)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadInput(f"{path} is not a checkpoint.") from None


def checkpoint_file(address: str, journal: Journal) -> Path | None:
    """Where the server of a journal keeps its newest checkpoint; None for a journal in memory."""
    return file_beside(address, journal, "checkpoint")


def check_reach(address: str, journal: Journal) -> None:
    """Raise `BadInput` unless a journal reaches the last checkpoint that its server kept.

    It does not where an older copy took its place, or a copy without its log. A server that
    went on with it would write a new checkpoint over the one that shows the loss.
    """
    path = checkpoint_file(address, journal)
    if path is None or not path.exists():
        return
    signed = read_checkpoint(path)
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.public_key))
    try:
        check_checkpoint(journal, signed.checkpoint, key)
    except JournalTampered as error:
        raise BadInput(
            f"{without_password(address)} is not served, because it may lack records. {error} The "
            f"checkpoint is {path}: {COPIED_WITHOUT_LOG} To go on with this journal, put that "
            "file aside."
        ) from None


def file_beside(address: str, journal: Journal, ending: str) -> Path | None:
    """The file with this ending that belongs to a journal; None for a journal in memory.

    It stands beside an SQLite file, and beside the installation key for a database server.
    """
    if address == "memory:":
        return None
    if "://" not in address.removeprefix("sqlite:///"):
        return Path(f"{address.removeprefix('sqlite:///')}.{ending}")
    return installation_path().parent / f"{journal.header.journal}.{ending}"


def newest_checkpoint(
    journal: Journal, keys: Sequence[Ed25519PublicKey]
) -> SignedCheckpoint | None:
    """The newest checkpoint in a journal that one of these keys signed."""
    for checkpoint in reversed(journal.checkpoints()):
        for key in keys:
            if is_signed(checkpoint, key):
                return SignedCheckpoint(checkpoint, key.public_bytes_raw().hex())
    return None


def checkpoint_text(checkpoint: SignedCheckpoint) -> bytes:
    """What a file of a checkpoint holds."""
    return msgspec.json.format(msgspec.json.encode(checkpoint)) + b"\n"


def write_checkpoint(path: Path, checkpoint: SignedCheckpoint) -> None:
    """Replace the file as a whole: a reader finds the previous checkpoint, or this one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)  # left by a process with the same id
    with new_private_file(draft) as file:
        file.write(checkpoint_text(checkpoint))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
