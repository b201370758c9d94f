"""The live tables of this process. Every command to a table goes through here."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Final

from msgspec.structs import replace

from upcard.engine.core.commands import Command
from upcard.engine.core.steps import Automation, DueCommand
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import JackpotStep
from upcard.host.meters.bridge import meters_of
from upcard.host.meters.parameters import submit_parameters
from upcard.host.money.cashier import Cashier
from upcard.host.records.register import Register, RegisterEntry
from upcard.host.tables.answers import CommandAnswer
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.committing import stream_of
from upcard.host.tables.held_lease import HeldLease
from upcard.host.tables.in_flight import InFlight, finish
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.recorded_table import RulesOf
from upcard.host.tables.table import TableHost
from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut, StreamLeased
from upcard.journal.writing.wait_limits import waiting_at_most
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.accounts import Accounts
from upcard.service.access.authority import Action, authorize_command, authorize_step
from upcard.service.access.device_persons import DevicePersons
from upcard.service.access.named_persons import waiting_step
from upcard.service.access.principal import Forbidden, Principal
from upcard.service.meter_board import MeterBoard
from upcard.service.money import require_kept_accounts, require_may_wager
from upcard.service.settings import Settings
from upcard.service.tables.audited_authority import AuditedAuthority
from upcard.service.tables.automations import AUTOMATIC, not_due, steps_due
from upcard.service.tables.command_watch import CommandWatch
from upcard.service.tables.jackpots import require_two_persons
from upcard.service.tables.other_workers import NoSuchTable, OtherWorkersTables
from upcard.service.tables.scheduling import put_scheduled
from upcard.service.tables.senders import own_key, with_sender
from upcard.service.tables.separate_duties import SeparateDuties
from upcard.service.tables.table_leases import LEASE_SECONDS, TableLeases

BEGIN_SECONDS: Final = 4.0
"""Seconds after which a command is refused if the journal has not begun to write it.

