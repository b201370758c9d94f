"""Who gets how much of a meter: percentages, prizes of the house, shares of a hit.

§§ 633a.7(o), 633c.9(e)(3), 633c.10(j); Washington's wins in sequence of occurrence.
"""

from typing import Final

import msgspec

from upcard.money.amount import whole_cents
from upcard.progressives import events as e
from upcard.progressives.evolve import record
from upcard.progressives.facts import MeterClaim, Won
from upcard.progressives.meter import MeterState, Sharing, Together
from upcard.progressives.reseed import reseeded, restored

WHOLE: Final = 100
"""The percentage of a hit."""


class _Due(msgspec.Struct, frozen=True):
    """What a claim brings, and the part of it that the meter gives, in units."""

    amount: int
    given: int


def award(state: MeterState, fact: Won) -> list[e.MeterEvents]:
    """One award for each claim, in the claims' order, and the reseed after each hit."""
    if state.rules.sharing is Sharing.IN_ORDER:
        return _in_order(state, fact)
    in_full = state.rules.awards_together is Together.IN_FULL
    dues = _in_full(state, fact) if in_full else _within_meter(state, fact)
    events: list[e.MeterEvents] = []
    for claim, due in zip(fact.claims, dues, strict=True):
        state = record(state, events, _awarded(state, fact, claim, due))
    shares = [
        due.amount for claim, due in zip(fact.claims, dues, strict=True) if claim.percent == WHOLE
    ]
    if shares:
        events.append(reseeded(state, fact.table, fact.round, sum(shares), len(shares)))
    return events


def _in_order(state: MeterState, fact: Won) -> list[e.MeterEvents]:
    """Each claim on what the last one left; a meter that was won starts again at once.

    So does a meter that a prize brought below what it started with: no winner gets nothing.
    """
    events: list[e.MeterEvents] = []
    for claim in fact.claims:
        given = whole_cents(min(state.amount, _alone(claim, state.amount)))
        due = _Due(given if claim.percent else claim.prize, given)
        state = record(state, events, _awarded(state, fact, claim, due))
        if claim.percent == WHOLE:
            again = reseeded(state, fact.table, fact.round, due.amount, 1)
            state = record(state, events, again)
        elif not claim.percent:
            filled = restored(state, fact.table, fact.round)
            state = state if filled is None else record(state, events, filled)
    return events


def _in_full(state: MeterState, fact: Won) -> list[_Due]:
    """Each level whole, of what the meter showed when the wagers were locked; the house adds.

    Where another table has won of the meter since, of what the meter shows now (§ 605a.8). The
    winners of 100% empty the meter first.
    """
    here = fact.claims
    shown = state.shown_to(fact.table)
    amounts = [0] * len(here)
    for group in _groups(state.rules.sharing, here):
        claims = [here[index] for index in group]
        shares = _shares(_alone(claims[0], shown), claims, state.rules.sharing)
        for index, amount in zip(group, shares, strict=True):
            amounts[index] = amount
    given, left = [0] * len(here), whole_cents(state.amount)
    for index in sorted(range(len(here)), key=lambda one: here[one].percent != WHOLE):
        given[index] = min(amounts[index], left)
        left -= given[index]
    return [_Due(*one) for one in zip(amounts, given, strict=True)]


def _within_meter(state: MeterState, fact: Won) -> list[_Due]:
    """Each level at most what the meter has left; of a prize the house adds what is missing.

    A percentage below 100% and a prize come first: the percentage is that of what the meter showed
    when the wagers were locked, or shows now where another table has won of it since (§ 605a.8).
    The winners of 100% share what is left then.
    """
    shown, left = state.shown_to(fact.table), state.amount
    dues = [_Due(0, 0)] * len(fact.claims)
    for group in _groups(state.rules.sharing, fact.claims):
        claims = [fact.claims[index] for index in group]
        whole = claims[0].percent == WHOLE
        pot = left if whole else min(left, _alone(claims[0], shown))
        for index, given in zip(group, _shares(pot, claims, state.rules.sharing), strict=True):
            claim = fact.claims[index]
            dues[index] = _Due(given if claim.percent else claim.prize, given)
            left -= given
    return dues


def _alone(claim: MeterClaim, shown: int) -> int:
    """What a claim alone brings, of a meter that shows so many units."""
    return shown * claim.percent // WHOLE if claim.percent else claim.prize


def _groups(sharing: Sharing, claims: tuple[MeterClaim, ...]) -> list[list[int]]:
    """The indices of the claims that share one part of the meter; 100% comes last."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, claim in enumerate(claims):
        level = claim.percent
        shared = level == WHOLE or (level and sharing is Sharing.EQUALLY_EACH_LEVEL)
        groups.setdefault((level, -1 if shared else index), []).append(index)
    return sorted(groups.values(), key=lambda group: claims[group[0]].percent == WHOLE)


def _shares(pot: int, claims: list[MeterClaim], sharing: Sharing) -> list[int]:
    if sharing is Sharing.IN_PROPORTION:
        wagered = sum(claim.wagered for claim in claims)
        return [whole_cents(pot * claim.wagered // wagered) for claim in claims]
    return [whole_cents(pot // len(claims))] * len(claims)


def _awarded(state: MeterState, fact: Won, claim: MeterClaim, due: _Due) -> e.Awarded:
    """The award; the house adds what the meter does not give."""
    return e.Awarded(
        meter=state.rules.key,
        table=fact.table,
        round=fact.round,
        position=claim.position,
        hand=claim.hand,
        player=claim.player,
        outcome=claim.outcome,
        wagered=claim.wagered,
        percent=claim.percent,
        amount=due.amount,
        from_house=due.amount - due.given,
    )
