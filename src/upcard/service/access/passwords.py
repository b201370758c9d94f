"""Passwords: argon2 hashes, and their comparison in the same time for names that nobody has."""

import secrets
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from upcard.rules.violation import BadInput

LEAST_PASSWORD: Final = 10
"""Characters of the shortest password."""


class Passwords:
    """Hashes passwords and compares them with hashes."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hashed(self, password: str) -> str:
        """The hash of a new password; raises `BadInput` for one that is too short."""
        if len(password) < LEAST_PASSWORD:
            raise BadInput(f"A password has at least {LEAST_PASSWORD} characters.")
        return self._hasher.hash(password)

    def fits(self, hashed: str, password: str) -> bool:
        """Whether a password has this hash; "" fits none and takes as long."""
        try:
            return self._hasher.verify(hashed or _of_nobody(self._hasher), password)
        except (VerificationError, InvalidHashError):
            return False


@cache
def _of_nobody(hasher: PasswordHasher) -> str:
    return hasher.hash(secrets.token_urlsafe(32))
