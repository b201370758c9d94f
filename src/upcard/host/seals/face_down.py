"""Cards that lie face down: sealed in the record that deals them, revealed where they are turned.

Such a record has a placeholder in place of the card: -2 for the first card that it deals face down,
-3 for the second. The card itself is an item of its own, ``table/BJ-01/card/17/0``: of table BJ-01,
record 17, the first. Records of former versions have these cards in the clear.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from upcard.engine.core.commands import DealCard
from upcard.engine.core.events import CardDealt
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import game_of
from upcard.host.bodies.record_body import RecordBody, TableStep
from upcard.host.bodies.sealed import RevealedSecret, SealedSecret, SealVoided
from upcard.host.seals.sealing import SealBroken, Vault, open_revealed
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord

FIRST: Final = -2
"""The placeholder of the first card that a record deals face down; -1 is a card nobody saw."""

MAX_SKIPPED_RECORDS: Final = 500
"""Records that are passed over one by one; further on, a new page is read."""

_ITEM: Final = re.compile(r"/card/\d+/\d+$")


class FaceDownCard(msgspec.Struct, frozen=True):
    """A sealed card, dealt to a position's hand or to the dealer, that is not yet turned."""

    sealed: SealedSecret
    position: int
    hand: int

    def lies(self, state: AnyTable) -> bool:
        """Whether it still lies face down at the table."""
        return game_of(state.rules).lies_face_down(state, self.position, self.hand)


def card_item(table: str, position: int, index: int) -> str:
    """The name of the card that a table's record at `position` seals as number `index`, from 0."""
    return f"table/{table}/card/{position}/{index}"


def is_card(item: str) -> bool:
    """Whether a sealed item is a card that was dealt face down."""
    return _ITEM.search(item) is not None


def cards_sealed(secrets: Iterable[SealedSecret]) -> list[SealedSecret]:
    """The face-down cards among sealed items."""
    return [secret for secret in secrets if is_card(secret.item)]


def seal_card(vault: Vault, item: str, card: int) -> SealedSecret:
    """Seal one card."""
    return vault.seal(item, bytes([card]))


def dealt_face_down(steps: Iterable[TableStep]) -> list[CardDealt]:
    """The cards that steps deal face down, in order."""
    return [
        event
        for step in steps
        if isinstance(step.command, DealCard)  # a determinant was seen before
        for event in step.events
        if isinstance(event, CardDealt) and not event.face_up
    ]


def with_cards(body: RecordBody, cards: Sequence[int]) -> RecordBody:
    """The body with these in place of the cards that it deals face down, in order."""
    next_cards = iter(cards)
    return replace(body, steps=tuple(_with_card(step, next_cards) for step in body.steps))


def placeholders(count: int) -> range:
    """The placeholders of a record that deals `count` cards face down."""
    return range(FIRST, FIRST - count, -1)


def cover_cards(body: RecordBody) -> RecordBody:
    """The body with placeholders, as it is written."""
    count = len(dealt_face_down(body.steps))
    return with_cards(body, placeholders(count)) if count else body


def has_placeholders(body: RecordBody) -> bool:
    """Whether a card of the body is not known."""
    return any(event.card <= FIRST for event in dealt_face_down(body.steps))


def _with_card(step: TableStep, cards: Iterator[int]) -> TableStep:
    covered_now = dealt_face_down((step,))
    if not covered_now:
        return step
    card = next(cards)
    events = tuple(
        replace(event, card=card) if event in covered_now else event for event in step.events
    )
    return TableStep(replace(step.command, card=card), events)


FaceDown = tuple[FaceDownCard, ...]
"""The sealed cards of a table that are not yet turned."""


def follow_cards(before: FaceDown, body: RecordBody) -> FaceDown:
    """The cards that lie face down after a record, those included that it turned without revealing.

    A record that voids cards, because they cannot be opened any more, seals others in their place.
    """
    new_cards = cards_sealed(body.sealed)
    dealt = dealt_face_down(body.steps)
    instead = dict(replaced_cards(body, new_cards[len(dealt) :]))
    no_longer_hidden = {revealed.item for revealed in body.revealed}
    lying = [replace(card, sealed=instead.get(card.sealed.item, card.sealed)) for card in before]
    lying += [
        FaceDownCard(card, event.position, event.hand)
        for card, event in zip(new_cards, dealt, strict=False)
    ]
    return tuple(card for card in lying if card.sealed.item not in no_longer_hidden)


