"""Routes of sessions: signing in and out, one's own password and second factor, lists."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.directory import Account
from upcard.service.access.principal import Principal, Role
from upcard.service.access.rates import TooMany
from upcard.service.access.session_book import KnownSession
from upcard.service.access.sessions import PendingDuty, Session
from upcard.service.api.access import COOKIE, address_of, network_of, server_of, set_cookie
from upcard.service.api.dependencies import Here, InSession, OwnSession
from upcard.service.api.limits import limits_of
from upcard.service.table_server import TableServer
from upcard.service.wire.exact import RequestBody
from upcard.service.wire.problems import CHANGES, REFUSALS

router = APIRouter(prefix="/api", tags=["sessions"])

MAX_NAME: Final = 100
"""The most characters of a name."""

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Password = Annotated[str, Field(max_length=1000)]
Code = Annotated[str, Field(max_length=40, description="Of the second factor, or for recovery.")]


class SignIn(RequestBody):
    """Name and password, and a code where the account has a second factor."""

    name: Name
    password: Password
    code: Code = ""


class NewPassword(RequestBody):
    """One's own new password, and the one before."""

    old: Password
    new: Password


class OwnPassword(RequestBody):
    """One's own password, once more."""

    password: Password


class Confirmation(RequestBody):
    """The ticket of a secret that was offered, and a code of it."""

    ticket: Annotated[str, Field(max_length=1000)]
    code: Code


class Removal(RequestBody):
    """One's own password, and a code of the second factor that goes."""

    password: Password
    code: Code


class SessionOut(BaseModel):
    """Who is signed in; requests that change something send `csrf` in X-CSRF-Token.

    `owes` is what the person has to do before anything else, "" for nothing.
    """

    name: str
    role: Role
    tables: tuple[str, ...]
    csrf: str
    owes: PendingDuty


class ListedSession(BaseModel):
    """A session that goes on; times in seconds since the epoch, `where` the address."""

    id: str
    name: str
    where: str
    begun: int
    used: int
    until: int
    current: bool


class OfferedFactor(BaseModel):
    """The secret of a new second factor, and its address for an authenticator (otpauth)."""

    secret: str
    address: str
    ticket: str


class RecoveryCodes(BaseModel):
    """Codes that each replace a code of the second factor once; they are not shown again."""

    codes: tuple[str, ...]


def sign_in_by_password(
    connection: HTTPConnection, name: str, password: str, code: str = ""
) -> Account:
    """The account with this name and password, within the limits; noted in the audit.

    Raises `CodeNeeded`, `NotSignedIn` or `TooMany`.
    """
    limits, address = limits_of(connection), address_of(connection)
    network = network_of(connection)
    known_as = f"{network} {name[:MAX_NAME]}"  # the limit keeps it in memory
    if not (limits.strangers.allows(network) and limits.sign_ins.allows(known_as)):
        raise TooMany("Too many attempts to sign in: wait a minute.")
    server = server_of(connection)
    return server.accounts.sign_in(
        name, password, address, server.second_factors.checker(code, address)
    )


@router.post("/session", responses={**CHANGES})
def sign_in(body: SignIn, request: Request, response: Response, server: Here) -> SessionOut:
    """Sign in: begins a session and sets its cookie."""
    account = sign_in_by_password(request, body.name, body.password, body.code)
    return _begin_session(server, account, request, response)


@router.get("/session", responses={**REFUSALS})
async def who_am_i(session: InSession) -> SessionOut:
    """Who is signed in."""
    return _session(session)


@router.delete("/session", status_code=204, responses={**CHANGES})
def sign_out(session: InSession, response: Response, server: Here) -> None:
    """Sign out: the session ends, wherever its cookie is."""
    server.sessions.end_sessions([session.id], session.principal.name, SIGNED_OUT)
    response.delete_cookie(COOKIE)


@router.put("/session/password", responses={**CHANGES})
def change_password(
    body: NewPassword, session: InSession, request: Request, response: Response, server: Here
) -> SessionOut:
    """Choose another password: every session of yours ends, and a new one begins here."""
    account = choose_password(request, session.principal, body.old, body.new)
    return _begin_session(server, account, request, response)


@router.post("/session/second-factor", responses={**CHANGES})
def offer_factor(
    body: OwnPassword, session: InSession, request: Request, server: Here
) -> OfferedFactor:
    """A secret for an authenticator; nothing is kept until it is confirmed with a code."""
    require_password(request, session.principal, body.password)
    offer = server.second_factors.offer(session.principal.name)
    return OfferedFactor(secret=offer.secret, address=offer.address, ticket=offer.ticket)


