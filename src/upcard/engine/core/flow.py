"""Composes a game from its parts, and carries out commands.

A `Flow` merges parts that do not collide, and has the functions of every game: `refusal`, `decide`,
`evolve`, `due` and `question`. It has no I/O, no clock and no randomness.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

from upcard.engine.core.commands import Command, name_of
from upcard.engine.core.condition import NO_FAULTS
from upcard.engine.core.events import Event
from upcard.engine.core.merging import (
    allowed_by,
    command_rules,
    enter_postings,
    event_rules,
    every_phase,
    hooks,
    merge_entries,
    refuse_shared_tags,
    steps_by,
    usual_commands,
)
from upcard.engine.core.parts import (
    CHANGES_NOTHING,
    UNKNOWN,
    Allowed,
    Check,
    CommandRule,
    EventRule,
    EventsCheck,
    Handler,
    Part,
    Phases,
    no_question,
)
from upcard.engine.core.questions import PlayerQuestion, QuestionKind
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)

_ALL: Automation = Automation.ALL  # compared first: to ask a flag what it contains is slow

MIN_EVENTS_AT_ONCE: Final = 4
"""From this number of events on it is quicker to fold those of one kind, and the money, at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Generic[S]):
    """A game: the merged parts (`Flow.of`).

    `section` is cited for commands that the game does not have. `parts` are what it was composed
    of. `commands` and `events` are what the parts say of a kind of command or event, in one place,
    because each round asks some fifty times; `usual_rules` has check and handler of the commands
    that are allowed in each phase. `questions` are the kinds of questions by their names.
    `has_step_hooks` says whether there are any hooks `due_first` or `is_waiting`,
    `has_event_hooks` whether there are any `revise_events` or `check_events`.
    """

    title: str
    section: str
    parts: tuple[Part, ...]
    phases: Phases
    allowed: Mapping[type[Command], Allowed]
    commands: Mapping[type[Command], CommandRule]
    usual_rules: Mapping[StrEnum, Mapping[type[Command], tuple[Check, Handler]]]
    events: Mapping[type[Event], EventRule]
    steps: Mapping[StrEnum, Callable[[S], Step | None] | None]
    questions: Mapping[str, QuestionKind]
    due_first: tuple[Callable[[S, Automation], Step | None], ...]
    is_waiting: tuple[Callable[[S], bool], ...]
    is_stopped: tuple[Callable[[S], bool], ...]
    check_before: tuple[Check, ...]
    cite_refusal: tuple[Callable[[S, RuleViolation], RuleViolation], ...]
    revise_events: tuple[Callable[[S, list[Event]], list[Event]], ...]
    check_events: tuple[EventsCheck, ...]
    has_step_hooks: bool
    has_event_hooks: bool
    asks: Callable[[S, Check], PlayerQuestion | None]

    @staticmethod
    def of(
        *parts: Part,
        title: str,
        section: str,
        positions: str = "",
        asks: Callable[[Any, Check], PlayerQuestion | None] = no_question,
    ) -> "Flow[Any]":
        """The game composed of `parts`.

        `positions` is cited for positions that the table does not have, where it is not `section`.
        `asks` returns the next question to a player, given a state and the game's `refusal`. Raises
        `PartsCollide` and `PartIncomplete`.
        """
        allowed = allowed_by(parts)
        phases = merge_entries("transition from", parts, lambda part: part.phases)
        commands = command_rules(title, positions or section, parts, allowed)
        events = event_rules(parts, phases)
        refuse_shared_tags(commands)
        refuse_shared_tags(events)
        return Flow(
            title=title,
            section=section,
            parts=parts,
            phases=phases,
            allowed=allowed,
            commands=commands,
            usual_rules=usual_commands(commands, every_phase(phases, commands)),
            events=events,
            steps=steps_by(parts, every_phase(phases, commands)),
            questions=merge_entries("question", parts, _questions_by_name),
            **hooks(parts),
            asks=asks,
        )

    def at(self, rules: TableRules) -> "Flow[S]":
        """The flow without the hooks that do nothing at tables with these rules."""
        parts = [part for part in self.parts if part.applies_to is None or part.applies_to(rules)]
        return dataclasses.replace(self, **hooks(parts))

    def refusal(self, state: S, command: Command) -> RuleViolation | None:
        """Why a command may not be carried out now, or None when it may."""
        rule = self.commands.get(type(command), UNKNOWN)
        refused = self._refusal(state, command, rule)
        if refused is not None:
            return self._with_citation(state, refused)
        return self._events_refusal(state, partial(self._events, state, command))

    def _refusal(self, state: S, command: Command, rule: CommandRule) -> RuleViolation | None:
        """Why a command may not be carried out, whatever would follow from it, or None."""
        if state.faults is not NO_FAULTS:
            for check_before in self.check_before:
                refused = check_before(state, command)
                if refused is not None:
                    return refused
        if rule is UNKNOWN:
            name = name_of(type(command))
            return RuleViolation(self.section, f"There is no {name} in {self.title}.")
        if state.phase not in rule.phases:
            usual = RuleViolation(rule.section, rule.message)
            refused = usual if rule.untimely is None else rule.untimely(state, command, usual)
            if refused is not None:
                return refused
        return rule.check(state, command)

    def _with_citation(self, state: S, refused: RuleViolation) -> RuleViolation:
        for cite in self.cite_refusal:
            refused = cite(state, refused)
        return refused

    def _events_refusal(self, state: S, follows: Callable[[], list[Event]]) -> RuleViolation | None:
        """Why the events that would follow from a command may not happen, or None."""
        for check_events in self.check_events:
            refused = check_events(state, follows)
            if refused is not None:
                return self._with_citation(state, refused)
        return None

    def _events(self, state: S, command: Command) -> list[Event]:
        """The events of a command, with those of the parts that follow any."""
        handler = self.commands.get(type(command), UNKNOWN).handler
        events = handler(state, command)
        for revise in self.revise_events:
            events = revise(state, events)
        return events

    def decide(self, state: S, command: Command) -> list[Event]:
        """The events that follow from a command, in order.

        Raises `RuleViolation`, with its section, for a command that is refused.
        """
        refused = self.refusal(state, command)
        if refused is not None:
            raise refused
        return self._events(state, command)

    def apply(self, state: S, command: Command) -> tuple[S, list[Event]]:
        """The state after a command, and its events: what `decide` and `evolve` give, at once.

        Raises `RuleViolation` as `decide` does. The usual course of `refusal`, `_events` and
        `evolve` is repeated here in line, because each round takes some fourteen commands:
        `tests/properties/test_flow_properties.py` holds them together.
        """
        usual = self.usual_rules[state.phase].get(type(command))
        if usual is None or state.faults is not NO_FAULTS:
            events = self.decide(state, command)
        else:
            check, handler = usual
            refused = check(state, command)  # all that is left of `_refusal`
            if refused is not None:
                raise self._with_citation(state, refused)
            events = handler(state, command)
            if self.has_event_hooks:
                events = self._completed(state, events)
        if len(events) >= MIN_EVENTS_AT_ONCE:
            return self._evolve_many(state, events), events
        rules = self.events
        for event in events:
            whole = rules.get(type(event), CHANGES_NOTHING).whole
            state = whole(state, event)
        return state, events

    def _completed(self, state: S, events: list[Event]) -> list[Event]:
        """The events of a command, with those of the parts that follow any.

        Raises `RuleViolation` where these events may not happen.
        """
        for revise in self.revise_events:
            events = revise(state, events)
        refused = self._events_refusal(state, partial(list, events))
        if refused is not None:
            raise refused
        return events

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. An event that was decided always applies."""
        whole = self.events.get(type(event), CHANGES_NOTHING).whole
        after: S = whole(state, event)
        return after

    def _evolve_many(self, state: S, events: Sequence[Event]) -> S:
        """The state after the events of one command.

        Their postings are entered at the end: no fold reads the accounts.
        """
        rules, money = self.events, False
        for kind, row in groupby(events, type):
            rule = rules.get(kind, CHANGES_NOTHING)
            money = money or rule.money
            series, change = rule.series, rule.change
            if series is not None:
                state = series(state, tuple(row))
            elif change is not None:
                for event in row:
                    state = change(state, event)
        return enter_postings(state, events) if money else state

    def due(self, state: S, taking: Automation = Automation.ALL) -> Step | None:
        """The next step of dealer or floor, with its automation, of the automations in `taking`.

        None while players are asked, and while a part waits for something else.
        """
        if self.has_step_hooks:
            for due_first in self.due_first:
                step = due_first(state, taking)
                if step is not None:
                    return step
            for is_waiting in self.is_waiting:
                if is_waiting(state):
                    return None
        if state.faults is not NO_FAULTS and any(
            is_stopped(state) for is_stopped in self.is_stopped
        ):
            return None
        due = self.steps[state.phase]
        if due is None:
            return None
        step = due(state)
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


def _questions_by_name(part: Part) -> dict[str, QuestionKind]:
    return {kind.name: kind for kind in part.questions}
