"""The answer to a command, the first time and each time that its key is repeated."""

import hashlib

import msgspec

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.host.tables.record_body import RecordBody, decode_body
from upcard.host.tables.writing import WrittenRecord
from upcard.journal.codec import encode
from upcard.journal.port import Receipt
from upcard.rules.violation import RuleViolation


class CommandAnswer(msgspec.Struct, frozen=True):
    """The durable effect of a command: its record's position in the table's stream, and the events.

    The events are those of the table.
    """

    position: int
    events: tuple[e.Event, ...]


class CommandRefusal(msgspec.Struct, frozen=True):
    """A refusal as the journal stores it for a key."""

    section: str
    message: str


def digest_of(stream: str, by: str, *asked: c.Command | str | int | None) -> str:
    """The digest of what a key stands for: SHA-256 in hexadecimal.

    `asked` is a command, or the name of a step and the position after which it is taken.
    """
    return hashlib.sha256(encode([stream, by, *asked])).hexdigest()


def refusal_of(violation: RuleViolation) -> bytes:
    """The stored form of a refusal."""
    return encode(CommandRefusal(violation.section, violation.message))


def events_of(body: RecordBody) -> list[e.Event]:
    """The table's events in a record."""
    return [event for step in (*body.steps, *body.awards) for event in step.events]


def answer_of(receipt: Receipt) -> CommandAnswer:
    """The answer of a receipt, also of a repeated one; raises `RuleViolation` for a refusal."""
    if receipt.refusal is not None:
        refusal = msgspec.json.decode(receipt.refusal, type=CommandRefusal)
        raise RuleViolation(refusal.section, refusal.message)
    assert receipt.record is not None
    if isinstance(receipt.result, WrittenRecord):
        body = receipt.result.body
    else:
        body = decode_body(receipt.record.body)
    return CommandAnswer(receipt.record.position, tuple(events_of(body)))
