"""Composes a game from parts, and carries out commands.

A `Part` is one subject of a game. It defines the transitions between phases, the phases in which
its commands are allowed, further checks of these commands, the events that follow from them, the
state after these events, and the dealer's steps. A `Flow` merges parts that do not collide, and has
the functions of every game: `refusal`, `decide`, `evolve`, `due` and `question`. It has no I/O, no
clock and no randomness.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.ledger import post
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)
Key = TypeVar("Key")
Entry = TypeVar("Entry")

Phases: TypeAlias = Mapping[tuple[StrEnum, type[e.Event]], StrEnum]
"""The next phase, by phase and kind of event; an event that is not listed keeps the phase."""

Allowed: TypeAlias = tuple[tuple[StrEnum, ...], str, str]
"""The phases in which a command is allowed; the section and message of the refusal in others."""

Check: TypeAlias = Callable[[Any, Any], RuleViolation | None]
"""Given a state and a command: why the command is refused, or None."""

Handler: TypeAlias = Callable[[Any, Any], list[e.Event]]
"""Given a state and a command: the events that follow."""

Fold: TypeAlias = Callable[[Any, Any], Any]
"""Given a state and an event: the state after the event."""

Guard: TypeAlias = Callable[[Any, Callable[[], list[e.Event]]], RuleViolation | None]
"""Given a state and a function that returns what would follow from a command: the refusal, or None.

The function is called only where the events matter."""

DueStep: TypeAlias = Step | Callable[[Any], Step | None]
"""The step that is due in a phase, or a function of the state that returns it."""

Untimely: TypeAlias = Callable[[Any, Any, RuleViolation], RuleViolation | None]
"""Given a state, a command outside its phases and the usual refusal: the refusal, or None."""


class PartsCollide(ValueError):
    """Two parts of a flow define the same command, event, transition or step."""


class PartIncomplete(ValueError):
    """A command of a flow has phases without a handler, or a handler or check without phases."""


def nobody(_state: AnyTable, _refusal: Check) -> PlayerQuestion | None:
    """No question: for games in which players only place wagers."""
    return None


def under(section: str, check: Check) -> Check:
    """The same check with `section` as the section of its refusals."""

    def checked(state: Any, command: Any) -> RuleViolation | None:
        refused = check(state, command)
        return None if refused is None else RuleViolation(section, refused.message)

    return checked


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One subject of a game.

    `allowed`, `checks` and `handlers` are by kind of command, `folds` by kind of event. `steps` are
    the steps of dealer and floor by phase; `first` returns a step that precedes those of any phase,
    and no step is due while `waits` is true. `before` checks every command first. `untimely`
    replaces the refusal of a command outside its phases, or allows the command. `cite_refusal`
    replaces any refusal, `after` the events that follow from any command. `guard` may refuse a
    command, that nothing else refuses, for the events that would follow.
    """

    name: str
    phases: Phases = field(default_factory=dict)
    allowed: Mapping[type[c.Command], Allowed] = field(default_factory=dict)
    checks: Mapping[type[c.Command], Check] = field(default_factory=dict)
    handlers: Mapping[type[c.Command], Handler] = field(default_factory=dict)
    folds: Mapping[type[e.Event], Fold] = field(default_factory=dict)
    steps: Mapping[StrEnum, DueStep] = field(default_factory=dict)
    untimely: Mapping[type[c.Command], Untimely] = field(default_factory=dict)
    first: Callable[[Any, Automation], Step | None] | None = None
    waits: Callable[[Any], bool] | None = None
    before: Check | None = None
    cite_refusal: Callable[[Any, RuleViolation], RuleViolation] | None = None
    after: Callable[[Any, list[e.Event]], list[e.Event]] | None = None
    guard: Guard | None = None

    def lent(
        self,
        section: str,
        commands: Collection[type[c.Command]],
        events: Collection[type[e.Event]],
        phases: tuple[StrEnum, ...] = (),
    ) -> "Part":
        """Some commands and folds of this part, for another game that cites `section` for them.

        The other game defines its own transitions and steps. `phases`, where given, replace the
        phases in which the commands are allowed.
        """
        return Part(
            name=self.name,
            allowed={
                kind: (phases or own_phases, section, message)
                for kind, (own_phases, _, message) in self.allowed.items()
                if kind in commands
            },
            checks={
                kind: under(section, check)
                for kind, check in self.checks.items()
                if kind in commands
            },
            handlers={kind: self.handlers[kind] for kind in commands},
            folds={kind: self.folds[kind] for kind in events},
        )


