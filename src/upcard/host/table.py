"""A live table on a journal: what is acknowledged is durable, what fails has not happened."""

import os
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from threading import RLock
from typing import Final

from upcard.cards.shoe import OutOfCards
from upcard.cards.shuffle import Bits, live_bits
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.automation import Table
from upcard.engine.roulette.wheel import RandomWheel
from upcard.engine.steps import Automation
from upcard.engine.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.host.answers import Answer, answer_of, digest_of, events_of, refusal_of
from upcard.host.body import Body, decode_body
from upcard.host.fold import Fold, RulesOf, fold, opened, shoe_name
from upcard.host.meters import meters_of
from upcard.host.packs import cards_left
from upcard.host.safe import Safe, holdings_in
from upcard.host.sealed_shoe import SealedShoe
from upcard.host.sealing import Vault, Voided, another_key
from upcard.host.snapshots import decode_fold, encode_fold
from upcard.host.writing import Done, Draft, Opening, write
from upcard.journal.journal import Journal
from upcard.journal.port import (
    FencedOut,
    JournalError,
    Lease,
    Proposal,
    Receipt,
    Snapshot,
    States,
    Written,
)
from upcard.rules.violation import BadInput, RuleViolation

SNAPSHOT_EVERY: Final = 500
"""Records of a table between two snapshots."""

LEASE_SECONDS: Final = 30.0

DEALER: Final = Automation.ALL & ~Automation.CLEAR
"""The steps that a host takes by itself: when the cards are cleared, says whoever plays."""


def stream_of(table: str) -> str:
    """The name of a table's stream."""
    return f"table/{table}"


def this_process() -> str:
    """An owner's name that no other process has."""
    return f"{socket.gethostname()}:{os.getpid()}"


