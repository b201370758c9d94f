"""Notes of a journal's audit that an installation's key signs: key changes, accounts taken over.

The previous key signs the new public key, so that trust in the one extends to the other.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeGuard

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from upcard.host.bodies.audit_notes import AuditEntry, Note
from upcard.host.records.directory import TAKEN
from upcard.host.seals.installation import Installation
from upcard.journal.journal import Journal

CHANGED: Final = "signing key changed"
"""What a note says; `about` is the new public key, `where` the one before and its signature."""


def key_changes(
    journal: Journal, installation: Installation, notes: Iterable[Note]
) -> Iterator[AuditEntry]:
    """A note for each change of the installation's key that is not among the audit's `notes`."""
    noted = {note.about for note in notes if is_key_change(note)}
    ring = (installation, *installation.earlier)[::-1]
    for before, after in pairwise(ring):
        public_key = after.public_key.public_bytes_raw().hex()
        if public_key not in noted:
            earlier = before.public_key.public_bytes_raw().hex()
            signature = before.signing_key.sign(_message(journal, public_key)).hex()
            yield AuditEntry(CHANGED, public_key, f"{earlier} {signature}")


def taken_over(journal: Journal, installation: Installation, entries: bytes) -> AuditEntry:
    """A note that accounts and devices which no record held are written, signed by who does so.

    `about` is the public key, `where` the signature of the journal's name and the entries' SHA-256.
    """
    digest = hashlib.sha256(entries).hexdigest()
    signed = f"upcard accounts\n{journal.header.journal}\n{digest}".encode()
    public_key = installation.public_key.public_bytes_raw().hex()
    return AuditEntry(TAKEN, public_key, installation.signing_key.sign(signed).hex())


def is_key_change(note: Note) -> TypeGuard[AuditEntry]:
    """Whether a note of the audit tells a new signing key."""
    return isinstance(note, AuditEntry) and note.what == CHANGED


def is_endorsed(journal: Journal, notice: AuditEntry) -> bool:
    """Whether the key before has signed the new one that a note of this journal names."""
    earlier, _, signature = notice.where.partition(" ")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(earlier))
        key.verify(bytes.fromhex(signature), _message(journal, notice.about))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(journal: Journal, public_key: str) -> bytes:
    """The bytes that are signed: the new public key in the journal of this name."""
    return f"upcard signing key\n{journal.header.journal}\n{public_key}".encode()
