"""Passwords: argon2 hashes, and their comparison in the same time for names that nobody has.

A new password is neither short nor easy to guess: zxcvbn compares it with its lists of common
passwords, names and words, with keyboard rows, dates and repetitions.
"""

import secrets
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from upcard.rules.violation import BadInput

MIN_PASSWORD: Final = 10
"""Characters of the shortest password."""

MIN_SCORE: Final = 2
"""Below this score of zxcvbn a password takes less than a million guesses."""

MAX_SCORED: Final = 40
"""The characters that are scored: the time for long ones grows with their square and more."""

OUR_WORDS: Final = ("upcard", "casino", "blackjack", "baccarat", "roulette", "dealer")
"""Words that a guesser tries first here; the account's name is one too."""


class Passwords:
    """Hashes passwords and compares them with hashes."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hash_password(self, name: str, password: str) -> str:
        """The hash of a new password; raises `BadInput` for a short one, and for one easy to guess.

        `name` is that of the account.
        """
        if len(password) < MIN_PASSWORD:
            raise BadInput(f"A password has at least {MIN_PASSWORD} characters.")
        from zxcvbn import zxcvbn  # noqa: PLC0415 - a tenth of a second, for new passwords alone

        scored = zxcvbn(password[:MAX_SCORED], user_inputs=[name, *OUR_WORDS])
        if scored["score"] < MIN_SCORE:
            raise BadInput("This password is a common one or easy to guess: choose another.")
        return self._hasher.hash(password)

    def fits(self, password_hash: str, password: str) -> bool:
        """Whether a password has this hash; "" fits none and takes as long."""
        try:
            return self._hasher.verify(password_hash or _nobodys_hash(self._hasher), password)
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys_hash(hasher: PasswordHasher) -> str:
    return hasher.hash(secrets.token_urlsafe(32))
