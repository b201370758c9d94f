"""Loads a table from its stream, and writes each change of it as one record."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.random_source import RandomSourceFailed
from upcard.cards.shoe import OutOfCards
from upcard.engine.automation import AutomatedTable
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.games.table_rules import TableRules
from upcard.host.bodies.sealed import Entropy, SealVoided
from upcard.host.meters.bridge import meters_of
from upcard.host.seals.face_down import FaceDown
from upcard.host.seals.meter_secrets import lost_secrets
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import wrong_installation_key
from upcard.host.seals.shoe_positions import cards_left
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.draft_table import DraftTable
from upcard.host.tables.held_lease import HeldLease
from upcard.host.tables.in_flight import InFlight, finish
from upcard.host.tables.opening import OpeningTerms, opening_of
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, entropy_after, open_table
from upcard.host.tables.redrawing import redraw
from upcard.host.tables.requests import AddEntropy, OpenTable, TableRequest, TakeDueSteps
from upcard.host.tables.table_reader import TableReader, read_table
from upcard.host.tables.voiding import Voiding, void_orders
from upcard.host.tables.writing import Draft, WrittenRecord, write
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, KeyReused, Proposal, Receipt, States, Written
from upcard.journal.writing.wait_limits import result_of
from upcard.rules.violation import BadInput, RuleViolation
from upcard.text.times import system_clock

SNAPSHOT_EVERY: Final = 500
"""Records of a table between two snapshots."""

_DUE_STEPS: Final = TableRequest(TakeDueSteps())


def stream_of(table: str) -> str:
    """The name of a table's stream."""
    return f"table/{table}"


