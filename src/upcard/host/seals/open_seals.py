"""Checks sealed items while a journal is verified: each is sealed, used, revealed or voided."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from upcard.engine.core.commands import (
    BurnCard,
    Command,
    CutCards,
    DealCard,
    DrawDeterminant,
    ReshuffleDiscards,
)
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.irregular.commands import DrawnCard
from upcard.host.meters.bridge import MeterStep
from upcard.host.seals.entropy import Entropy, depth_of
from upcard.host.seals.face_down import (
    FaceDown,
    FaceDownCard,
    card_item,
    cover_cards,
    dealt_face_down,
    follow_cards,
    is_card,
)
from upcard.host.seals.sealing import RevealedSecret, SealedSecret, open_revealed
from upcard.host.seals.shoe_positions import (
    ShoePositions,
    ShoeSides,
    cards_left,
    drawn_side,
    follow_command,
    shuffled_side,
    with_new_orders,
)
from upcard.host.tables.fold import TableFold
from upcard.host.tables.record_body import RecordBody, TableStep
from upcard.progressives.events import MysteryHit
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, refuse_value


class Mismatch(Exception):
    """A record differs from what it has to be; one sentence."""


class _Order:
    """A sealed order of cards: the cards that it has to contain, and those drawn from it.

    `drawn` has the depth of the cut, the number of cards drawn before, and the card.
    """

    def __init__(self, sealed: SealedSecret, cards: list[int]) -> None:
        self.seal = sealed
        self._cards = Counter(cards)
        self.draws: list[tuple[int, int, int]] = []

    def check(self, order: bytes) -> None:
        """Raise `Mismatch` unless the revealed order has its cards and gave those drawn."""
        if Counter(order) != self._cards:
            raise Mismatch(f"{self.seal.item} does not hold the cards that were shuffled.")
        for cut, drawn, card in self.draws:
            if card >= 0 and order[(cut + drawn) % len(order)] != card:
                raise Mismatch(f"A card was dealt that {self.seal.item} does not have there.")


class OpenSeals:
    """The items that the records read so far sealed and did not yet reveal."""

    def __init__(self) -> None:
        self._orders: dict[str, _Order] = {}
        self._secrets: dict[str, SealedSecret] = {}
        self._new: list[SealedSecret] = []
        self._openings: dict[str, RevealedSecret] = {}
        self._given_up: set[str] = set()
        self._spent_items: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._sealing_tables: set[str] = set()

    def begin(self, body: RecordBody) -> None:
        """Start a record: take in what it seals, reveals and voids."""
        self._new = list(body.sealed)
        self._openings = {secret.item: secret for secret in body.revealed}
        if len(self._openings) != len(body.revealed):
            raise Mismatch("A sealed item was revealed twice.")
        self._given_up = {item.item for item in body.voided}
        self._spent_items = set()

    def end_record(self) -> None:
        """End a record: open and check the orders that it revealed.

        Raises `Mismatch` for an item that was revealed but never sealed, or revealed before its
        shoe ended; for one that was voided but not in force; and for one sealed but not used.
        """
        for item, revealed in self._openings.items():
            order = self._orders.pop(item, None)
            if order is None:
                raise Mismatch(f"{item} was revealed and never sealed.")
            if item not in self._spent_items:
                raise Mismatch(f"{item} was revealed before it came to its end.")
            order.check(open_revealed(order.seal, revealed))
        for item in sorted(self._given_up - self._spent_items):
            raise Mismatch(f"{item} was given up and is not in force.")
        if self._new:
            raise Mismatch(f"{self._new[0].item} was sealed for nothing.")

    # Cards

    def remember_card(self, state: AnyTable, sides: ShoeSides, command: Command) -> None:
        """Remember the card that a command draws, and its place in the sealed order."""
        side = drawn_side(state, command)
        side_cards = sides[side] if side is not None else None
        if side_cards is None or isinstance(command, ReshuffleDiscards):
            return
        assert isinstance(command, DealCard | BurnCard | DrawDeterminant | DrawnCard)
        place = (side_cards.cut, side_cards.drawn, command.card)
        self._orders[side_cards.sealed.item].draws.append(place)

    def after_step(
        self,
        state: AnyTable,
        sides: ShoeSides,
        step: TableStep,
        orders: Iterator[SealedSecret],
        *,
        fed: bool,
    ) -> ShoeSides:
        """The sides after a step; a new order of cards is tracked from here on.

        At a `fed` table the house does not know the order of the cards: none may be sealed.
        """
        after = follow_command(sides, state, step.command, step.events, iter(()) if fed else orders)
        side = shuffled_side(state, step.command, step.events)
        if side is None or fed:
            return after
        side_cards = after[side]
        if side_cards is None:
            raise _missing_seal()
        before = sides[side] if side is not None else None
        unseen = [] if before is None else self._unseen_burn_cards(before)
        if before is not None:
            self._end_order(before.sealed)
        self._take_up(side_cards.sealed)
        assert isinstance(state, ShoeState), "what is packed goes into a shoe"
        stack = state.stack
        again = isinstance(step.command, ReshuffleDiscards)
        cards = [*stack.discards, *stack.segregated] if again else state.rules.full_shoe
        known = [card for card in cards if card >= 0]
        order = _Order(side_cards.sealed, known + (unseen if again else []))
        self._orders[side_cards.sealed.item] = order
        if isinstance(step.command, ReshuffleDiscards):
            order.draws.append((0, 0, step.command.burned))
        return after

    def _unseen_burn_cards(self, side_cards: ShoePositions) -> list[int]:
        """The cards that were burned unseen, of an order that the record reveals."""
        revealed = self._openings.get(side_cards.sealed.item)
        return (
            []
            if revealed is None
            else side_cards.unseen(open_revealed(side_cards.sealed, revealed))
        )

    def replace_given_up(
        self, state: AnyTable, sides: ShoeSides, body: RecordBody, orders: Iterator[SealedSecret]
    ) -> ShoeSides:
        """The sides after lost orders were voided; the new orders are tracked from here on."""
        after = with_new_orders(sides, body.voided, orders)
        for side, (side_cards, before) in enumerate(zip(after, sides, strict=True)):
            if side_cards is before or before is None:
                continue
            if side_cards is None:
                raise _missing_seal()
            self._end_order(before.sealed)
            self._take_up(side_cards.sealed)
            order = _Order(side_cards.sealed, cards_left(state, side))
            self._orders[side_cards.sealed.item] = order
        return after

    def shoe_emptied(self, sides: ShoeSides) -> None:
        """Check that the orders in a shoe are revealed when the table gets a new submission."""
        for side_cards in sides:
            if side_cards is not None:
                self._end_order(side_cards.sealed)

    def _end_order(self, seal: SealedSecret) -> None:
        """End an order of cards; raises `Mismatch` unless the record reveals or voids it."""
        self._spent_items.add(seal.item)
        if seal.item in self._given_up:
            del self._orders[seal.item]
        elif seal.item not in self._openings:
            raise _missing_reveal(seal)

    def _take_up(self, seal: SealedSecret) -> None:
        """Take in a new item; raises `Mismatch` if its number is not the next of its kind."""
        self._new.remove(seal)
        kind, _, number = seal.item.rpartition("/")
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        if number != str(self._numbers[kind]):
            raise Mismatch(f"{seal.item} is not number {self._numbers[kind]} of its kind.")

    def cards(self, table: TableFold, state: AnyTable, position: int, body: RecordBody) -> FaceDown:
        """The cards that lie face down after a record as it was written, at `position`.

        `table` is the table before the record, `state` its state after it. Raises `Mismatch` unless
        each card that was dealt face down is sealed, and revealed when it is turned. Journals of
        former versions seal none.
        """
        name = state.rules.name
        new = [sealed for sealed in self._new if is_card(sealed.item)]
        dealt = dealt_face_down(body.steps)
        voided = [sealed_item.item for sealed_item in body.voided if is_card(sealed_item.item)]
        if not new and not table.face_down and name not in self._sealing_tables:
            return ()
        self._sealing_tables.add(name)
        items = [card_item(name, position, at) for at in range(len(dealt) + len(voided))]
        if [sealed.item for sealed in new] != items or body != cover_cards(body):
            raise Mismatch("A card was dealt face down and was not sealed.")
        self._new = [sealed for sealed in self._new if sealed not in new]
        self._spent_items |= {card.sealed.item for card in table.face_down} & set(voided)
        lying = follow_cards(table.face_down, replace(body, revealed=()))
        for card in lying:
            self._open_turned_card(card, lies=card.lies(state))
        return tuple(card for card in lying if card.lies(state))

    def _open_turned_card(self, card: FaceDownCard, *, lies: bool) -> None:
        """Open a card that was turned; raises `Mismatch` if it was revealed before, or was not."""
        revealed = self._openings.pop(card.sealed.item, None)
        if revealed is None:
            if not lies:
                raise Mismatch(f"{card.sealed.item} was turned and was not revealed.")
        elif lies:
            raise Mismatch(f"{card.sealed.item} was revealed before it was turned.")
        elif len(open_revealed(card.sealed, revealed)) != 1:
            raise Mismatch(f"{card.sealed.item} is not one card.")

    # Mystery meters

    def secrets_voided(self, body: RecordBody) -> Iterator[tuple[str, str, str]]:
        """The streams whose secrets the record voids, by whom, and the new commitments."""
        items = {sealed.item: stream for stream, sealed in self._secrets.items()}
        for voided in body.voided:
            stream = items.get(voided.item)
            if stream is not None:
                self._spent_items.add(voided.item)
                yield stream, voided.by, self._next_secret(stream).commitment

    def start(self, rules: MeterRules) -> str:
        """The commitment with which a meter opens, "" without a mystery."""
        if not rules.maximum:
            return ""
        return self._next_secret(rules.stream).commitment

    def secrets(self, meters: Mapping[str, MeterState], stream: str) -> Iterator[Secret]:
        """The value in force, if this record reveals it, then those that it sealed."""
        rules = meters[stream].rules
        while (sealed := self._secrets.get(stream)) is not None:
            revealed = self._openings.get(sealed.item)
            value = rules.maximum  # an upper bound while the value is not revealed
            if revealed is not None:
                value = _require_allowed(rules, sealed.item, int(open_revealed(sealed, revealed)))
            yield Secret(sealed.commitment, value)
            if revealed is None:
                raise _missing_reveal(sealed)
            del self._openings[sealed.item]
            self._next_secret(stream)

    def check_hits(self, meters: Mapping[str, MeterState], steps: tuple[MeterStep, ...]) -> None:
        """Raise `Mismatch` for a mystery meter that passed its value without being hit."""
        for step in steps:
            hits = [event for event in step.events if isinstance(event, MysteryHit)]
            if not hits or hits[0].secret == meters[step.stream].rules.maximum:
                continue  # not hit, or the value is the maximum: a meter above it is hit at once
            if meters[step.stream].amount > hits[0].secret:
                raise Mismatch(f"{step.stream} stood above its secret value before it was hit.")

    def secret_of(self, stream: str) -> SealedSecret | None:
        """The sealed value in force, None for a meter without a mystery."""
        return self._secrets.get(stream)

    def _next_secret(self, stream: str) -> SealedSecret:
        for sealed in self._new:
            if sealed.item.startswith(f"{stream}/secret/"):
                self._take_up(sealed)
                self._secrets[stream] = sealed
                return sealed
        raise Mismatch(f"No new value of {stream} was sealed.")


def _missing_seal() -> Mismatch:
    return Mismatch("Cards were shuffled without their order being sealed.")


def _missing_reveal(seal: SealedSecret) -> Mismatch:
    return Mismatch(f"{seal.item} came to its end and was not revealed.")


def _require_allowed(rules: MeterRules, item: str, value: int) -> int:
    """The mystery value; raises `Mismatch` if the meter's configuration does not allow it."""
    if refuse_value(rules, value) is not None:
        raise Mismatch(f"{item} is not a whole cent between the minimum and the maximum.")
    return value


def require_cut(
    state: AnyTable, sides: ShoeSides, step: TableStep, entropy: tuple[Entropy, ...]
) -> None:
    """Raise `Mismatch` if a cut is not where what players added to it puts it."""
    if not entropy or not isinstance(step.command, CutCards):
        return
    assert isinstance(state, ShoeState), "cards are cut"
    side_cards = sides[state.side]
    if side_cards is None:
        raise _missing_seal()
    depth = depth_of(side_cards.sealed.commitment, entropy, state.rules.shoe_size)
    if step.command.depth != depth:
        raise Mismatch(f"The cards were cut at {step.command.depth}; what players added: {depth}.")
