"""The tables of this process: those whose leases it holds, and those that it waits for.

One thread, the heartbeat, renews all leases at once, whether anything happens at the tables or
not. It takes up a table that it waits for as soon as nobody holds its lease.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from upcard.cards.shoe import OutOfCards
from upcard.host.tables.table import TableHost
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError, JournalUnavailable, StreamLeased
from upcard.rules.violation import BadInput, RuleViolation

LEASE_SECONDS: Final = 6.0
"""Seconds that a lease lasts without a heartbeat.

Another process takes a table up within ten seconds of a death: the lease runs out, the other one
sees it at its next beat, and loads the table.
"""

HEARTBEAT_SECONDS: Final = 1.0
"""Seconds between two heartbeats."""

LATE_SECONDS: Final = 4.0
"""Seconds without an answered heartbeat after which this process is not ready."""

log: Final = logging.getLogger(__name__)


class TableElsewhere(JournalError):
    """Another process holds the table, or may hold it: this one's state of it may be stale."""


class TableLeases:
    """The tables of a journal that this process is to serve; any thread may call it.

    `take_up` serves a table if its lease is free; it raises `StreamLeased` if it is not. `lock`
    is held while a table's host is replaced. `look` is called with each table at every beat.
    """

    def __init__(
        self,
        journal: Journal,
        take_up: Callable[[str], None],
        lock: threading.RLock,
        look: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._journal, self._take_up, self._lock = journal, take_up, lock
        self._many_writers = journal.many_writers
        self._look = look
        self._hosts: dict[str, TableHost] = {}
        self._other_owners: dict[str, str] = {}
        self._last_reports: dict[str, str] = {}
        self._last_answer = time.monotonic()
        self._not_before = 0.0
        self._silent = False
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    # Tables

    @property
    def assigned(self) -> tuple[str, ...]:
        """The tables that this process is to serve, held or not."""
        return (*self._hosts, *self._other_owners)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that this process serves now."""
        return tuple(name for name in tuple(self._hosts) if self.serving_host(name) is not None)

    def serving_host(self, table: str) -> TableHost | None:
        """The table's host, if its lease is held now."""
        host = self._hosts.get(table)
        return None if host is None or self._has_lapsed(host) else host

    def elsewhere(self, table: str) -> TableElsewhere:
        """Why a table that is assigned is not served."""
        if table in self._hosts:
            return TableElsewhere(
                f"Table {table} is not shown: the journal has not answered for "
                f"{self.silence:.0f} seconds."
            )
        return TableElsewhere(f"Another server has table {table} now: this one waits for it.")

    def hold(self, table: str, host: TableHost) -> None:
        """Serve a table whose lease was taken."""
        with self._lock:
            self._hosts[table] = host
            if self._other_owners.pop(table, None) is not None:
                log.warning("Table %s is served here now.", table)
            self._last_reports.pop(table, None)

    def wait_for(self, table: str, owner: str) -> None:
        """Wait until the lease on a table is free."""
        with self._lock:
            self._hosts.pop(table, None)
            self._other_owners[table] = owner

    def release(self) -> None:
        """Release every table; stops at the first that the journal does not take."""
        with self._lock:
            hosts, self._hosts = self._hosts, {}
            self._other_owners.clear()
        for host in hosts.values():
            try:
                host.close()
            except JournalError as error:
                log.warning("The leases run out by themselves: %s", error)
                return

    # The heartbeat

    def start(self) -> None:
        """Start the heartbeat, unless it runs."""
        if self._thread is None:
            self._last_answer = time.monotonic()
            self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the heartbeat and wait until it has ended."""
        thread, self._thread = self._thread, None
        self._stopping.set()
        self._wake.set()
        if thread is not None:
            thread.join()

    def check(self) -> None:
        """Beat at once, because a caller was told that a lease is lost."""
        self._wake.set()

    @property
    def silence(self) -> float:
        """Seconds since the newest answered heartbeat was sent; 0 where none is running."""
        return 0.0 if self._thread is None else time.monotonic() - self._last_answer

    def require_answers(self) -> None:
        """Raise `JournalUnavailable` while the journal does not answer, without asking it."""
        silence = self.silence
        if silence > LATE_SECONDS:
            raise JournalUnavailable(
                f"The journal has not answered for {silence:.0f} seconds: nothing was changed. "
                "Send the command again later."
            )

    def troubles(self) -> Iterator[str]:
        """A sentence for each reason why not every table is served here."""
        if self.silence > LATE_SECONDS:
            yield f"The journal has not answered for {self.silence:.0f} seconds."
        for table, owner in tuple(self._other_owners.items()):
            yield f"Table {table} is held by {owner or 'another process'}: this server waits."

    @property
    def notice(self) -> str:
        """What visitors are told while not every table is served here; else empty."""
        if self.silence > LATE_SECONDS:
            return "The journal does not answer: tables stand still until it does."
        waiting = ", ".join(self._other_owners)
        return f"This server waits for {waiting}: not served here now." if waiting else ""

    def beat(self) -> None:
        """Renew all leases, and take up what is free."""
        hosts, sent_at = tuple(self._hosts.items()), time.monotonic()
        try:
            renewed = self._journal.renew_all(
                [host.held_lease.lease for _, host in hosts], LEASE_SECONDS
            )
        except JournalError as error:
            # The holder of a table is cut off too: give it the time to renew its lease first.
            self._not_before = time.monotonic() + LEASE_SECONDS
            if not self._silent:
                log.warning("The leases are not renewed: %s", error)
            self._silent = True
            return
        if self._silent:
            log.warning("The journal answers again.")
        self._silent, self._last_answer = False, sent_at
        for table, host in hosts:
            lease = renewed[host.stream]
            if lease is None:
                self._give_up(table, host)
            else:
                host.held_lease.note_renewal(lease, sent_at)
        if time.monotonic() >= self._not_before:
            for table in tuple(self._other_owners):
                self._try(table)
        for table in self.tables:
            try:
                self._look(table)
            except (JournalError, BadInput) as error:
                log.warning("Table %s is looked at again later: %s", table, error)

    def _run(self) -> None:
        """Beat every `HEARTBEAT_SECONDS`, however long the answers take."""
        begun_at = time.monotonic()
        while not self._stopping.is_set():
            self._wake.wait(max(0.0, begun_at + HEARTBEAT_SECONDS - time.monotonic()))
            self._wake.clear()
            if not self._stopping.is_set():
                begun_at = time.monotonic()
                self.beat()

    def _give_up(self, table: str, host: TableHost) -> None:
        with self._lock:
            if self._hosts.get(table) is host:  # not replaced in the meantime
                log.error("Another process has taken table %s: this one waits for it.", table)
                self.wait_for(table, "")

    def _try(self, table: str) -> None:
        """Take up a table; why it fails is logged once."""
        try:
            self._take_up(table)
        except StreamLeased as leased:
            reason = f"{leased.owner} holds it."
            with self._lock:
                if table in self._other_owners:
                    self._other_owners[table] = leased.owner
        except (JournalError, BadInput, RuleViolation, OutOfCards) as error:
            reason = str(error)
        else:
            return
        if self._last_reports.get(table) != reason:
            log.warning("This server waits for table %s: %s", table, reason)
            self._last_reports[table] = reason

    def _has_lapsed(self, host: TableHost) -> bool:
        """Whether another process may hold the table, as the lease was not renewed in time."""
        unsure = self._many_writers and self._thread is not None
        return unsure and host.held_lease.seconds <= 0
