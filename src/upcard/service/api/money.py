"""Routes of game accounts: balance, deposits, withdrawals, limits and the statement."""

from itertools import islice
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from upcard.host.bodies.account_entry import AccountEntry, LimitKind
from upcard.host.money.lines import lines_of
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action, authorize_money
from upcard.service.access.principal import Principal, Role
from upcard.service.api.dependencies import Here, Who
from upcard.service.api.tables import Key
from upcard.service.money import money_out
from upcard.service.wire.commands import DollarsText
from upcard.service.wire.exact import Number, RequestBody, Whole
from upcard.service.wire.problems import CHANGES, REFUSALS
from upcard.text.json_object import Json

router = APIRouter(prefix="/api/accounts", tags=["game accounts"])


class MoneyIn(RequestBody):
    """A deposit or a withdrawal, in dollars."""

    what: Literal["deposit", "withdrawal"]
    amount: DollarsText


class LimitIn(RequestBody):
    """A limit of a player: `dollars` of a loss, `minutes` of a session, `until` of an exclusion.

    `until` is in microseconds since the epoch. Without a value the limit is removed.
    """

    kind: LimitKind
    dollars: DollarsText | None = None
    minutes: Annotated[Whole, Field(ge=1, le=10_000_000)] | None = None
    until: Annotated[Whole, Field(ge=1, le=2**53)] | None = None


class EntryDone(BaseModel):
    """The number of the entry, and whether it waits for a second person."""

    number: int
    waits: bool


ActNumber = Annotated[Number, Path(ge=1, le=2**53)]


@router.get("/{name}/money", responses={**REFUSALS})
def money(name: str, who: Who, server: Here) -> Json:
    """A player's game account: its balance, the tables with the player's money, limits."""
    _authorize(server, who, Action.SEE_MONEY, name)
    desk = server.money_desk
    document: Json = msgspec.to_builtins(money_out(desk.account(name), desk.cashier.now))
    return document


@router.post("/{name}/money", responses={**CHANGES})
def pay(name: str, body: MoneyIn, who: Who, server: Here, key: Key = None) -> EntryDone:
    """Take a deposit from a player, or pay a withdrawal; a large one waits for a second person."""
    _authorize(server, who, Action.KEEP_MONEY, name)
    desk = server.money_desk
    units = _units(body.amount)
    pays = desk.deposit if body.what == "deposit" else desk.withdraw
    return _entry_done(pays(who, name, units, key or ""))


@router.post("/{name}/money/{number}/confirmation", responses={**CHANGES})
def confirm(name: str, number: ActNumber, who: Who, server: Here, key: Key = None) -> EntryDone:
    """Confirm a deposit or withdrawal of somebody else that waits for a second person."""
    with server.floor.authority.authorized(who, Action.CONFIRM_MONEY):
        return _entry_done(server.money_desk.confirm(who, name, number, key or ""))


@router.put("/{name}/limits", responses={**CHANGES})
def limit(name: str, body: LimitIn, who: Who, server: Here, key: Key = None) -> EntryDone:
    """Set a limit: players their own, the floor one of the house."""
    is_player = who.role is Role.PLAYER
    _authorize(server, who, Action.LIMIT_OWN_PLAY if is_player else Action.LIMIT_PLAYER, name)
    return _entry_done(server.money_desk.limit(who, name, body.kind, _value(body), key or ""))


@router.get("/{name}/statement", responses={**REFUSALS})
def statement(
    name: str,
    who: Who,
    server: Here,
    limit: Annotated[Number, Query(ge=1, le=1000)] = 200,
) -> list[Json]:
    """The entries of a player's game account, the newest first."""
    _authorize(server, who, Action.SEE_MONEY, name)
    lines = lines_of(server.floor.journal, server.money_desk.account(name))
    return [msgspec.to_builtins(line) for line in islice(lines, limit)]


def _authorize(server: Here, who: Principal, action: Action, name: str) -> None:
    with server.floor.authority.note_refusals(who, action, ""):
        authorize_money(who, action, name)


def _entry_done(entry: AccountEntry) -> EntryDone:
    return EntryDone(number=entry.number, waits=entry.act.waits)


def _units(text: str) -> int:
    try:
        return parse_dollars(text)
    except AmountError as error:
        raise BadInput(f"{error}") from None


def _value(body: LimitIn) -> int | None:
    """The value of a limit: units, seconds, or a time; `BadInput` for one of another kind."""
    fields = {"exclusion": "until", "session": "minutes"}
    default_field = fields.get(body.kind, "dollars")
    given_fields = {
        name for name in ("dollars", "minutes", "until") if getattr(body, name) is not None
    }
    if given_fields - {default_field}:
        raise BadInput(f"A limit of the kind {body.kind} has {default_field}.")
    if body.dollars is not None:
        return _units(body.dollars)
    return body.minutes * 60 if body.minutes is not None else body.until
