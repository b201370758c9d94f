"""What a family of games says of its rounds, as tables; and how a command is carried out by them.

A family says which event leads from which phase to which, in which phases a command may come, what
else refuses it, which events follow from it, and what they change. Its `Flow` has the functions
that every game has: `refusal`, `decide`, `evolve`, `due` and `question`. No I/O, no
clock, no randomness.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.ledger import post
from upcard.engine.core.questions import Question
from upcard.engine.core.steps import Step
from upcard.engine.core.table_state import AnyTable
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)

Phases: TypeAlias = Mapping[tuple[StrEnum, type[e.Event]], StrEnum]
"""From a phase, by an event, to the next phase; an event that is not listed leaves it as it is."""

Allowed: TypeAlias = tuple[tuple[StrEnum, ...], str, str]
"""The phases in which a command may come, the section, and what is said otherwise."""

Check: TypeAlias = Callable[[Any, Any], RuleViolation | None]
"""Why a command is refused in a state, or None."""

Handler: TypeAlias = Callable[[Any, Any], list[e.Event]]
"""The events that follow from a command in a state."""

Fold: TypeAlias = Callable[[Any, Any], Any]
"""The state after an event."""


def nobody(_state: AnyTable) -> Question | None:
    """The question of games at which no player decides anything once the wagers are placed."""
    return None


def under(section: str, check: Check) -> Check:
    """A check that refuses under another section: what a chapter has in common with another."""

    def checked(state: Any, command: Any) -> RuleViolation | None:
        refused = check(state, command)
        return None if refused is None else RuleViolation(section, refused.message)

    return checked


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Generic[S]):
    """A family of games. `section` is where its game is regulated."""

    title: str
    section: str
    phases: Phases
    allowed: Mapping[type[c.Command], Allowed]
    checks: Mapping[type[c.Command], Check]
    handlers: Mapping[type[c.Command], Handler]
    folds: Mapping[type[e.Event], Fold]
    due: Callable[[S], Step | None]
    question: Callable[[S], Question | None] = nobody

    def refusal(self, state: S, command: c.Command) -> RuleViolation | None:
        """Why a command may not be carried out now, or None when it may."""
        allowed = self.allowed.get(type(command))
        if allowed is None:
            what = c.name_of(type(command))
            return RuleViolation(self.section, f"There is no {what} in {self.title}.")
        phases, section, message = allowed
        if state.phase not in phases:
            return RuleViolation(section, message)
        positions, position = state.rules.positions, getattr(command, "position", None)
        lowest = 0 if isinstance(command, c.CutCards) else 1
        if position is not None and not lowest <= position <= positions:
            message = f"There is no position {position}; this table has {positions}."
            return RuleViolation(self.section, message)
        check = self.checks.get(type(command))
        return check(state, command) if check is not None else None

    def decide(self, state: S, command: c.Command) -> list[e.Event]:
        """The events that follow from a command, in order.

        Raises `RuleViolation`, with its section, for a command that is refused.
        """
        refused = self.refusal(state, command)
        if refused is not None:
            raise refused
        return self.handlers[type(command)](state, command)

    def evolve(self, state: S, event: e.Event) -> S:
        """The state after an event. An event that was decided always applies."""
        fold = self.folds.get(type(event))
        if fold is not None:
            state = fold(state, event)
        phase = self.phases.get((state.phase, type(event)), state.phase)
        return replace(state, phase=phase, accounts=post(state.accounts, event))

    def diagram(self) -> str:
        """The phases as a Mermaid state diagram, for the documentation."""
        first = next(iter(self.phases))[0]
        lines = ["stateDiagram-v2", f"    [*] --> {first}"]
        lines += [
            f"    {was} --> {now}: {event.__name__}" for (was, event), now in self.phases.items()
        ]
        return "\n".join(lines)
