"""The served floor: tables, feed, croupiers and sessions, and the order of start and stop."""

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from argon2 import PasswordHasher

from upcard.cards.random_source import TestedBits
from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.core.steps import Automation
from upcard.host.bodies.audit_notes import AUDIT, Note
from upcard.host.records.controls import last_controls
from upcard.host.records.register import REGISTER
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.committing import stream_of
from upcard.host.tables.recorded_table import RulesOf
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError
from upcard.service.access.accounts import Accounts
from upcard.service.access.accounts_follower import AccountsFollower
from upcard.service.access.principal import Principal
from upcard.service.access.second_factors import SecondFactors
from upcard.service.access.sessions import Sessions
from upcard.service.checkpoints import CheckpointKeeper
from upcard.service.computing.computations import Computations
from upcard.service.feed import Feed, Update
from upcard.service.history.recent_events import RecentEvents
from upcard.service.history.replays import Replays
from upcard.service.history.takings import TakingsBook
from upcard.service.last_write import LastWrite
from upcard.service.money import MoneyDesk
from upcard.service.settings import Settings
from upcard.service.simulation_runner import SimulationRunner
from upcard.service.startup_notes import notes_before_start
from upcard.service.tables.automations import AUTOMATIC, parse_automation, with_chip_counting
from upcard.service.tables.croupier import Croupier
from upcard.service.tables.floor import Floor
from upcard.service.tables.views import TableViews
from upcard.service.tables.who_deals import dealt_as_noted, dealt_at_start, notice_of
from upcard.text.times import HOUR

CATCH_UP_SECONDS: Final = 5.0
"""Seconds that the feed waits, at most, until a table has applied a committed record."""

TICK_SECONDS: Final = 0.001

LEASE_CHECK_SECONDS: Final = 0.5
"""Seconds between checks of which tables this process holds."""

SWEEP_SECONDS: Final = 20.0
"""Seconds between two looks for sessions that nobody uses."""

PARKING_SECONDS: Final = 10.0
"""Seconds that a shutdown gives rounds under way; the next start continues unfinished ones."""


