"""Applies the events of progressive wagers and their payouts to the state."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import events as e
from upcard.engine.core import jackpot_events as j
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.parts import Fold
from upcard.engine.jackpots.steps import STEP_KINDS, asks_meter, jackpot_of, mystery_of


def add_payout(state: BlackjackState, event: e.WagerSettled) -> BlackjackState:
    """Add the payout of a pending settlement."""
    return replace(state, jackpots=(*state.jackpots, jackpot_of(event)))


def _progressives_locked(state: BlackjackState, event: j.ProgressivesLocked) -> BlackjackState:
    return replace(state, locked=(*state.locked, *event.wagers))


def _mystery_awarded(state: BlackjackState, event: j.MysteryAwarded) -> BlackjackState:
    return replace(state, jackpots=(*state.jackpots, mystery_of(state.rules, event)))


def _awards_claimed(state: BlackjackState, event: j.AwardsClaimed) -> BlackjackState:
    positions = {claim.position for claim in event.claims}
    jackpots = tuple(
        replace(payout, claimed=True)
        if payout.wager == event.wager
        and (asks_meter(state.rules, payout) or (payout.shares and payout.position in positions))
        else payout
        for payout in state.jackpots
    )
    return replace(state, jackpots=jackpots)


def _awards_determined(state: BlackjackState, event: j.AwardsDetermined) -> BlackjackState:
    """Record the awards; each payout gets the amounts of its position's claims, in order."""
    jackpots = tuple(_with_amounts(payout, event) for payout in state.jackpots)
    return replace(state, jackpots=jackpots)


def _with_amounts(jackpot: Jackpot, event: j.AwardsDetermined) -> Jackpot:
    if jackpot.wager != event.wager or jackpot.mystery:
        return jackpot
    jackpot = replace(jackpot, shown=event.shown)
    if not jackpot.shares:
        return jackpot
    mine = (units for position, _, units in event.amounts if position == jackpot.position)
    return replace(jackpot, amounts=tuple(mine))


_REACHED: Final = {kind.event: kind.stage for kind in STEP_KINDS}


def _step_taken(state: BlackjackState, event: j.JackpotEvent) -> BlackjackState:
    index = event.jackpot - 1
    jackpot = replace(state.jackpots[index], stage=_REACHED[type(event)])
    jackpots = (*state.jackpots[:index], jackpot, *state.jackpots[index + 1 :])
    return replace(state, jackpots=jackpots)


def _wager_collected(state: BlackjackState, event: e.WagerCollected) -> BlackjackState:
    box = state.box(event.position)
    box = replace(box, collected=box.collected | {event.wager})
    return replace(state, boxes=state.with_box(event.position, box))


FOLDS: Final[Mapping[type[e.Event], Fold]] = {
    j.ProgressivesLocked: _progressives_locked,
    j.MysteryAwarded: _mystery_awarded,
    j.AwardsClaimed: _awards_claimed,
    j.AwardsDetermined: _awards_determined,
    **dict.fromkeys(_REACHED, _step_taken),
    e.WagerCollected: _wager_collected,
}
