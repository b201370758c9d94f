"""Sessions of people: begun, listed, ended; and the signed cookies that name them.

A cookie holds the id of a session, signed with a key of the installation, for one journal. Whether
the session goes on is asked of the records of the audit each time, so a cookie that was copied is
worth nothing once its session has ended.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from upcard.host.bodies.audit_notes import AuditNote, SessionBegun, SessionEnded, SessionsUsed
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError
from upcard.rules.violation import BadInput, UnknownName
from upcard.service.access.accounts import Accounts
from upcard.service.access.directory import Account
from upcard.service.access.lifetimes import Lifetimes
from upcard.service.access.principal import NotSignedIn, Principal, Role
from upcard.service.access.session_book import KnownSession, SessionBook

NOTED_EACH: Final = 3
"""A session's last use is noted when it is this part of the idle time later than the one noted."""

SIGN_IN: Final = "Sign in first."
ENDED: Final = "The session has ended: sign in again."


class PendingDuty(StrEnum):
    """What a person has to do before anything else."""

    NOTHING = ""
    PASSWORD = "password"
    SECOND_FACTOR = "second factor"


class Session(msgspec.Struct, frozen=True):
    """A session; a request that changes something has to send `csrf` in its header.

    While it `owes` something, the person may do only that.
    """

    principal: Principal
    csrf: str
    id: str
    owes: PendingDuty = PendingDuty.NOTHING


class Sessions:
    """The sessions of a journal's accounts, and their cookies; any thread may call it.

    All journals of an installation share a key and may have accounts of the same names, so the
    signature includes the journal's name: a demonstration's cookie is valid on no other floor.
    People of the roles `with_factor` have to have a second factor.
    """

    def __init__(
        self,
        accounts: Accounts,
        key: bytes,
        journal: Journal,
        lifetimes: Lifetimes | None = None,
        with_factor: Container[Role] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._accounts, self._key, self._clock = accounts, key, clock
        self._with_factor = with_factor
        self._signer = URLSafeSerializer(key, salt=f"upcard session {journal.header.journal}")
        self.lifetimes: Final = lifetimes or Lifetimes()
        self.book: Final = SessionBook(journal, clock)

    def begin(self, account: Account, where: str = "") -> str:
        """Begin a session of an account that has just signed in; returns its cookie.

        `where` is an address. Raises `BadInput` where another process keeps the accounts.
        """
        if not self._accounts.kept_here:
            raise BadInput("The first worker of the floor keeps the sessions: sign in there.")
        session = secrets.token_urlsafe(16)
        expires = int(self._clock()) + self.lifetimes.longest
        session_begun = SessionBegun(session, account.name, account.generation, expires, where)
        self._write([session_begun], account.name)
        cookie = self._signer.dumps([session])
        assert isinstance(cookie, str)
        return cookie

    def read(self, cookie: str, *, acts: bool = False) -> Session:
        """The session of a cookie; raises `NotSignedIn` if it is not valid or has ended.

        `acts` says that the person does something now: a page that updates itself does not keep a
        session from ending. It never waits for the journal: `catch_up` does.
        """
        try:
            (session,) = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            raise NotSignedIn(SIGN_IN) from None
        known_session = self.book.get(session)
        if known_session is None:
            raise UnknownSession(ENDED)
        reason = self._reason_ended(known_session)
        if reason:
            raise NotSignedIn(reason)
        if acts:
            known_session.used = self._clock()
        account = self._accounts.directory.accounts[known_session.name]
        return Session(account.principal, self._csrf(session), session, self.duty_of(account))

    def touch(self, session: str) -> None:
        """Note in memory that a session's person does something now."""
        known_session = self.book.get(session)
        if known_session is not None:
            known_session.used = self._clock()

    def duty_of(self, account: Account) -> PendingDuty:
        """What an account's person has to do first."""
        if account.must_change:
            return PendingDuty.PASSWORD
        if account.role in self._with_factor and not account.factor:
            return PendingDuty.SECOND_FACTOR
        return PendingDuty.NOTHING

    def catch_up(self) -> None:
        """Read the audit's new records: another process may have begun a session just now."""
        with suppress(JournalError):
            self.book.read()

    # Listing and ending

    def going_on(self, name: str | None = None) -> list[KnownSession]:
        """The sessions of a person, or of all, that have not ended; the newest first."""
        going_on = [
            known_session
            for known_session in self.book
            if (name is None or known_session.name == name)
            and not self._reason_ended(known_session)
        ]
        return sorted(going_on, key=lambda known_session: -known_session.begun)

    def owner(self, session: str) -> str:
        """Whose session it is; raises `UnknownName` if there is none that goes on."""
        known_session = self.book.get(session)
        if known_session is None or self._reason_ended(known_session):
            raise UnknownName("There is no such session, or it has ended.")
        return known_session.name

    def end_sessions(self, sessions: Iterable[str], actor: str, why: str) -> None:
        """End sessions, durably; those that have ended already are left out."""
        known_sessions = [self.book.get(session) for session in sessions]
        ended = [
            SessionEnded(session.id, session.name, why)
            for session in known_sessions
            if session and not session.ended
        ]
        if ended:
            self._write(ended, actor)

    def sweep(self, *, ends_idle: bool = True) -> None:
        """Note when sessions were used, end those that nobody uses, and forget what is over.

        Where other processes use the same sessions and note it elsewhere, `ends_idle` is False.
        """
        now = self._clock()
        idle = self.lifetimes.idle
        self.note_uses()
        late = idle + idle // NOTED_EACH  # another process may have noted no use yet
        if idle and ends_idle:
            unused = [
                session.id
                for session in self.book
                if not session.ended and now - session.used >= late
            ]
            self.end_sessions(unused, "", _unused_reason(idle))
        self.book.forget(lambda session: now >= session.until)

    def note_uses(self, *, all_: bool = False) -> None:
        """Note the uses that are much later than those noted; `all_` that are later."""
        least = 1 if all_ else max(1, self.lifetimes.idle // NOTED_EACH)
        used = {
            session.id: int(session.used)
            for session in self.book
            if not session.ended and self.lifetimes.idle and session.used - session.noted >= least
        }
        if used:
            self._write([SessionsUsed(used)], "")

    def _reason_ended(self, session: KnownSession) -> str:
        """Why a session has ended, in a sentence; "" if it goes on."""
        now = self._clock()
        idle = self.lifetimes.idle
        account = self._accounts.directory.accounts.get(session.name)
        if session.ended or account is None or account.closed:
            return ENDED
        if account.generation != session.generation or now >= session.until:
            return ENDED
        if idle and now - session.used >= idle:
            return f"The session has ended, {_unused_reason(idle)}: sign in again."
        return ""

    def _write(self, notes: Iterable[AuditNote], actor: str) -> None:
        self._accounts.note(*notes, actor=actor)
        self.book.read()

    def _csrf(self, session: str) -> str:
        return hmac.new(self._key, f"csrf {session}".encode(), hashlib.sha256).hexdigest()


class UnknownSession(NotSignedIn):
    """A cookie with a valid signature names a session that was not read from the audit."""


def _unused_reason(idle: int) -> str:
    return f"not used for {idle // 60} minutes"
