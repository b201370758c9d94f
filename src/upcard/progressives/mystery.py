"""The secret value of a mystery meter. §§ 633c.6(j), 633c.14(c).

It is drawn uniformly from the whole cents between the minimum and the maximum, when the meter
starts and after each hit. The meter's state holds only a commitment to it.
"""

from collections.abc import Iterable, Iterator

import msgspec

from upcard.cards.shuffle import Bits, uniform_below
from upcard.money.amount import UNITS_PER_CENT, printed_dollars, whole_cents
from upcard.progressives.contribution import contribution_event
from upcard.progressives.events import MeterEvents, MysteryHit
from upcard.progressives.evolve import record
from upcard.progressives.facts import Contribution, RoundLocked
from upcard.progressives.meter import PARTS_PER_MILLION, MeterRules, MeterState
from upcard.progressives.reseed import reseed_event
from upcard.rules.violation import RuleViolation


class Secret(msgspec.Struct, frozen=True):
    """A secret value in units, and the commitment to it."""

    commitment: str
    value: int


def draw(rules: MeterRules, bits: Bits, amount: int = 0) -> int:
    """A secret value (units) for a mystery meter, uniform over whole cents.

    For a meter that lost its secret while it held `amount` units, lower values are excluded.
    """
    passed = -(-amount // UNITS_PER_CENT) * UNITS_PER_CENT
    least = min(max(rules.reseed, passed), rules.maximum)
    assert rules.reseed <= rules.maximum, f"{rules.name} is no mystery meter"
    cents = (rules.maximum - least) // UNITS_PER_CENT + 1
    return least + UNITS_PER_CENT * uniform_below(cents, bits)


def largest_award(rules: MeterRules, wager: int) -> int:
    """The most that a `wager` can win, in units: the maximum and what it adds, in whole cents."""
    return whole_cents(rules.maximum + _added(rules, wager))


def next_award(rules: MeterRules, wager: int) -> int:
    """The most that a `wager` can win, in units, which follows an award in the same round."""
    return whole_cents(rules.reseed + UNITS_PER_CENT + _added(rules, wager))


def _added(rules: MeterRules, wager: int) -> int:
    """The most that a wager adds, in units: fractions of earlier wagers may make it one more."""
    return -(-rules.increment * wager // PARTS_PER_MILLION)


def refuse_value(rules: MeterRules, value: int) -> RuleViolation | None:
    """Why a secret value (units) could not have been drawn; None where it could."""
    if rules.reseed <= value <= rules.maximum and value % UNITS_PER_CENT == 0:
        return None
    least, most = printed_dollars(rules.reseed), printed_dollars(rules.maximum)
    message = (
        f"The secret value of {rules.name}, configuration {rules.paytable}, is in whole cents "
    )
    message += f"from {least} to {most}, not {printed_dollars(value)}."
    return RuleViolation(rules.section, message)


def contribute(
    state: MeterState, fact: RoundLocked, secrets: Iterable[Secret], events: list[MeterEvents]
) -> MeterState:
    """Add the contributions in order, with an award for each that exceeds the secret value.

    The first of `secrets` is the one in force; the next is taken after a hit. Fractions of a cent
    stay on the meter.
    """
    source = iter(secrets)
    secret = _next(source)
    assert secret.commitment == state.commitment, "this is not the secret in force"
    for contribution in fact.contributions:
        state = record(state, events, contribution_event(state, fact, (contribution,)))
        if state.amount > secret.value:
            next_secret = _next(source)
            hit = _mystery_hit(state, fact, contribution, secret, next_secret)
            state = record(state, events, hit)
            state = record(
                state, events, reseed_event(state, fact.table, fact.round, hit.amount, 1)
            )
            secret = next_secret
    return state


def _next(source: Iterator[Secret]) -> Secret:
    secret = next(source, None)
    assert secret is not None, "a mystery meter needs a secret value"
    return secret


def _mystery_hit(
    state: MeterState,
    fact: RoundLocked,
    contribution: Contribution,
    secret: Secret,
    next_secret: Secret,
) -> MysteryHit:
    return MysteryHit(
        meter=state.rules.key,
        table=fact.table,
        round=fact.round,
        position=contribution.position,
        player=contribution.player,
        wagered=contribution.amount,
        amount=whole_cents(state.amount),
        secret=secret.value,
        commitment=secret.commitment,
        next_commitment=next_secret.commitment,
    )
