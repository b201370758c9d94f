"""Routes of tables: their state, offers, events and rounds, and the commands sent to them."""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Annotated, cast

import msgspec
from fastapi import APIRouter, Body, Header, Query, Response
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from upcard.engine.core.steps import Automation
from upcard.host.records.register import in_force
from upcard.host.tables.answers import CommandAnswer
from upcard.host.tables.committing import stream_of
from upcard.host.tables.in_flight import InFlight
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars
from upcard.rules.loader import game_rules
from upcard.service.access.authority import Action
from upcard.service.access.principal import Principal, Role
from upcard.service.api.access import server_of
from upcard.service.api.computing import read
from upcard.service.api.dependencies import Here, Who
from upcard.service.channel.request_threads import RequestThreads
from upcard.service.channel.requests import ReadableRequest, posted_request
from upcard.service.history.public_events import public_records
from upcard.service.history.rounds import own_rounds, seen_rounds
from upcard.service.table_server import TableServer
from upcard.service.tables.jackpots import waiting_at
from upcard.service.tables.offers import offers_of
from upcard.service.tables.views import visible_events
from upcard.service.wire.commands import CommandIn, command_of, step_of
from upcard.service.wire.exact import Number, RequestBody, Whole, Yes
from upcard.service.wire.problems import CHANGES, REFUSALS
from upcard.text.json_object import Json

router = APIRouter(prefix="/api", tags=["tables"])


Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=100,
        pattern="^[ -~]*$",
        description="The same key has one effect and the same answer, however often it is sent.",
    ),
]


class TableOut(RequestBody):
    """A table in the list: its game, how it stands, which version of its submission it runs."""

    table: str
    game: str
    title: str
    phase: str
    round: int
    positions: int
    players: list[str]
    minimum: str
    maximum: str
    version: int | None
    attended: bool
    fed: bool


class ClockOut(BaseModel):
    """What runs out, and until when, in milliseconds since the epoch."""

    what: str
    until: int


class TableNow(BaseModel):
    """A table as the caller sees it; `seq` is the position of its last record."""

    seq: int
    view: Json
    clock: ClockOut | None


class Done(BaseModel):
    """What a command did: the position of its record, and the events as its sender saw them."""

    seq: int
    events: list[Json]


class StepIn(BaseModel):
    """A step that is due, by the command's name; taken only while `after` is the table's `seq`."""

    step: str
    after: Annotated[Whole, Field(ge=0)] | None = None


class AutomationIn(RequestBody):
    """The groups of steps that the table takes by itself, and whether a person deals."""

    steps: Annotated[
        list[str] | None,
        Field(
            description=f"Of {', '.join(str(step_kind.name).lower() for step_kind in Automation)}."
        ),
    ] = None
    attended: Yes | None = None


@router.post("/tables/{table}/commands", response_model=Done, responses={**CHANGES})
async def command(
    request: HttpRequest,
    table: str,
    body: Annotated[CommandIn, Body(title="Said")],
    who: Who,
    key: Key = None,
) -> Response:
    """Send a command: acknowledged when it is durable."""
    server = server_of(request)

    def in_flight() -> InFlight[CommandAnswer]:
        return (yield from server.floor.command_in_flight(who, table, command_of(body), key or ""))

    return await _carry_out(request, posted_request(server, table, who, in_flight))


@router.post("/tables/{table}/steps", response_model=Done, responses={**CHANGES})
async def step(
    request: HttpRequest, table: str, body: StepIn, who: Who, key: Key = None
) -> Response:
    """Take a step of the dealer that is due; what chance decides comes from shoe or wheel."""
    server = server_of(request)

    def in_flight() -> InFlight[CommandAnswer]:
        kind = step_of(body.step)
        return (yield from server.floor.step_in_flight(who, table, kind, body.after, key or ""))

    return await _carry_out(request, posted_request(server, table, who, in_flight))


async def _carry_out(request: HttpRequest, posted: ReadableRequest) -> Response:
    """Carry out a command in the threads of the channel, which are few."""
    threads = cast(RequestThreads, request.app.state.request_threads)
    answer = await threads.carry_out(posted)
    return Response(answer.text, media_type="application/json")


@router.get("/tables", responses={**REFUSALS})
def tables(who: Who, server: Here) -> list[TableOut]:
    """The tables of this floor."""
    server.floor.authority.authorize(who, Action.SEE_TABLE)
    return [summary(server, name) for name in server.floor.shown_tables]


