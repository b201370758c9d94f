"""A live table on a journal: acknowledged commands are durable, failed ones have no effect."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from upcard.engine.core.commands import Command, DealCard
from upcard.engine.core.events import CardDealt, Event
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, DueCommand
from upcard.host.seals.entropy import LONGEST, Entropy
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.answers import CommandAnswer, answer_of, digest_of, refusal_of
from upcard.host.tables.committing import CommittedTable
from upcard.host.tables.sending import Sending, finish
from upcard.host.tables.writing import WrittenRecord
from upcard.journal.port import FencedOut, KeyReused, Receipt, VersionConflict
from upcard.journal.writing.patience import behind, lock_timeout
from upcard.rules.violation import BadInput, RuleViolation


class CommittedShuffle(msgspec.Struct, frozen=True):
    """A shuffle that is in use: the hash that commits to its order, and what was added to its cut.

    `open` says whether players may add to the cut now.
    """

    item: str
    commitment: str
    added: tuple[Entropy, ...]
    open: bool


class TableHost(CommittedTable):
    """One table, and the only writer of its stream. Any thread may call it.

    The host shuffles, and seals each order of cards before one of them is dealt; `bits` are the
    random source of the shoe and of the wheel. At a `fed` table devices bring the cards or
    numbers, and the host refuses cards that the shoe cannot hold.

    Opening a table resumes it where its last acknowledged command left it. `tenancy` is the lease
    on its stream, which is taken for this process if there is none. If the installation key is
    lost and `void_by` names the person who decides so, the seals that cannot be opened are voided:
    the remaining cards are shuffled again, and a mystery meter gets a new value.

    Raises `BadInput` for a new submission in the middle of a round, `RuleViolation` for one that
    may not feed a meter, `JournalError` if the journal refuses.
    """

    def send(self, command: Command, *, key: str = "", by: str = "") -> CommandAnswer:
        """Carry out a command and the automatic steps that follow, durably.

        A `key` has one effect and one answer, no matter how often the command is sent. Raises
        `RuleViolation` for a command that is refused and `JournalError` for one that could not be
        written; the table is then unchanged.
        """
        return finish(self.sending(command, key=key, by=by))

    def sending(self, command: Command, *, key: str = "", by: str = "") -> Sending[CommandAnswer]:
        """`send` as a generator that yields once its record is queued."""
        with self._lock:
            digest = digest_of(self.stream, by, command) if key else ""
            return (yield from self._once(command, by, key, digest))

    def take_step(
        self, step: DueCommand, *, after: int | None = None, key: str = "", by: str = ""
    ) -> CommandAnswer:
        """Take a dealer's step that is due and not automatic, durably.

        Cards and numbers come from the shoe or the wheel. With `after`, the step is taken only if
        that is the position of the table's last record; otherwise raises `VersionConflict`. A
        `key` is that of `send`. Also raises what `send` raises.
        """
        return finish(self.taking(step, after=after, key=key, by=by))

    def taking(
        self, step: DueCommand, *, after: int | None = None, key: str = "", by: str = ""
    ) -> Sending[CommandAnswer]:
        """`take_step` as a generator that yields once its record is queued."""
        with self._lock:
            digest = self._step_digest(step, after, key, by)
            return (yield from self._once(step, by, key, digest, after))

    def answer_to_step(
        self, step: DueCommand, *, after: int | None, key: str, by: str
    ) -> CommandAnswer | None:
        """The answer that the key of a step has already; None for a key that is new or empty."""
        digest = self._step_digest(step, after, key, by)
        receipt = self._journal.find(self.stream, key, digest) if key else None
        return None if receipt is None else self._answer(receipt, step)

    def answer_to_command(self, command: Command, *, key: str, by: str) -> CommandAnswer | None:
        """The answer that the key of this command has already; None for a key that is new or empty.

        Raises `RuleViolation` if the answer was a refusal.
        """
        digest = digest_of(self.stream, by, command)
        with suppress(KeyReused):
            receipt = self._journal.find(self.stream, key, digest) if key else None
            return None if receipt is None else self._answer(receipt, command)
        return None

    def send_all(self, commands: Iterable[Command], *, by: str = "") -> None:
        """Carry out several commands in one record, or none of them if one is refused."""
        with self._lock:
            self._ready()
            finish(self._commit(tuple(commands), by))
            self._go_on()

    def add_entropy(self, player: str, text: str) -> None:
        """Add a player's text to the cut that is due, durably.

        Raises `BadInput` where no cut of a committed order is due, for a player who has no seat or
        has added before, and for a text that is empty, too long or not printable.
        """
        with self._lock:
            self._ready()
            if not self.takes_entropy:
                raise BadInput(f"Table {self.rules.name} waits for no cut of committed cards.")
            if player not in (seated for _, seated in self._state.seats):
                raise BadInput(f"{player} has no seat at table {self.rules.name}.")
            if player in (contribution.player for contribution in self._shoe.added):
                raise BadInput(f"{player} has added to this cut already.")
            if not 0 < len(text) <= LONGEST or not text.isprintable():
                raise BadInput(f"What is added is 1 to {LONGEST} printable characters.")
            finish(self._commit((), by=player, entropy=(Entropy(player, text),)))

    @property
    def takes_entropy(self) -> bool:
        """Whether a cut is due of cards whose order is committed."""
        return self._state.phase == Phase.CUTTING and any(self._shoe.shoe_sides)

    @property
    def shuffles(self) -> tuple[CommittedShuffle, ...]:
        """The shuffles whose cards are in the shoe or about to be cut."""
        sides = [side_cards for side_cards in self._shoe.shoe_sides if side_cards is not None]
        newest = f"/{self._shoe.count}"
        return tuple(
            CommittedShuffle(
                side_cards.sealed.item,
                side_cards.sealed.commitment,
                self._shoe.added if side_cards.sealed.item.endswith(newest) else (),
                self.takes_entropy and side_cards.sealed.item.endswith(newest),
            )
            for side_cards in sides
        )

    @property
    def position(self) -> int:
        """The position in its stream of the table's last record."""
        return self._reader.position

    @property
    def records_of_round(self) -> tuple[int, ...]:
        """The positions of the records since the table was last cleared, its clearing included."""
        return tuple(self._reader.records)

    @property
    def automations(self) -> Automation:
        """The steps that the host takes automatically."""
        return self._automations

    def automate(self, automations: Automation) -> None:
        """Take these steps automatically from now on; those that are due are taken at once."""
        with self._lock:
            self._automations = automations
            self._ready()
            self._go_on()

    @property
    def round_events(self) -> tuple[Event, ...]:
        """The events since the table was last cleared."""
        return tuple(self._reader.events)

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Hold the table's lock: no other thread sends it a command while the block runs.

        Raises `JournalUnavailable` where another thread holds it for longer than this one waits.
        """
        if not self._lock.acquire(timeout=lock_timeout()):
            raise behind()
        try:
            yield
        finally:
            self._lock.release()

    def try_hold(self) -> bool:
        """Hold the table's lock until `let_go`, unless another thread holds it."""
        return self._lock.acquire(blocking=False)

    def let_go(self) -> None:
        """Release the lock that `try_hold` took; the same thread has to do it."""
        self._lock.release()

    def close(self) -> None:
        """Save a snapshot, unless a round is under way, and release the lease."""
        with self._lock:
            self.leave()
            self.tenancy.release()

    def leave(self) -> None:
        """Save a snapshot, unless a round is under way; the lease stays for the next host."""
        with self._lock:
            if not self._stale:
                self._keep()

    # Keys

    def _once(
        self,
        command: Command | type[Command],
        by: str,
        key: str,
        digest: str,
        after: int | None = None,
    ) -> Sending[CommandAnswer]:
        """Carry out a command or a step, or repeat the answer of its key.

        The journal finds a repeated key while it writes. What is refused before that may be refused
        because of what the same key did the first time.
        """
        try:
            self._ready()
            if after not in (None, self.position):
                raise VersionConflict(f"Table {self.rules.name} has moved on since {after}.")
            receipt = yield from self._commit_or_refuse(command, by, key, digest)
        except (BadInput, VersionConflict, FencedOut):
            known_receipt = self._journal.find(self.stream, key, digest) if key else None
            if known_receipt is None:
                raise
            return self._answer(known_receipt, command)
        result = receipt.result
        # A step that somebody takes is a record of its own; a command's has what follows from it.
        if isinstance(result, WrittenRecord) and (result.body.awards or isinstance(command, type)):
            self._go_on()
        return self._answer(receipt, command)

    def _answer(self, receipt: Receipt, command: Command | type[Command]) -> CommandAnswer:
        """The answer of a receipt; raises `KeyReused` if its key once dealt another card."""
        answer = answer_of(receipt, CardReader(self._journal, self._vault))
        if receipt.repeated and isinstance(command, DealCard):
            dealt = [event.card for event in answer.events if isinstance(event, CardDealt)]
            if command.card not in dealt:
                raise KeyReused("The key was already used for another card.")
        return answer

    def _commit_or_refuse(
        self, command: Command | type[Command], by: str, key: str, digest: str
    ) -> Sending[Receipt]:
        """The receipt of a command; a refusal by a rule is stored as the answer of its key."""
        try:
            receipt = yield from self._commit((command,), by, key, digest)
        except RuleViolation as violation:
            if not key:
                raise
            self.tenancy.renew()
            return self._journal.refuse(self.stream, key, digest, refusal_of(violation))
        assert receipt is not None, "a command or a step has events"
        return receipt

    def _step_digest(self, step: DueCommand, after: int | None, key: str, by: str) -> str:
        return digest_of(self.stream, by, step.__name__, after) if key else ""