A transaction that has begun ends within five more (`LOCKED_WITHIN`, and the commit).
"""


class Floor:
    """Tables on one journal. Any thread may call it; a command returns when it is durable.

    The `house` shuffles, spins and seals; the tables named in `Settings.fed` get cards and numbers
    from devices, and people shuffle there. `rules_of` compiles the text of a Rules Submission. A
    keypad acts for the person who is signed in at it. `authority` tells who may do what, and notes
    refusals; `send`, `take_step` and `automate` ask for it themselves.
    """

    def __init__(
        self,
        journal: Journal,
        accounts: Accounts,
        rules_of: RulesOf,
        house: CardSupply,
        settings: Settings,
    ) -> None:
        self.journal: Final = journal
        self.accounts: Final = accounts
        self.authority: Final = AuditedAuthority(accounts, self._serves)
        self.at_devices: Final = DevicePersons(accounts)
        self.register: Final = Register(journal)
        self.duties: Final = SeparateDuties(self.register, separate=settings.separate_duties)
        self.cashier: Final = Cashier(journal)
        self.board: Final = MeterBoard(journal)
        self.watch: Final = CommandWatch()
        self.two_persons_above: Final = settings.two_persons_above
        self.rules_of: Final = rules_of
        self._house, self._settings = house, settings
        self._automations: dict[str, Automation] = {}
        self.beside: Final = OtherWorkersTables(journal, rules_of)
        self._lock = RLock()
        self.leases: Final = TableLeases(journal, self._take_up, self._lock, self.put_scheduled)

    # Tables

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that this process serves now."""
        return self.leases.tables

    def _serves(self, table: str) -> bool:
        """Whether this process serves a table or waits for it."""
        return table in self.leases.assigned

    @property
    def shown_tables(self) -> tuple[str, ...]:
        """The names of the tables that are shown here: its own, and those of other workers."""
        return (*self.tables, *sorted(self.beside.tables))

    def host(self, table: str) -> TableHost:
        """A table's host; raises `NoSuchTable`, or `TableElsewhere` while another one has it."""
        host = self.leases.serving_host(table)
        if host is not None:
            return host
        self.beside.require_none(table)
        if table not in self.leases.assigned:
            raise NoSuchTable(f"There is no table {table} here.")
        raise self.leases.elsewhere(table)

    def state(self, table: str) -> AnyTable:
        """A table that is shown here, after its last acknowledged command."""
        return (self.beside.tables.get(table) or self.host(table)).state

    def open(self, submission: str, actor: str, automations: Automation = AUTOMATIC) -> str:
        """Serve a table with the version of its submission that is in force; returns its name.

        If no version is in force, `submission` is filed, approved in the name of `actor` and put in
        force. While another process has the table, this one waits for it. Raises `BadInput` for a
        submission that does not comply.
        """
        with self._lock:
            rules = self.rules_of(submission)
            if rules.name in self.leases.assigned:
                raise BadInput(f"Table {rules.name} is already served.")
            require_kept_accounts(rules, self.accounts)
            running = self.register.first_in_force(rules.name, submission, actor)
            self._automations[rules.name] = automations
            self._serve_or_wait(running)
            return rules.name

    def file(self, text: str, actor: str) -> RegisterEntry:
        """File a new version of a table's submission; raises `BadInput` if it does not comply."""
        table = self.rules_of(text).name
        self.beside.require_none(table)
        return self.register.file(table, text, actor)

    def put_in_force(
        self, table: str, version: int, actor: str, *, after_round: bool = False
    ) -> RegisterEntry:
        """Continue a table with another version of its submission, between two rounds.

        In mid-round it is scheduled `after_round`, else refused. Raises `BadInput`,
        `RuleViolation` for a version that is not approved, `Forbidden` for who filed it.
        """
        self.duties.require_other_person(table, version, actor, "puts it in force")
        with self._lock, self._locked(table) as host:
            if host.state.has_wagers:
                if after_round:
                    return self.register.schedule(table, version, actor)
                raise BadInput(f"Table {table} is in the middle of a round: finish it first.")
            entry, before = (
                self.register.approved_version(table, version),
                self.register.running(table),
            )
            assert before is not None, "it is served"
            self._automations[table] = host.automations
            host.leave()
            try:
                self._serve(entry)
            except (RuleViolation, BadInput):
                self._serve_or_wait(before)
                raise
            return self.register.put_in_force(table, version, actor)

    def put_scheduled(self, table: str) -> None:
        """Put a version in force that waits for the end of a round."""
        if (host := self.leases.serving_host(table)) and not host.state.has_wagers:
            put_scheduled(self.register, self.accounts, table, self.put_in_force)

    def submit_parameters(self, text: str, actor: str) -> None:
        """Give linked meters new parameters, effective once no round is open (§ 605a.8)."""
        rules = self.rules_of(text)
        self.duties.require_approved(rules.name, text, actor)
        self.beside.require_none_feeds(text)
        submit_parameters(self.journal, text, rules, self._house.vault, actor, self._house.bits)

    def _serve(self, version: RegisterEntry, *, returning: bool = True) -> None:
        """Serve a table with a version; raises `StreamLeased` while another process has it."""
        table, automations, supply = version.table, self._automations[version.table], self._house
        if table in self._settings.fed:
            automations &= ~(Automation.SHOE | Automation.CUT)
            supply = replace(supply, fed=True)
        owner = self._settings.owner
        held_lease = HeldLease(
            self.journal, stream_of(table), owner, LEASE_SECONDS, returning=returning
        )
        terms = OpeningTerms(automations, held_lease)
        host = TableHost(self.journal, version.text, self.rules_of, supply, terms)
        self.leases.hold(table, host)
        self.board.show(meters_of(host.rules))

    def _serve_or_wait(self, version: RegisterEntry) -> None:
        try:
            self._serve(version)
        except StreamLeased as leased:
            self.leases.wait_for(version.table, leased.owner)
            self.board.show(meters_of(self.rules_of(version.text)))

    def _take_up(self, table: str) -> None:
        """Serve a table that this process waits for; raises `StreamLeased` while it is held."""
        with self._lock:
            running = self.register.running(table)
            assert running is not None, "it was in force when the table was opened"
            self._serve(running, returning=False)

    def close(self) -> None:
        """Release every table; those without a round under way save a snapshot."""
        self.leases.stop()
        self.leases.release()

    # Commands

    def send(self, who: Principal, table: str, command: Command, key: str = "") -> CommandAnswer:
        """Carry out a command durably, if `who` may send it; a key has one effect.

        Raises `Forbidden`, `NoSuchTable`, `RuleViolation` with its section, or `JournalError`.
        Refusals are noted in the audit.
        """
        return finish(self.command_in_flight(who, table, command, key))

    def command_in_flight(
        self, who: Principal, table: str, command: Command, key: str = ""
    ) -> InFlight[CommandAnswer]:
        """`send` as a generator that yields once its record is queued."""
        command, key = with_sender(who, command), own_key(who, table, key)
        with self._locked_host(who, type(command).__name__, table) as host:
            who = self.at_devices.acting_principal(who)
            try:
                authorize_command(who, command, host.state, fed=host.fed)
                require_two_persons(self.journal, self.two_persons_above, who, host, command)
                require_may_wager(self.cashier, host.state, command)
            except (Forbidden, RuleViolation):  # by its own effect, if it was sent before
                answer = host.answer_to_command(command, key=key, actor=who.actor)
                if answer is None:
                    raise
                return answer
            return (yield from host.command_in_flight(command, key=key, actor=who.actor))

    def take_step(
        self, who: Principal, table: str, step: DueCommand, after: int | None = None, key: str = ""
    ) -> CommandAnswer:
        """Take a step that is due, if `who` may; a key has one effect.

        With `after`, only if that is the position of the table's last record. Raises what `send`
        raises, `VersionConflict`, and `BadInput` for a step that is not due.
        """
        return finish(self.step_in_flight(who, table, step, after, key))

    def step_in_flight(
        self, who: Principal, table: str, step: DueCommand, after: int | None = None, key: str = ""
    ) -> InFlight[CommandAnswer]:
        """`take_step` as a generator that yields once its record is queued."""
        key = own_key(who, table, key)
        with self._locked_host(who, step.__name__, table) as host:
            who = self.at_devices.acting_principal(who)
            authorize_step(who, step, host.state)
            are_due = steps_due(host.state)
            if step not in are_due:
                answer = host.answer_to_step(step, after=after, key=key, actor=who.actor)
                if answer is not None:
                    return answer
                raise not_due(step, table, are_due)
            if issubclass(step, JackpotStep):
                require_two_persons(
                    self.journal, self.two_persons_above, who, host, waiting_step(host.state, step)
                )
            return (yield from host.step_in_flight(step, after=after, key=key, actor=who.actor))

    def automate(self, who: Principal, table: str, automations: Automation) -> None:
        """Set the steps that the table takes automatically, if `who` may."""
        host = self.host(table)
        with self.authority.authorized(who, Action.SET_AUTOMATION, table):
            host.automate(automations)

    @contextmanager
    def _locked_host(self, who: Principal, command: str, table: str) -> Iterator[TableHost]:
        """A table's host, locked for a command; it is watched, and a refusal is noted."""
        self.put_scheduled(table)
        with (
            waiting_at_most(BEGIN_SECONDS),
            self.watch.around(command, table),
            self._locked(table) as host,
            self.authority.note_refusals(who, command, table),
        ):
            yield host

    @contextmanager
    def _locked(self, table: str) -> Iterator[TableHost]:
        """A table's host, locked: no other thread sends it a command while the block runs."""
        self.leases.require_answers()
        while True:
            host = self.host(table)
            with host.undisturbed():
                if self.host(table) is not host:
                    continue  # it was replaced while this thread waited for the lock
                self.leases.require_answers()  # not a second wait, after that for the lock
                try:
                    yield host
                except FencedOut:
                    self.leases.check()
                    raise
                return
