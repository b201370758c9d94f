"""A table in memory that takes the steps of dealer and floor by itself."""

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
from upcard.engine.roulette.wheel import Wheel
from upcard.games.table_rules import TableRules

S = TypeVar("S", bound=AnyTable)

Taken: TypeAlias = tuple[c.Command, tuple[e.Event, ...]]
"""One command at a table, and its events."""


Interrupt: TypeAlias = Callable[[], c.Command | None]
"""A step that somebody takes now, or None."""


class Meters(Protocol):
    """Progressive meters as a table needs them: an immutable value, replaced as they move."""

    def follow(
        self, state: AnyTable, events: Sequence[e.Event]
    ) -> tuple["Meters", Sequence[c.Command]]:
        """What the meters are after a command's events, and the commands that follow.

        Those are `RecordAwards` for the claims among the events, and `RecordMystery`.
        """


class Table(Generic[S]):
    """A table in memory: its state, its events, and the cards or the wheel that feed it.

    `automations` are the steps of dealer and floor taken without being asked for. `meters`
    follow what happens, where there are progressive wagers. `events` holds all
    that happened, in order, from the `state` in which the table was taken over; `steps` the
    same by command. `interrupt` is asked before each automatic step for one that comes first.
    """

    def __init__(
        self,
        rules: TableRules,
        source: CardSource | Wheel,
        automations: Automation = Automation.ALL,
        state: S | None = None,
        meters: Meters | None = None,
    ) -> None:
        game: Game[S] = game_of(rules)
        self._flow: Final[Flow[S]] = game.flow
        self._dealer: Final = game.dealer(source, self._flow.refusal)
        self.state: S = state or game.new_table(rules)
        self.events: list[e.Event] = []
        self.steps: list[Taken] = []
        self.meters = meters
        self.automations = automations
        self.interrupt: Interrupt | None = None
        self._run()

    def send(self, command: c.Command) -> list[e.Event]:
        """Carry a command out, then every automatic step that follows; the new events.

        Raises `RuleViolation`, and nothing has changed, for a command that is refused. Where
        the cards run out the steps stop there: `resume` goes on when there are cards again.
        """
        start = len(self.events)
        self._apply(self._dealer.completed(self.state, command))
        self._run()
        return self.events[start:]

    def resume(self) -> list[e.Event]:
        """Take the automatic steps that wait for cards; the new events."""
        start = len(self.events)
        self._run()
        return self.events[start:]

    def take(self, kind: type[c.Command]) -> None:
        """Take a step that is due, or what comes before it: a cover card before a card.

        Raises `OutOfCards` where there is no card for it.
        """
        self._apply(self._dealer.command(self.state, kind))

    def send_all(self, commands: Iterable[c.Command]) -> None:
        """Carry several commands out, or none of them when one is refused."""
        with self.attempt():
            for command in commands:
                self.send(command)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Put state, meters and events back as they were when what is tried fails."""
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
        """What happened since the table was last cleared."""
        events = self.events
        start = len(events)
        while start and not isinstance(events[start - 1], e.TableCleared):
            start -= 1
        return tuple(events[start:])

    def forget(self) -> None:
        """Drop what happened so far: the state stands."""
        self.events.clear()
        self.steps.clear()

    def _apply(self, command: c.Command) -> None:
        evolve, follow = self._flow.evolve, self._dealer.follow
        events = self._flow.decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
            follow(self.state, event)
        self.events += events
        self.steps.append((command, tuple(events)))
        if self.meters is not None:
            self.meters, following = self.meters.follow(self.state, events)
            for one in following:
                self._apply(one)

    def _run(self) -> None:
        due = self._flow.due
        while True:
            if self.interrupt is not None and (command := self.interrupt()) is not None:
                self._apply(self._dealer.completed(self.state, command))
                continue
            step = due(self.state, self.automations)
            if step is None:
                return
            try:
                self.take(step[1])
            except OutOfCards:
                return
