"""Loads a table from its stream, and writes each change of it as one record."""

from threading import RLock
from typing import Final

from upcard.cards.random_source import RandomSourceFailed, TestedBits
from upcard.cards.shoe import OutOfCards
from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.core.commands import CloseBets, Command, CutCards
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.play import refusal
from upcard.engine.roulette.wheel import RandomWheel
from upcard.engine.shoe.decide import MINIMUM_CUT
from upcard.games.table_rules import TableRules
from upcard.host.meters.bridge import meters_of
from upcard.host.seals.entropy import Entropy, spread_of
from upcard.host.seals.meter_secrets import lost_secrets
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import SealVoided, Vault, wrong_installation_key
from upcard.host.seals.shoe_positions import cards_left
from upcard.host.tables.device_source import device_source, require_possible_card
from upcard.host.tables.fold import RulesOf, TableFold, entropy_after, open_table, shoe_item_prefix
from upcard.host.tables.redrawing import redraw
from upcard.host.tables.sending import Sending, finish
from upcard.host.tables.table_reader import read_table
from upcard.host.tables.tenancy import Tenancy
from upcard.host.tables.writing import Draft, TableOpening, WrittenRecord, opening_of, write
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, KeyReused, Proposal, Receipt, States, Written
from upcard.journal.writing.group import system_clock
from upcard.journal.writing.patience import result_of
from upcard.rules.violation import BadInput, RuleViolation

SNAPSHOT_EVERY: Final = 500
"""Records of a table between two snapshots."""


def stream_of(table: str) -> str:
    """The name of a table's stream."""
    return f"table/{table}"


