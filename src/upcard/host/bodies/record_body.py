"""The body of a journal record: commands, their events, and secrets sealed and revealed.

Bodies are canonical JSON. Every command and event carries its type's name, with a version from
the second on; bodies that an older program wrote are upcast when they are read.
"""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, Union

import msgspec

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.tagged_types import command_types, event_types
from upcard.host.bodies.account_entry import AccountEntry
from upcard.host.bodies.audit_notes import DirectoryEntry, Note
from upcard.host.bodies.sealed import Entropy, RevealedSecret, SealedSecret, SealVoided
from upcard.journal.codec import Codec, Upcast, canonical
from upcard.journal.port import JournalRecord, JournalTampered
from upcard.progressives.events import MeterEvents
from upcard.rules.violation import BadInput

AnyCommand = TypeVar("AnyCommand", bound=Command)
AnyEvent = TypeVar("AnyEvent", bound=Event)


class UnreadableStep(BadInput):
    """A record of this command or event could not be read back."""


class StepOf(msgspec.Struct, Generic[AnyCommand, AnyEvent], frozen=True):
    """One command at a table, and its events.

    The types of commands and events are known when variations are loaded: the codec names them.
    """

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class MeterStep(msgspec.Struct, frozen=True):
    """The events of one meter that followed from one fact."""

    stream: str
    events: tuple[MeterEvents, ...]


class BodyOf(
    msgspec.Struct,
    Generic[AnyCommand, AnyEvent],
    frozen=True,
    kw_only=True,
    omit_defaults=True,
):
    """The body of one record.

    `by` names who asked for it. `submission` is the text of the Rules Submission with which the
    table starts or continues; `fed` says whether devices bring its cards or numbers from then on.
    `parameters` is the text of a submission that gives linked meters new parameters; its record
    belongs to no table. `steps` are the command and the automatic steps that followed, `meters`
    their effects on the meters, `awards` the steps that gave the table the meters' awards.
    `notes` have records of their own: the register of submissions, and the audit; `entries` are the
    accounts and devices that a record of the audit changes. `entropy` is what a player adds to
    the cut of the cards that are shuffled. `money` are the entries of game accounts: of what the
    table's players brought and cashed out, or one in its account's stream.
    """

    by: str = ""
    submission: str = ""
    fed: bool = False
    parameters: str = ""
    steps: tuple[StepOf[AnyCommand, AnyEvent], ...] = ()
    meters: tuple[MeterStep, ...] = ()
    awards: tuple[StepOf[AnyCommand, AnyEvent], ...] = ()
    sealed: tuple[SealedSecret, ...] = ()
    revealed: tuple[RevealedSecret, ...] = ()
    voided: tuple[SealVoided, ...] = ()
    notes: tuple[Note, ...] = ()
    entries: tuple[DirectoryEntry, ...] = ()
    entropy: tuple[Entropy, ...] = ()
    money: tuple[AccountEntry, ...] = ()

    @property
    def event_count(self) -> int:
        """The number of events of the table, of the meters, of notes, and of an account's own."""
        table = sum(len(step.events) for step in (*self.steps, *self.awards))
        own = 0 if self.steps else len(self.money)
        return table + sum(len(step.events) for step in self.meters) + len(self.notes) + own


if TYPE_CHECKING:
    TableStep: TypeAlias = StepOf[Command, Event]
    RecordBody: TypeAlias = BodyOf[Command, Event]
else:  # to call an alias is slow
    TableStep, RecordBody = StepOf, BodyOf

UPCASTS: Final[dict[tuple[str, int], Upcast]] = {}
"""Upcasts of commands and events of older versions, by name and version."""


@cache
def _codec() -> Codec[RecordBody]:
    """The codec of all types of commands and events that are known.

    Raises `BadInput` for a type with a field that JSON does not hold.
    """
    commands: Any = Union[command_types()]  # noqa: UP007 - built from a tuple
    events: Any = Union[event_types()]  # noqa: UP007 - built from a tuple
    try:
        return Codec(BodyOf[commands, events], UPCASTS)
    except TypeError as error:
        raise UnreadableStep(f"No journal can hold a command or event: {error}.") from None


@cache
def _known_types() -> frozenset[type]:
    _codec()  # a type that it cannot read is refused before anything is written
    return frozenset((*command_types(), *event_types()))


def encode_body(body: RecordBody) -> bytes:
    """The canonical encoding of a body; raises `UnreadableStep` for what nobody could read back."""
    _require_known((*body.steps, *body.awards))
    return canonical(body)


def _require_known(steps: Iterable[TableStep]) -> None:
    """Raise `UnreadableStep` for a command or event of a type that the codec does not know."""
    known = _known_types()
    for step in steps:
        for value in (step.command, *step.events):
            if type(value) not in known:
                what = "event" if isinstance(value, Event) else "command"
                raise UnreadableStep(
                    f"The {what} {type(value).__name__} could not be read from a journal: "
                    "no part of a known game names it."
                )


def body_of(record: JournalRecord) -> RecordBody:
    """What a record holds; raises `JournalTampered` for one that cannot be read."""
    try:
        return decode_body(record.body)
    except (msgspec.MsgspecError, UnicodeError) as error:
        where = f"Record {record.position} of {record.stream}"
        raise JournalTampered(f"{where} cannot be read: {error}.") from None


def decode_body(text: bytes | msgspec.Raw) -> RecordBody:
    """Decode a body; raises `msgspec.ValidationError` for text that is not one."""
    return _codec().decode(text)
