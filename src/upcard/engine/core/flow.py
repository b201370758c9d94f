"""A game as the sum of its parts; and how a command is carried out by them.

A `Part` is one subject of a game: which event leads from which phase to which, in which phases its
commands may come, what else refuses them, which events follow, what these change, and which steps
of the dealer are due. A `Flow` is made of parts that do not collide, and has the functions that
every game has: `refusal`, `decide`, `evolve`, `due` and `question`. No I/O, no clock, no
randomness.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.ledger import post
from upcard.engine.core.questions import Question
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)
Key = TypeVar("Key")
Claim = TypeVar("Claim")

Phases: TypeAlias = Mapping[tuple[StrEnum, type[e.Event]], StrEnum]
"""From a phase, by an event, to the next phase; an event that is not listed leaves it as it is."""

Allowed: TypeAlias = tuple[tuple[StrEnum, ...], str, str]
"""The phases in which a command may come, the section (in short), and what is said otherwise."""

Check: TypeAlias = Callable[[Any, Any], RuleViolation | None]
"""Why a command is refused in a state, or None."""

Handler: TypeAlias = Callable[[Any, Any], list[e.Event]]
"""The events that follow from a command in a state."""

Fold: TypeAlias = Callable[[Any, Any], Any]
"""The state after an event."""

DueStep: TypeAlias = Step | Callable[[Any], Step | None]
"""The step that is due in a phase, or the function that says it."""

Untimely: TypeAlias = Callable[[Any, Any, RuleViolation], RuleViolation | None]
"""What refuses a command outside its phases, given the usual refusal; None lets it come."""


class PartsCollide(ValueError):
    """Two parts of a flow claim the same command, event, transition or step."""


class PartIncomplete(ValueError):
    """A command of a flow has phases without a handler, or a handler or check without phases."""


def nobody(_state: AnyTable, _refusal: Check) -> Question | None:
    """The question of games at which no player decides anything once the wagers are placed."""
    return None


def under(section: str, check: Check) -> Check:
    """A check that refuses under another section: what a chapter has in common with another."""

    def checked(state: Any, command: Any) -> RuleViolation | None:
        refused = check(state, command)
        return None if refused is None else RuleViolation(section, refused.message)

    return checked


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One subject of a game.

    `steps` are the dealer's, by phase; `first` is a step that comes before those of any phase, and
    while `waits` no step is due. `before` refuses any command before it is looked at, `untimely`
    says what becomes of a command outside its phases. `recite` may replace a refusal, `after` the
    events that follow from any command.
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
    recite: Callable[[Any, RuleViolation], RuleViolation] | None = None
    after: Callable[[Any, list[e.Event]], list[e.Event]] | None = None

    def lent(
        self,
        section: str,
        commands: Collection[type[c.Command]],
        events: Collection[type[e.Event]],
        phases: tuple[StrEnum, ...] = (),
    ) -> "Part":
        """Some commands and folds of this part for a game that cites another section for them.

        Transitions and steps are the borrowing game's own, and the `phases` in which the commands
        may come where they are given.
        """
        return Part(
            name=self.name,
            allowed={
                kind: (phases or ours, section, message)
                for kind, (ours, _, message) in self.allowed.items()
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
    what: str, parts: tuple[Part, ...], claims: Callable[[Part], Mapping[Key, Claim]]
) -> dict[Key, Claim]:
    """What all parts claim, by key; raises `PartsCollide` where two claim the same."""
    merged: dict[Key, Claim] = {}
    claimed: dict[Key, str] = {}
    for part in parts:
        for key, claim in claims(part).items():
            if key in merged:
                raise PartsCollide(
                    f"The parts {claimed[key]} and {part.name} both claim the {what} {_named(key)}."
                )
            merged[key], claimed[key] = claim, part.name
    return merged


def _named(key: object) -> str:
    if isinstance(key, tuple):
        return " by ".join(_named(one) for one in key)
    return key.__name__ if isinstance(key, type) else str(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Generic[S]):
    """A game: the sum of its parts, merged once when it is made (`Flow.of`).

    `section` is where the game is regulated, `positions` where its positions are.
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
    recite: tuple[Callable[[S, RuleViolation], RuleViolation], ...]
    after: tuple[Callable[[S, list[e.Event]], list[e.Event]], ...]
    asks: Callable[[S, Check], Question | None]

    @staticmethod
    def of(
        *parts: Part,
        title: str,
        section: str,
        positions: str = "",
        asks: Callable[[Any, Check], Question | None] = nobody,
    ) -> "Flow[Any]":
        """The game that the parts make.

        `asks` says what a player is asked next, given a state and the game's `refusal`. Raises
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
            recite=tuple(part.recite for part in parts if part.recite is not None),
            after=tuple(part.after for part in parts if part.after is not None),
            asks=asks,
        )

    def refusal(self, state: S, command: c.Command) -> RuleViolation | None:
        """Why a command may not be carried out now, or None when it may."""
        refused = self._refusal(state, command)
        return None if refused is None else self._recited(state, refused)

    def _recited(self, state: S, refused: RuleViolation) -> RuleViolation:
        for recite in self.recite:
            refused = recite(state, refused)
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
            refused: RuleViolation | None = RuleViolation(section, message)
            untimely = self.untimely.get(kind)
            if untimely is not None and refused is not None:
                refused = untimely(state, command, refused)
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
        return check(state, command) if check is not None else None

    def decide(self, state: S, command: c.Command) -> list[e.Event]:
        """The events that follow from a command, in order.

        Raises `RuleViolation`, with its section, for a command that is refused.
        """
        refused = self._refusal(state, command)
        if refused is not None:
            raise self._recited(state, refused)
        events = self.handlers[type(command)](state, command)
        for after in self.after:
            events = after(state, events)
        return events

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
        """The next step of dealer or floor and the automation that takes it, of those in `taking`.

        None while players are asked, and while something else is waited for.
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

    def question(self, state: S) -> Question | None:
        """What a player is asked next; None when nobody is."""
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
