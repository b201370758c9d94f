"""Decides which events of a meter follow from a fact, or raises a `RuleViolation`."""

from collections.abc import Iterable

from upcard.money.amount import printed_dollars
from upcard.progressives.award import award
from upcard.progressives.contribution import contribution_event
from upcard.progressives.events import (
    MeterEvents,
    MeterOpened,
    ParametersChanged,
    ParametersSubmitted,
    RoundClosed,
    SecretVoided,
    TableJoined,
    TableLeft,
)
from upcard.progressives.evolve import record
from upcard.progressives.facts import (
    Fact,
    MeterStarted,
    ParametersFiled,
    RoundClaims,
    RoundDecided,
    RoundLocked,
    SecretLost,
    TableAdded,
    TableRemoved,
)
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, contribute
from upcard.rules.violation import RuleViolation


def apply_fact(
    state: MeterState | None, fact: Fact, secrets: Iterable[Secret] = ()
) -> tuple[MeterState, tuple[MeterEvents, ...]]:
    """The meter after a fact, and the events that follow, in order; before it opens it is None.

    `secrets` are a mystery meter's values: first the one in force, then one for each hit, taken
    from the iterable when the hit occurs. Raises `RuleViolation` for a table that may not be linked
    and for parameters that linked tables cannot have.
    """
    events: list[MeterEvents] = []
    if isinstance(fact, MeterStarted):
        assert state is None, f"{fact.rules.key} is open"
        meter_opened = _open_meter(fact)
        return record(None, events, meter_opened), (meter_opened,)
    assert state is not None, f"no meter for {fact}"
    match fact:  # the most frequent first
        case RoundLocked():
            state = _lock_round(state, fact, secrets, events)
        case RoundDecided():
            state = _close_round(state, fact, events)
        case RoundClaims(table=table, round=number):
            assert state.open_rounds[table].round == number, f"{fact} in another round"
            state = award(state, fact, events)
        case TableAdded():
            state = _join_table(state, fact, events)
        case TableRemoved(table=table):
            assert table not in state.open_rounds, f"a round is open at {table}"
            if table in state.tables:
                state = record(state, events, TableLeft(state.rules.key, table))
        case ParametersFiled(rules=rules):
            feeding = state.tables if len(state.tables) > 1 else ()
            state = _submit_parameters(state, rules, feeding, events)
        case SecretLost(by=actor, commitment=following):
            voided = SecretVoided(state.rules.key, actor, state.commitment, following)
            state = record(state, events, voided)
    return state, tuple(events)


def _open_meter(fact: MeterStarted) -> MeterOpened:
    rules = fact.rules
    amount = rules.seed if fact.amount is None else fact.amount
    assert bool(rules.maximum) == bool(fact.commitment), "a mystery meter has a secret value"
    return MeterOpened(rules.key, rules, amount, fact.commitment)


def _lock_round(
    state: MeterState, fact: RoundLocked, secrets: Iterable[Secret], events: list[MeterEvents]
) -> MeterState:
    assert fact.table not in state.open_rounds, f"a round is open at {fact.table}"
    if state.rules.maximum:
        return contribute(state, fact, secrets, events)
    return record(state, events, contribution_event(state, fact, fact.contributions))


def _close_round(state: MeterState, fact: RoundDecided, events: list[MeterEvents]) -> MeterState:
    """A round without a wager on the meter closes without an event."""
    if fact.table not in state.open_rounds:
        return state
    state = record(state, events, RoundClosed(state.rules.key, fact.table, fact.round))
    return _apply_pending(state, events)


# Linked tables and their parameters (§ 605a.8)


def _join_table(state: MeterState, fact: TableAdded, events: list[MeterEvents]) -> MeterState:
    """A table joins. Alone, it sets the meter's parameters; otherwise its parameters must be equal.

    A table that joined before may rejoin with the parameters in force although others are pending.
    """
    others = tuple(table for table in state.tables if table != fact.table)
    latest = state.pending or state.rules
    terms = (state.rules, latest) if fact.table in state.tables else (latest,)
    changes = fact.rules.terms not in [rules.terms for rules in terms]
    if changes and others:
        violation = refuse_linked(latest, fact.rules, fact.table, others[0])
        assert violation is not None, "a table whose terms are in force was refused"
        raise violation
    if fact.table not in state.tables:
        state = record(state, events, TableJoined(state.rules.key, fact.table))
    return _submit_parameters(state, fact.rules, others, events) if changes else state


def _submit_parameters(
    state: MeterState, rules: MeterRules, others: tuple[str, ...], events: list[MeterEvents]
) -> MeterState:
    """New parameters are pending until no round is open at any table that feeds the meter."""
    assert rules.key == state.rules.key, "a meter keeps its name"
    latest = state.pending or state.rules
    if rules == latest:
        return state
    if others and rules.paytable != latest.paytable:
        raise _other_paytable(latest, rules, others[0])
    state = record(state, events, ParametersSubmitted(rules.key, rules))
    return _apply_pending(state, events)


def _apply_pending(state: MeterState, events: list[MeterEvents]) -> MeterState:
    """Change to the pending parameters, once no round is open."""
    if state.pending is None or state.open_rounds:
        return state
    parameters_changed = ParametersChanged(state.rules.key, state.rules, state.pending)
    return record(state, events, parameters_changed)


def refuse_linked(
    latest: MeterRules, rules: MeterRules, table: str, other: str
) -> RuleViolation | None:
    """Why a table may not feed another table's meter: its parameters differ; None where it may."""
    if rules.terms == latest.terms:
        return None
    if rules.paytable != latest.paytable:
        return _other_paytable(latest, rules, other)
    if rules.linked_wager != latest.linked_wager:
        linked, printed = printed_dollars(latest.linked_wager), printed_dollars(rules.linked_wager)
        return RuleViolation(
            latest.link_section,
            f"Linked tables take one fixed wager: {other} takes {linked}, not {printed}.",
        )
    return RuleViolation(
        latest.link_section,
        f"Linked tables feed one meter with the same wager, seed, rates and limit; "
        f"{table} was submitted with others than {other}.",
    )


def _other_paytable(latest: MeterRules, rules: MeterRules, other: str) -> RuleViolation:
    return RuleViolation(
        latest.link_section,
        f"Linked tables offer the same paytable: {other} has {latest.paytable}, "
        f"not {rules.paytable}.",
    )
