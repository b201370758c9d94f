"""Ed25519 signatures of canonical values; a value carries its own signature (hex)."""

from typing import TYPE_CHECKING, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal.codec import encode
from upcard.journal.port import Checkpoint

if TYPE_CHECKING:
    from upcard.journal.copies.archiving import PartManifest
    from upcard.journal.copies.backups import Manifest
    from upcard.journal.copies.exporting import Footer

Signed = TypeVar("Signed", Checkpoint, "Footer", "Manifest", "PartManifest")


def signed(value: Signed, key: Ed25519PrivateKey) -> Signed:
    """The value with its signature."""
    return msgspec.structs.replace(value, signature=key.sign(_message(value)).hex())


def is_signed(value: Signed, key: Ed25519PublicKey) -> bool:
    """Whether the value's signature was made with this key."""
    try:
        key.verify(bytes.fromhex(value.signature), _message(value))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(value: Signed) -> bytes:
    """The bytes that are signed: the value without its signature, after the name of its type.

    The type's name keeps a signature of one type from being valid for another.
    """
    kind = type(value).__name__.lower().encode()
    return b"upcard journal " + kind + b"\n" + encode(msgspec.structs.replace(value, signature=""))
