"""Envy bonuses and claims on meters, which follow when the last wager of a kind is decided.

58 Pa. Code §§ 633c.2(i), 633c.10(h)(5), (j), (k).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from upcard.engine.blackjack.settle_wagers import outcome_index
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.events import Event, WagerReturned, WagerSettled
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import AwardsClaimed, Claim
from upcard.engine.jackpots.steps import jackpot_of, shares_of
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.envy import EnvyHand, EnvyWager, envy_bonuses
from upcard.rules.readings import ENVY_FROM

HOLDER: Final = "holder"
"""The reading of `ENVY_FROM` by which every hand of another player brings an envy bonus."""

INITIAL: Final = 2
"""The number of initial cards of a hand."""


def claims(state: BlackjackState, events: Sequence[Event]) -> list[Event]:
    """The envy bonuses and claims that follow from `events`, which settle or return wagers."""
    if not state.locked:
        return []
    new_events: list[Event] = []
    for offered in state.rules.wagers:
        if offered.meters and _decided_now(state, offered.slug, events):
            won = _payouts_of_kind(state, offered.slug, events)
            new_events += [*_envy(state, offered, won), *_claim_events(offered, won)]
    return new_events


def _decided_now(state: BlackjackState, slug: str, events: Sequence[Event]) -> bool:
    """Whether the events decide the last undecided wagers of a kind."""
    positions = {
        event.position
        for event in events
        if isinstance(event, WagerSettled | WagerReturned) and event.wager == slug
    }
    undecided = {position for position, box in state.in_play() if slug in box.wagers}
    return bool(positions) and positions >= undecided


def _payouts_of_kind(state: BlackjackState, slug: str, events: Sequence[Event]) -> list[Jackpot]:
    """The payouts of a kind of wager that players' own hands won in this round."""
    before = [jackpot for jackpot in state.jackpots if jackpot.wager == slug]
    before = [jackpot for jackpot in before if jackpot.by_own_hand]
    now = [
        jackpot_of(event)
        for event in events
        if isinstance(event, WagerSettled) and event.pending and event.wager == slug
    ]
    return before + now


def _envy(
    state: BlackjackState, offered: OfferedWager, won: list[Jackpot]
) -> Iterator[WagerSettled]:
    """The envy bonuses of every other player with the wager; hands and players from the right.

    A position whose hand was called dead before it was complete had its wager returned
    (§ 633a.14(g)).
    """
    wagers = [
        EnvyWager(position, state.box(position).player, amount)
        for position, slug, amount in state.locked[::-1]
        if slug == offered.slug and len(state.box(position).initial) == INITIAL
    ]
    if not wagers or not offered.envy or len(state.dealer) < INITIAL:
        return
    hands = [EnvyHand(jackpot.position, jackpot.player, jackpot.outcome) for jackpot in won]
    if offered.readings[ENVY_FROM] == HOLDER:
        hands += _without_wager(state, offered)
    hands.sort(key=lambda hand: -hand.position)
    for bonus in envy_bonuses(wagers, hands, offered.envy, offered.envy_wager):
        yield WagerSettled(
            position=bonus.position,
            hand=0,
            wager=offered.slug,
            outcome=f"envy-{bonus.outcome}",
            wagered=0,
            paid=bonus.amount,
            section=offered.envy_section,
            player=bonus.player,
            pending=True,
            envy_of=bonus.of_position,
        )


def _without_wager(state: BlackjackState, offered: OfferedWager) -> Iterator[EnvyHand]:
    """The hands of positions without the wager, with their outcomes (§ 633c.10(h)(5))."""
    with_wager = {position for position, slug, _ in state.locked if slug == offered.slug}
    for position, box in state.in_play():
        if position not in with_wager and len(box.initial) == INITIAL:
            index = outcome_index(state, box, offered)
            yield EnvyHand(position, box.player, offered.wager.outcomes[index])


def _claim_events(offered: OfferedWager, won: list[Jackpot]) -> list[AwardsClaimed]:
    """The claims from the dealer's left; no event where no share was won.

    Where a payout depends on the meter's display (`asks_meter`), there is an event even without
    claims.
    """
    won_shares = tuple(
        Claim(
            claim.position,
            0,
            claim.player,
            claim.outcome,
            claim.wagered,
            share.meter,
            share.percent,
            share.prize,
        )
        for claim, share in shares_of(won)
    )
    asks = offered.asks_meter and bool(won)
    return [AwardsClaimed(offered.slug, won_shares)] if won_shares or asks else []
