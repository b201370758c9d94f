"""Routes of accounts, devices and the audit."""

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query
from pydantic import BaseModel

from upcard.rules.violation import UnknownName
from upcard.service.access.authority import Action
from upcard.service.access.directory import Account
from upcard.service.access.principal import Purpose, Role
from upcard.service.api.dependencies import Here, Who
from upcard.service.api.sessions import Name, Password
from upcard.service.history.notices import notices
from upcard.service.new_accounts import open_person_account
from upcard.service.wire.exact import Number, RequestBody, Yes
from upcard.service.wire.problems import CHANGES, REFUSALS

router = APIRouter(prefix="/api", tags=["people"])


class AccountIn(RequestBody):
    """A new account; `tables` are those at which a dealer works, * for all."""

    name: Name
    role: Role
    password: Password
    tables: tuple[str, ...] = ()


class AccountOut(BaseModel):
    """An account, without its password; somebody else chose that if `must_change`."""

    name: str
    role: Role
    tables: tuple[str, ...]
    closed: bool
    must_change: bool
    second_factor: bool


class AccountChange(RequestBody):
    """What changes of an account; what is left out stays.

    `second_factor` is false to remove a person's second factor, which they lost.
    """

    password: Password | None = None
    role: Role | None = None
    tables: tuple[str, ...] | None = None
    second_factor: Literal[False] | None = None
    closed: Yes = False


class DeviceIn(RequestBody):
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


@router.get("/accounts", responses={**REFUSALS})
def accounts(who: Who, server: Here) -> list[AccountOut]:
    """Every account."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    return [_account(account) for account in server.accounts.directory.accounts.values()]


@router.post("/accounts", status_code=201, responses={**CHANGES})
def open_account(body: AccountIn, who: Who, server: Here) -> AccountOut:
    """Open an account; the person has to replace the password when they first sign in."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    account = open_person_account(
        server, body.name, body.role, body.password, who.name, body.tables
    )
    return _account(account)


@router.patch("/accounts/{name}", status_code=204, responses={**CHANGES})
def change_account(name: str, body: AccountChange, who: Who, server: Here) -> None:
    """Change an account, or close it; all but new tables end its sessions."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    if name not in server.accounts.directory.accounts:
        raise UnknownName(f"There is no account {name}.")
    if body.tables is not None:
        server.accounts.assign(name, body.tables, who.name)
    if body.role is not None:
        server.accounts.set_role(name, body.role, who.name)
    if body.password is not None:
        server.accounts.set_password(name, body.password, who.name)
    if body.second_factor is not None:
        server.second_factors.remove(name, who.name)
    if body.closed:
        server.accounts.close(name, who.name)


@router.get("/devices", responses={**REFUSALS})
def devices(who: Who, server: Here) -> list[DeviceOut]:
    """Every device, without its token."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    return [
        DeviceOut(
            name=device.name, purpose=device.purpose, table=device.table, revoked=device.revoked
        )
        for device in server.accounts.directory.devices.values()
    ]


@router.post("/devices", status_code=201, responses={**CHANGES})
def add_device(body: DeviceIn, who: Who, server: Here) -> DeviceOut:
    """Add a device; its token is in this answer alone."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    token = server.accounts.add_device(body.name, body.purpose, body.table, who.name)
    return DeviceOut(name=body.name, purpose=body.purpose, table=body.table, token=token)


@router.delete("/devices/{name}", status_code=204, responses={**CHANGES})
def revoke_device(name: str, who: Who, server: Here) -> None:
    """Revoke a device's token."""
    server.floor.authority.authorize(who, Action.KEEP_ACCOUNTS)
    if name not in server.accounts.directory.devices:
        raise UnknownName(f"There is no device {name}.")
    server.accounts.revoke_device(name, who.name)


@router.get("/audit", responses={**REFUSALS})
def audit(
    who: Who,
    server: Here,
    after: Annotated[Number, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[Number, Query(ge=1, le=1000)] = 200,
) -> list[NoticeOut]:
    """Sign-ins, refusals and changes of accounts, in order."""
    server.floor.authority.authorize(who, Action.SEE_AUDIT)
    page = notices(server.floor.journal, after, limit)
    return [NoticeOut(**msgspec.structs.asdict(notice)) for notice in page]


def _account(account: Account) -> AccountOut:
    return AccountOut(
        name=account.name,
        role=account.role,
        tables=account.tables,
        closed=account.closed,
        must_change=account.must_change,
        second_factor=bool(account.factor),
    )
