"""Routes by which a person signs in at a device that acts for him, such as a keypad."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel

from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action, authorize
from upcard.service.access.directory import Account, Device
from upcard.service.access.principal import ANY_TABLE, Forbidden, Principal, Role
from upcard.service.api.access import OWED, address_of
from upcard.service.api.dependencies import Here, Who
from upcard.service.api.sessions import SignIn, sign_in_by_password
from upcard.service.table_server import TableServer
from upcard.service.wire.problems import CHANGES, REFUSALS

router = APIRouter(prefix="/api", tags=["people"])


class PersonAt(BaseModel):
    """Who is signed in at a device; null if nobody is."""

    device: str
    person: str | None


@router.get("/devices/{name}/person", responses={**REFUSALS})
def person_at(name: str, who: Who, server: Here) -> PersonAt:
    """Who is signed in at a device: for the device itself, and for those who may sign in there."""
    if who.role is Role.DEVICE:
        _only_itself(server, who, name)
    else:
        server.floor.authority.authorize(who, Action.SIGN_IN_AT_DEVICE)
    person = server.floor.at_devices.person_at(_device(server, name).name)
    return PersonAt(device=name, person=None if person is None else person.name)


@router.post("/devices/{name}/person", responses={**CHANGES})
def sign_in_at(
    name: str,
    who: Who,
    request: Request,
    server: Here,
    body: Annotated[SignIn | None, Body()] = None,
) -> PersonAt:
    """Sign in at a device: by its token with your name and password, or by your own session."""
    if who.role is Role.DEVICE:
        _only_itself(server, who, name)
        if body is None:
            raise BadInput("A device sends the name and the password of the person who signs in.")
        account = sign_in_by_password(request, body.name, body.password, body.code)
        owed = server.sessions.duty_of(account)
        if owed:
            raise Forbidden(OWED[owed])
    else:
        account = server.accounts.directory.accounts[who.name]
    _authorize(server, account, server.accounts.directory.devices.get(name))
    server.floor.at_devices.sign_in(_device(server, name).name, account, address_of(request))
    return PersonAt(device=name, person=account.name)


@router.delete("/devices/{name}/person", status_code=204, responses={**CHANGES})
def sign_out_at(name: str, who: Who, server: Here) -> None:
    """Sign out the person at a device; asked by the device, the person, or a floorperson."""
    if who.role is Role.DEVICE:
        _only_itself(server, who, name)
    else:
        server.floor.authority.authorize(who, Action.SIGN_IN_AT_DEVICE)
        session = server.floor.at_devices.person_at(_device(server, name).name)
        if session is not None and who.role is not Role.FLOORPERSON and session.name != who.name:
            _refuse(server, who, name, "Another person is signed in there.")
    server.floor.at_devices.sign_out(name, who.name)


def _authorize(server: TableServer, account: Account, device: Device | None) -> None:
    """Raise `Forbidden` unless a person may sign in at a device, at its table."""
    table = "" if device is None or device.table == ANY_TABLE else device.table
    with server.floor.authority.note_refusals(account.principal, Action.SIGN_IN_AT_DEVICE, table):
        authorize(account.principal, Action.SIGN_IN_AT_DEVICE, table)


def _device(server: TableServer, name: str) -> Device:
    device = server.accounts.directory.devices.get(name)
    if device is None:
        raise BadInput(f"There is no device {name}.")
    return device


def _only_itself(server: TableServer, who: Principal, name: str) -> None:
    """Raise `Forbidden` if a device names another one, or if nobody signs in at such a device."""
    if who.name != name:
        _refuse(server, who, name, "A device speaks only for itself.")


def _refuse(server: TableServer, who: Principal, name: str, why: str) -> None:
    with server.floor.authority.note_refusals(who, Action.SIGN_IN_AT_DEVICE, name):
        raise Forbidden(why)
