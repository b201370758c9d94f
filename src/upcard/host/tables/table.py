"""A live table on a journal: acknowledged commands are durable, failed ones have no effect."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Final

from upcard.engine.core.commands import Command, DealCard
from upcard.engine.core.events import Event
from upcard.engine.core.steps import Automation, DueCommand
from upcard.engine.core.table_state import AnyTable
from upcard.host.bodies.sealed import Entropy
from upcard.host.seals.face_down import CardReader
from upcard.host.tables.answers import CommandAnswer, answer_of, refusal_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.committed_shuffles import (
    CommittedShuffle,
    committed_shuffles,
    require_may_add,
    takes_entropy,
)
from upcard.host.tables.committing import CommittedTable
from upcard.host.tables.in_flight import InFlight, finish
from upcard.host.tables.opening import USUAL_TERMS, OpeningTerms
from upcard.host.tables.recorded_table import RulesOf
from upcard.host.tables.requests import (
    AddEntropy,
    SendCommands,
    TableRequest,
    TakeStep,
    command_request,
    step_request,
)
from upcard.host.tables.writing import WrittenRecord
from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut, KeyReused, Receipt, VersionConflict
from upcard.journal.writing.wait_limits import journal_behind, lock_timeout
from upcard.rules.violation import BadInput, RuleViolation


class TableHost:
    """One table, and the only writer of its stream. Any thread may call it.

    `submission` is the text of its Rules Submission, which `rules_of` compiles. The host shuffles,
    and seals each order of cards before one of them is dealt, or devices bring the cards or
    numbers: `supply` tells. The host refuses cards that the shoe cannot hold.

    Opening a table resumes it where its last acknowledged command left it, on the lease and with
    the automatic steps of `terms`. Where these void what cannot be opened, the remaining cards are
    shuffled again, and a mystery meter gets a new value.

    Raises `BadInput` for a new submission in the middle of a round, `RuleViolation` for one that
    may not feed a meter, `JournalError` if the journal refuses.
    """

    def __init__(
        self,
        journal: Journal,
        submission: str,
        rules_of: RulesOf,
        supply: CardSupply,
        terms: OpeningTerms = USUAL_TERMS,
    ) -> None:
        self._table = CommittedTable(journal, submission, rules_of, supply, terms)
        self._journal, self._vault = journal, supply.vault
        self._lock = RLock()
        self.rules: Final = self._table.rules
        self.stream: Final = self._table.stream
        self.held_lease: Final = self._table.held_lease
        self.fed: Final = supply.fed

    # What the table shows

    @property
    def state(self) -> AnyTable:
        """The table after its last acknowledged command."""
        return self._table.state

    @property
    def position(self) -> int:
        """The position in its stream of the table's last record."""
        return self._table.reader.position

    @property
    def round_events(self) -> tuple[Event, ...]:
        """The events since the table was last cleared."""
        return tuple(self._table.reader.events)

    @property
    def records_of_round(self) -> tuple[int, ...]:
        """The positions of the records since the table was last cleared, its clearing included."""
        return tuple(self._table.reader.records)

    @property
    def automations(self) -> Automation:
        """The steps that the host takes automatically."""
        return self._table.automations

    @property
    def takes_entropy(self) -> bool:
        """Whether a cut is due of cards whose order is committed."""
        return takes_entropy(self._table.state, self._table.shoe)

    @property
    def shuffles(self) -> tuple[CommittedShuffle, ...]:
        """The shuffles whose cards are in the shoe or about to be cut."""
        return committed_shuffles(self._table.state, self._table.shoe)

    # What changes it

    def send(self, command: Command, *, key: str = "", actor: str = "") -> CommandAnswer:
        """Carry out a command and the automatic steps that follow, durably.

        A `key` has one effect and one answer, no matter how often the command is sent. Raises
        `RuleViolation` for a command that is refused and `JournalError` for one that could not be
        written; the table is then unchanged.
        """
        return finish(self.command_in_flight(command, key=key, actor=actor))

    def command_in_flight(
        self, command: Command, *, key: str = "", actor: str = ""
    ) -> InFlight[CommandAnswer]:
        """`send` as a generator that yields once its record is queued."""
        with self._lock:
            return (yield from self._once(command_request(self.stream, command, key, actor)))

    def take_step(
        self, step: DueCommand, *, after: int | None = None, key: str = "", actor: str = ""
    ) -> CommandAnswer:
        """Take a dealer's step that is due and not automatic, durably.

        Cards and numbers come from the shoe or the wheel. With `after`, the step is taken only if
        that is the position of the table's last record; otherwise raises `VersionConflict`. A
        `key` is that of `send`. Also raises what `send` raises.
        """
        return finish(self.step_in_flight(step, after=after, key=key, actor=actor))

    def step_in_flight(
        self, step: DueCommand, *, after: int | None = None, key: str = "", actor: str = ""
    ) -> InFlight[CommandAnswer]:
        """`take_step` as a generator that yields once its record is queued."""
        with self._lock:
            return (yield from self._once(step_request(self.stream, step, after, key, actor)))

    def answer_to_step(
        self, step: DueCommand, *, after: int | None, key: str, actor: str
    ) -> CommandAnswer | None:
        """The answer that the key of a step has already; None for a key that is new or empty."""
        return self._known_answer(step_request(self.stream, step, after, key, actor))

    def answer_to_command(self, command: Command, *, key: str, actor: str) -> CommandAnswer | None:
        """The answer that the key of this command has already; None for a key that is new or empty.

        Raises `RuleViolation` if the answer was a refusal.
        """
        with suppress(KeyReused):
            return self._known_answer(command_request(self.stream, command, key, actor))
        return None

    def send_all(self, commands: Iterable[Command], *, actor: str = "") -> None:
        """Carry out several commands in one record, or none of them if one is refused."""
        with self._lock:
            self._table.make_ready()
            finish(self._table.commit(TableRequest(SendCommands(tuple(commands)), actor)))
            self._table.take_due_steps()

    def add_entropy(self, player: str, text: str) -> None:
        """Add a player's text to the cut that is due, durably.

        Raises `BadInput` where no cut of a committed order is due, for a player who has no seat or
        has added before, and for a text that is empty, too long or not printable.
        """
        entropy = Entropy(player, text)
        with self._lock:
            self._table.make_ready()
            require_may_add(self._table.state, self._table.shoe, entropy)
            finish(self._table.commit(TableRequest(AddEntropy(entropy), by=player)))

    def automate(self, automations: Automation) -> None:
        """Take these steps automatically from now on; those that are due are taken at once."""
        with self._lock:
            self._table.automations = automations
            self._table.make_ready()
            self._table.take_due_steps()

    # The lock

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Hold the table's lock: no other thread sends it a command while the block runs.

        Raises `JournalUnavailable` where another thread holds it for longer than this one waits.
        """
        if not self._lock.acquire(timeout=lock_timeout()):
            raise journal_behind()
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
            self.held_lease.release()

    def leave(self) -> None:
        """Save a snapshot, unless a round is under way; the lease stays for the next host."""
        with self._lock:
            self._table.save_snapshot()

    # Keys

    def _once(self, request: TableRequest) -> InFlight[CommandAnswer]:
        """Carry out a command or a step, or repeat the answer of its key.

        The journal finds a repeated key while it writes. What is refused before that may be refused
        because of what the same key did the first time.
        """
        try:
            self._table.make_ready()
            if request.after not in (None, self.position):
                raise VersionConflict(
                    f"Table {self.rules.name} has moved on since {request.after}."
                )
            receipt = yield from self._commit_or_refuse(request)
        except (BadInput, VersionConflict, FencedOut):
            answer = self._known_answer(request)
            if answer is None:
                raise
            return answer
        # A step that somebody takes is a record of its own; a command's has what follows from it.
        if isinstance(receipt.result, WrittenRecord) and (
            receipt.result.body.awards or isinstance(request.act, TakeStep)
        ):
            self._table.take_due_steps()
        return self._answer(receipt, request)

    def _commit_or_refuse(self, request: TableRequest) -> InFlight[Receipt]:
        """The receipt of a request; a refusal by a rule is stored as the answer of its key."""
        try:
            receipt = yield from self._table.commit(request)
        except RuleViolation as violation:
            if not request.key:
                raise
            self.held_lease.renew()
            return self._journal.refuse(
                self.stream, request.key, request.digest, refusal_of(violation)
            )
        assert receipt is not None, "a command or a step has events"
        return receipt

    def _known_answer(self, request: TableRequest) -> CommandAnswer | None:
        """The answer that a request's key has already; None for a key that is new or empty."""
        if not request.key:
            return None
        receipt = self._journal.find(self.stream, request.key, request.digest)
        return None if receipt is None else self._answer(receipt, request)

    def _answer(self, receipt: Receipt, request: TableRequest) -> CommandAnswer:
        """The answer of a receipt; raises `KeyReused` if its key once dealt another card."""
        answer = answer_of(receipt, CardReader(self._journal, self._vault))
        if receipt.repeated and isinstance(request.act, SendCommands):
            drawn = [getattr(event, "card", None) for event in answer.events]
            for command in request.act.commands:
                if isinstance(command, DealCard) and command.card not in drawn:
                    raise KeyReused("The key was already used for another card.")
        return answer
