"""A table in memory that takes the steps of dealer and floor automatically."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from upcard.cards.shoe import CardSource, OutOfCards
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Flow
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import Game, game_of
from upcard.engine.roulette.wheel import SpinSource
from upcard.games.table_rules import TableRules

S = TypeVar("S", bound=AnyTable)

Taken: TypeAlias = tuple[c.Command, tuple[e.Event, ...]]
"""A command that a table carried out, and its events."""


Interrupt: TypeAlias = Callable[[], c.Command | None]
"""Returns a command to carry out before the next automatic step, or None."""


class Meters(Protocol):
    """The progressive meters of a table: an immutable value, replaced when they change."""

    def follow(
        self, state: AnyTable, events: Sequence[e.Event]
    ) -> tuple["Meters", Sequence[c.Command]]:
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
        self._moves: Final = self._dealer.moves
        self.state: S = state or game.new_table(rules)
        self.events: list[e.Event] = []
        self.steps: list[Taken] = []
        self.meters = meters
        self.automations = automations
        self.interrupt: Interrupt | None = None
        self._run()

    def send(self, command: c.Command) -> list[e.Event]:
        """Carry out a command and every automatic step that follows; the new events.

        Raises `RuleViolation` for a command that is refused; the table is unchanged then. Where
        the cards run out, the steps stop; `resume` continues when there are cards again.
        """
        start = len(self.events)
        self._apply(self._dealer.completed(self.state, command))
        self._run()
        return self.events[start:]

    def resume(self) -> list[e.Event]:
        """Continue the automatic steps after cards ran out; the new events."""
        start = len(self.events)
        self._run()
        return self.events[start:]

    def take(self, kind: type[c.Command]) -> None:
        """Take a step that is due, or the one that has to precede it, such as a cover card.

        Raises `OutOfCards` where no card is left for it.
        """
        self._apply(self._dealer.command(self.state, kind))

    def send_all(self, commands: Iterable[c.Command]) -> None:
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
    def round_events(self) -> tuple[e.Event, ...]:
        """The events since the table was last cleared."""
        events = self.events
        start = len(events)
        while start and not isinstance(events[start - 1], e.TableCleared):
            start -= 1
        return tuple(events[start:])

    def forget(self) -> None:
        """Drop the events and steps so far; the state is kept."""
        self.events.clear()
        self.steps.clear()

    def _apply(self, command: c.Command) -> None:
        flow = self._flow
        state = self.state
        events = flow.decide(state, command)
        one = len(events) == 1
        state = flow.evolve(state, events[0]) if one else flow.evolve_all(state, events)
        self.state = state
        moves = self._moves
        for event in events:
            if type(event) in moves:
                moves[type(event)](state, event)
        self.events += events
        self.steps.append((command, tuple(events)))
        if self.meters is not None:
            self.meters, following = self.meters.follow(state, events)
            for next_command in following:
                self._apply(next_command)

    def _run(self) -> None:
        due, dealer = self._flow.due, self._dealer
        while True:
            if self.interrupt is not None and (first := self.interrupt()) is not None:
                self._apply(dealer.completed(self.state, first))
                continue
            step = due(self.state, self.automations)
            if step is None:
                return
            try:
                command = dealer.command(self.state, step[1])
            except OutOfCards:
                return
            self._apply(command)