class TableHost:
    """One table, of which this is the only writer. Any thread may call it.

    The host shuffles, and seals each order before a card of it is dealt; a wheel spins by the
    same bits, where `automations` do not leave it to a dealer. Opening a table takes
    it up exactly where its last acknowledged command left it. An `owner` that comes back takes
    its table again (without a name it is this process); another has to wait until the lease
    has run out. Where the installation key
    is lost, the floor gives up what cannot be opened, if `void_by` says who does: the cards that
    are left in the shoe are shuffled again, and a mystery meter gets a new value.

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
    ) -> None:
        self.rules: Final[TableRules] = rules_of(submission)
        self.stream: Final = stream_of(self.rules.name)
        self._submission, self._rules_of = submission, rules_of
        self._journal, self._vault, self._bits = journal, vault, bits
        self._shoe = SealedShoe(
            shoe_name(self.rules.name), self.rules.decks, self.rules.sides, vault, bits
        )
        self._source = self._shoe if self.rules.lightning is None else RandomWheel(bits)
        self._automations = automations
        self._lock = RLock()
        self._lease: Lease = journal.lease(self.stream, owner or this_process(), LEASE_SECONDS)
        self._renew_at = time.monotonic() + LEASE_SECONDS / 3
        try:
            self._load(void_by)
        except BaseException:
            journal.release(self._lease)
            raise

    @property
    def state(self) -> AnyTable:
        """The table as it was last acknowledged."""
        return self._state

    def send(self, command: c.Command, *, key: str = "", by: str = "") -> Answer:
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
                self._lease = self._journal.renew(self._lease, LEASE_SECONDS)
                return answer_of(self._journal.refuse(key, digest, refusal_of(violation)))
            assert receipt is not None, "a command has events"
            self._go_on()
            return answer_of(receipt)

    def send_all(self, commands: Iterable[c.Command], *, by: str = "") -> None:
        """Carry several commands out in one record, or none of them when one is refused."""
        with self._lock:
            self._ready()
            self._commit(tuple(commands), by)
            self._go_on()

    @property
    def round_events(self) -> tuple[e.Event, ...]:
        """What happened since the table was last cleared."""
        return tuple(self._events)

    def close(self) -> None:
        """Keep a snapshot and give the table back."""
        with self._lock:
            if not self._stale and not self._state.has_wagers:
                self._keep()
            with suppress(FencedOut):
                self._journal.release(self._lease)

    # Opening

    def _ready(self) -> None:
        """Hold the lease, and read again what a failure may have left behind."""
        if time.monotonic() >= self._renew_at:
            self._lease = self._journal.renew(self._lease, LEASE_SECONDS)
            self._renew_at = time.monotonic() + LEASE_SECONDS / 3
        if self._stale:
            self._load()

    def _load(self, void_by: str = "") -> None:
        """Take the table up where its records end, and take the steps that are due."""
        self._stale = True
        before = self._read()
        opening = None
        if before is None or before.submission != self._submission:
            opening = self._opening(before)
        now = before if opening is None else opened(before, self._submission, self.rules)
        assert now is not None
        self._state = now.state
        self._shoe.restore((now.packs if before is None else before.packs, now.sealed))
        self._stale = False
        self._commit((), opening=opening, void_by=void_by)
        self._go_on()

    def _read(self) -> Fold | None:
        """The table's fold, from its last snapshot on."""
        found = self._journal.snapshot(self.stream)
        before = decode_fold(found.state, self._rules_of) if found is not None else None
        self._position, self._version = 0, 0
        self._events: list[e.Event] = []
        if before is not None and found is not None:
            self._position, self._version = found.position, found.version
        self._kept = self._version
        for record in self._journal.records(self.stream, self._position):
            body = decode_body(record.body)
            before = fold(before, body, self._rules_of)
            self._follow(record.position, record.version, body)
        return before

    def _opening(self, before: Fold | None) -> Opening:
        fed = tuple(meters_of(self.rules))
        if before is None:
            return Opening(self._submission, fed, ())
        if before.state.has_wagers:
            raise BadInput(
                f"Table {self.rules.name} is in the middle of a round of another submission: "
                "finish the round with that one first."
            )
        return Opening(self._submission, fed, tuple(meters_of(before.state.rules)))

    # Writing

    def _commit(
        self,
        commands: tuple[c.Command, ...],
        by: str = "",
        key: str = "",
        digest: str = "",
        opening: Opening | None = None,
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
        except BaseException:
            self._shoe.restore(saved)
            raise
        if receipt.repeated:
            self._shoe.restore(saved)
            return receipt
        assert isinstance(receipt.result, Done)
        self._state = receipt.result.state
        assert receipt.record is not None
        self._follow(receipt.record.position, receipt.record.version, receipt.result.body)
        if self._version - self._kept >= SNAPSHOT_EVERY and not self._state.has_wagers:
            self._keep()
        return receipt

    def _voided(self, by: str, opening: Opening | None) -> tuple[Voided, ...]:
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
        return tuple(Voided(item, by) for item in items)

    def _lost_secrets(self, by: str) -> bool:
        """Whether the floor has secrets of meters to give up."""
        streams = [rules.stream for rules in meters_of(self.rules) if by]
        holdings = holdings_in({stream: self._journal.shared(stream) for stream in streams})
        return bool(Safe(self._vault, self._bits, holdings).lost())

    def _append(self, draft: Draft, key: str, digest: str) -> Receipt:
        def written(states: States) -> Written:
            return write(draft, states, self._vault, self._bits)

        proposal = Proposal(
            self.stream, self._version, written, draft.shared(), key, digest, self._lease.fence
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

    def _follow(self, position: int, version: int, body: Body) -> None:
        """Keep the events of the round: a snapshot is only made where there are none."""
        self._position, self._version = position, version
        for event in events_of(body):
            if isinstance(event, e.TableCleared):
                self._events = []
            else:
                self._events.append(event)

    def _keep(self) -> None:
        """Save a snapshot; one that fails is left to the next: the records are the truth."""
        packs, sealed = self._shoe.saved()
        kept = encode_fold(Fold(self._submission, self._state, packs, sealed))
        with suppress(JournalError):
            self._journal.save_snapshot(Snapshot(self.stream, self._version, self._position, kept))
        self._kept = self._version