class CommittedTable:
    """A table and its stream: loads it from its records, and writes what happens to it.

    A caller holds `lock` while it commits. The table changes only after its record is durable.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - everything that a host needs
        self,
        journal: Journal,
        submission: str,
        rules_of: RulesOf,
        vault: Vault,
        bits: Bits = live_bits,
        tenancy: Tenancy | None = None,
        void_by: str = "",
        automations: Automation = UNTIL_CLEARED,
        fed: bool = False,
    ) -> None:
        self.fed: Final = fed
        self.rules: Final[TableRules] = rules_of(submission)
        self.stream: Final = stream_of(self.rules.name)
        self._submission, self._rules_of = submission, rules_of
        self._journal, self._vault, self._bits = journal, vault, bits
        self._shoe = SealedShoe(
            shoe_item_prefix(self.rules.name), self.rules.full_shoe, self.rules.sides, vault, bits
        )
        own_source = RandomWheel(bits) if self.rules.variation.has_wheel else self._shoe
        self._source = device_source(self.rules, bits) if fed else own_source
        self._automations = automations
        self._memory: AutomatedTable[AnyTable] | None = None
        self._lock = RLock()
        self.tenancy: Final = tenancy or Tenancy(journal, self.stream)
        try:
            self._load(void_by)
        except BaseException:
            self.tenancy.release()
            raise

    @property
    def state(self) -> AnyTable:
        """The table after its last acknowledged command."""
        return self._state

    def _ready(self) -> None:
        """Renew the lease if it is time, and reload the table if a write may have failed."""
        self.tenancy.hold()
        if self._stale:
            self._load()

    def _load(self, void_by: str = "") -> None:
        """Load the table from its records, open it if needed, and take the steps that are due."""
        self._stale = True
        before, self._reader = read_table(self._journal, self.stream, self._rules_of, self._vault)
        opening = None
        if before is None or (before.submission, before.fed) != (self._submission, self.fed):
            opening = opening_of(before, self._submission, self.rules, fed=self.fed)
        now = before
        if opening is not None:
            now = open_table(before, self._submission, self.rules, fed=self.fed)
        assert now is not None
        self._state, self._face_down = now.state, now.face_down
        self._shoe.added = now.entropy
        self._unreadable = tuple(
            card for card in now.face_down if not self._vault.opens(card.sealed)
        )
        self._shoe.restore((now.shoe_sides if before is None else before.shoe_sides, now.sealed))
        self._stale = False
        finish(self._commit((), opening=opening, void_by=void_by))
        self._go_on()

    def _commit(
        self,
        commands: tuple[Command | type[Command], ...],
        by: str = "",
        key: str = "",
        digest: str = "",
        opening: TableOpening | None = None,
        void_by: str = "",
        entropy: tuple[Entropy, ...] = (),
    ) -> Sending[Receipt | None]:
        """Write commands and the steps that are due; None if there is nothing to write.

        A failure leaves the table and the shoe unchanged.
        """
        if self._unreadable and not void_by:
            if commands:
                raise wrong_installation_key(self._unreadable[0].sealed.item)
            return None
        saved = self._shoe.state_to_keep()
        try:
            draft = self._draft(commands, by, opening, void_by, entropy)
            if draft is None:
                return None
            receipt = yield from self._append(draft, key, digest)
        except BaseException as error:
            self._shoe.restore(saved)
            if isinstance(error, OutOfCards | RandomSourceFailed):
                raise BadInput(f"Table {self.rules.name} waits: {error}") from None
            raise
        if receipt.repeated:
            self._shoe.restore(saved)
            return receipt
        assert isinstance(receipt.result, WrittenRecord)
        self._state, self._face_down = receipt.result.state, receipt.result.face_down
        self._unreadable = ()
        self._shoe.added = entropy_after(self._shoe.added, receipt.result.body)
        assert receipt.record is not None
        self._reader.read_record(receipt.record.position, receipt.result.body)
        if self._reader.unkept >= SNAPSHOT_EVERY:
            self._keep()
        return receipt

    def _draft(
        self,
        commands: tuple[Command | type[Command], ...],
        by: str,
        opening: TableOpening | None,
        void_by: str,
        entropy: tuple[Entropy, ...] = (),
    ) -> Draft | None:
        """Carry out commands and the steps that are due; None if there is nothing to write."""
        redrawn = self._redraw_cards()
        voided = self._void_orders(void_by, opening)
        table = self._table_in_memory()
        for request in commands:
            command = self._with_added(table.state, request)
            if isinstance(command, CloseBets):
                self._require_source()
            if isinstance(command, type):
                table.take_step(command)
            else:
                if self.fed:
                    require_possible_card(table.state, command)
                table.send(command)
        if not (table.steps or opening or voided or entropy or self._lost_secrets(void_by)):
            return None
        sealed, revealed = self._shoe.fetch_seals()
        return Draft(
            state=table.state,
            steps=tuple(table.steps),
            by=by,
            opening=opening,
            sealed=sealed,
            revealed=revealed,
            voided=voided,
            void_by=void_by,
            position=self._reader.position + 1,
            face_down=self._face_down,
            redrawn=redrawn,
            entropy=entropy,
            at=system_clock(),
        )

    def _table_in_memory(self) -> AutomatedTable[AnyTable]:
        """The table in memory, as it was last written; it takes the steps that are due there."""
        if self._memory is None:
            self._memory = AutomatedTable(self.rules, self._source, self._automations, self._state)
        else:
            self._memory.begin(self._state, self._automations)
        return self._memory

    def _with_added(
        self, state: AnyTable, command: Command | type[Command]
    ) -> Command | type[Command]:
        """The command; a cut that is not refused is where it follows from what players added."""
        if not isinstance(command, CutCards) or not self._shoe.added:
            return command
        if not isinstance(state, ShoeState) or refusal(state, command) is not None:
            return command
        place = self._shoe.cut_place(state.side, spread_of(state.rules.shoe_size))
        return CutCards(command.position, MINIMUM_CUT + place)

    def _require_source(self) -> None:
        """Raise `RandomSourceFailed` if the house draws and its source failed: no round begins."""
        if isinstance(self._bits, TestedBits) and not self.fed:
            self._bits.require()

    def _void_orders(self, by: str, opening: TableOpening | None) -> tuple[SealVoided, ...]:
        """Void the orders of cards that cannot be opened, sealing new ones in their place.

        A table that opens with a new submission gets new cards, so it reveals the orders in its
        shoe instead. Raises `SealBroken` if one of those cannot be opened and `by` is empty.
        """
        if opening is not None:
            items = self._shoe.empty()
            if items and not by:
                raise wrong_installation_key(items[0])
        else:
            lost = self._shoe.lost_sides() if by else []
            items = [self._shoe.void(side, cards_left(self._state, side)) for side in lost]
        cards = [card.sealed.item for card in self._unreadable]
        return tuple(SealVoided(item, by) for item in (*cards, *items))

    def _redraw_cards(self) -> tuple[int, ...]:
        """New cards in place of the face-down cards that are lost; the table has them from now on.

        Raises `SealBroken` where the house does not draw, or where its shoe is not lost as well.
        """
        if not self._unreadable:
            return ()
        state = self._state
        if (
            self.fed
            or not isinstance(state, ShoeState)
            or state.side not in self._shoe.lost_sides()
        ):
            raise wrong_installation_key(self._unreadable[0].sealed.item)
        unseen = cards_left(state, state.side)
        cards, self._state = redraw(
            self._journal,
            self.stream,
            self._rules_of,
            self._vault,
            self._unreadable,
            unseen,
            self._bits,
        )
        return tuple(cards.values())

    def _lost_secrets(self, by: str) -> bool:
        """Whether `by` is given and a meter of the table has a secret that cannot be opened."""
        return bool(by) and lost_secrets(self._journal, self._vault, meters_of(self.rules))

    def _append(self, draft: Draft, key: str, digest: str) -> Sending[Receipt]:
        def written(states: States) -> Written:
            return write(draft, states, self._vault, self._bits)

        proposal = Proposal(
            self.stream,
            self._reader.position,
            written,
            draft.shared(),
            key,
            digest,
            self.tenancy.fence,
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

    def _go_on(self) -> None:
        """Take the steps that waited for the meters; after a failure the next command does it."""
        try:
            while finish(self._commit(())) is not None:
                pass
        except (JournalError, BadInput, OutOfCards):
            self._stale = True

    def _keep(self) -> None:
        """Save a snapshot, unless a round or a cut is under way, or a card lies face down."""
        if self._state.has_wagers or self._face_down or self._shoe.added:
            return
        sides, sealed = self._shoe.state_to_keep()
        now = TableFold(self._submission, self._state, sides, sealed, self.fed)
        self._reader.keep(self._journal, self.stream, now)
