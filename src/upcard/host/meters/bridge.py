"""Connects tables and meters: a table's events become facts, and awards become commands.

The functions are pure; the caller keeps the meters and locks them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event, RoundSettled
from upcard.engine.core.jackpot_events import AwardsClaimed, Claim, ProgressivesLocked
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import RecordAwards, RecordMystery
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import MeterStep
from upcard.money.amount import whole_cents
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, MeterEvents, MysteryHit
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    RoundClaims,
    RoundDecided,
    RoundLocked,
)
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret

FED_BY: Final = (ProgressivesLocked, AwardsClaimed, RoundSettled)
"""The events of a table that mean something for its meters."""

Secrets = Callable[[str], Iterable[Secret]]
"""Gives the secret values of a mystery meter by its stream: the one in force, then new ones."""


class MeterResults(msgspec.Struct, frozen=True):
    """The meters after a table's events, their own events, and the commands for the table."""

    meters: dict[str, MeterState]
    steps: tuple[MeterStep, ...]
    commands: tuple[Command, ...]


def meters_of(rules: TableRules) -> Iterator[MeterRules]:
    """Every meter that a table feeds."""
    for offered in rules.wagers:
        yield from _meters(offered)


def _meters(offered: OfferedWager) -> tuple[MeterRules, ...]:
    return offered.meters if offered.mystery is None else (*offered.meters, offered.mystery)


def locked_meters(state: AnyTable) -> tuple[MeterRules, ...]:
    """The meters that the round's locked wagers feed."""
    slugs = dict.fromkeys(slug for _, slug, _ in state.locked)
    return tuple(rules for slug in slugs for rules in _meters(state.rules.wager(slug)))


def settle_meters(
    meters: Mapping[str, MeterState],
    table: str,
    state: AnyTable,
    events: Iterable[Event],
    secrets: Secrets,
) -> MeterResults:
    """Apply a table's events to the meters; `state` is the table with the round's positions."""
    after = dict(meters)
    steps: list[MeterStep] = []
    commands: list[Command] = []
    for event in events:
        if not isinstance(event, FED_BY):
            continue
        meter_events: list[MeterEvents] = []
        before = dict(after) if isinstance(event, AwardsClaimed) else after
        for stream, fact in _facts(state, table, event):
            after[stream], happened = apply_fact(after[stream], fact, secrets(stream))
            if happened:
                steps.append(MeterStep(stream, happened))
            meter_events += happened
        if isinstance(event, AwardsClaimed):
            amounts = _amounts(state.rules, event, meter_events)
            display = _display_of(before, table, state.rules.wager(event.wager))
            commands.append(msgspec.structs.replace(amounts, shown=display))
        commands += _mysteries(state.rules, meter_events)
    return MeterResults(after, tuple(steps), tuple(commands))


def _facts(state: AnyTable, table: str, event: Event) -> Iterator[tuple[str, Fact]]:
    """The facts that an event of the table means for its meters, by the meter's stream."""
    number = state.round
    match event:
        case ProgressivesLocked(wagers=wagers):
            for offered in state.rules.wagers:
                contributions = tuple(
                    Contribution(position, state.box(position).player, amount)
                    for position, slug, amount in wagers
                    if slug == offered.slug
                )
                for rules in _meters(offered) if contributions else ():
                    yield rules.stream, RoundLocked(table, number, contributions)
        case AwardsClaimed(wager=slug, claims=claims):
            for rules in state.rules.wager(slug).meters:
                won = tuple(_claim(claim) for claim in claims if rules.is_meant_by(claim.meter))
                if won:
                    yield rules.stream, RoundClaims(table, number, won)
        case RoundSettled():
            for rules in locked_meters(state):
                yield rules.stream, RoundDecided(table, number)


def _claim(claim: Claim) -> MeterClaim:
    return MeterClaim(
        claim.position,
        claim.hand,
        claim.player,
        claim.outcome,
        claim.wagered,
        claim.percent,
        claim.prize,
    )


def _amounts(
    rules: TableRules, event: AwardsClaimed, batches: Sequence[MeterEvents]
) -> RecordAwards:
    """The amounts awarded to a wager's claims, in the order of the claims, as in each meter."""
    meters = rules.wager(event.wager).meters
    answers = {
        meter.key: iter(
            [a.amount for a in batches if isinstance(a, Awarded) and a.meter == meter.key]
        )
        for meter in meters
    }
    amounts = []
    for claim in event.claims:
        (key,) = (meter.key for meter in meters if meter.is_meant_by(claim.meter))
        amounts.append((claim.position, claim.meter, next(answers[key])))
    return RecordAwards(event.wager, tuple(amounts))


def _display_of(meters: Mapping[str, MeterState], table: str, offered: OfferedWager) -> int | None:
    """The display of a wager's meter in units, if a payout depends on it; else None."""
    if not offered.asks_meter:
        return None
    (rules,) = offered.meters
    return whole_cents(meters[rules.stream].shown_to(table))


def _mysteries(rules: TableRules, batches: Iterable[MeterEvents]) -> Iterator[RecordMystery]:
    keys = {
        offered.mystery.key: offered.slug for offered in rules.wagers if offered.mystery is not None
    }
    for event in batches:
        if isinstance(event, MysteryHit):
            yield RecordMystery(keys[event.meter], event.position, event.amount)
