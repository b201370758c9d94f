"""Carries out the requests of one connection, in their order, with the authority of its principal.

Everything here blocks: it runs in a thread of the channel.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from pydantic import BaseModel, TypeAdapter, ValidationError

from upcard.host.tables.answers import CommandAnswer
from upcard.host.tables.in_flight import InFlight
from upcard.service.access.authority import Action
from upcard.service.access.directory import Directory
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal, Role
from upcard.service.access.rates import TooMany
from upcard.service.channel.messages import (
    MAX_BYTES,
    Answer,
    CommandRequest,
    DoneBody,
    FollowRequest,
    NotJson,
    ProblemBody,
    ReadyRequest,
    Refusal,
    Request,
    StepRequest,
    Unreadable,
    read_request,
)
from upcard.service.history.public_events import public_event
from upcard.service.table_server import TableServer
from upcard.service.tables.views import visible_events
from upcard.service.wire.commands import CommandIn, command_of, step_of
from upcard.service.wire.problems import STATUSES, first_error, problem_of, status_of

Message = str | bytes

_commands: Final[TypeAdapter[BaseModel]] = TypeAdapter(CommandIn)
_json: Final = msgspec.json.Encoder()

POLICY_VIOLATION: Final = 1008
INVALID_PAYLOAD: Final = 1007
TRY_AGAIN_LATER: Final = 1013
"""Codes with which a connection is closed: it lost its authority, sent no JSON, or follows a table
that this server does not have now.
"""


class MessageAnswer(msgspec.Struct, frozen=True):
    """The answer to a message as JSON; `follow` is set if it starts or stops a table's frames."""

    text: str
    follow: FollowRequest | None = None


class ConnectionClosed(msgspec.Struct, frozen=True):
    """The end of a connection: a code of WebSocket, and the reason as a sentence."""

    code: int
    reason: str


class ReadableRequest(msgspec.Struct, frozen=True):
    """A request that was read: its table, whether it is a command to it, and its answer to come."""

    table: str
    is_command: bool
    answering: Callable[[], InFlight[MessageAnswer]]


class ChannelRequests:
    """The requests of one connection; `admit` gives its principal again, or raises `NotSignedIn`.

    `allows` tells whether a principal of this name may send one more request.
    """

    def __init__(
        self,
        server: TableServer,
        who: Principal,
        admit: Callable[[], Principal],
        allows: Callable[[str], bool],
    ) -> None:
        self._server, self._admit, self._allows = server, admit, allows
        self._who = who
        self._admitted_at: tuple[Directory, int] | None = None

    def read(self, message: Message) -> ReadableRequest | MessageAnswer | ConnectionClosed:
        """The request of a message, or the answer to a message that is none.

        A message that is no JSON closes the connection, and so does a principal whose session
        ended or whose token was revoked.
        """
        try:
            who = self._principal()
        except (NotSignedIn, Forbidden) as refused:
            return ConnectionClosed(POLICY_VIOLATION, str(refused))
        if len(message) > MAX_BYTES:
            return _refusal_answer(None, 413, f"A request has at most {MAX_BYTES:,} bytes.")
        try:
            request = read_request(message)
        except NotJson:
            return ConnectionClosed(INVALID_PAYLOAD, "A message of the channel is JSON.")
        except Unreadable as error:
            return _refusal_answer(error.id, status_of(error), str(error))
        if self._allows(who.name):
            is_command = isinstance(request, CommandRequest | StepRequest)
            return ReadableRequest(request.table, is_command, partial(self._answering, request))
        many = TooMany(f"{who.name} sends too many requests: wait a few seconds.")
        return _refusal_answer(request.id, status_of(many), str(many))

    def _answering(self, request: Request) -> InFlight[MessageAnswer]:
        try:
            return (yield from self._carry_out(self._who, request))
        except ValidationError as error:
            return _refusal_answer(request.id, 422, first_error(error, "command"))
        except tuple(STATUSES) as error:
            problem = problem_of(error)
            return _refusal_answer(request.id, status_of(error), problem.message, problem.section)

    def _principal(self) -> Principal:
        """The principal, looked up again if accounts have changed or a session has ended."""
        now = (self._server.accounts.directory, self._server.sessions.book.endings)
        if (
            self._admitted_at is None
            or now[0] is not self._admitted_at[0]
            or now[1] != self._admitted_at[1]
        ):
            self._who, self._admitted_at = self._admit(), now
        return self._who

    def _carry_out(self, who: Principal, request: Request) -> InFlight[MessageAnswer]:
        floor = self._server.floor
        match request:
            case CommandRequest():
                command = command_of(_commands.validate_json(bytes(request.command)))
                answer = yield from floor.command_in_flight(
                    who, request.table, command, request.key
                )
                return self._done_answer(who, request, answer)
            case StepRequest():
                step = step_of(request.step)
                answer = yield from floor.step_in_flight(
                    who, request.table, step, request.after, request.key
                )
                return self._done_answer(who, request, answer)
            case FollowRequest():
                floor.authority.authorize(who, Action.SEE_TABLE, request.table)
                start = floor.host(request.table).position
                first_seq = start if request.after is None else request.after
                from_position = msgspec.structs.replace(request, after=first_seq)
                return MessageAnswer(
                    _text(Answer(request.id, DoneBody(first_seq, []))), from_position
                )
            case ReadyRequest():
                return self._ready(who, request)

    def _ready(self, who: Principal, request: ReadyRequest) -> MessageAnswer:
        """Note that a player asks for the deal; raises `Forbidden` for everybody else."""
        floor = self._server.floor
        floor.authority.authorize(who, Action.SEE_TABLE, request.table)
        if who.role is not Role.PLAYER:
            raise Forbidden("Only a player asks for the deal.")
        position = floor.host(request.table).position
        if request.phase in (None, floor.state(request.table).phase):
            self._server.croupiers[request.table].ask_for_deal(who.name)
        return MessageAnswer(_text(Answer(request.id, DoneBody(position, []))))

    def _done_answer(
        self, who: Principal, request: CommandRequest | StepRequest, answer: CommandAnswer
    ) -> MessageAnswer:
        body = done_body(self._server, request.table, who, answer)
        return MessageAnswer(_text(Answer(request.id, body)))


def posted_request(
    server: TableServer,
    table: str,
    who: Principal,
    command: Callable[[], InFlight[CommandAnswer]],
) -> ReadableRequest:
    """A command or step to a table that came over HTTP, where it was read and admitted.

    What `command` raises is the answer of the route.
    """

    def answering() -> InFlight[MessageAnswer]:
        answer = yield from command()
        return MessageAnswer(_text(done_body(server, table, who, answer)))

    return ReadableRequest(table, is_command=True, answering=answering)


def done_body(server: TableServer, table: str, who: Principal, answer: CommandAnswer) -> DoneBody:
    """The answer to a command, with the events that `who` sees."""
    events = [public_event(event) for event in answer.events]
    return DoneBody(answer.position, visible_events(who, server.floor.host(table).rules, events))


def _refusal_answer(
    number: int | None, status: int, message: str, section: str | None = None
) -> MessageAnswer:
    return MessageAnswer(_text(Refusal(number, status, ProblemBody(message, section))))


def _text(message: Any) -> str:
    return _json.encode(message).decode()