def _merged(
    what: str, parts: tuple[Part, ...], entries_of: Callable[[Part], Mapping[Key, Entry]]
) -> dict[Key, Entry]:
    """The entries of all parts, by key; raises `PartsCollide` where two parts have the same key."""
    merged: dict[Key, Entry] = {}
    owners: dict[Key, str] = {}
    for part in parts:
        for key, entry in entries_of(part).items():
            if key in merged:
                raise PartsCollide(
                    f"The parts {owners[key]} and {part.name} both claim the {what} {_named(key)}."
                )
            merged[key], owners[key] = entry, part.name
    return merged


def _named(key: object) -> str:
    if isinstance(key, tuple):
        return " by ".join(_named(part) for part in key)
    return key.__name__ if isinstance(key, type) else str(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Generic[S]):
    """A game: the merged parts (`Flow.of`).

    `section` is cited for commands that the game does not have, `positions` for positions that the
    table does not have.
    """

    title: str
    section: str
    positions: str
    phases: Phases
    allowed: Mapping[type[c.Command], Allowed]
    checks: Mapping[type[c.Command], Check]
    handlers: Mapping[type[c.Command], Handler]
    folds: Mapping[type[e.Event], Fold]
    steps: Mapping[StrEnum, DueStep]
    untimely: Mapping[type[c.Command], Untimely]
    first: tuple[Callable[[S, Automation], Step | None], ...]
    waits: tuple[Callable[[S], bool], ...]
    before: tuple[Check, ...]
    cite_refusal: tuple[Callable[[S, RuleViolation], RuleViolation], ...]
    after: tuple[Callable[[S, list[e.Event]], list[e.Event]], ...]
    guards: tuple[Guard, ...]
    asks: Callable[[S, Check], PlayerQuestion | None]

    @staticmethod
    def of(
        *parts: Part,
        title: str,
        section: str,
        positions: str = "",
        asks: Callable[[Any, Check], PlayerQuestion | None] = nobody,
    ) -> "Flow[Any]":
        """The game composed of `parts`.

        `asks` returns the next question to a player, given a state and the game's `refusal`. Raises
        `PartsCollide` and `PartIncomplete`.
        """
        allowed = _merged("command", parts, lambda part: part.allowed)
        checks = _merged("check of", parts, lambda part: part.checks)
        handlers = _merged("handler of", parts, lambda part: part.handlers)
        untimely = _merged("untimely command", parts, lambda part: part.untimely)
        stray = (allowed.keys() ^ handlers.keys()) | ((checks.keys() | untimely) - allowed.keys())
        if stray:
            names = ", ".join(sorted(kind.__name__ for kind in stray))
            raise PartIncomplete(f"{title} lacks phases or a handler for {names}.")
        return Flow(
            title=title,
            section=section,
            positions=positions or section,
            phases=_merged("transition from", parts, lambda part: part.phases),
            allowed={
                kind: (phases, full(cited), message)
                for kind, (phases, cited, message) in allowed.items()
            },
            checks=checks,
            handlers=handlers,
            folds=_merged("fold of", parts, lambda part: part.folds),
            steps=_merged("step of phase", parts, lambda part: part.steps),
            untimely=untimely,
            first=tuple(part.first for part in parts if part.first is not None),
            waits=tuple(part.waits for part in parts if part.waits is not None),
            before=tuple(part.before for part in parts if part.before is not None),
            cite_refusal=tuple(
                part.cite_refusal for part in parts if part.cite_refusal is not None
            ),
            after=tuple(part.after for part in parts if part.after is not None),
            guards=tuple(part.guard for part in parts if part.guard is not None),
            asks=asks,
        )

    def refusal(self, state: S, command: c.Command) -> RuleViolation | None:
        """Why a command may not be carried out now, or None when it may."""
        refused = self._refusal(state, command)
        return None if refused is None else self._cited(state, refused)

    def _cited(self, state: S, refused: RuleViolation) -> RuleViolation:
        for cite in self.cite_refusal:
            refused = cite(state, refused)
        return refused

    def _refusal(self, state: S, command: c.Command) -> RuleViolation | None:
        for before in self.before:
            stopped = before(state, command)
            if stopped is not None:
                return stopped
        kind = type(command)
        allowed = self.allowed.get(kind)
        if allowed is None:
            return RuleViolation(self.section, f"There is no {c.name_of(kind)} in {self.title}.")
        phases, section, message = allowed
        if state.phase not in phases:
            usual = RuleViolation(section, message)
            untimely = self.untimely.get(kind)
            refused = usual if untimely is None else untimely(state, command, usual)
            if refused is not None:
                return refused
        position = getattr(command, "position", None)
        if position is not None:
            lowest = 0 if kind is c.CutCards else 1
            positions = state.rules.positions
            if not lowest <= position <= positions:
                message = f"There is no position {position}; this table has {positions}."
                return RuleViolation(self.positions, message)
        check = self.checks.get(kind)
        refused = check(state, command) if check is not None else None
        if refused is not None:
            return refused
        for guard in self.guards:
            refused = guard(state, lambda: self._events(state, command))
            if refused is not None:
                return refused
        return None

    def _events(self, state: S, command: c.Command) -> list[e.Event]:
        """The events that follow from a command that is not refused."""
        events = self.handlers[type(command)](state, command)
        for after in self.after:
            events = after(state, events)
        return events

    def decide(self, state: S, command: c.Command) -> list[e.Event]:
        """The events that follow from a command, in order.

        Raises `RuleViolation`, with its section, for a command that is refused.
        """
        refused = self._refusal(state, command)
        if refused is not None:
            raise self._cited(state, refused)
        return self._events(state, command)

    def evolve(self, state: S, event: e.Event) -> S:
        """The state after an event. An event that was decided always applies."""
        kind = type(event)
        fold = self.folds.get(kind)
        if fold is not None:
            state = fold(state, event)
        was = state.phase
        phase = self.phases.get((was, kind), was)
        accounts = post(state.accounts, event)
        if phase is was and accounts is state.accounts:
            return state
        return replace(state, phase=phase, accounts=accounts)

    def due(self, state: S, taking: Automation = Automation.ALL) -> Step | None:
        """The next step of dealer or floor, with its automation, of the automations in `taking`.

        None while players are asked, and while a part waits for something else.
        """
        for first in self.first:
            step = first(state, taking)
            if step is not None:
                return step
        for waits in self.waits:
            if waits(state):
                return None
        due = self.steps.get(state.phase)
        step = due(state) if callable(due) else due
        return step if step is not None and step[0] in taking else None

    def question(self, state: S) -> PlayerQuestion | None:
        """The next question to any player; None when no player is asked."""
        return self.asks(state, self.refusal)

    def diagram(self) -> str:
        """The phases as a Mermaid state diagram, for the documentation."""
        first = next(iter(self.phases))[0]
        lines = ["stateDiagram-v2", f"    [*] --> {first}"]
        lines += [
            f"    {was} --> {now}: {event.__name__}".replace("-after-", "_after_")
            for (was, event), now in self.phases.items()
        ]
        return "\n".join(lines)
