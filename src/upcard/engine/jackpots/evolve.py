"""Applies the events of progressive payouts to the state."""

from collections.abc import Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import (
    AwardsClaimed,
    AwardsDetermined,
    JackpotEvent,
    MysteryAwarded,
)
from upcard.engine.core.parts import Fold
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.provisions import STEP_KINDS, asks_meter
from upcard.engine.jackpots.steps import jackpot_of, mystery_of

S = TypeVar("S", bound=AnyTable)


def add_payout(state: S, event: WagerSettled) -> S:
    """Add the payout of a pending settlement."""
    return replace(state, jackpots=(*state.jackpots, jackpot_of(event)))


def _mystery_awarded(state: AnyTable, event: MysteryAwarded) -> AnyTable:
    return replace(state, jackpots=(*state.jackpots, mystery_of(state.rules, event)))


def _awards_claimed(state: AnyTable, event: AwardsClaimed) -> AnyTable:
    positions = {claim.position for claim in event.claims}
    jackpots = tuple(
        replace(payout, claimed=True)
        if payout.wager == event.wager
        and (asks_meter(state.rules, payout) or (payout.shares and payout.position in positions))
        else payout
        for payout in state.jackpots
    )
    return replace(state, jackpots=jackpots)


def _awards_determined(state: AnyTable, event: AwardsDetermined) -> AnyTable:
    """Record the awards; each payout gets the amounts of its position's claims, in order."""
    jackpots = tuple(_with_amounts(payout, event) for payout in state.jackpots)
    return replace(state, jackpots=jackpots)


def _with_amounts(jackpot: Jackpot, event: AwardsDetermined) -> Jackpot:
    if jackpot.wager != event.wager or jackpot.mystery:
        return jackpot
    jackpot = replace(jackpot, shown=event.shown)
    if not jackpot.shares:
        return jackpot
    units_won = (units for position, _, units in event.amounts if position == jackpot.position)
    return replace(jackpot, amounts=tuple(units_won))


_REACHED: Final = {kind.event: kind.stage for kind in STEP_KINDS}


def _step_taken(state: AnyTable, event: JackpotEvent) -> AnyTable:
    index = event.jackpot - 1
    jackpot = replace(state.jackpots[index], stage=_REACHED[type(event)])
    jackpots = (*state.jackpots[:index], jackpot, *state.jackpots[index + 1 :])
    return replace(state, jackpots=jackpots)


FOLDS: Final[Mapping[type[Event], Fold]] = {
    MysteryAwarded: _mystery_awarded,
    AwardsClaimed: _awards_claimed,
    AwardsDetermined: _awards_determined,
    **dict.fromkeys(_REACHED, _step_taken),
}