def replaced_cards(
    body: RecordBody, new: Iterable[SealedSecret]
) -> Iterator[tuple[str, SealedSecret]]:
    """The voided cards of a record, each with the card that was sealed in its place."""
    return zip((voided.item for voided in body.voided if is_card(voided.item)), new, strict=False)


class _Seals(msgspec.Struct, frozen=True):
    """What a record seals, reveals and voids."""

    sealed: tuple[SealedSecret, ...] = ()
    revealed: tuple[RevealedSecret, ...] = ()
    voided: tuple[SealVoided, ...] = ()


_seals: Final = msgspec.json.Decoder(_Seals)


class RecordPlace(Protocol):
    """A record, or what is told of one: its stream and its position there."""

    @property
    def stream(self) -> str:
        """The name of its stream."""

    @property
    def position(self) -> int:
        """Its position, from 1."""


class CardReader:
    """Fills in the face-down cards of a journal's records, which are read in order.

    A card is known if `cards` has it by the name of its item, if a later record turns it, or if
    `vault` opens it. Cards that are not known stay placeholders.
    """

    def __init__(
        self,
        journal: Journal,
        vault: Vault | None = None,
        cards: Mapping[str, int] | None = None,
    ) -> None:
        self._journal, self._vault = journal, vault
        self._known_cards = cards or {}
        self._ahead: dict[str, _ReadingAhead] = {}

    def with_known_cards(self, record: RecordPlace, body: RecordBody) -> RecordBody:
        """The body of a record, with the cards that are known."""
        if not body.sealed or not has_placeholders(body):
            return body
        sealed, unknown = cards_sealed(body.sealed), placeholders(len(body.sealed))
        cards = [self._card(record, lying) for lying in sealed]
        pairs = zip(cards, unknown, strict=False)
        return with_cards(body, [hidden if card is None else card for card, hidden in pairs])

    def _card(self, record: RecordPlace, seal: SealedSecret) -> int | None:
        if seal.item in self._known_cards:
            return self._known_cards[seal.item]
        if self._vault is not None and self._vault.opens(seal):
            return self._vault.open(seal)[0]
        ahead = self._ahead.setdefault(record.stream, _ReadingAhead(self._journal, record.stream))
        secret = ahead.find(seal.item, record.position)
        if isinstance(secret, SealedSecret):
            return self._card(record, secret)
        return None if secret is None else _open_card(seal, secret)


def _open_card(seal: SealedSecret, opening: RevealedSecret) -> int | None:
    """The card, or None if it does not open: verification says so where it is revealed."""
    try:
        secret = open_revealed(seal, opening)
    except SealBroken:
        return None
    return secret[0] if len(secret) == 1 else None


class _ReadingAhead:
    """Reads on in a stream, for what becomes of its face-down cards."""

    def __init__(self, journal: Journal, stream: str) -> None:
        self._journal, self._stream = journal, stream
        self._position = 0
        self._records: Iterator[JournalRecord] | None = None
        self._secrets: dict[str, RevealedSecret | SealedSecret] = {}

    def find(self, item: str, position: int) -> RevealedSecret | SealedSecret | None:
        """What reveals an item that the record at `position` sealed, or replaces it, or None."""
        self._pass_to(position - 1)
        while item not in self._secrets and self._read_record():
            pass
        return self._secrets.pop(item, None)

    def _pass_to(self, position: int) -> None:
        """Skip the records up to a position: one by one if it is near, because pages are costly."""
        if position - self._position > MAX_SKIPPED_RECORDS:
            self._records = None
        while self._records is not None and self._position < position:
            record = next(self._records, None)
            if record is None:
                self._records = None
            else:
                self._position = record.position
        self._position = max(self._position, position)

    def _read_record(self) -> bool:
        """Take in the next record; whether there is one."""
        if self._records is None:
            self._records = self._journal.records(self._stream, self._position)
        record = next(self._records, None)
        if record is None:
            self._records = None
            return False
        self._position = record.position
        if b"/card/" in (text := bytes(record.body)):
            # A record that is broken is reported where it is decoded as a whole.
            with suppress(msgspec.MsgspecError, UnicodeError):
                self._add_seals(_seals.decode(text))
        return True

    def _add_seals(self, seals: _Seals) -> None:
        openings = (opening for opening in seals.revealed if is_card(opening.item))
        self._secrets |= {opening.item: opening for opening in openings}
        voided = [seal.item for seal in seals.voided if is_card(seal.item)]
        new = cards_sealed(seals.sealed)[-len(voided) :] if voided else []
        self._secrets |= dict(zip(voided, new, strict=False))
