"""A table in memory that takes the steps of dealer and floor automatically."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from upcard.cards.shoe import CardSource, OutOfCards
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event, TableCleared
from upcard.engine.core.flow import Flow
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import Game, game_of
from upcard.engine.roulette.wheel import SpinSource
from upcard.games.table_rules import TableRules

S = TypeVar("S", bound=AnyTable)

Taken: TypeAlias = tuple[Command, Sequence[Event]]
"""A command that a table carried out, and its events."""


Interrupt: TypeAlias = Callable[[], Command | None]
"""Returns a command to carry out before the next automatic step, or None."""


class Meters(Protocol):
    """The progressive meters of a table: an immutable value, replaced when they change."""

    def after_events(
        self, state: AnyTable, events: Sequence[Event]
    ) -> tuple["Meters", Sequence[Command]]:
        """The meters after a command's events, and the commands that follow.

        The commands are `RecordAwards` for the claims among the events, and `RecordMystery`.
        """


class AutomatedTable(Generic[S]):
    """A table in memory: its state, its events, and its source of cards or wheel.

    `automations` are the steps of dealer and floor that the table takes by itself. `meters` follow
    the events, where there are progressive wagers. `events` are all events since the initial
    `state`, in order; `steps` are the same by command. `interrupt` is called before each automatic
    step, for a command that is carried out first.
    """

    def __init__(
        self,
        rules: TableRules,
        source: CardSource | SpinSource,
        automations: Automation = Automation.ALL,
        state: S | None = None,
        meters: Meters | None = None,
    ) -> None:
        game: Game[S] = game_of(rules)
        self._flow: Final[Flow[S]] = game.flow.at(rules)
        self._dealer: Final = game.dealer(source, self._flow.refusal)
        self.meters = meters
        self.interrupt: Interrupt | None = None
        self.begin(state or game.new_table(rules), automations)

    def begin(self, state: S, automations: Automation) -> None:
        """Begin at a state, without events so far; the steps that are due there are taken."""
        self.state = state
        self.automations = automations
        self.events: list[Event] = []
        self.steps: list[Taken] = []
        self._run([])

    def send(self, command: Command) -> list[Event]:
        """Carry out a command and every automatic step that follows; the new events.

        Raises `RuleViolation` for a command that is refused; the table is unchanged then. Where
        the cards run out, the steps stop; `resume` continues when there are cards again.
        """
        events, completes = self.events, self._dealer.completes
        start = len(events)
        if type(command) in completes:
            command = completes[type(command)](self.state, command)
        self._run([command])
        return events[start:]

    def resume(self) -> list[Event]:
        """Continue the automatic steps after cards ran out; the new events."""
        start = len(self.events)
        self._run([])
        return self.events[start:]

    def take_step(self, kind: type[Command]) -> None:
        """Take a step that is due, or the one that has to precede it, such as a cover card.

        Raises `OutOfCards` where no card is left for it.
        """
        make = self._dealer.makes.get(kind)
        self._run([kind() if make is None else make(self.state, kind)], follow=False)

    def send_all(self, commands: Iterable[Command]) -> None:
        """Carry out several commands, or none of them when one is refused."""
        with self.attempt():
            for command in commands:
                self.send(command)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Restore state, meters and events when the block raises an exception."""
        state, meters = self.state, self.meters
        events, steps = len(self.events), len(self.steps)
        try:
            yield
        except Exception:
            self.state, self.meters = state, meters
            del self.events[events:]
            del self.steps[steps:]
            raise

    @property
    def round_events(self) -> tuple[Event, ...]:
        """The events since the table was last cleared."""
        events = self.events
        start = len(events)
        while start and not isinstance(events[start - 1], TableCleared):
            start -= 1
        return tuple(events[start:])

    def forget(self) -> None:
        """Drop the events and steps so far; the state is kept."""
        self.events.clear()
        self.steps.clear()

    def _run(self, commands: list[Command], *, follow: bool = True) -> None:
        """Carry out commands, what the meters answer to them, and the steps that follow.

        Without `follow`, no step follows. Where the cards run out, the steps stop.
        """
        flow, dealer, state = self._flow, self._dealer, self.state
        makes, moves = dealer.makes, dealer.moves
        events, steps = self.events, self.steps
        while True:
            if commands:
                command = commands.pop()
            elif not follow:
                return
            elif self.interrupt is not None and (first := self.interrupt()) is not None:
                complete = dealer.completes.get(type(first))
                command = first if complete is None else complete(state, first)
            else:
                step = flow.due(state, self.automations)
                if step is None:
                    return
                _, kind = step
                make = makes.get(kind)
                try:
                    command = kind() if make is None else make(state, kind)
                except OutOfCards:
                    return
            state, new_events = flow.apply(state, command)
            self.state = state
            for event in new_events:
                if type(event) in moves:
                    moves[type(event)](state, event)
            events += new_events
            steps.append((command, new_events))
            if self.meters is not None:
                self.meters, next_commands = self.meters.after_events(state, new_events)
                commands += reversed(next_commands)
