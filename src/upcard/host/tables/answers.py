"""What a command is answered, the first time and whenever its key comes again."""

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
    """What a command did, durably: the record's position and the table's events in it."""

    position: int
    events: tuple[e.Event, ...]


class CommandRefusal(msgspec.Struct, frozen=True):
    """A refusal as a key's answer."""

    section: str
    message: str


def digest_of(stream: str, by: str, command: c.Command) -> str:
    """What a key stands for: hex of SHA-256."""
    return hashlib.sha256(encode([stream, by, command])).hexdigest()


def refusal_of(violation: RuleViolation) -> bytes:
    """A refusal as a journal keeps it."""
    return encode(CommandRefusal(violation.section, violation.message))


def events_of(body: RecordBody) -> list[e.Event]:
    """The table's events in a record."""
    return [event for step in (*body.steps, *body.awards) for event in step.events]


def answer_of(receipt: Receipt) -> CommandAnswer:
    """The answer of a record, which a repeated command gets too."""
    if receipt.refusal is not None:
        refusal = msgspec.json.decode(receipt.refusal, type=CommandRefusal)
        raise RuleViolation(refusal.section, refusal.message)
    assert receipt.record is not None
    if isinstance(receipt.result, WrittenRecord):
        body = receipt.result.body
    else:
        body = decode_body(receipt.record.body)
    return CommandAnswer(receipt.record.position, tuple(events_of(body)))
