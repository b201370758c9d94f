"""Second factors of people: codes of an authenticator (TOTP, RFC 6238), and recovery codes.

The secret stands in the directory encrypted with a key of the installation. A code is taken once,
and so is a recovery code.
"""

import hashlib
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import pyotp
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from itsdangerous import BadSignature, URLSafeTimedSerializer
from msgspec.structs import replace

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.host.seals.installation import Installation
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.directory import Account
from upcard.service.access.principal import NotSignedIn
from upcard.service.access.rates import RateLimit, same_secret

STEP_SECONDS: Final = 30
"""Seconds for which a code is shown; those of the step before and after are taken too."""

RECOVERY_CODES: Final = 10
ENROL_SECONDS: Final = 600
"""Seconds in which an offered secret has to be confirmed with a code."""

WRONG_CODES: Final = (10, 600.0)
"""The limit of codes tried for a name whose password was right: a number, and seconds."""

NONCE: Final = 12
WRONG_CODE: Final = "The code is wrong, or was used before."


class CodeNeeded(NotSignedIn):
    """The password is right, and a code of the second factor is needed as well."""


class FactorOffer(msgspec.Struct, frozen=True):
    """A new secret, and its address for an authenticator; `ticket` comes back with a code."""

    secret: str
    address: str
    ticket: str


class SecondFactors:
    """The second factors of a floor's accounts; any thread may call it."""

    def __init__(
        self, accounts: Accounts, installation: Installation, clock: Callable[[], float] = time.time
    ) -> None:
        self._accounts, self._clock = accounts, clock
        ring = (installation, *installation.earlier)
        self._ciphers: Final = [AESGCM(member.factor_key) for member in ring]
        self._tickets = URLSafeTimedSerializer(installation.factor_key, "upcard second factor")
        self._tries = RateLimit(*WRONG_CODES)

    # Signing in

    def checker(self, code: str, where: str) -> Callable[[Account], None]:
        """What checks the second factor of an account whose password was right.

        It raises `CodeNeeded`, or `NotSignedIn` for a wrong code, which is noted with the address
        `where`; an account without a second factor needs no code.
        """

        def check(account: Account) -> None:
            if account.factor:
                self.require(account, code, where)

        return check

    def require(self, account: Account, code: str, where: str) -> None:
        """Take a code of an account's second factor; raises as `checker` says."""
        if not code:
            raise CodeNeeded("Enter the code of your second factor, or a recovery code.")
        if not self._tries.allows(account.name):
            raise NotSignedIn("Too many codes were tried: wait ten minutes.")
        step, digest = self._step(account, code), _digest(code)

        def used(now: Account) -> Account:
            if step <= now.factor_used:
                raise NotSignedIn(WRONG_CODE)
            return replace(now, factor_used=step)

        def recovered(now: Account) -> Account:
            if digest not in now.recovery:
                raise NotSignedIn(WRONG_CODE)
            return replace(
                now, recovery=tuple(unused for unused in now.recovery if unused != digest)
            )

        event, take = ("second factor used", used) if step else ("recovery code used", recovered)
        try:
            self._accounts.alter(account.name, event, account.name, take)
        except NotSignedIn:
            self._accounts.note(AuditEntry("code refused", account.name, where))
            raise

    def _step(self, account: Account, code: str) -> int:
        """The time step of a code, 0 if it is none of this account."""
        encrypted = urlsafe_b64decode(account.factor.encode())
        for cipher in self._ciphers:
            with suppress(InvalidTag):
                secret = cipher.decrypt(encrypted[:NONCE], encrypted[NONCE:], account.name.encode())
                return _step_of(secret.decode(), code, self._clock())
        return 0

    # Enrolling

    def offer(self, name: str) -> FactorOffer:
        """A new secret for a person; nothing is kept until `enrol` gets a code of it."""
        secret = pyotp.random_base32()
        address = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name="upcard")
        ticket = self._tickets.dumps([name, secret])
        assert isinstance(ticket, str)
        return FactorOffer(secret, address, ticket)

    def enrol(self, name: str, ticket: str, code: str) -> tuple[str, ...]:
        """Keep an offered secret, confirmed by a code; returns the recovery codes, shown once.

        Raises `BadInput` for a wrong code, an old offer, or an account with a second factor.
        """
        try:
            owner, secret = self._tickets.loads(ticket, max_age=ENROL_SECONDS)
        except (BadSignature, ValueError, TypeError):
            raise BadInput("This secret was offered too long ago: begin again.") from None
        if owner != name:
            raise BadInput("This secret was offered to another person.")
        step = _step_of(secret, code, self._clock())
        if not step:
            raise BadInput("The code is not that of this secret: look at the clock of your device.")
        nonce = secrets.token_bytes(NONCE)
        encrypted = nonce + self._ciphers[0].encrypt(nonce, secret.encode(), name.encode())
        codes = tuple(_recovery_code() for _ in range(RECOVERY_CODES))

        def enrolled(account: Account) -> Account:
            if account.factor:
                raise BadInput("Your account has a second factor: remove that first.")
            return replace(
                account,
                factor=urlsafe_b64encode(encrypted).decode(),
                factor_used=step,
                recovery=tuple(_digest(code) for code in codes),
            )

        self._accounts.alter(name, "second factor enrolled", name, enrolled)
        return codes

    def remove(self, name: str, actor: str) -> None:
        """Remove a person's second factor; all of their sessions end."""

        def removed(account: Account) -> Account:
            generation = account.generation + 1
            return replace(account, factor="", factor_used=0, recovery=(), generation=generation)

        self._accounts.alter(name, "second factor removed", actor, removed)


def _step_of(secret: str, code: str, now: float) -> int:
    """The time step whose code this is, 0 if it is none of those that are taken now."""
    totp = pyotp.TOTP(secret, interval=STEP_SECONDS)
    interval = int(now) // STEP_SECONDS
    near = (interval, interval - 1, interval + 1)
    steps = (step for step in near if same_secret(totp.generate_otp(step), code))
    return next(steps, 0)


def _recovery_code() -> str:
    """80 random bits, as four groups of five hexadecimal digits."""
    digits = secrets.token_hex(10)
    return "-".join(digits[start : start + 5] for start in range(0, 20, 5))


def _digest(code: str) -> str:
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()
