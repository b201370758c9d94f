"""What a record of the journal holds: commands, what followed from them, secrets sealed and opened.

Canonical JSON, typed: every command and event carries its name, and its version from the second
on; what an older program wrote is brought up to date when it is read.
"""

from functools import cache
from typing import TYPE_CHECKING, Final, Union

import msgspec

from upcard.engine import play as _play  # noqa: F401 - the families of all games
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.jackpots import events as _jackpot_events  # noqa: F401 - part of the family
from upcard.host.meters.bridge import MeterStep
from upcard.host.records.audit_notes import Note
from upcard.host.seals.sealing import Revealed, Sealed, SealVoided
from upcard.journal.codec import Codec, Upcast, encode


def subclasses_of(base: type) -> tuple[type, ...]:
    """Every struct below a base, the base itself left out."""
    children: list[type] = type.__subclasses__(base)
    return tuple(kind for child in children for kind in (child, *subclasses_of(child)))


if TYPE_CHECKING:
    AnyCommand = c.Command
    AnyEvent = e.Event
else:
    AnyCommand = Union[subclasses_of(c.Command)]  # noqa: UP007 - made of a tuple
    AnyEvent = Union[subclasses_of(e.Event)]  # noqa: UP007 - made of a tuple


class TableStep(msgspec.Struct, frozen=True):
    """One command at a table, and its events."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class RecordBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One record.

    `by` is who asked. `submission` is the text of the Rules Submission with which the table
    starts or goes on, `fed` whether devices bring its cards or numbers from then on; `parameters`
    the text of one that gives linked meters new parameters, in a record of no table. `steps` are
    the command and the dealer's automatic steps that followed, `meters` what their facts did to
    the meters, `awards` the steps by which the table was told. `notes` stand in records of their
    own: the register of submissions, what an auditor looks for.
    """

    by: str = ""
    submission: str = ""
    fed: bool = False
    parameters: str = ""
    steps: tuple[TableStep, ...] = ()
    meters: tuple[MeterStep, ...] = ()
    awards: tuple[TableStep, ...] = ()
    sealed: tuple[Sealed, ...] = ()
    revealed: tuple[Revealed, ...] = ()
    voided: tuple[SealVoided, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def event_count(self) -> int:
        """How many events it holds, of the table and of meters, and notes."""
        table = sum(len(step.events) for step in (*self.steps, *self.awards))
        return table + sum(len(step.events) for step in self.meters) + len(self.notes)


UPCASTS: Final[dict[tuple[str, int], Upcast]] = {}
"""How a command or event of an older version becomes the next: by its name and version."""


@cache
def _codec() -> Codec[RecordBody]:
    return Codec(RecordBody, UPCASTS)


def encode_body(body: RecordBody) -> bytes:
    """The canonical encoding."""
    return encode(body)


def decode_body(text: bytes | msgspec.Raw) -> RecordBody:
    """A body; `msgspec.ValidationError` for what is none."""
    return _codec().decode(text)
