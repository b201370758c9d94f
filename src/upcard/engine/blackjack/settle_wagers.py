"""Settles the optional wagers and Insurance in order. 58 Pa. Code §§ 633a.7(g), (o), 633a.8."""

from collections.abc import Iterator
from typing import NamedTuple

from upcard.engine.blackjack.facts import facts_of
from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core.events import Event, PressOffered, WagerSettled
from upcard.games import blackjack as game
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import whole_cents
from upcard.money.odds import winnings
from upcard.rules.meter_text import WHOLE_RATE
from upcard.wagers.kit import INITIAL_DEAL, LOSE, Moment
from upcard.wagers.limits import has_limited_row


class BoxWager(NamedTuple):
    """A side wager that lies at a box."""

    position: int
    box: Box
    offered: OfferedWager


def is_held(state: BlackjackState, box: Box, offered: OfferedWager) -> bool:
    """Whether a wager's settlement waits for the hole card."""
    hold = offered.wager.hold
    return hold is not None and hold.when(*box.initial, state.dealer[0]) == 1


def moment_of(state: BlackjackState, box: Box, offered: OfferedWager) -> Moment:
    """The moment at which a wager of this round settles."""
    hold = offered.wager.hold
    if hold is None or hold.when(*box.initial, state.dealer[0]) == 0:
        return offered.moment
    return hold.with_blackjack if state.dealer_blackjack else hold.without_blackjack


def settle_initial(state: BlackjackState) -> list[Event]:
    """Settle the wagers of the initial deal, by position from the right (§ 633a.7(g)).

    Stops after an offer to press: the player answers before the dealer continues.
    """
    return settle_by_position(state, INITIAL_DEAL, press=True)


def settle_by_position(
    state: BlackjackState, moment: Moment, *, press: bool = False
) -> list[Event]:
    """Settle the wagers of a moment, position by position from the dealer's right."""
    due = state.rules.wagers_by_moment.get(moment)
    if due is None:
        return []
    placed = [
        BoxWager(position, box, offered)
        for position, box in state.from_the_right()
        for offered in due
        if offered.wager.slug in box.wagers
    ]
    return _settle(state, placed, moment, press=press)


def settle_at(state: BlackjackState, moment: Moment, *, press: bool = False) -> list[Event]:
    """Settle the wagers of a moment, wager by wager, each from the dealer's right."""
    due = state.rules.wagers_by_moment.get(moment)
    if due is None:
        return []
    from_the_right = state.from_the_right()
    placed = [
        BoxWager(position, box, offered)
        for offered in due
        for position, box in from_the_right
        if offered.wager.slug in box.wagers
    ]
    return _settle(state, placed, moment, press=press)


def _settle(
    state: BlackjackState, placed: list[BoxWager], moment: Moment, *, press: bool
) -> list[Event]:
    """Settle those of the wagers whose moment it is, in their order."""
    events: list[Event] = []
    for position, box, offered in placed:
        if offered.wager.hold is None or moment_of(state, box, offered) is moment:
            settlement = settle_wager(state, position, box, offered)
            events += settlement
            if press and offered.wager.press:
                offer = _press_offer(position, box, offered, settlement[0])
                if offer:
                    return events + offer
    return events


def settle_wager(
    state: BlackjackState, position: int, box: Box, offered: OfferedWager, limit: int | None = None
) -> list[WagerSettled]:
    """The settlement of a side wager, and of its bonuses where they are offered and won.

    The wager is on the first hand; where that was split, the best hand decides it, once. `limit`
    bounds the winnings (§ 633a.13(o)).
    """
    slug = offered.wager.slug
    wagered = box.wagers[slug]
    index = outcome_index(state, box, offered)
    row, shares, waits = offered.settled_as[index]
    pay = offered.paid(index, wagered) if index else 0
    if limit is not None:
        pay = min(pay, wagered + limit)
    section = offered.paytable.data.section if index else _collects(state, offered)
    settlement = WagerSettled(
        position=position,
        hand=0,
        wager=slug,
        outcome=row,
        wagered=wagered,
        paid=pay,
        section=section,
        player=box.player,
        meters=shares,
        collected=offered.is_collected,
        pending=waits,
    )
    return (
        [settlement, *_bonuses(state, position, box, offered)] if offered.bonuses else [settlement]
    )


def outcome_index(state: BlackjackState, box: Box, offered: OfferedWager) -> int:
    """Index of the outcome for a position's cards, whether or not its player placed the wager."""
    wager, names, hands = offered.wager, offered.facts, box.hands
    if len(hands) == 1 or not offered.is_of_a_hand:
        return wager.decided(*facts_of(state, box, hands[0], names, wager.fold))
    best = 0
    for hand in hands[: box.splits + 1]:
        best = max(best, wager.decided(*facts_of(state, box, hand, names, wager.fold)))
    return best


def _collects(state: BlackjackState, offered: OfferedWager) -> str:
    """The provision under which a losing wager is collected."""
    first = offered.wager.lost_first
    if first is not None and first(state.dealer[0]) == 1:
        return offered.data.collects_first
    return offered.data.collects


def _bonuses(
    state: BlackjackState, position: int, box: Box, offered: OfferedWager
) -> list[WagerSettled]:
    """The settlements of the additional payouts won with a wager."""
    slug, won = offered.slug, []
    wagered = box.wagers[slug]
    for bonus in offered.bonuses:
        names = bonus.wager.facts
        index = bonus.wager.decided(*facts_of(state, box, box.hands[0], names, None))
        if index and wagered >= bonus.least:
            settlement = WagerSettled(
                position=position,
                hand=0,
                wager=slug,
                outcome=bonus.wager.outcomes[index],
                wagered=0,
                paid=winnings(bonus.awards[index], wagered),
                section=bonus.section,
                player=box.player,
            )
            won.append(settlement)
    return won


def _press_offer(
    position: int, box: Box, offered: OfferedWager, settlement: WagerSettled
) -> list[PressOffered]:
    """The offer to press; none where even money has already ended the Blackjack wager."""
    if settlement.outcome == LOSE or box.hands[0].outcome:
        return []
    won = settlement.paid - settlement.wagered
    portion = whole_cents(won * offered.press_rate // WHOLE_RATE)
    return [PressOffered(position, portion, offered.slug)] if portion else []


# Insurance (§ 633a.8)


def settle_insurance(state: BlackjackState, dealer_blackjack: bool) -> Iterator[WagerSettled]:
    """Pay or collect the Insurance wagers, from the dealer's right (§ 633a.8(c), (d))."""
    offered = state.rules.insurance
    for position, box in state.from_the_right():
        if box.insurance:
            won, data = int(dealer_blackjack), offered.data
            yield WagerSettled(
                position=position,
                hand=0,
                wager=INSURANCE_WAGER,
                outcome=offered.wager.outcomes[won],
                wagered=box.insurance,
                paid=offered.paid(won, box.insurance),
                section=data.settlement if dealer_blackjack else data.collects,
                player=box.player,
            )


# The aggregate limit (§ 633a.13(o))


def limited_share(state: BlackjackState, wagered: int) -> int | None:
    """The most that a top row wins, where the round's winnings exceed the limit; else None."""
    limit = state.rules.aggregate_limit
    if limit is None or not state.dealer_blackjack:
        return None
    rows = [
        (amount, winnings(offered.awards[-1], amount))
        for _, box in state.in_play()
        for offered in state.rules.wagers
        if has_limited_row(offered.data)
        and (amount := box.wagers.get(offered.slug))
        and is_held(state, box, offered)
    ]
    return game.limited_share(limit, wagered, rows)
