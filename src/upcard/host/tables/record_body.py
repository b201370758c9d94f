"""The body of a journal record: commands, their events, and secrets sealed and revealed.

Bodies are canonical JSON. Every command and event carries its type's name, with a version from
the second on; bodies that an older program wrote are upcast when they are read.
"""

from functools import cache
from typing import TYPE_CHECKING, Final, Union

import msgspec

from upcard.engine import play as _play  # noqa: F401 - defines the commands and events of all games
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core import jackpot_events as _jackpot_events  # noqa: F401 - defines events
from upcard.host.meters.bridge import MeterStep
from upcard.host.money.account import AccountEntry
from upcard.host.records.audit_notes import DirectoryEntry, Note
from upcard.host.seals.entropy import Entropy
from upcard.host.seals.sealing import RevealedSecret, SealedSecret, SealVoided
from upcard.journal.codec import Codec, Upcast, canonical
from upcard.journal.port import JournalRecord, JournalTampered


def subclasses_of(base: type) -> tuple[type, ...]:
    """All direct and indirect subclasses of a base, without the base."""
    children: list[type] = type.__subclasses__(base)
    return tuple(kind for child in children for kind in (child, *subclasses_of(child)))


if TYPE_CHECKING:
    AnyCommand = c.Command
    AnyEvent = e.Event
else:
    AnyCommand = Union[subclasses_of(c.Command)]  # noqa: UP007 - built from a tuple
    AnyEvent = Union[subclasses_of(e.Event)]  # noqa: UP007 - built from a tuple


class TableStep(msgspec.Struct, frozen=True):
    """One command at a table, and its events."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class RecordBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
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
    steps: tuple[TableStep, ...] = ()
    meters: tuple[MeterStep, ...] = ()
    awards: tuple[TableStep, ...] = ()
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


UPCASTS: Final[dict[tuple[str, int], Upcast]] = {}
"""Upcasts of commands and events of older versions, by name and version."""


@cache
def _codec() -> Codec[RecordBody]:
    return Codec(RecordBody, UPCASTS)


def encode_body(body: RecordBody) -> bytes:
    """The canonical encoding of a body."""
    return canonical(body)


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
