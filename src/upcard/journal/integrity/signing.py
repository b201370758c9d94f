"""Ed25519 signatures of canonical values; a value carries its own signature (hex)."""

from typing import Any, Protocol, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal.codec import encode


class Signable(Protocol):
    """A frozen msgspec struct with a signature of its other fields, "" until it is signed."""

    @property
    def signature(self) -> str:
        """The signature, in hex."""


Signed = TypeVar("Signed", bound=Signable)


def signed(value: Signed, key: Ed25519PrivateKey) -> Signed:
    """The value with its signature."""
    return _with_signature(value, key.sign(_message(value)).hex())


def is_signed(value: Signable, key: Ed25519PublicKey) -> bool:
    """Whether the value's signature was made with this key."""
    try:
        key.verify(bytes.fromhex(value.signature), _message(value))
    except (InvalidSignature, ValueError):
        return False
    return True


def _with_signature(value: Signed, signature: str) -> Signed:
    struct: Any = value
    copy: Signed = msgspec.structs.replace(struct, signature=signature)
    return copy


def _message(value: Signable) -> bytes:
    """The bytes that are signed: the value without its signature, after the name of its type.

    The type's name keeps a signature of one type from being valid for another.
    """
    kind = type(value).__name__.lower().encode()
    return b"upcard journal " + kind + b"\n" + encode(_with_signature(value, ""))