class TableServer:
    """The floor with everything that serves it; started and stopped in its event loop."""

    def __init__(
        self,
        journal: Journal,
        installation: Installation,
        rules_of: RulesOf,
        settings: Settings,
        bits: Bits = live_bits,
        hasher: PasswordHasher | None = None,
        home: Journal | None = None,
    ) -> None:
        self.settings: Final = settings
        self.accounts: Final = Accounts(journal, hasher, home)
        self.signing_key: Final = installation.signing_key
        self.public_keys: Final = installation.raw_public_keys
        self.sessions: Final = Sessions(
            self.accounts,
            installation.cookie_key,
            home or journal,
            settings.lifetimes,
            settings.with_factor,
        )
        self.second_factors: Final = SecondFactors(self.accounts, installation)
        self._home: Final = None if home is None else AccountsFollower(home, self._audit_grew)
        vault = Vault(installation)
        self.floor: Final = Floor(
            journal, self.accounts, rules_of, CardSupply(vault, bits), settings
        )
        delay = settings.limit_delay
        self.money_desk: Final = MoneyDesk(
            self.floor.cashier,
            self.accounts,
            settings.two_persons_above,
            None if delay is None else delay * HOUR,
        )
        self.replays: Final = Replays(journal, rules_of)
        self.takings_book: Final = TakingsBook(journal)
        self.feed: Final = Feed(journal, self._note_update, self.floor.board.read)
        self.checkpoints: Final = CheckpointKeeper(
            journal, self.signing_key, settings.checkpoint, settings.checkpoint_to
        )
        self.recent_events: Final = RecentEvents(journal, self.feed.positions, vault)
        self.table_views: Final = TableViews()
        self.computations: Final = Computations()
        self.simulation_runner: Final = SimulationRunner(self.computations)
        self._last_write = LastWrite()
        journal.observe(self._last_write)
        self.croupiers: Final[dict[str, Croupier]] = {}
        self._serving = False
        self._bits = bits
        self.random_source: Final = bits if isinstance(bits, TestedBits) else None
        self._tasks: list[asyncio.Task[None]] = []
        self._background_tasks: list[asyncio.Task[None]] = []

    def open(
        self,
        submissions: Sequence[str],
        actor: str,
        robots: Mapping[str, Mapping[int, str]] | None = None,
        automations: Automation = AUTOMATIC,
        notes: Iterable[Note] | None = None,
    ) -> None:
        """Open tables, before `start`; `robots` has robots' names by table and position.

        A restart keeps who deals, but not in a demonstration: `notes` are those of the audit, if
        it was read. Where people deal, they count the value chips of progressive wagers
        (§ 633c.2(f)). Raises `BadInput` for a submission that cannot be opened, or for a table
        named in `Settings.fed` that none of them is for.
        """
        notes = notes_before_start(self.floor.journal) if notes is None else notes
        dealt_before = {} if self.settings.demonstration else dealt_as_noted(notes)
        for text in submissions:
            table = self.floor.rules_of(text).name
            fed = table in self.settings.fed
            by_people = self.settings.attended or fed
            before = None if fed else dealt_before.get(table)
            by_people, of_croupier = dealt_at_start(automations, by_people, before)
            name = self.floor.open(text, actor, of_croupier & self.settings.pace.automations)
            seated, host = dict((robots or {}).get(name, {})), partial(self.floor.host, name)
            self.croupiers[name] = Croupier(
                stream_of(name), host, self.feed, self.settings.pace, self._bits, seated
            )
            self.croupiers[name].attended = by_people
            self.croupiers[name].before_wagers = partial(self.floor.put_scheduled, name)
        for name in self.settings.fed:
            if name not in self.floor.leases.assigned:
                self.floor.host(name)
        self.floor.board.read()

    def note_controls(self, actor: str, notes: Iterable[Note]) -> None:
        """Note which controls are in force, unless the audit's notes say so already."""
        if last_controls(notes) != self.settings.controls:
            self.accounts.note(self.settings.controls, actor=actor)

    def show_beside(self, tables: Iterable[str]) -> None:
        """Show tables that other workers serve."""
        for table in sorted(tables):
            self.floor.beside.show(table, self.floor.board)
        self.floor.board.read()

    def automate(
        self, who: Principal, table: str, steps: Iterable[str] | None, attended: bool | None
    ) -> None:
        """Set the groups of steps that a table takes automatically, and whether a person deals.

        None leaves either as it is. Raises `BadInput` for an unknown group of steps.
        """
        automations = (
            self.floor.host(table).automations if steps is None else parse_automation(steps)
        )
        if steps is None and attended is not None:
            automations = with_chip_counting(automations, attended=attended)
        self.floor.automate(who, table, automations)
        croupier = self.croupiers[table]
        croupier.attended = croupier.attended if attended is None else attended
        self.accounts.note(notice_of(table, croupier.attended, automations), actor=who.name)
        self.feed.touch_from_thread(stream_of(table))

    def attended(self, table: str) -> bool:
        """Whether people deal a table; for one of another worker, whether they did at the start."""
        if table in self.croupiers:
            return self.croupiers[table].attended
        return self.settings.attended or self.fed(table)

    def fed(self, table: str) -> bool:
        """Whether devices bring the cards or numbers of a table that is shown here."""
        return (self.floor.beside.tables.get(table) or self.floor.host(table)).fed

    def _note_update(self, update: Update) -> None:
        self.floor.board.note_update(update)
        self.recent_events.note_update(update)
        self.checkpoints.note_update(update)
        if update.stream == AUDIT:
            self._audit_grew()
        if update.stream == REGISTER:
            self.floor.register.read()
        self._keep_up(update)

    def _audit_grew(self) -> None:
        self.accounts.read_again()
        self.sessions.catch_up()

    def _keep_up(self, update: Update) -> None:
        """Wait until a table of this process has applied a record, so that no view is outdated.

        The feed sees a committed record a moment before the table applies it.
        """
        name = update.stream.removeprefix(stream_of(""))
        host, deadline = self.floor.leases.serving_host(name), time.monotonic() + CATCH_UP_SECONDS
        if host is None:
            return
        while host.position < update.position and time.monotonic() < deadline:
            time.sleep(TICK_SECONDS)

    @property
    def ready(self) -> bool:
        """Whether every table is served here, the feed runs, and the journal answers."""
        return self._serving and not self.troubles

    @property
    def troubles(self) -> tuple[str, ...]:
        """A sentence for each reason why this server does not serve all of its tables."""
        troubles = [*self.floor.leases.troubles()]
        if self._last_write.failed:
            troubles.append("The journal did not take what was written last.")
        if self.random_source is not None and self.random_source.failure:
            troubles.append(self.random_source.failure)
        if self._serving and not self.feed.running:
            troubles.append("The feed has stopped.")
        if any(task.done() for task in self._tasks):
            troubles.append("The dealing of a table has stopped.")
        return tuple(troubles)

    async def start(self) -> None:
        """Test the random source, then start the heartbeat, the feed and the croupiers."""
        if self.random_source is not None:
            self.random_source.check()
        self.floor.leases.start()
        loop = asyncio.get_running_loop()
        self.accounts.keep_current()
        self.sessions.catch_up()
        if self._home is not None:
            self._home.start()
        self.feed.start(loop)
        self._tasks = [loop.create_task(croupier.run()) for croupier in self.croupiers.values()]
        for task in self._tasks:
            task.add_done_callback(_log_failure)
        self._background_tasks = [
            loop.create_task(self.checkpoints.run()),
            loop.create_task(self._wake_followers()),
            loop.create_task(self._sweep()),
        ]
        self._serving = True

    async def _wake_followers(self) -> None:
        """Wake those who follow a table that this process has lost, or taken up."""
        before = set(self.floor.tables)
        while True:
            await asyncio.sleep(LEASE_CHECK_SECONDS)
            now = set(self.floor.tables)
            for name in before ^ now:
                self.feed.touch(stream_of(name))
            before = now

    async def _sweep(self) -> None:
        """End sessions that nobody uses, and note the counts of floods."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(JournalError):  # later
                await asyncio.to_thread(self.accounts.note_floods)
                if self.accounts.kept_here:
                    serves_all_tables = (
                        not self.floor.beside.tables
                    )  # another worker's uses are not known
                    await asyncio.to_thread(self.sessions.sweep, ends_idle=serves_all_tables)

    async def stop(self, seconds: float = PARKING_SECONDS) -> None:
        """Begin no round, let robots finish theirs, park the others, then release the tables."""
        self._serving = False
        self.simulation_runner.close()
        self.computations.close()
        for croupier in self.croupiers.values():
            croupier.park()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        while going := [task for task in self._tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=1)
        for keeping in self._background_tasks:
            keeping.cancel()
        if self._home is not None:
            await asyncio.to_thread(self._home.stop)
        with suppress(JournalError):
            await asyncio.to_thread(self.accounts.note_floods, all_=True)
            if self.accounts.kept_here:
                await asyncio.to_thread(self.sessions.note_uses, all_=True)
        await asyncio.to_thread(self.feed.stop)
        await asyncio.to_thread(self.checkpoints.write)
        await asyncio.to_thread(self.floor.close)


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log the exception that ended a croupier's task; the floor is then not `ready`."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logging.getLogger(__name__).error("The dealing of a table has stopped.", exc_info=error)
