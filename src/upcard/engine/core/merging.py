"""Merges the parts of a game: what each says of kinds of commands and events, in one place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from upcard.engine.core.commands import (
    Command,
    CutCards,
    DealCard,
    ReshuffleDiscards,
    ShowCoverCard,
)
from upcard.engine.core.events import Event
from upcard.engine.core.ledger import POSTINGS, enter, post
from upcard.engine.core.parts import (
    CHANGES_NOTHING,
    Allowed,
    Check,
    CommandRule,
    DueStep,
    EventRule,
    Fold,
    Handler,
    Part,
    PartIncomplete,
    PartsCollide,
    Phases,
    Series,
    refuse_nothing,
)
from upcard.engine.core.steps import Step
from upcard.engine.core.table_state import AnyTable
from upcard.money.balance import Posting
from upcard.rules.citation import full_citation, is_citation
from upcard.rules.external import file_of
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted

Key = TypeVar("Key")
Entry = TypeVar("Entry")
S = TypeVar("S", bound=AnyTable)


def merge_entries(
    what: str, parts: tuple[Part, ...], entries_of: Callable[[Part], Mapping[Key, Entry]]
) -> dict[Key, Entry]:
    """The entries of all parts, by key; raises `PartsCollide` where two parts have the same key."""
    entries: dict[Key, Entry] = {}
    owners: dict[Key, str] = {}
    for part in parts:
        for key, entry in entries_of(part).items():
            if key in entries:
                raise PartsCollide(
                    f"The parts {owners[key]} and {part.name} both claim the "
                    f"{what} {_name_of(key)}."
                )
            entries[key], owners[key] = entry, part.name
    return entries


def _name_of(key: object) -> str:
    if isinstance(key, tuple):
        return " by ".join(_name_of(part) for part in key)
    return key.__name__ if isinstance(key, type) else str(key)


def refuse_shared_tags(kinds: Iterable[type[msgspec.Struct]]) -> None:
    """Raise `PartsCollide` for two types with the same tag: a journal could not tell them apart."""
    owners: dict[object, type] = {}
    for kind in kinds:
        tag = kind.__struct_config__.tag
        if owners.setdefault(tag, kind) is not kind:
            places = sorted(file_of(owner.__module__) for owner in (owners[tag], kind))
            named = " and ".join(places)
            raise PartsCollide(f"{named} both define a type with the tag {quoted(str(tag))}.")


HOOKS: Final = (
    "due_first",
    "is_waiting",
    "is_stopped",
    "check_before",
    "cite_refusal",
    "revise_events",
    "check_events",
)
"""The functions of a part that reach beyond its own commands: see `Part`."""


def hooks(parts: Iterable[Part]) -> dict[str, Any]:
    """The functions of the parts that are asked at every command, by their names.

    `has_step_hooks` and `has_event_hooks` say whether there are any that are asked at a usual
    command.
    """
    found = {
        name: tuple(hook for part in parts if (hook := getattr(part, name)) is not None)
        for name in HOOKS
    }
    return {
        **found,
        "has_step_hooks": bool(found["due_first"] or found["is_waiting"]),
        "has_event_hooks": bool(found["revise_events"] or found["check_events"]),
    }


# Commands


def allowed_by(parts: tuple[Part, ...]) -> dict[type[Command], Allowed]:
    """The phases of each kind of command, with its full section and its refusal in others.

    A variation of house rules cites any text of its own; one from outside may give a plain tuple.
    What may precede a card is allowed in the phases of a variation's own card steps, too.
    """
    entries = merge_entries("command", parts, lambda part: part.allowed)
    own_cards = [rule[0] for kind, rule in entries.items() if _is_own_card_step(kind)]
    added = tuple(phase for phases in own_cards for phase in phases)
    return {
        kind: Allowed(
            (*phases, *added) if kind in _BEFORE_A_CARD else phases, _cited(section), message
        )
        for kind, (phases, section, message) in entries.items()
    }


_BEFORE_A_CARD: Final = (ShowCoverCard, ReshuffleDiscards)


def _is_own_card_step(kind: type[Command]) -> bool:
    return issubclass(kind, DealCard) and kind is not DealCard


def _cited(section: str) -> str:
    return full_citation(section) if is_citation(section) else section


def command_rules(
    title: str, positions: str, parts: tuple[Part, ...], allowed: Mapping[type[Command], Allowed]
) -> dict[type[Command], CommandRule]:
    """All that the parts of the game `title` say of each kind of command.

    `positions` is cited for positions that the table does not have. Raises `PartIncomplete` for
    phases without a handler, or the reverse, and for a command that nobody sends.
    """
    checks = merge_entries("check of", parts, lambda part: part.checks)
    handlers = merge_entries("handler of", parts, lambda part: part.handlers)
    untimely = merge_entries("untimely command", parts, lambda part: part.untimely)
    stray = (allowed.keys() ^ handlers.keys()) | ((checks.keys() | untimely) - allowed.keys())
    if stray:
        names = ", ".join(sorted(kind.__name__ for kind in stray))
        raise PartIncomplete(f"{title} lacks phases or a handler for {names}.")
    unmarked = sorted(kind.__name__ for kind in allowed if kind.sender is None)
    if unmarked:
        names = ", ".join(unmarked)
        raise PartIncomplete(f"Nobody may send {names}: mark it with @sent_by(Sender…).")
    return {
        kind: CommandRule(
            frozenset(rule.phases),
            rule.section,
            rule.message,
            untimely.get(kind),
            _check(kind, positions, checks.get(kind, refuse_nothing)),
            handlers[kind],
        )
        for kind, rule in allowed.items()
    }


def every_phase(
    phases: Phases, commands: Mapping[type[Command], CommandRule]
) -> frozenset[StrEnum]:
    """The phases that a transition leads from or to, or in which a command is allowed."""
    allowed = (phase for rule in commands.values() for phase in rule.phases)
    return frozenset((*(was for was, _ in phases), *phases.values(), *allowed))


def usual_commands(
    commands: Mapping[type[Command], CommandRule], phases: Iterable[StrEnum]
) -> dict[StrEnum, dict[type[Command], tuple[Check, Handler]]]:
    """For each of the phases, check and handler of the commands that are allowed in it."""
    return {
        phase: {
            kind: (rule.check, rule.handler)
            for kind, rule in commands.items()
            if phase in rule.phases
        }
        for phase in phases
    }


def _check(kind: type[Command], section: str, check: Check) -> Check:
    """The check of a kind of command, after that of the position, where the kind names one."""
    if "position" not in kind.__struct_fields__:
        return check
    lowest = 0 if kind is CutCards else 1

    def checked(state: AnyTable, command: Any) -> RuleViolation | None:
        position = command.position
        if position is None or lowest <= position <= state.rules.positions:
            return check(state, command)
        message = f"There is no position {position}; this table has {state.rules.positions}."
        return RuleViolation(section, message)

    return checked


# Events and steps


def event_rules(parts: tuple[Part, ...], phases: Phases) -> dict[type[Event], EventRule]:
    """All that the parts say of each kind of event; `phases` are their transitions."""
    folds = merge_entries("fold of", parts, lambda part: part.folds)
    series = merge_entries("series of", parts, lambda part: part.series)
    moves: dict[type[Event], dict[StrEnum, StrEnum]] = {}
    for (was, event), now in phases.items():
        moves.setdefault(event, {})[was] = now
    assert not series.keys() & (folds.keys() | moves.keys()), "a series folds, and moves nothing"
    rules = {}
    for kind in {*folds, *series, *moves, *POSTINGS}:
        change, in_a_row = _change(folds.get(kind), moves.get(kind)), series.get(kind)
        alone = change if in_a_row is None else _alone(in_a_row)
        whole = _with_postings(alone or CHANGES_NOTHING.whole, POSTINGS.get(kind))
        rules[kind] = EventRule(whole, change, in_a_row, kind in POSTINGS)
    return rules


def _alone(series: Series) -> Fold:
    return lambda state, event: series(state, (event,))


def _with_postings(fold: Fold, postings: Callable[[Any], tuple[Posting, ...]] | None) -> Fold:
    """The fold, which also enters the event's postings into the accounts, where it has any."""
    if postings is None:
        return fold

    def change(state: AnyTable, event: Event) -> AnyTable:
        after: AnyTable = fold(state, event)
        entries = postings(event)
        if not entries:
            return after
        accounts = after.accounts.copy()
        enter(accounts, entries, event)
        return replace(after, accounts=accounts)

    return change


