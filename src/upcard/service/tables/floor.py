"""The live tables of this process, and the one way to send them a command."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from datetime import date
from threading import RLock
from typing import Final

from msgspec.structs import replace

from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.core import commands as c
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import due
from upcard.host.meters.bridge import meters_of
from upcard.host.meters.parameters import submit_parameters
from upcard.host.records.audit_notes import Noticed
from upcard.host.records.register import Register
from upcard.host.seals.sealing import Vault
from upcard.host.tables.answers import CommandAnswer
from upcard.host.tables.fold import RulesOf
from upcard.host.tables.table import DEALER, TableHost
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.accounts import Accounts
from upcard.service.access.authority import Action, authorize, authorize_command, authorize_step
from upcard.service.access.principal import Forbidden, Principal, Role
from upcard.service.meter_board import MeterBoard
from upcard.service.tables.jackpots import jackpot_for, validators, waiting_step

AUTOMATIC: Final = DEALER & ~Automation.FLOOR
"""The steps that a live table takes by itself: a person validates jackpots and clears cards."""


class NoSuchTable(BadInput):
    """A table that this process does not serve."""


class Floor:
    """Tables on one journal. Any thread may call it; a command waits until it is durable.

    A payout above `two_persons_above` units is paid by somebody else than who validated it;
    None asks for nobody else. Tables named in `fed` have their cards and numbers from devices,
    and people shuffle there. An `owner` that comes back after a crash has its tables again at once.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a floor is made of
        self,
        journal: Journal,
        vault: Vault,
        accounts: Accounts,
        rules_of: RulesOf,
        bits: Bits = live_bits,
        two_persons_above: int | None = None,
        fed: Container[str] = (),
        owner: str = "",
    ) -> None:
        self.journal: Final = journal
        self.accounts: Final = accounts
        self.register: Final = Register(journal)
        self.board: Final = MeterBoard(journal)
        self.two_persons_above: Final = two_persons_above
        self.rules_of: Final = rules_of
        self._vault, self._bits = vault, bits
        self._fed, self._owner = fed, owner
        self._tables: dict[str, TableHost] = {}
        self._lock = RLock()

    # Tables

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that this process serves."""
        return tuple(self._tables)

    def host(self, table: str) -> TableHost:
        """A table; `NoSuchTable` where it is not served here."""
        host = self._tables.get(table)
        if host is None:
            raise NoSuchTable(f"There is no table {table} here.")
        return host

    def state(self, table: str) -> AnyTable:
        """A table as it was last acknowledged."""
        return self.host(table).state

    def open(self, submission: str, by: str, automations: Automation = AUTOMATIC) -> str:
        """Serve a table with the version of its submission that is in force; its name.

        The text is filed, and where no version is in force it is: who starts the floor with it
        vouches for its approval. Raises `BadInput` for a submission that does not comply.
        """
        with self._lock:
            name = self.rules_of(submission).name
            if name in self._tables:
                raise BadInput(f"Table {name} is served already.")
            running = self.register.running(name)
            if running is None:
                entry = self.register.file(name, submission, by)
                if entry.status == "filed":
                    self.register.approve(name, entry.version, date.today().isoformat(), by)
                running = self.register.put_in_force(name, entry.version, by)
            self._serve(running.text, automations)
            return name

    def put_in_force(self, table: str, version: int, by: str) -> None:
        """Go on with another version of the submission, between two rounds.

        Raises `BadInput` in the middle of a round, `RuleViolation` for a version that was not
        approved or that may not feed a meter.
        """
        with self._lock, self._alone(table) as host:
            if host.state.has_wagers:
                raise BadInput(f"Table {table} is in the middle of a round: finish it first.")
            entry = self.register.approved(table, version)
            before = self.register.running(table)
            assert before is not None, "it is served"
            host.close()
            try:
                self._serve(entry.text, host.automations)
            except (RuleViolation, BadInput):
                self._serve(before.text, host.automations)
                raise
            self.register.put_in_force(table, version, by)

    def submit_parameters(self, text: str, by: str) -> None:
        """Give linked meters new parameters, in force as soon as no round is open (§ 605a.8)."""
        submit_parameters(self.journal, text, self.rules_of, self._vault, by, self._bits)

    def _serve(self, text: str, automations: Automation) -> None:
        fed = self.rules_of(text).name in self._fed
        host = TableHost(
            self.journal,
            text,
            self.rules_of,
            self._vault,
            self._bits,
            self._owner,
            automations=automations & ~Automation.SHOE if fed else automations,
            fed=fed,
        )
        self._tables[host.rules.name] = host
        self.board.show(meters_of(host.rules))

    def close(self) -> None:
        """Give every table back, with a snapshot where no round is under way."""
        with self._lock:
            for host in self._tables.values():
                host.close()
            self._tables.clear()

    # Commands

    def send(self, who: Principal, table: str, command: c.Command, key: str = "") -> CommandAnswer:
        """Carry out what somebody asks, if he may, durably; a key has one effect.

        Raises `Forbidden`, `NoSuchTable`, `RuleViolation` with its section, or `JournalError`.
        What is refused is noted for the auditor.
        """
        command = _spoken(who, command)
        with self._alone(table) as host, self.noting(who, type(command).__name__, table):
            authorize_command(who, command, host.state, fed=host.fed)
            self._two_persons(who, host, command)
            return host.send(command, key=f"{who.name}/{table}/{key}" if key else "", by=who.name)

    def take(
        self, who: Principal, table: str, step: type[c.Command], after: int | None = None
    ) -> CommandAnswer:
        """Take a step that is due, if somebody may; with `after` only while nothing came since.

        Raises as `send`, and `BadInput` for a step that is not due.
        """
        with self._alone(table) as host, self.noting(who, step.__name__, table):
            authorize_step(who, step, host.state)
            # The round goes on while a jackpot waits: then two steps are due.
            found = due(host.state), due(host.state, ~Automation.FLOOR)
            are_due = list(dict.fromkeys(one[1] for one in found if one is not None))
            if step not in are_due:
                then = " or ".join(one.__name__ for one in are_due) or "no step"
                raise BadInput(f"{step.__name__} is not due at table {table}: {then} is.")
            if issubclass(step, c.JackpotStep):
                self._two_persons(who, host, waiting_step(host.state))
            return host.take(step, after=after, by=who.name)

    def automate(self, who: Principal, table: str, automations: Automation) -> None:
        """Say which steps the table takes by itself, if somebody may."""
        host = self.host(table)
        with self.allowing(who, Action.SET_AUTOMATION, table):
            host.automate(automations)

    @contextmanager
    def _alone(self, table: str) -> Iterator[TableHost]:
        """A table, and nobody else sends it anything while the block runs."""
        while True:
            host = self.host(table)
            with host.undisturbed():
                if self._tables.get(table) is host:  # it did not go on with another submission
                    yield host
                    return

    # What an auditor looks for

    def authorize(self, who: Principal, action: Action, table: str = "") -> None:
        """Raise `Forbidden` where somebody may not do it, and note that he tried."""
        with self.allowing(who, action, table):
            pass

    @contextmanager
    def allowing(self, who: Principal, action: Action, table: str = "") -> Iterator[None]:
        """Do in the block what somebody may do; what is refused is noted."""
        with self.noting(who, action, table):
            authorize(who, action, table)
            yield

    @contextmanager
    def noting(self, who: Principal, what: str, table: str) -> Iterator[None]:
        """Note for the auditor what is refused."""
        try:
            yield
        except (Forbidden, RuleViolation) as refused:
            about = f"{what} at {table}" if table in self._tables else what
            self.accounts.note(Noticed("refused", about, refused.section), by=who.name)
            raise

    def _two_persons(self, who: Principal, host: TableHost, command: c.Command | None) -> None:
        """Raise `Forbidden` where a large payout needs somebody else to pay it."""
        if self.two_persons_above is None or not isinstance(command, c.PayJackpot):
            return
        jackpot = jackpot_for(host.state, command)
        if jackpot is None or (jackpot.amount or 0) <= self.two_persons_above:
            return
        if who.name in validators(self.journal, host, command):
            raise Forbidden(
                f"A payout above {format_dollars(self.two_persons_above)} dollars is paid by "
                "another person than the one who validated it."
            )


def _spoken(who: Principal, command: c.Command) -> c.Command:
    """The command with the player's own name where a player says none."""
    if who.role is Role.PLAYER and getattr(command, "player", None) == "":
        return replace(command, player=who.name)
    return command
