"""Applies a meter's events to its state."""

from msgspec.structs import replace

from upcard.progressives.events import (
    Awarded,
    Contributed,
    MeterEvents,
    MeterOpened,
    MysteryHit,
    ParametersChanged,
    ParametersSubmitted,
    Reseeded,
    RoundClosed,
    SecretVoided,
    SeedRestored,
    TableJoined,
    TableLeft,
)
from upcard.progressives.meter import KEPT_HITS, MeterHit, MeterState, OpenRound


def evolve(state: MeterState | None, event: MeterEvents) -> MeterState:
    """The state after an event; the state before `MeterOpened` is None."""
    if isinstance(event, MeterOpened):
        assert state is None, f"{event.meter} is open"
        return MeterState(rules=event.rules, amount=event.amount, commitment=event.commitment)
    assert state is not None, f"{event.meter} is not open"
    match event:  # the most frequent first
        case Contributed():
            return _add_contributions(state, event)
        case RoundClosed():
            return _close_round(state, event)
        case Awarded():
            return _pay_award(state, event)
        case Reseeded() | SeedRestored():
            return _refill(state, event)
        case MysteryHit(amount=amount, next_commitment=following):
            left = state.amount - amount
            return replace(state, amount=left, commitment=following, **_win(state, amount))
        case SecretVoided(next_commitment=following):
            return replace(state, commitment=following)
        case TableJoined() | TableLeft():
            return _change_tables(state, event)
        case ParametersSubmitted(rules=rules):
            return replace(state, pending=rules)
        case ParametersChanged(new=rules):
            return replace(state, rules=rules, pending=None)


def _change_tables(state: MeterState, event: TableJoined | TableLeft) -> MeterState:
    """The tables that feed the meter, with a table that joined or without one that left."""
    if isinstance(event, TableJoined):
        return replace(state, tables=(*state.tables, event.table))
    return replace(state, tables=tuple(table for table in state.tables if table != event.table))


def record(state: MeterState | None, events: list[MeterEvents], event: MeterEvents) -> MeterState:
    """Append an event to `events`; the state after it."""
    events.append(event)
    return evolve(state, event)


def _add_contributions(state: MeterState, event: Contributed) -> MeterState:
    """The contributions of a round; `OpenRound.locked` includes them."""
    amount = state.amount + event.to_meter
    return replace(
        state,
        amount=amount,
        reserve=state.reserve + event.to_reserve,
        carry=event.carry,
        secondary_carry=event.secondary_carry,
        overflow=state.overflow + event.overflow,
        open_rounds={**state.open_rounds, event.table: OpenRound(event.round, amount)},
    )


def _close_round(state: MeterState, event: RoundClosed) -> MeterState:
    others = {
        table: open_round for table, open_round in state.open_rounds.items() if table != event.table
    }
    return replace(state, open_rounds=others)


def _pay_award(state: MeterState, event: Awarded) -> MeterState:
    """An award; rounds that are open at other tables are marked as overtaken by it."""
    open_rounds = {
        table: open_round if table == event.table else replace(open_round, overtaken=True)
        for table, open_round in state.open_rounds.items()
    }
    return replace(
        state,
        amount=state.amount - event.amount + event.from_house,
        house_paid=state.house_paid + event.from_house,
        open_rounds=open_rounds,
        **_win(state, event.amount),
    )


def _win(state: MeterState, amount: int) -> dict[str, int]:
    """The fields that count wins, after a win of `amount` units."""
    paid = "machine_paid" if state.rules.machine_paid else "attendant_paid"
    return {"wins": state.wins + 1, paid: getattr(state, paid) + amount}


def _refill(state: MeterState, event: Reseeded | SeedRestored) -> MeterState:
    """The meter starts again; a reseed counts as a hit, a restored seed does not."""
    amount = state.amount + event.from_reserve + event.from_house
    reserve = state.reserve - event.from_reserve
    if isinstance(event, SeedRestored):
        return replace(state, amount=amount, reserve=reserve)
    hit = MeterHit(event.table, event.round, event.paid, event.winners)
    last_hits = (*state.last_hits, hit)[-KEPT_HITS:]
    return replace(state, amount=amount, reserve=reserve, hits=state.hits + 1, last_hits=last_hits)
