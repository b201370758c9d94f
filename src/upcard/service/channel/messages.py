"""The messages of the channel, and how a request is read.

A client sends requests, each with an `id` of its own choice. The server sends an answer or a
refusal for each, in the order of the requests, and the frames of the tables that are followed.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from upcard.rules.violation import BadInput
from upcard.service.frames import TableFrame
from upcard.service.stage.frame import StageFrame

WINDOW: Final = 32
"""The most requests of a connection that wait for their answers; then the server stops reading."""

MAX_BYTES: Final = 1 << 16
"""The most bytes of a request."""

Id = Annotated[int, Meta(ge=0, le=2**53, description="Chosen by the client; its answer has it.")]
Position = Annotated[int, Meta(ge=0, le=2**53)]
Table = Annotated[str, Meta(description="The table's name.", examples=["BJ-01"])]
Key = Annotated[
    str,
    Meta(
        max_length=100,
        pattern="^[ -~]*$",
        description="The same key has one effect and the same answer, however often it is sent.",
    ),
]


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Carry out a command: answered when it is durable."""

    id: Id
    table: Table
    command: Raw
    key: Key = ""


class StepRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a dealer's step that is due; with `after` only while that is the table's `seq`."""

    id: Id
    table: Table
    step: str
    after: Position | None = None
    key: Key = ""


class FollowRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send a table's frames from now on, or from a `seq`; stop if `follow` is false.

    With `stage` they are a page's: what happened, beat by beat, and what is legal now.
    """

    id: Id
    table: Table
    follow: bool
    after: Position | None = None
    stage: bool = False


class ReadyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the deal: a player has wagered all that they want. Wagers close once all have.

    Once a round is settled it asks for the next one. With `phase` it is only for what the player
    saw: where the table has gone on meanwhile, it does nothing.
    """

    id: Id
    table: Table
    ready: Literal[True]
    phase: Literal["wagering", "settled"] | None = None


Request = CommandRequest | StepRequest | FollowRequest | ReadyRequest


class DoneBody(msgspec.Struct, frozen=True):
    """What a command did: the position of its record, and the events as its sender saw them.

    Of a table that is followed: the `seq` after which its frames tell events, and none of them.
    """

    seq: int
    events: list[dict[str, Any]]


class ProblemBody(msgspec.Struct, frozen=True):
    """Why a request was refused: one sentence, with the section if a rule is the reason."""

    message: str
    section: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """A request was carried out."""

    id: int
    done: DoneBody


class Refusal(msgspec.Struct, frozen=True):
    """A request was refused; `status` is what HTTP would say, `id` is null if it has none."""

    id: int | None
    status: int
    problem: ProblemBody


class FollowedFrame(msgspec.Struct, frozen=True):
    """A frame of a table that is followed."""

    table: str
    frame: TableFrame


class FollowedStage(msgspec.Struct, frozen=True):
    """A frame of a table that a page follows."""

    table: str
    stage: StageFrame


class NotJson(Exception):
    """A message is no JSON at all; the connection is closed."""


class Unreadable(BadInput):
    """A message is JSON, but no request; `id` is its id, if it has one."""

    def __init__(self, message: str, id: int | None) -> None:  # noqa: A002 - the field's name
        super().__init__(message)
        self.id = id


class _RequestShape(msgspec.Struct, frozen=True):
    """The fields that tell requests apart."""

    command: Raw | UnsetType = UNSET
    step: Raw | UnsetType = UNSET
    follow: Raw | UnsetType = UNSET
    ready: Raw | UnsetType = UNSET


class _MessageId(msgspec.Struct, frozen=True):
    id: Id


_shape: Final = msgspec.json.Decoder(_RequestShape)
_identified: Final = msgspec.json.Decoder(_MessageId)
_requests: Final[dict[str, msgspec.json.Decoder[Request]]] = {
    "command": msgspec.json.Decoder(CommandRequest),
    "step": msgspec.json.Decoder(StepRequest),
    "follow": msgspec.json.Decoder(FollowRequest),
    "ready": msgspec.json.Decoder(ReadyRequest),
}


def read_request(text: str | bytes) -> Request:
    """The request of a message; raises `NotJson`, or `Unreadable` with the request's id."""
    try:
        shape = _shape.decode(text)
        kinds = [kind for kind in _requests if getattr(shape, kind) is not UNSET]
        if len(kinds) == 1:
            return _requests[kinds[0]].decode(text)
        reason = "A request has exactly one of command, step, follow and ready."
    except msgspec.ValidationError as error:
        reason = f"{error}."
    except (msgspec.DecodeError, UnicodeError):
        raise NotJson from None
    raise Unreadable(reason, _id_in(text))


def _id_in(text: str | bytes) -> int | None:
    """The id of a message that is not a request, if it has one."""
    try:
        return _identified.decode(text).id
    except msgspec.ValidationError:
        return None
