"""A live table on a journal: what is acknowledged is durable, what fails has not happened."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Final

from upcard.cards.shoe import OutOfCards
from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.automation import Table
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.roulette.wheel import RandomWheel
from upcard.games.table_rules import TableRules
from upcard.host.meters.joined import meters_of
from upcard.host.seals.meter_secrets import lost_secrets
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import SealVoided, Vault, another_key
from upcard.host.seals.shoe_positions import cards_left
from upcard.host.tables.answers import CommandAnswer, answer_of, digest_of, refusal_of
from upcard.host.tables.fed import hold_possible, outside
from upcard.host.tables.fold import RulesOf, TableFold, opened, shoe_name
from upcard.host.tables.table_reader import read_table
from upcard.host.tables.tenancy import Tenancy
from upcard.host.tables.writing import Draft, TableOpening, WrittenRecord, opening_of, write
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, Proposal, Receipt, States, VersionConflict, Written
from upcard.rules.violation import BadInput, RuleViolation

SNAPSHOT_EVERY: Final = 500
"""Records of a table between two snapshots."""

DEALER: Final = Automation.ALL & ~Automation.CLEAR
"""The steps that a host takes by itself; the players' side says when the cards are cleared."""


def stream_of(table: str) -> str:
    """The name of a table's stream."""
    return f"table/{table}"