class CommittedTable:
    """A table that changes by durable records alone: one for each request.

    Making one opens the table. `automations` are the steps that it takes automatically, `shoe` is
    the house's. One thread at a time may call it; any thread may read `state` and `reader`, of
    which the state changes first. Raises what `TableHost` raises.
    """

    state: AnyTable
    """The table after its last record."""

    reader: TableReader
    """The position of that record, and the events and records of the round under way."""

    _face_down: FaceDown
    _unreadable: FaceDown
    """The face-down cards, and those among them that this installation cannot open."""

    def __init__(
        self,
        journal: Journal,
        submission: str,
        rules_of: RulesOf,
        supply: CardSupply,
        terms: OpeningTerms,
    ) -> None:
        self.rules: Final[TableRules] = rules_of(submission)
        self.stream: Final = stream_of(self.rules.name)
        self.automations = terms.automations
        self._submission, self._rules_of = submission, rules_of
        self._journal, self._supply = journal, supply
        self._draft_table = DraftTable(self.rules, supply)
        self.shoe: Final[SealedShoe] = self._draft_table.shoe
        self.held_lease: Final = terms.held_lease or HeldLease(journal, self.stream)
        try:
            self._load(terms.void_by)
        except BaseException:
            self.held_lease.release()
            raise

    def make_ready(self) -> None:
        """Renew the lease if it is time, and reload the table if a write may have failed."""
        self.held_lease.hold()
        if self._stale:
            self._load()

    def commit(self, request: TableRequest) -> InFlight[Receipt | None]:
        """Write what is asked and the steps that are due; None if there is nothing to write.

        A failure leaves the table and the shoe unchanged. Raises `RuleViolation` for a refusal,
        `BadInput` for a table without cards or a random source, `JournalError` if the record could
        not be written, and `SealBroken` while a card lies there that cannot be opened.
        """
        saved = self.shoe.state_to_keep()
        try:
            draft = self._draft(request)
            if draft is None:
                return None
            receipt = yield from self._append(draft, request)
        except BaseException as error:
            self.shoe.restore(saved)
            if isinstance(error, OutOfCards | RandomSourceFailed):
                raise BadInput(f"Table {self.rules.name} waits: {error}") from None
            raise
        if receipt.repeated:
            self.shoe.restore(saved)
            return receipt
        assert isinstance(receipt.result, WrittenRecord)
        self.state, self._face_down = receipt.result.state, receipt.result.face_down
        self._unreadable = ()
        self.shoe.added = entropy_after(self.shoe.added, receipt.result.body)
        assert receipt.record is not None
        self.reader.read_record(receipt.record.position, receipt.result.body)
        if self.reader.since_snapshot >= SNAPSHOT_EVERY:
            self.save_snapshot()
        return receipt

    def take_due_steps(self) -> None:
        """Take the steps that waited for the meters; after a failure the next command does it."""
        try:
            while finish(self.commit(_DUE_STEPS)) is not None:
                pass
        except (JournalError, BadInput, OutOfCards):
            self._stale = True

    def save_snapshot(self) -> None:
        """Save a snapshot, unless a round or a cut is under way, or a card lies face down.

        Nothing is saved either while a write may have failed.
        """
        if self._stale or self.state.has_wagers or self._face_down or self.shoe.added:
            return
        sides, sealed = self.shoe.state_to_keep()
        now = RecordedTable(self._submission, self.state, sides, sealed, self._supply.fed)
        self.reader.save_snapshot(self._journal, self.stream, now)

    def _load(self, void_by: str = "") -> None:
        """Load the table from its records, open it if needed, and take the steps that are due."""
        self._stale = True
        vault, fed = self._supply.vault, self._supply.fed
        before, self.reader = read_table(self._journal, self.stream, self._rules_of, vault)
        opening = opening_of(before, self._submission, self.rules, fed=fed)
        now = before
        if opening is not None:
            now = open_table(before, self._submission, self.rules, fed=fed)
        assert now is not None
        self.state = now.state
        self._face_down = now.face_down
        self._unreadable = tuple(card for card in now.face_down if not vault.opens(card.sealed))
        self.shoe.added = now.entropy
        self.shoe.restore((now.shoe_sides if before is None else before.shoe_sides, now.sealed))
        self._stale = False
        finish(self.commit(TableRequest(OpenTable(opening, void_by))))
        self.take_due_steps()

    # Drafts

    def _draft(self, request: TableRequest) -> Draft | None:
        """Carry out what is asked and the steps that are due; None if there is nothing to write."""
        act = request.act
        if isinstance(act, OpenTable):
            return self._draft_of_opening(act)
        if self._unreadable:
            if isinstance(act, TakeDueSteps):
                return None
            raise wrong_installation_key(self._unreadable[0].sealed.item)
        table = self._draft_table.carry_out(act, self.state, self.automations)
        entropy = (act.entropy,) if isinstance(act, AddEntropy) else ()
        if not table.steps and not entropy:
            return None
        return self._draft_of(table, actor=request.by, entropy=entropy)

    def _draft_of_opening(self, act: OpenTable) -> Draft | None:
        """Open the table and take the steps that are due; None if there is nothing to write.

        The cards that cannot be opened are given up first. Raises `SealBroken` where they have to
        be, and nobody has decided so.
        """
        if self._unreadable and not act.void_by:
            return None
        state, redrawn = self._redraw_cards()
        cards = [card.sealed.item for card in self._unreadable]
        orders = void_orders(self.shoe, state, act.void_by, empties=act.opening is not None)
        seals = tuple(SealVoided(item, act.void_by) for item in (*cards, *orders))
        table = self._draft_table.carry_out(act, state, self.automations)
        if not (table.steps or act.opening or seals or self._has_lost_meter(act.void_by)):
            return None
        draft = self._draft_of(table)
        return replace(draft, opening=act.opening, voiding=Voiding(act.void_by, seals, redrawn))

    def _draft_of(
        self, table: AutomatedTable[AnyTable], actor: str = "", entropy: tuple[Entropy, ...] = ()
    ) -> Draft:
        """The draft of what was done at the table in memory, with the seals of its shoe."""
        sealed, revealed = self.shoe.fetch_seals()
        return Draft(
            state=table.state,
            steps=tuple(table.steps),
            by=actor,
            sealed=sealed,
            revealed=revealed,
            position=self.reader.position + 1,
            face_down=self._face_down,
            entropy=entropy,
            at=system_clock(),
        )

    def _redraw_cards(self) -> tuple[AnyTable, tuple[int, ...]]:
        """The table with new cards in place of the face-down cards that are lost, and these cards.

        Raises `SealBroken` where the house does not draw, or where its shoe is not lost as well.
        """
        state, lost = self.state, self._unreadable
        if not lost:
            return state, ()
        if (
            self._supply.fed
            or not isinstance(state, ShoeState)
            or state.side not in self.shoe.lost_sides()
        ):
            raise wrong_installation_key(lost[0].sealed.item)
        cards, state_after = redraw(
            self._journal,
            self.stream,
            self._rules_of,
            self._supply,
            lost,
            cards_left(state, state.side),
        )
        return state_after, tuple(cards.values())

    def _has_lost_meter(self, actor: str) -> bool:
        """Whether `actor` is given and a meter of the table has a secret that cannot be opened."""
        meters = meters_of(self.rules)
        return bool(actor) and lost_secrets(self._journal, self._supply.vault, meters)

    def _append(self, draft: Draft, request: TableRequest) -> InFlight[Receipt]:
        """Submit the record of a draft; yields once it is queued, and returns its receipt."""

        def written(states: States) -> Written:
            return write(draft, states, self._supply)

        proposal = Proposal(
            self.stream,
            self.reader.position,
            written,
            draft.shared_states(),
            request.key,
            request.digest,
            self.held_lease.fence,
        )
        try:
            future = self._journal.submit(proposal)
            yield
            return result_of(future)
        except (RuleViolation, KeyReused):
            raise
        except BaseException:
            self._stale = True  # the record may or may not be written: reloading shows which
            raise
