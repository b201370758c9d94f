"""The answer to a command, the first time and each time that its key is repeated."""

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.commands import (
    BurnCard,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    DrawDeterminant,
)
from upcard.engine.core.events import Event
from upcard.engine.irregular.commands import DrawnCard
from upcard.engine.tagged_types import command_types
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.money.cashier import money_digest
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.writing import WrittenRecord
from upcard.journal.codec import encode
from upcard.journal.port import JournalTampered, Receipt
from upcard.rules.violation import RuleViolation

DEEPEST: Final = 100 * 52
"""Above any depth of a cut: a shoe has at most 100 decks."""


class CommandAnswer(msgspec.Struct, frozen=True):
    """The durable effect of a command: its record's position in the table's stream, and the events.

    The events are those of the table.
    """

    position: int
    events: tuple[Event, ...]


class CommandRefusal(msgspec.Struct, frozen=True):
    """A refusal as the journal stores it for a key."""

    section: str
    message: str


@cache
def card_steps() -> tuple[str, ...]:
    """The names of the steps that a cover card or a reshuffle may precede."""
    of_cards = DealCard | BurnCard | DrawDeterminant
    return tuple(kind.__name__ for kind in command_types() if issubclass(kind, of_cards))


def digest_of(stream: str, actor: str, *request: Command | str | int | None) -> str:
    """The digest of what a key stands for: SHA-256 in hexadecimal.

    `request` is a command, or the name of a step and the position after which it is taken. A dealt
    card is left out: it may lie face down, and one of 52 is soon guessed.
    """
    return _digest(stream, actor, *(_without_card(part) for part in request))


def _without_card(value: Command | str | int | None) -> Command | str | int | None:
    return replace(value, card=-1) if isinstance(value, DealCard) else value


def _digest(stream: str, actor: str, *request: Command | str | int | None) -> str:
    return hashlib.sha256(encode([stream, actor, *request])).hexdigest()


def digests_of(
    stream: str, position: int, body: RecordBody, *, with_entropy: bool
) -> Iterator[str]:
    """The digests that the key of a record may have, as `position` in its stream.

    The client sent the record's first command, perhaps without what was selected at random, or took
    a step. The cover card, or a reshuffle, may precede the card of a step. With `with_entropy`, the
    cut's depth comes from what players added, whatever depth was sent.
    """
    if body.money and not body.steps:
        yield money_digest(stream, body.by, body.money[0].act)
    if not body.steps:
        return
    first = body.steps[0].command
    yield digest_of(stream, body.by, first)
    yield _digest(stream, body.by, first)  # former versions did not leave the card out
    if isinstance(first, CloseBets):
        yield digest_of(stream, body.by, CloseBets())
    if with_entropy and isinstance(first, CutCards):
        for depth in range(DEEPEST):
            yield digest_of(stream, body.by, CutCards(first.position, depth))
    if isinstance(first, DrawnCard):
        yield digest_of(stream, body.by, replace(first, card=-1))
    steps = [type(step.command).__name__ for step in body.steps]
    for name in dict.fromkeys((*steps, *card_steps())):
        for after in (None, position - 1):
            yield digest_of(stream, body.by, name, after)


def refusal_of(violation: RuleViolation) -> bytes:
    """The stored form of a refusal."""
    return encode(CommandRefusal(violation.section, violation.message))


def refusal_in(text: bytes) -> CommandRefusal:
    """The refusal that a journal keeps; raises `JournalTampered` if it cannot be read."""
    try:
        return msgspec.json.decode(text, type=CommandRefusal)
    except (msgspec.MsgspecError, UnicodeError):
        raise JournalTampered("A refusal cannot be read.") from None


def events_of(body: RecordBody) -> list[Event]:
    """The table's events in a record."""
    return [event for step in (*body.steps, *body.awards) for event in step.events]


def answer_of(receipt: Receipt, cards: CardReader) -> CommandAnswer:
    """The answer of a receipt, also of a repeated one; raises `RuleViolation` for a refusal.

    `cards` knows the cards that a record dealt face down.
    """
    if receipt.refusal is not None:
        refusal = refusal_in(receipt.refusal)
        raise RuleViolation(refusal.section, refusal.message)
    assert receipt.record is not None
    if isinstance(receipt.result, WrittenRecord):
        body = receipt.result.body
    else:
        body = cards.with_known_cards(receipt.record, body_of(receipt.record))
    return CommandAnswer(receipt.record.position, tuple(events_of(body)))
