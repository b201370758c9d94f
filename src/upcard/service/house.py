"""The running floor: tables, feed, croupiers, sessions; in which order they start and stop."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from argon2 import PasswordHasher

from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.core.steps import Automation
from upcard.host.records.audit_notes import AUDIT
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.fold import RulesOf
from upcard.host.tables.table import TableHost, stream_of
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Principal
from upcard.service.access.sessions import Sessions
from upcard.service.feed import Feed, Update
from upcard.service.history.recent_events import RecentEvents
from upcard.service.history.replays import Replays
from upcard.service.history.takings import TakingsBook
from upcard.service.laboratory import Laboratory
from upcard.service.tables.croupier import Croupier, Pace
from upcard.service.tables.floor import AUTOMATIC, Floor
from upcard.service.tables.views import TableViews

KEEPING_UP: Final = 1.0
"""Seconds that the feed waits at most for a table to stand where the journal says."""

TICK: Final = 0.001

PARKING: Final = 10.0
"""Seconds that a shutdown gives the rounds under way; what is left goes on at the next start."""


class Settings(msgspec.Struct, frozen=True):
    """How a floor is run. `two_persons_above` is in units, None where nobody else is asked.

    `attended` tables are dealt by people, and so are those named in `fed`, whose cards and
    numbers come from devices. `owner` names this process in its tables' leases: who comes back
    under the same name has them again at once. A `demonstration` lets everybody in as anybody,
    and therefore listens on this machine alone.
    """

    pace: Pace = Pace()
    attended: bool = False
    two_persons_above: int | None = None
    demonstration: bool = False
    secure_cookies: bool = False
    fed: tuple[str, ...] = ()
    owner: str = ""


class House:
    """A floor that is served; made in one thread, started and stopped in its event loop."""

    def __init__(
        self,
        journal: Journal,
        installation: Installation,
        rules_of: RulesOf,
        settings: Settings,
        bits: Bits = live_bits,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self.settings: Final = settings
        self.accounts: Final = Accounts(journal, hasher)
        self.signing_key: Final = installation.signing_key
        self.sessions: Final = Sessions(
            self.accounts, installation.cookie_key, journal.header.journal
        )
        self.floor: Final = Floor(
            journal,
            Vault(installation),
            self.accounts,
            rules_of,
            bits,
            settings.two_persons_above,
            settings.fed,
            settings.owner,
        )
        self.replays: Final = Replays(journal, rules_of)
        self.takings_book: Final = TakingsBook(journal)
        self.feed: Final = Feed(journal, self._follow, self.floor.board.read)
        self.recent_events: Final = RecentEvents(journal, self.feed.position)
        self.table_views: Final = TableViews()
        self.laboratory: Final = Laboratory()
        self.croupiers: Final[dict[str, Croupier]] = {}
        self._serving = False
        self._bits = bits
        self._tasks: list[asyncio.Task[None]] = []

    def open(
        self,
        submissions: Sequence[str],
        by: str,
        robots: Mapping[str, Mapping[int, str]] | None = None,
        automations: Automation = AUTOMATIC,
    ) -> None:
        """Open tables, before the start; `robots` by table and position.

        Where a person deals, the value chips of progressive wagers are counted (§ 633c.2(f)).
        Raises `BadInput` for what cannot be opened, or a table to feed that is not among them.
        """
        for text in submissions:
            fed = self.floor.rules_of(text).name in self.settings.fed
            by_people = self.settings.attended or fed
            taken = _collecting(automations, attended=True) if by_people else automations
            name = self.floor.open(text, by, taken)
            seated = dict((robots or {}).get(name, {}))
            self.croupiers[name] = Croupier(
                self._host(name), self.feed, self.settings.pace, self._bits, seated
            )
            self.croupiers[name].attended = by_people
        for name in self.settings.fed:
            self.floor.host(name)

    def automate(
        self, who: Principal, table: str, steps: Iterable[str] | None, attended: bool | None
    ) -> None:
        """Say which steps a table takes by itself, and whether a person deals it.

        Raises `BadInput` for a group of steps that there is not.
        """
        automations = (
            self.floor.host(table).automations if steps is None else automation_named(steps)
        )
        if steps is None and attended is not None:
            automations = _collecting(automations, attended=attended)
        self.floor.automate(who, table, automations)
        if attended is not None:
            self.croupiers[table].attended = attended

    def _host(self, name: str) -> Callable[[], TableHost]:
        def host() -> TableHost:
            return self.floor.host(name)

        return host

    def _follow(self, update: Update) -> None:
        self.floor.board.follow(update)
        self.recent_events.follow(update)
        if update.stream == AUDIT:
            self.accounts.changed()
        self._keep_up(update)

    def _keep_up(self, update: Update) -> None:
        """Wait until a table here has made a record its own, so that nobody is shown it as before.

        What is committed is known to the feed a moment before the table stands there.
        """
        name = update.stream.removeprefix(stream_of(""))
        if name not in self.floor.tables:
            return
        host, ends = self.floor.host(name), time.monotonic() + KEEPING_UP
        while host.position < update.position and time.monotonic() < ends:
            time.sleep(TICK)

    @property
    def ready(self) -> bool:
        """Whether it serves: the feed runs, and somebody deals every table."""
        dealt = not any(task.done() for task in self._tasks)
        return self._serving and self.feed.running and dealt

    async def start(self) -> None:
        """Follow the journal and deal."""
        loop = asyncio.get_running_loop()
        self.accounts.follow()
        self.feed.start(loop)
        self._tasks = [loop.create_task(one.run()) for one in self.croupiers.values()]
        for task in self._tasks:
            task.add_done_callback(_log_failure)
        self._serving = True

    async def stop(self, seconds: float = PARKING) -> None:
        """Begin no round; finish those that robots can, park the others, give tables back."""
        self._serving = False
        self.laboratory.close()
        for croupier in self.croupiers.values():
            croupier.park()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        while going := [task for task in self._tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=1)
        await asyncio.to_thread(self.feed.stop)
        await asyncio.to_thread(self.floor.close)


def _log_failure(task: asyncio.Task[None]) -> None:
    """A croupier who stops by a fault of ours leaves the floor unready, and says why."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logging.getLogger(__name__).error("A table is dealt no more.", exc_info=error)


def _collecting(automations: Automation, *, attended: bool) -> Automation:
    """Steps taken by the table itself; a person who deals counts the chips that he collects."""
    collect = Automation.COLLECT
    return automations & ~collect if attended else automations | collect


def automation_named(steps: Iterable[str]) -> Automation:
    """Groups of steps by their names; raises `BadInput` for one that there is not."""
    groups = {str(one.name).lower(): one for one in Automation if one in AUTOMATIC}
    found = Automation(0)
    for step in steps:
        if step not in groups:
            raise BadInput(f"{step} is none of the steps {', '.join(groups)}.")
        found |= groups[step]
    return found