@router.get("/tables/{table}", responses={**REFUSALS})
def table_now(table: str, who: Who, server: Here) -> TableNow:
    """How a table stands."""
    server.floor.authority.authorize(who, Action.SEE_TABLE, table)
    return seen_table(server, table, who)


@router.get("/tables/{table}/offers", responses={**REFUSALS})
def offers(table: str, who: Who, server: Here) -> list[Json]:
    """The wagers that a table offers: limits, paytable, section."""
    server.floor.authority.authorize(who, Action.SEE_TABLE, table)
    offered: list[Json] = msgspec.to_builtins(offers_of(server.floor.host(table).rules))
    return offered


@router.put("/tables/{table}/automation", status_code=204, responses={**CHANGES})
def automation(table: str, body: AutomationIn, who: Who, server: Here) -> None:
    """Say which steps the table takes by itself, and whether a person closes the wagers."""
    server.automate(who, table, body.steps, body.attended)


@router.get("/tables/{table}/jackpots", responses={**REFUSALS})
def jackpots(table: str, who: Who, server: Here) -> list[Json]:
    """The jackpots of a table that wait for a step."""
    server.floor.authority.authorize(who, Action.SEE_JACKPOTS, table)
    waiting = waiting_at(server.floor.state(table), server.floor.two_persons_above)
    return [msgspec.to_builtins(payout) for payout in waiting]


@router.get("/tables/{table}/rounds", responses={**REFUSALS})
async def rounds(
    request: HttpRequest,
    table: str,
    who: Who,
    server: Here,
    after: Annotated[Number, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[Number, Query(ge=1, le=200)] = 50,
    latest: bool = False,
) -> list[Json]:
    """The rounds of a table after a number, as they happened; a player sees only their own.

    With `latest` they begin with the newest and go back as far as the round after that number.
    """

    def look(journal: Journal) -> list[Json]:
        is_player = who.role is Role.PLAYER
        action = Action.SEE_OWN_ROUNDS if is_player else Action.SEE_ROUNDS
        server.floor.authority.authorize(who, action, table)
        replays = server.replays
        records: Iterator[Json] = (
            takewhile(
                lambda record: record["round"] > after, replays.rounds_back(table, None, journal)
            )
            if latest
            else replays.rounds_after(table, after, journal)
        )
        seen_documents = seen_rounds(server.floor, who, table, records)
        return list(
            islice(own_rounds(seen_documents, who.name) if is_player else seen_documents, limit)
        )

    return await read(request, who, look)


@router.get("/tables/{table}/events", responses={**REFUSALS})
async def events(
    table: str,
    who: Who,
    server: Here,
    after: Annotated[Number, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[Number, Query(ge=1, le=1000)] = 200,
) -> list[Json]:
    """What happened at a table after a position, as the caller saw it there."""

    def look() -> list[Json]:
        server.floor.authority.authorize(who, Action.SEE_TABLE, table)
        rules = server.floor.host(table).rules
        records = islice(public_records(server.floor.journal, stream_of(table), after), limit)
        return [
            {**record, "events": visible_events(who, rules, record["events"])} for record in records
        ]

    return await server.computations.run_charged(who, look)


def summary(server: TableServer, name: str) -> TableOut:
    """A table's entry in the list."""
    state = server.floor.state(name)
    rules = state.rules
    running = in_force(server.floor.register.last_read.get(name, ()))
    return TableOut(
        table=name,
        game=rules.game,
        title=game_rules(rules.game).title,
        phase=state.phase,
        round=state.round,
        positions=rules.positions,
        players=list(dict.fromkeys(box.player for _, box in state.in_play())),
        minimum=format_dollars(rules.minimum),
        maximum=format_dollars(rules.maximum),
        version=None if running is None else running.version,
        attended=server.attended(name),
        fed=server.fed(name),
    )


def seen_table(server: TableServer, table: str, who: Principal) -> TableNow:
    """A table as `who` sees it."""
    host = server.floor.host(table)
    seq = host.position
    view = server.table_views.view_as_json(who, host.state)
    clock = server.croupiers[table].clock
    clock_out = None if clock is None else ClockOut(what=clock.what, until=clock.until)
    return TableNow(seq=seq, view=view, clock=clock_out)
