"""Divides a meter among its winners: percentages, prizes set by the house, shares of a hit.

§§ 633a.7(o), 633c.9(e)(3), 633c.10(j); Washington's wins in sequence of occurrence.
"""

import msgspec

from upcard.money.amount import whole_cents
from upcard.progressives.events import Awarded, MeterEvents
from upcard.progressives.evolve import record
from upcard.progressives.facts import MeterClaim, RoundClaims
from upcard.progressives.meter import WHOLE_METER, JointAwards, MeterState, Sharing
from upcard.progressives.reseed import reseed_event, restore_event


class _Due(msgspec.Struct, frozen=True):
    """The award of one claim and the part of it that the meter pays, in units."""

    amount: int
    from_meter: int


def award(state: MeterState, fact: RoundClaims, events: list[MeterEvents]) -> MeterState:
    """One award for each claim, in the order of the claims, and the reseed after a hit."""
    if state.rules.sharing is Sharing.IN_ORDER:
        return _award_in_order(state, fact, events)
    in_full = state.rules.awards_together is JointAwards.IN_FULL
    dues = _award_in_full(state, fact) if in_full else _within_meter(state, fact)
    hit, winners = 0, 0
    for claim, due in zip(fact.claims, dues, strict=True):
        state = record(state, events, _award_event(state, fact, claim, due))
        if claim.percent == WHOLE_METER:
            hit, winners = hit + due.amount, winners + 1
    if not winners:
        return state
    return record(state, events, reseed_event(state, fact.table, fact.round, hit, winners))


def _award_in_order(state: MeterState, fact: RoundClaims, events: list[MeterEvents]) -> MeterState:
    """Awards in sequence: each claim is on what the claim before it left.

    A meter that was hit is reseeded at once; one that a prize brought below its starting amount is
    filled up to it, so that every winner receives something.
    """
    for claim in fact.claims:
        from_meter = whole_cents(min(state.amount, _unshared_units(claim, state.amount)))
        due = _Due(from_meter if claim.percent else claim.prize, from_meter)
        state = record(state, events, _award_event(state, fact, claim, due))
        if claim.percent == WHOLE_METER:
            reseed = reseed_event(state, fact.table, fact.round, due.amount, 1)
            state = record(state, events, reseed)
        elif not claim.percent:
            filled = restore_event(state, fact.table, fact.round)
            state = state if filled is None else record(state, events, filled)
    return state


def _award_in_full(state: MeterState, fact: RoundClaims) -> list[_Due]:
    """Each percentage in full; the house adds what the meter lacks.

    Percentages are of the amount that `MeterState.shown_to` returns (§ 605a.8). The winners of 100%
    are paid from the meter first.
    """
    all_claims = fact.claims
    amount_shown = state.shown_to(fact.table)
    if len(all_claims) == 1:  # most times: nothing is shared
        unshared = whole_cents(_unshared_units(all_claims[0], amount_shown))
        return [_Due(unshared, min(unshared, whole_cents(state.amount)))]
    amounts = [0] * len(all_claims)
    for group in _groups(state.rules.sharing, all_claims):
        claims = [all_claims[index] for index in group]
        shares = _shares(_unshared_units(claims[0], amount_shown), claims, state.rules.sharing)
        for index, amount in zip(group, shares, strict=True):
            amounts[index] = amount
    from_meter = [0] * len(all_claims)
    units_left = whole_cents(state.amount)
    for index in sorted(
        range(len(all_claims)), key=lambda number: all_claims[number].percent != WHOLE_METER
    ):
        from_meter[index] = min(amounts[index], units_left)
        units_left -= from_meter[index]
    return [_Due(*pair) for pair in zip(amounts, from_meter, strict=True)]


def _within_meter(state: MeterState, fact: RoundClaims) -> list[_Due]:
    """Percentages limited to what the meter has left; the house adds what a prize lacks.

    Percentages below 100%, of the amount that `MeterState.shown_to` returns (§ 605a.8), and prizes
    are awarded first. The winners of 100% share the rest.
    """
    amount_shown = state.shown_to(fact.table)
    units_left = state.amount
    dues = [_Due(0, 0)] * len(fact.claims)
    for group in _groups(state.rules.sharing, fact.claims):
        claims = [fact.claims[index] for index in group]
        whole = claims[0].percent == WHOLE_METER
        pot = units_left if whole else min(units_left, _unshared_units(claims[0], amount_shown))
        for index, share in zip(group, _shares(pot, claims, state.rules.sharing), strict=True):
            claim = fact.claims[index]
            dues[index] = _Due(share if claim.percent else claim.prize, share)
            units_left -= share
    return dues


def _unshared_units(claim: MeterClaim, amount_shown: int) -> int:
    """Units of a claim that is not shared, on a meter that shows `amount_shown` units."""
    return amount_shown * claim.percent // WHOLE_METER if claim.percent else claim.prize


def _groups(sharing: Sharing, claims: tuple[MeterClaim, ...]) -> list[list[int]]:
    """The indices of the claims, grouped by the part of the meter that they share; 100% is last."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, claim in enumerate(claims):
        level = claim.percent
        shared = level == WHOLE_METER or (level and sharing is Sharing.EQUALLY_EACH_LEVEL)
        groups.setdefault((level, -1 if shared else index), []).append(index)
    return sorted(groups.values(), key=lambda group: claims[group[0]].percent == WHOLE_METER)


def _shares(pot: int, claims: list[MeterClaim], sharing: Sharing) -> list[int]:
    """The share of each claim on `pot` units, in whole cents."""
    if sharing is Sharing.IN_PROPORTION:
        wagered = sum(claim.wagered for claim in claims)
        return [whole_cents(pot * claim.wagered // wagered) for claim in claims]
    return [whole_cents(pot // len(claims))] * len(claims)


def _award_event(state: MeterState, fact: RoundClaims, claim: MeterClaim, due: _Due) -> Awarded:
    """The award event of a claim; the house pays what the meter does not."""
    return Awarded(
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
        from_house=due.amount - due.from_meter,
    )