def enter_postings(state: S, events: Sequence[Event]) -> S:
    """The state with the postings of events entered into its accounts."""
    accounts = post(state.accounts, events)
    return state if accounts is state.accounts else replace(state, accounts=accounts)


def _change(fold: Fold | None, moves: Mapping[StrEnum, StrEnum] | None) -> Fold | None:
    """What an event of a kind changes: the state by its fold, then the phase."""
    if moves is None:
        return fold

    def move(state: AnyTable, _event: Event) -> AnyTable:
        phase = moves.get(state.phase)
        return state if phase is None else replace(state, phase=phase)

    if fold is None:
        return move

    def change(state: AnyTable, event: Event) -> AnyTable:
        after: AnyTable = fold(state, event)
        phase = moves.get(after.phase)
        return after if phase is None else replace(after, phase=phase)

    return change


def steps_by(
    parts: tuple[Part, ...], phases: Iterable[StrEnum]
) -> dict[StrEnum, Callable[[Any], Step | None] | None]:
    """For each of the phases, the function that returns the due step, given a state; or None."""
    steps = merge_entries("step of phase", parts, lambda part: part.steps)
    return {phase: _first_step(steps.get(phase)) for phase in {*phases, *steps}}


def _first_step(due: DueStep | None) -> Callable[[Any], Step | None] | None:
    return due if due is None or callable(due) else lambda _state: due
