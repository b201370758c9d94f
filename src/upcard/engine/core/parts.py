"""The parts of which a game consists, and the types of their functions.

A `Part` is one subject of a game. It defines the transitions between phases, the phases in which
its commands are allowed, further checks of these commands, the events that follow from them, the
state after these events, and the dealer's steps.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.questions import PlayerQuestion, QuestionKind
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput, RuleViolation

Phases: TypeAlias = Mapping[tuple[StrEnum, type[Event]], StrEnum]
"""The next phase, by phase and kind of event; an event that is not listed keeps the phase."""


class Allowed(NamedTuple):
    """The phases in which a command is allowed; section and message of the refusal in others."""

    phases: tuple[StrEnum, ...]
    section: str
    message: str


Check: TypeAlias = Callable[[Any, Any], RuleViolation | None]
"""Given a state and a command: why the command is refused, or None."""

Handler: TypeAlias = Callable[[Any, Any], list[Event]]
"""Given a state and a command: the events that follow."""

Fold: TypeAlias = Callable[[Any, Any], Any]
"""Given a state and an event: the state after the event."""

EventsCheck: TypeAlias = Callable[[Any, Callable[[], list[Event]]], RuleViolation | None]
"""Given a state and a function that returns what would follow from a command: the refusal, or None.

The function is called only where the events matter."""

Series: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""Given a state and events of one kind in a row: the state after them."""

DueStep: TypeAlias = Step | Callable[[Any], Step | None]
"""The step that is due in a phase, or a function of the state that returns it."""

Untimely: TypeAlias = Callable[[Any, Any, RuleViolation], RuleViolation | None]
"""Given a state, a command outside its phases and the usual refusal: the refusal, or None."""


class PartsCollide(BadInput):
    """Two parts of a flow define the same command, event, transition, step or tag."""


class PartIncomplete(BadInput):
    """A command of a flow has phases without a handler, or a handler or check without phases."""


def no_question(_state: AnyTable, _refusal: Check) -> PlayerQuestion | None:
    """No question: for games in which players only place wagers."""
    return None


def citing(section: str, check: Check) -> Check:
    """A check that refuses as `check` does and has its name, but cites `section`."""

    @wraps(check)
    def refuse_citing(state: Any, command: Any) -> RuleViolation | None:
        refused = check(state, command)
        return None if refused is None else RuleViolation(section, refused.message)

    return refuse_citing


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One subject of a game.

    `allowed`, `checks` and `handlers` are by kind of command, `folds` by kind of event; `series`
    fold events of one kind in a row, which change no phase. `steps` are the steps of dealer and
    floor by phase; `due_first` returns a step that precedes those of any phase, and no step is due
    while `is_waiting` is true. Where the table has an irregularity, `check_before` checks every
    command first, and no step is due while `is_stopped` is true. `questions` are what players are
    asked. `untimely` replaces the refusal of a command outside its phases, or allows the command.
    `cite_refusal` replaces any refusal, `revise_events` the events that follow from any command.
    `check_events` may refuse a command, that nothing else refuses, for the events that would
    follow. `applies_to` says by a table's rules whether the hooks but `untimely` apply to it: where
    it is false, `Flow.at` leaves them out.
    """

    name: str
    phases: Phases = field(default_factory=dict)
    allowed: Mapping[type[Command], Allowed] = field(default_factory=dict)
    checks: Mapping[type[Command], Check] = field(default_factory=dict)
    handlers: Mapping[type[Command], Handler] = field(default_factory=dict)
    folds: Mapping[type[Event], Fold] = field(default_factory=dict)
    series: Mapping[type[Event], Series] = field(default_factory=dict)
    steps: Mapping[StrEnum, DueStep] = field(default_factory=dict)
    questions: tuple[QuestionKind, ...] = ()
    untimely: Mapping[type[Command], Untimely] = field(default_factory=dict)
    due_first: Callable[[Any, Automation], Step | None] | None = None
    is_waiting: Callable[[Any], bool] | None = None
    is_stopped: Callable[[Any], bool] | None = None
    check_before: Check | None = None
    cite_refusal: Callable[[Any, RuleViolation], RuleViolation] | None = None
    revise_events: Callable[[Any, list[Event]], list[Event]] | None = None
    check_events: EventsCheck | None = None
    applies_to: Callable[[TableRules], bool] | None = None

    def lent(
        self,
        section: str,
        commands: Collection[type[Command]],
        events: Collection[type[Event]],
        phases: tuple[StrEnum, ...] = (),
    ) -> "Part":
        """Some commands and folds of this part, for another game that cites `section` for them.

        The other game defines its own transitions and steps. `phases`, where given, replace the
        phases in which the commands are allowed.
        """
        return Part(
            name=self.name,
            allowed={
                kind: Allowed(phases or own.phases, section, own.message)
                for kind, own in self.allowed.items()
                if kind in commands
            },
            checks={
                kind: citing(section, check)
                for kind, check in self.checks.items()
                if kind in commands
            },
            handlers={kind: self.handlers[kind] for kind in commands},
            folds={kind: self.folds[kind] for kind in events},
        )


class CommandRule(msgspec.Struct, frozen=True):
    """The rules of a game for a kind of command.

    `check` is that of its part, after that of the position that the command names.
    """

    phases: Set[StrEnum]
    section: str
    message: str
    untimely: Untimely | None
    check: Check
    handler: Handler


def refuse_nothing(_state: Any, _command: Any) -> RuleViolation | None:
    """No refusal: the check of a command whose part has none."""
    return None


UNKNOWN: Final = CommandRule(frozenset(), "", "", None, refuse_nothing, lambda _state, _command: [])
"""The rule of a command that the game does not have: there is no phase in which it may come."""


class EventRule(msgspec.Struct, frozen=True):
    """The effects of a kind of event on the state.

    `whole` gives the state after one event. For several events, `change` gives the state after
    each, or `series` that after events in a row, both without the postings, which are entered
    together; `money` says whether there are any.
    """

    whole: Fold
    change: Fold | None
    series: Series | None
    money: bool


CHANGES_NOTHING: Final = EventRule(lambda state, _event: state, None, None, money=False)
"""The rule of an event that changes nothing."""
