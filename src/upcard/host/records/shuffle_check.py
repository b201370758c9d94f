"""Checks the cards of one round against the shuffles that were committed before.

Anybody with the records of the table can repeat it: SHA-256 of salt and order is the commitment;
the cut moves the top cards to the bottom; each card is the next of that order.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from upcard.cards.card import name_of
from upcard.engine.core.commands import BurnCard
from upcard.engine.core.events import CardsCut
from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.record_body import RecordBody, TableStep, body_of
from upcard.host.bodies.sealed import Entropy, RevealedSecret, SealedSecret
from upcard.host.seals.face_down import CardReader
from upcard.host.seals.sealing import open_revealed
from upcard.host.seals.shoe_positions import ShoeSides, drawn_side, with_new_orders
from upcard.host.tables.recorded_table import (
    RecordedTable,
    RulesOf,
    apply_step,
    open_table,
    sealed_orders,
)
from upcard.journal.journal import Journal
from upcard.journal.port import JournalTampered
from upcard.rules.violation import BadInput


class ShuffleCheck(msgspec.Struct, frozen=True):
    """A shuffle and the cards that one round took from it.

    `committed` and `revealed` are the positions of the records that hold the commitment and the
    order; `revealed` is 0 while the shoe is in use, and then nothing is `checked`. `cut` is the
    depth of the cut from the top, to which players `added`. `cards` are those that the round took,
    `places` their indices in the order as it was committed.
    """

    item: str
    commitment: str
    committed: int
    added: tuple[Entropy, ...]
    cut: int
    cards: tuple[str, ...]
    places: tuple[int, ...]
    revealed: int
    salt: str
    order: tuple[str, ...]

    @property
    def checked(self) -> bool:
        """Whether the order is revealed, and was compared with the cards."""
        return self.revealed > 0


class _Shuffle:
    """One shuffle, by the records read so far; `draws` are cut, cards drawn before, and card."""

    def __init__(self, sealed: SealedSecret, position: int) -> None:
        self.sealed, self.committed = sealed, position
        self.entropy: tuple[Entropy, ...] = ()
        self.draws: list[tuple[int, int, int]] = []
        self.cut = self.revealed = 0
        self.opens: RevealedSecret | None = None

    def check(self) -> ShuffleCheck:
        """Raise `JournalTampered` unless the order is the one committed and gave the cards."""
        order = b"" if self.opens is None else open_revealed(self.sealed, self.opens)
        places = [(cut + drawn) % len(order) if order else 0 for cut, drawn, _ in self.draws]
        for place, (_, _, card) in zip(places, self.draws, strict=True):
            if order and order[place] != card:
                raise JournalTampered(f"{self.sealed.item} has another card at place {place}.")
        return ShuffleCheck(
            self.sealed.item,
            self.sealed.commitment,
            self.committed,
            self.entropy,
            self.cut,
            tuple(name_of(card) if card >= 0 else "??" for _, _, card in self.draws),
            tuple(places) if order else (),
            self.revealed,
            "" if self.opens is None else self.opens.salt.hex(),
            tuple(name_of(card) for card in order),
        )


def check_shuffles(
    journal: Journal, table: str, number: int, rules_of: RulesOf
) -> tuple[ShuffleCheck, ...]:
    """The shuffles from which a round took cards, each compared with these if it is revealed.

    Raises `BadInput` for a round that is not in the journal, or took no card from a shoe of the
    house, and `JournalTampered` for a card that is not in its place.
    """
    drawn_from = [
        shuffle for shuffle in _shuffles(journal, table, number, rules_of) if shuffle.draws
    ]
    if not drawn_from:
        raise BadInput(f"Round {number} of table {table} took no card that the house shuffled.")
    return tuple(shuffle.check() for shuffle in drawn_from)


def _shuffles(journal: Journal, table: str, number: int, rules_of: RulesOf) -> Iterator[_Shuffle]:
    """All shuffles of a table, with what the round took from each."""
    shuffles: dict[str, _Shuffle] = {}
    now: RecordedTable | None = None
    cards = CardReader(journal)
    for record in journal.records(f"table/{table}"):
        body = cards.with_known_cards(record, body_of(record))
        if body.submission:
            now = open_table(now, body.submission, rules_of(body.submission), fed=body.fed)
        assert now is not None, "a table's first record opens it"
        orders = sealed_orders(body, table)
        for order_sealed in orders:
            shuffles[order_sealed.item] = _Shuffle(order_sealed, record.position)
        rest = iter(orders)
        state = now.state
        sides = with_new_orders(now.shoe_sides, body.voided, rest)
        _add(shuffles, state, sides, body)
        for step in (*body.steps, *body.awards):
            after, later = apply_step(state, sides, step, rest)
            _note_draw(shuffles, state, sides, step, is_requested=after.round == number)
            _note_cut(shuffles, state, sides, step)
            state, sides = after, later
        now = replace(now, state=state, shoe_sides=sides)
        for opens in body.revealed:
            if opens.item in shuffles:
                shuffles[opens.item].opens = opens
                shuffles[opens.item].revealed = record.position
    yield from shuffles.values()


def _add(
    shuffles: dict[str, _Shuffle], state: AnyTable, sides: ShoeSides, body: RecordBody
) -> None:
    side_cards = sides[getattr(state, "side", 0)] if body.entropy else None
    if side_cards is not None:
        shuffles[side_cards.sealed.item].entropy += body.entropy


def _note_draw(
    shuffles: dict[str, _Shuffle],
    state: AnyTable,
    sides: ShoeSides,
    step: TableStep,
    *,
    is_requested: bool,
) -> None:
    side = drawn_side(state, step.command)
    side_cards = sides[side] if side is not None and is_requested else None
    card = getattr(step.command, "card", None)
    if side_cards is not None and card is not None and not isinstance(step.command, BurnCard):
        shuffles[side_cards.sealed.item].draws.append((side_cards.cut, side_cards.drawn, card))


def _note_cut(
    shuffles: dict[str, _Shuffle], state: AnyTable, sides: ShoeSides, step: TableStep
) -> None:
    for event in step.events:
        side_cards = sides[getattr(state, "side", 0)] if isinstance(event, CardsCut) else None
        if side_cards is not None and isinstance(event, CardsCut):
            shuffles[side_cards.sealed.item].cut += event.depth