class TableHost:
    """One table, of which this is the only writer. Any thread may call it.

    The host shuffles, and seals each order before a card of it is dealt; a wheel spins by the
    same bits. Where the table is `fed`, devices bring cards and numbers, which must be possible.
    Opening a table resumes it where its last acknowledged command left it. An `owner` that
    returns takes its table again (without a name it is this process); another has to wait until
    the lease has expired. Where the installation key is lost, the floor gives up what cannot be
    opened, if `void_by` names who does so: the remaining cards are shuffled again, and a mystery
    meter gets a new value.

    Raises `BadInput` where another submission is to start in the middle of a round,
    `RuleViolation` where it may not feed a meter, `JournalError` where the journal refuses.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a host is made of
        self,
        journal: Journal,
        submission: str,
        rules_of: RulesOf,
        vault: Vault,
        bits: Bits = live_bits,
        owner: str = "",
        void_by: str = "",
        automations: Automation = DEALER,
        fed: bool = False,
    ) -> None:
        self.fed: Final = fed
        self.rules: Final[TableRules] = rules_of(submission)
        self.stream: Final = stream_of(self.rules.name)
        self._submission, self._rules_of = submission, rules_of
        self._journal, self._vault, self._bits = journal, vault, bits
        self._shoe = SealedShoe(
            shoe_name(self.rules.name), self.rules.decks, self.rules.sides, vault, bits
        )
        inside = RandomWheel(bits) if self.rules.variation.has_wheel else self._shoe
        self._source = outside(self.rules, bits) if fed else inside
        self._automations = automations
        self._lock = RLock()
        self._tenancy = Tenancy(journal, self.stream, owner)
        try:
            self._load(void_by)
        except BaseException:
            self._tenancy.release()
            raise

    @property
    def state(self) -> AnyTable:
        """The table as it was last acknowledged."""
        return self._state

    def send(self, command: c.Command, *, key: str = "", by: str = "") -> CommandAnswer:
        """Carry a command out, and the dealer's steps that follow, durably.

        The same key has one effect and the same answer, however often it is sent. Raises
        `RuleViolation` for what is refused and `JournalError` for what could not be written:
        then nothing has changed.
        """
        with self._lock:
            digest = digest_of(self.stream, by, command) if key else ""
            known = self._journal.find(key, digest) if key else None
            if known is not None:
                return answer_of(known)
            self._ready()
            try:
                receipt = self._commit((command,), by, key, digest)
            except RuleViolation as violation:
                if not key:
                    raise
                self._tenancy.renew()
                return answer_of(self._journal.refuse(key, digest, refusal_of(violation)))
            assert receipt is not None, "a command has events"
            self._go_on()
            return answer_of(receipt)

    def take(
        self, step: type[c.Command], *, after: int | None = None, by: str = ""
    ) -> CommandAnswer:
        """Take a step that is due and that the host does not take by itself, durably.

        What chance decides comes from shoe or wheel. With `after` it is taken only while that is
        the position of the table's last record. Raises as `send`, and `VersionConflict`.
        """
        with self._lock:
            self._ready()
            if after not in (None, self.position):
                raise VersionConflict(f"Table {self.rules.name} has moved on since {after}.")
            receipt = self._commit((step,), by)
            assert receipt is not None, "a step has events"
            self._go_on()
            return answer_of(receipt)

    def send_all(self, commands: Iterable[c.Command], *, by: str = "") -> None:
        """Carry several commands out in one record, or none of them when one is refused."""
        with self._lock:
            self._ready()
            self._commit(tuple(commands), by)
            self._go_on()

    @property
    def position(self) -> int:
        """The position in the journal of the table's last record."""
        return self._course.position

    @property
    def records_of_round(self) -> tuple[int, ...]:
        """The positions of the records since the table was last cleared, that one included."""
        return tuple(self._course.records)

    @property
    def automations(self) -> Automation:
        """The steps that the host takes by itself."""
        return self._automations

    def automate(self, automations: Automation) -> None:
        """Take these steps by itself from now on, those that are due at once."""
        with self._lock:
            self._automations = automations
            self._ready()
            self._go_on()

    @property
    def round_events(self) -> tuple[e.Event, ...]:
        """What happened since the table was last cleared."""
        return tuple(self._course.events)

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Nobody else sends this table anything while the block runs."""
        with self._lock:
            yield

    def close(self) -> None:
        """Keep a snapshot and give the table back."""
        with self._lock:
            if not self._stale and not self._state.has_wagers:
                self._keep()
            self._tenancy.release()

    # Opening

    def _ready(self) -> None:
        """Hold the lease, and read again what a failure may have left behind."""
        self._tenancy.hold()
        if self._stale:
            self._load()

    def _load(self, void_by: str = "") -> None:
        """Take the table up where its records end, and take the steps that are due."""
        self._stale = True
        before, self._course = read_table(self._journal, self.stream, self._rules_of)
        opening = None
        if before is None or (before.submission, before.fed) != (self._submission, self.fed):
            opening = opening_of(before, self._submission, self.rules, fed=self.fed)
        now = before
        if opening is not None:
            now = opened(before, self._submission, self.rules, fed=self.fed)
        assert now is not None
        self._state = now.state
        self._shoe.restore((now.packs if before is None else before.packs, now.sealed))
        self._stale = False
        self._commit((), opening=opening, void_by=void_by)
        self._go_on()

    # Writing

    def _commit(
        self,
        commands: tuple[c.Command | type[c.Command], ...],
        by: str = "",
        key: str = "",
        digest: str = "",
        opening: TableOpening | None = None,
        void_by: str = "",
    ) -> Receipt | None:
        """Write commands and the steps that are due; None where there is nothing to write.

        What fails leaves table and shoe as they were.
        """
        saved = self._shoe.saved()
        try:
            voided = self._voided(void_by, opening)
            table = Table(self.rules, self._source, self._automations, self._state)
            for command in commands:
                if isinstance(command, type):
                    table.take(command)
                else:
                    if self.fed:
                        hold_possible(table.state, command)
                    table.send(command)
            if not (table.steps or opening or voided or self._lost_secrets(void_by)):
                return None
            sealed, revealed = self._shoe.take()
            draft = Draft(
                state=table.state,
                steps=tuple(table.steps),
                by=by,
                opening=opening,
                sealed=sealed,
                revealed=revealed,
                voided=voided,
                void_by=void_by,
            )
            receipt = self._append(draft, key, digest)
        except BaseException as error:
            self._shoe.restore(saved)
            if isinstance(error, OutOfCards):
                raise BadInput(f"Table {self.rules.name} waits: {error}") from None
            raise
        if receipt.repeated:
            self._shoe.restore(saved)
            return receipt
        assert isinstance(receipt.result, WrittenRecord)
        self._state = receipt.result.state
        assert receipt.record is not None
        self._course.follow(receipt.record.position, receipt.record.version, receipt.result.body)
        if self._course.unkept >= SNAPSHOT_EVERY and not self._state.has_wagers:
            self._keep()
        return receipt

    def _voided(self, by: str, opening: TableOpening | None) -> tuple[SealVoided, ...]:
        """The orders of cards that the floor gives up, with new ones sealed in their place.

        A table that opens with a new submission reveals what is in its shoe: new cards come in.
        """
        if opening is not None:
            items = self._shoe.empty()
            if items and not by:
                raise another_key(items[0])
        else:
            lost = self._shoe.lost() if by else []
            items = [self._shoe.void(side, cards_left(self._state, side)) for side in lost]
        return tuple(SealVoided(item, by) for item in items)

    def _lost_secrets(self, by: str) -> bool:
        """Whether the floor has secrets of meters to give up."""
        return bool(by) and lost_secrets(self._journal, self._vault, meters_of(self.rules))

    def _append(self, draft: Draft, key: str, digest: str) -> Receipt:
        def written(states: States) -> Written:
            return write(draft, states, self._vault, self._bits)

        proposal = Proposal(
            self.stream,
            self._course.version,
            written,
            draft.shared(),
            key,
            digest,
            self._tenancy.fence,
        )
        try:
            return self._journal.append(proposal)
        except RuleViolation:
            raise
        except BaseException:
            self._stale = True  # whether the record stands is known when it is read again
            raise

    def _go_on(self) -> None:
        """Take the steps that waited for the meters; what fails is taken up by the next command."""
        try:
            while self._commit(()) is not None:
                pass
        except (JournalError, BadInput, OutOfCards):
            self._stale = True

    def _keep(self) -> None:
        packs, sealed = self._shoe.saved()
        now = TableFold(self._submission, self._state, packs, sealed, self.fed)
        self._course.keep(self._journal, self.stream, now)