@router.put("/session/second-factor", responses={**CHANGES})
def enrol_factor(body: Confirmation, session: InSession, server: Here) -> RecoveryCodes:
    """Confirm the secret with a code: from now on it is asked for; your other sessions end."""
    return RecoveryCodes(codes=enrol(server, session, body.ticket, body.code))


@router.post("/session/second-factor/removal", status_code=204, responses={**CHANGES})
def remove_factor(
    body: Removal, session: InSession, request: Request, response: Response, server: Here
) -> None:
    """Remove your second factor; every session of yours ends."""
    require_password(request, session.principal, body.password)
    account = server.accounts.directory.accounts[session.principal.name]
    if not account.factor:
        raise BadInput("Your account has no second factor.")
    server.second_factors.require(account, body.code, address_of(request))
    server.second_factors.remove(account.name, account.name)
    response.delete_cookie(COOKIE)


@router.get("/sessions", responses={**REFUSALS})
def sessions(
    session: OwnSession,
    server: Here,
    everyone: Annotated[bool, Query(description="Of all people; for administrators.")] = False,
) -> list[ListedSession]:
    """Your sessions, or everybody's."""
    who = session.principal
    if everyone:
        server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    going_on = server.sessions.going_on(None if everyone else who.name)
    return [_list_entry(open_session, session.id) for open_session in going_on]


@router.delete("/sessions", status_code=204, responses={**CHANGES})
def end_sessions(
    session: OwnSession,
    server: Here,
    name: Annotated[Name | None, Query(description="Another person, for administrators.")] = None,
) -> None:
    """End all of your sessions but this one, or all of a person."""
    end_all(server, session.principal, session.id, name or session.principal.name)


@router.delete("/sessions/{session_id}", status_code=204, responses={**CHANGES})
def end_session(session_id: str, session: OwnSession, server: Here) -> None:
    """End one session: your own, or as an administrator anybody's."""
    end_one(server, session.principal, session_id)


# What the pages do too

SIGNED_OUT: Final = "signed out"
REVOKED: Final = "revoked"


def end_one(server: TableServer, who: Principal, session: str) -> None:
    """End a session, if `who` may; raises `UnknownName` if there is none."""
    if server.sessions.owner(session) != who.name:
        server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    server.sessions.end_sessions([session], who.name, REVOKED)


def end_all(server: TableServer, who: Principal, current: str, name: str) -> None:
    """End all sessions of a person but the `current` one, if `who` may."""
    if name != who.name:
        server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    others = (
        known_session.id
        for known_session in server.sessions.going_on(name)
        if known_session.id != current
    )
    server.sessions.end_sessions(others, who.name, REVOKED)


def enrol(server: TableServer, session: Session, ticket: str, code: str) -> tuple[str, ...]:
    """Keep an offered secret and end the person's other sessions; returns the recovery codes."""
    who = session.principal
    codes = server.second_factors.enrol(who.name, ticket, code)
    end_all(server, who, session.id, who.name)
    return codes


def require_password(connection: HTTPConnection, who: Principal, password: str) -> None:
    """Raise `BadInput` if it is not the person's password, `TooMany` above the limits."""
    if not limits_of(connection).sign_ins.allows(f"{network_of(connection)} {who.name}"):
        raise TooMany("Too many attempts: wait a minute.")
    if not server_of(connection).accounts.is_right(who.name, password):
        raise BadInput("The password is wrong.")


def choose_password(connection: HTTPConnection, who: Principal, old: str, new: str) -> Account:
    """Replace a person's password; returns the account after it."""
    require_password(connection, who, old)
    if new == old:
        raise BadInput("The new password is the one before: choose another one.")
    accounts = server_of(connection).accounts
    accounts.set_password(who.name, new, who.name)
    return accounts.directory.accounts[who.name]


def _begin_session(
    server: TableServer, account: Account, request: Request, response: Response
) -> SessionOut:
    cookie = server.sessions.begin(account, address_of(request))
    set_cookie(response, server, cookie)
    return _session(server.sessions.read(cookie))


def _session(session: Session) -> SessionOut:
    who = session.principal
    return SessionOut(
        name=who.name, role=who.role, tables=who.tables, csrf=session.csrf, owes=session.owes
    )


def _list_entry(session: KnownSession, current: str) -> ListedSession:
    return ListedSession(
        id=session.id,
        name=session.name,
        where=session.where,
        begun=int(session.begun),
        used=int(session.used),
        until=int(session.until),
        current=session.id == current,
    )
