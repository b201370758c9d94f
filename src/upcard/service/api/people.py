"""Routes of sessions, accounts, devices and the audit."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from upcard.host.records.audit_notes import AUDIT, Noticed
from upcard.host.tables.record_body import decode_body
from upcard.journal.journal import Journal
from upcard.service.access.authority import Action
from upcard.service.access.directory import Account
from upcard.service.access.principal import Principal, Purpose, Role
from upcard.service.api.access import (
    COOKIE,
    Here,
    Who,
    address_of,
    house_of,
    limits_of,
    session_of,
    set_cookie,
    signed_in,
)
from upcard.service.api.problems import CHANGES, REFUSALS, TooMany

router = APIRouter(prefix="/api", tags=["people"])


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


MOST_NAME: Final = 100
"""The most characters of a name."""

Name = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]


class SignIn(_In):
    """Name and password."""

    name: Name
    password: Annotated[str, Field(max_length=1000)]


class SessionOut(BaseModel):
    """Who is signed in; requests that change something send `csrf` in X-CSRF-Token."""

    name: str
    role: Role
    tables: tuple[str, ...]
    csrf: str


class AccountIn(_In):
    """A new account; `tables` are those at which a dealer works, * for all."""

    name: Name
    role: Role
    password: Annotated[str, Field(max_length=1000)]
    tables: tuple[str, ...] = ()


class AccountOut(BaseModel):
    """An account, without its password."""

    name: str
    role: Role
    tables: tuple[str, ...]
    closed: bool


class AccountChange(_In):
    """What changes of an account; what is left out stays."""

    password: Annotated[str, Field(max_length=1000)] | None = None
    tables: tuple[str, ...] | None = None
    closed: bool = False


class DeviceIn(_In):
    """A new device."""

    name: Name
    purpose: Purpose
    table: Name


class DeviceOut(BaseModel):
    """A device; `token` is shown when it is added, and never again."""

    name: str
    purpose: Purpose
    table: str
    revoked: bool = False
    token: str | None = None


class NoticeOut(BaseModel):
    """What the audit noted; `at` in microseconds since the epoch."""

    seq: int
    at: int
    by: str
    what: str
    about: str
    where: str


def sign_in_by_password(connection: HTTPConnection, name: str, password: str) -> Account:
    """The account with this name and password, within the limits; noted in the audit.

    Raises `NotSignedIn` or `TooMany`.
    """
    limits, where = limits_of(connection), address_of(connection)
    known_as = name[:MOST_NAME]  # the limit keeps it in memory
    if not (limits.strangers.allows(where) and limits.sign_ins.allows(known_as)):
        raise TooMany("Too many attempts to sign in: wait a minute.")
    return house_of(connection).accounts.sign_in(name, password, where)


@router.post("/session", responses={**CHANGES})
def sign_in(body: SignIn, request: Request, response: Response, server: Here) -> SessionOut:
    """Sign in: sets the session's cookie."""
    cookie = server.sessions.begin(sign_in_by_password(request, body.name, body.password))
    set_cookie(response, server, cookie)
    session = server.sessions.read(cookie)
    return _session(session.principal, session.csrf)


@router.get("/session", responses={**REFUSALS})
def who_am_i(request: Request, _: Who) -> SessionOut:
    """Who is signed in."""
    session = session_of(request)
    return _session(session.principal, session.csrf)


@router.delete(
    "/session", status_code=204, dependencies=[Depends(signed_in)], responses={**CHANGES}
)
def sign_out(response: Response) -> None:
    """Sign out: the cookie goes."""
    response.delete_cookie(COOKIE)


@router.get("/accounts", responses={**REFUSALS})
def accounts(who: Who, server: Here) -> list[AccountOut]:
    """Every account."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    return [
        AccountOut(
            name=account.name, role=account.role, tables=account.tables, closed=account.closed
        )
        for account in server.accounts.directory.accounts.values()
    ]


@router.post("/accounts", status_code=201, responses={**CHANGES})
def open_account(body: AccountIn, who: Who, server: Here) -> AccountOut:
    """Open an account."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    account = server.accounts.open(body.name, body.role, body.password, who.name, body.tables)
    return AccountOut(
        name=account.name, role=account.role, tables=account.tables, closed=account.closed
    )


@router.patch("/accounts/{name}", status_code=204, responses={**CHANGES})
def change_account(name: str, body: AccountChange, who: Who, server: Here) -> None:
    """Change a password or tables, or close an account; its sessions end."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    if body.tables is not None:
        server.accounts.assign(name, body.tables, who.name)
    if body.password is not None:
        server.accounts.set_password(name, body.password, who.name)
    if body.closed:
        server.accounts.close(name, who.name)


@router.get("/devices", responses={**REFUSALS})
def devices(who: Who, server: Here) -> list[DeviceOut]:
    """Every device, without its token."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    return [
        DeviceOut(
            name=device.name, purpose=device.purpose, table=device.table, revoked=device.revoked
        )
        for device in server.accounts.directory.devices.values()
    ]


@router.post("/devices", status_code=201, responses={**CHANGES})
def add_device(body: DeviceIn, who: Who, server: Here) -> DeviceOut:
    """Add a device; its token is in this answer alone."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    token = server.accounts.add_device(body.name, body.purpose, body.table, who.name)
    return DeviceOut(name=body.name, purpose=body.purpose, table=body.table, token=token)


@router.delete("/devices/{name}", status_code=204, responses={**CHANGES})
def revoke_device(name: str, who: Who, server: Here) -> None:
    """Revoke a device's token."""
    server.floor.authorize(who, Action.KEEP_ACCOUNTS)
    server.accounts.revoke_device(name, who.name)


@router.get("/audit", responses={**REFUSALS})
def audit(
    who: Who,
    server: Here,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> list[NoticeOut]:
    """Sign-ins, refusals and changes of accounts, in order."""
    server.floor.authorize(who, Action.SEE_AUDIT)
    return notices(server.floor.journal, after, limit)


def notices(journal: Journal, after: int, limit: int) -> list[NoticeOut]:
    """The notices of the records after a position; stops once there are `limit`."""
    shown: list[NoticeOut] = []
    for record in journal.records(AUDIT, after):
        body = decode_body(record.body)
        for note in body.notes:
            assert isinstance(note, Noticed), "the audit has nothing else"
            fields: dict[str, Any] = {"what": note.what, "about": note.about, "where": note.where}
            shown.append(NoticeOut(seq=record.position, at=record.at, by=body.by, **fields))
        if len(shown) >= limit:
            break
    return shown


def _session(who: Principal, csrf: str) -> SessionOut:
    return SessionOut(name=who.name, role=who.role, tables=who.tables, csrf=csrf)
