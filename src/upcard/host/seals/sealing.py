"""Secrets that are committed before they are used and proved afterwards.

The order of a shoe or the value of a mystery meter is sealed: a salted hash commits to it, and it
is stored encrypted under its own key, which the installation key wraps. When the shoe is used up
or the meter is hit, key and salt are revealed, and anyone can check the commitment.
"""

import hashlib
import secrets
from contextlib import suppress
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from upcard.host.bodies.sealed import RevealedSecret, SealedSecret
from upcard.host.seals.installation import Installation
from upcard.rules.violation import BadInput

SALT_SIZE: Final = 32
NONCE_SIZE: Final = 12


class SealBroken(BadInput):
    """A sealed secret does not open, or differs from its commitment; one sentence."""


def wrong_installation_key(item: str) -> SealBroken:
    """The error for an item that was sealed under another installation key."""
    return SealBroken(
        f"{item} was sealed under another installation key: bring that key back, or let the floor "
        "give up what it had sealed."
    )


class Vault:
    """Seals, opens and reveals secrets with an installation's wrapping key.

    What an earlier key of the installation sealed is opened too.
    """

    def __init__(self, installation: Installation) -> None:
        ring = (installation, *installation.earlier)
        self._wrapping, *self._earlier = (AESGCM(member.wrapping_key) for member in ring)

    def seal(self, item: str, secret: bytes) -> SealedSecret:
        """Commit to a secret and encrypt it under a new key."""
        key = AESGCM.generate_key(256)
        salt = secrets.token_bytes(SALT_SIZE)
        return SealedSecret(
            item,
            _commitment(salt, secret),
            _encrypt(AESGCM(key), salt + secret, item),
            _encrypt(self._wrapping, key, item),
        )

    def open(self, seal: SealedSecret) -> bytes:
        """The secret; raises `SealBroken` if it was sealed under another installation key."""
        return open_revealed(seal, self.reveal(seal))

    def opens(self, seal: SealedSecret) -> bool:
        """Whether this installation can open the secret."""
        try:
            self.reveal(seal)
        except SealBroken:
            return False
        return True

    def reveal(self, seal: SealedSecret) -> RevealedSecret:
        """The secret's key and salt; raises `SealBroken` as `open` does."""
        key = self._unwrap_key(seal)
        salt = _decrypt_box(key, seal)[:SALT_SIZE]
        return RevealedSecret(seal.item, key, salt)

    def _unwrap_key(self, seal: SealedSecret) -> bytes:
        """The secret's own key, by the installation's key that wrapped it."""
        for wrapping in (self._wrapping, *self._earlier):
            with suppress(InvalidTag):
                return _decrypt(wrapping, seal.wrapped, seal.item)
        raise wrong_installation_key(seal.item)


def open_revealed(seal: SealedSecret, opening: RevealedSecret) -> bytes:
    """Open a sealed secret with its revealed key; raises `SealBroken` if it was not committed."""
    plain = _decrypt_box(opening.key, seal)
    salt, secret = plain[:SALT_SIZE], plain[SALT_SIZE:]
    if salt != opening.salt or _commitment(salt, secret) != seal.commitment:
        raise SealBroken(f"{seal.item} is not what was committed.")
    return secret


def _commitment(salt: bytes, secret: bytes) -> str:
    return hashlib.sha256(salt + secret).hexdigest()


def _encrypt(cipher: AESGCM, plain: bytes, item: str) -> bytes:
    nonce = secrets.token_bytes(NONCE_SIZE)
    return nonce + cipher.encrypt(nonce, plain, item.encode())


def _decrypt(cipher: AESGCM, box: bytes, item: str) -> bytes:
    return cipher.decrypt(box[:NONCE_SIZE], box[NONCE_SIZE:], item.encode())


def _decrypt_box(key: bytes, seal: SealedSecret) -> bytes:
    try:
        return _decrypt(AESGCM(key), seal.box, seal.item)
    except (InvalidTag, ValueError):
        raise SealBroken(f"{seal.item} does not open with its key.") from None
