"""Composes a game from its parts, and carries out commands.

A `Flow` merges parts that do not collide, and has the functions of every game: `refusal`, `decide`,
`evolve`, `due` and `question`. It has no I/O, no clock and no randomness.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.ledger import post
from upcard.engine.core.parts import (
    Allowed,
    Check,
    DueStep,
    Fold,
    Guard,
    Handler,
    Part,
    PartIncomplete,
    PartsCollide,
    Phases,
    Series,
    Untimely,
    nobody,
)
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)
Key = TypeVar("Key")
Entry = TypeVar("Entry")


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


def _hooks(parts: Iterable[Part]) -> dict[str, Any]:
    """The functions of the parts that are asked at every command, by their names."""
    return {
        name: tuple(hook for part in parts if (hook := getattr(part, name)) is not None)
        for name in ("first", "waits", "before", "cite_refusal", "after", "guard")
    }


_ALL: Automation = Automation.ALL  # compared first: to ask a flag what it contains is slow


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Generic[S]):
    """A game: the merged parts (`Flow.of`).

    `section` is cited for commands that the game does not have, `positions` for positions that the
    table does not have. `parts` are what it was composed of. `moves` are the `phases` by kind of
    event, `at_positions` the kinds of commands that name a position.
    """

    title: str
    section: str
    positions: str
    parts: tuple[Part, ...]
    phases: Phases
    allowed: Mapping[type[c.Command], Allowed]
    checks: Mapping[type[c.Command], Check]
    handlers: Mapping[type[c.Command], Handler]
    folds: Mapping[type[e.Event], Fold]
    series: Mapping[type[e.Event], Series]
    steps: Mapping[StrEnum, DueStep]
    untimely: Mapping[type[c.Command], Untimely]
    first: tuple[Callable[[S, Automation], Step | None], ...]
    waits: tuple[Callable[[S], bool], ...]
    before: tuple[Check, ...]
    cite_refusal: tuple[Callable[[S, RuleViolation], RuleViolation], ...]
    after: tuple[Callable[[S, list[e.Event]], list[e.Event]], ...]
    guard: tuple[Guard, ...]
    asks: Callable[[S, Check], PlayerQuestion | None]
    moves: Mapping[type[e.Event], Mapping[StrEnum, StrEnum]]
    at_positions: Set[type[c.Command]]

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
        phases = _merged("transition from", parts, lambda part: part.phases)
        folds = _merged("fold of", parts, lambda part: part.folds)
        series = _merged("series of", parts, lambda part: part.series)
        moves: dict[type[e.Event], dict[StrEnum, StrEnum]] = {}
        for (was, event), now in phases.items():
            moves.setdefault(event, {})[was] = now
        assert not series.keys() & (folds.keys() | moves.keys()), (
            "a series folds, and moves nothing"
        )
        return Flow(
            title=title,
            section=section,
            positions=positions or section,
            parts=parts,
            phases=phases,
            allowed={
                kind: (when, full(cited), message)
                for kind, (when, cited, message) in allowed.items()
            },
            checks=checks,
            handlers=handlers,
            folds=folds,
            series=series,
            steps=_merged("step of phase", parts, lambda part: part.steps),
            untimely=untimely,
            **_hooks(parts),
            asks=asks,
            moves=moves,
            at_positions={kind for kind in allowed if "position" in kind.__struct_fields__},
        )

    def at(self, rules: TableRules) -> "Flow[S]":
        """The same game without the hooks that do nothing at tables with these rules."""
        parts = [part for part in self.parts if part.where is None or part.where(rules)]
        return dataclasses.replace(self, **_hooks(parts))

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
        position = command.position if kind in self.at_positions else None  # type: ignore[attr-defined]
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
        for guard in self.guard:
            refused = guard(state, partial(self._events, state, command))
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
        return self.evolve_all(state, (event,))

    def evolve_all(self, state: S, events: Sequence[e.Event]) -> S:
        """The state after events, such as those of one command.

        No fold reads the accounts: the postings of all events are entered at the end, together with
        the last change of phase.
        """
        folds, moves = self.folds, self.moves
        phase = state.phase
        for kind, same in groupby(events, type):
            series = self.series.get(kind)
            if series is not None:
                state = series(
                    state if phase is state.phase else replace(state, phase=phase), [*same]
                )
                continue
            fold, moved = folds.get(kind), moves.get(kind)
            for event in same:
                if phase is not state.phase:
                    state = replace(state, phase=phase)
                if fold is not None:
                    state = fold(state, event)
                phase = state.phase
                if moved is not None:
                    phase = moved.get(phase, phase)
        accounts = post(state.accounts, events)
        if phase is state.phase and accounts is state.accounts:
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
        if step is None or taking is _ALL or step[0] in taking:
            return step
        return None

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
