"""Who gets how much of a meter: percentages, prizes of the house, shares of a hit.

§§ 633a.7(o), 633c.9(e)(3), 633c.10(j); Washington's wins in sequence of occurrence.
"""

from typing import Final

from upcard.money.amount import whole_cents
from upcard.progressives import events as e
from upcard.progressives.evolve import record
from upcard.progressives.facts import Claim, Won
from upcard.progressives.meter import MeterState, Sharing
from upcard.progressives.reseed import reseeded

WHOLE: Final = 100
"""The percentage of a hit."""


def award(state: MeterState, fact: Won) -> list[e.MeterEvents]:
    """One award for each claim, in the claims' order, and the reseed after each hit."""
    if state.rules.sharing is Sharing.IN_ORDER:
        return _in_order(state, fact)
    events: list[e.MeterEvents] = []
    amounts = _amounts(state, fact)
    for claim, amount in zip(fact.claims, amounts, strict=True):
        state = record(state, events, _awarded(state, fact, claim, amount))
    shares = [
        amount for claim, amount in zip(fact.claims, amounts, strict=True) if claim.percent == WHOLE
    ]
    if shares:
        events.append(reseeded(state, fact.table, fact.round, sum(shares), len(shares)))
    return events


def _in_order(state: MeterState, fact: Won) -> list[e.MeterEvents]:
    """Each claim on what the last one left; a meter that was won starts again at once."""
    events: list[e.MeterEvents] = []
    for claim in fact.claims:
        amount = whole_cents(_pot(claim, state.amount, state.amount))
        state = record(state, events, _awarded(state, fact, claim, amount))
        if claim.percent == WHOLE:
            state = record(state, events, reseeded(state, fact.table, fact.round, amount, 1))
    return events


def _amounts(state: MeterState, fact: Won) -> list[int]:
    """What the meter gives for each claim, in whole cents.

    A percentage below 100% and a prize come first: the percentage is that of the meter when the
    wagers were locked. Each is at most what remains; the winners of 100% share what is left then.
    """
    locked, left = state.open_rounds[fact.table].locked, state.amount
    amounts = [0] * len(fact.claims)
    for group in _groups(state.rules.sharing, fact.claims):
        claims = [fact.claims[index] for index in group]
        pot = _pot(claims[0], locked, left)
        for index, amount in zip(group, _shares(pot, claims, state.rules.sharing), strict=True):
            amounts[index] = amount
            left -= amount
    return amounts


def _pot(claim: Claim, locked: int, left: int) -> int:
    """What a claim alone would get, of a meter that held `locked` and has so much left."""
    if claim.percent == WHOLE:
        return left
    return min(left, locked * claim.percent // WHOLE if claim.percent else claim.prize)


def _groups(sharing: Sharing, claims: tuple[Claim, ...]) -> list[list[int]]:
    """The indices of the claims that share one part of the meter; 100% comes last."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, claim in enumerate(claims):
        level = claim.percent
        shared = level == WHOLE or (level and sharing is Sharing.EQUALLY_EACH_LEVEL)
        groups.setdefault((level, -1 if shared else index), []).append(index)
    return sorted(groups.values(), key=lambda group: claims[group[0]].percent == WHOLE)


def _shares(pot: int, claims: list[Claim], sharing: Sharing) -> list[int]:
    if sharing is Sharing.IN_PROPORTION:
        wagered = sum(claim.wagered for claim in claims)
        return [whole_cents(pot * claim.wagered // wagered) for claim in claims]
    return [whole_cents(pot // len(claims))] * len(claims)


def _awarded(state: MeterState, fact: Won, claim: Claim, amount: int) -> e.Awarded:
    """The award of what the meter gives; the house adds what is missing of a prize."""
    from_house = 0 if claim.percent else claim.prize - amount
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
        amount=amount + from_house,
        from_house=from_house,
    )
