"""Settles the Blackjack wagers in order; `games` decides outcomes and payouts.

58 Pa. Code §§ 633a.7(i), (p)-(r), 633a.9-11.
"""

from collections.abc import Iterator
from typing import Final

from upcard.cards.totals import is_blackjack
from upcard.engine.blackjack.hand_outcomes import blackjack_pays, outcome_of, own_section, tie_pays
from upcard.engine.blackjack.settle_wagers import limited_share, moment_of, settle_wager
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.citing import PA
from upcard.engine.core.events import CardsRemoved, Event, WagerReturned, WagerSettled
from upcard.engine.jackpots.steps import keeps_cards
from upcard.games.blackjack import (
    BLACKJACK,
    BLACKJACK_WAGER,
    BUST,
    DEALER_BLACKJACK,
    INSURANCE_WAGER,
    LOSE,
    OUTCOMES,
    PUSH,
    WIN,
    half_of,
    hand_paid,
    returned_to_blackjack,
)
from upcard.games.variation import BASE_GAME
from upcard.money.odds import PaidOdds
from upcard.wagers.kit import WITH_BLACKJACK

LOSING_OUTCOMES: Final = (LOSE, BUST, DEALER_BLACKJACK)

EVEN_MONEY: Final = PaidOdds(1)
"""The odds of capped winnings, also with a Blackjack (§ 633c.11(f), (g))."""


def pay_blackjack(
    position: int, number: int, box: Box, odds: PaidOdds, section: str
) -> WagerSettled:
    """The payment of a player's Blackjack at `odds`, under `section`."""
    hand = box.hands[number - 1]
    return WagerSettled(
        position=position,
        hand=number,
        wager=BLACKJACK_WAGER,
        outcome=OUTCOMES[BLACKJACK],
        wagered=hand.wager,
        paid=hand.wager + odds.winnings(hand.wager),
        section=section,
        player=box.player,
    )


def settle_surrender(position: int, number: int, box: Box, section: str) -> WagerSettled:
    """The settlement of a surrender: half of the wager is returned (§ 633a.9(a))."""
    wager = box.hands[number - 1].wager
    return WagerSettled(
        position=position,
        hand=number,
        wager=BLACKJACK_WAGER,
        outcome="surrender",
        wagered=wager,
        paid=half_of(wager),
        section=section,
        player=box.player,
    )


def settle_surrenders(state: BlackjackState) -> list[Event]:
    """Settle the surrenders that waited for the hole card, from the right (§ 633a.9(a)(2)(i))."""
    events: list[Event] = []
    for position, box in state.from_the_right():
        hand = box.hands[0]
        if not hand.outcome and hand.surrendered:
            settlement = settle_surrender(position, 1, box, PA + "633a.9(a)(2)(i)")
            events += with_cap(state, settlement)
            events += cards_removal(state, position, 1)
    return events


def cards_removal(state: BlackjackState, position: int, number: int) -> list[CardsRemoved]:
    """The removal of a hand's cards, unless a progressive payout keeps them on the table."""
    if state.jackpots and keeps_cards(state, position):
        return []
    return [CardsRemoved(position, number, state.box(position).hands[number - 1].cards)]


def return_wagers(state: BlackjackState, section: str) -> Iterator[Event]:
    """Return all undecided wagers, citing `section`, from the dealer's right (§ 633a.14)."""
    for position, box in state.from_the_right():
        yield from return_beside(state, position, section)
        for number, hand in enumerate(box.hands, 1):
            if not hand.outcome:
                yield return_hand(position, number, box, section)


def return_beside(state: BlackjackState, position: int, section: str) -> Iterator[Event]:
    """Return the undecided wagers of a position except those of its hands."""
    box = state.box(position)
    for offered in state.rules.wagers:
        if offered.slug in box.wagers:
            amount, collected = box.wagers[offered.slug], offered.is_collected
            yield WagerReturned(position, 0, offered.slug, amount, box.player, collected, section)
    if box.insurance:
        amount = box.insurance
        yield WagerReturned(position, 0, INSURANCE_WAGER, amount, box.player, section=section)


def return_hand(position: int, number: int, box: Box, section: str) -> WagerReturned:
    """The return of a hand's wager, with all that was added to it."""
    hand = box.hands[number - 1]
    amount = hand.at_stake + hand.capped
    return WagerReturned(position, number, BLACKJACK_WAGER, amount, box.player, section=section)


def with_cap(state: BlackjackState, settlement: WagerSettled) -> list[Event]:
    """A hand's settlement, followed by that of the winnings capped on it (§ 633c.11(f), (g)).

    Capped winnings win even money where the hand wins, even with a Blackjack. They push where it
    pushes, and half of them are returned where it is surrendered.
    """
    box = state.box(settlement.position)
    capped = box.hands[settlement.hand - 1].capped
    if not capped:
        return [settlement]
    offered = state.rules.wager(box.winnings_of)
    paid = hand_paid(OUTCOMES.index(settlement.outcome), capped, EVEN_MONEY, EVEN_MONEY)
    cap = WagerSettled(
        position=settlement.position,
        hand=settlement.hand,
        wager=offered.slug,
        outcome=settlement.outcome,
        wagered=capped,
        paid=paid,
        section=offered.data.press,
        player=box.player,
    )
    return [settlement, cap]


def settle_hands(state: BlackjackState) -> list[Event]:
    """Settle all undecided Blackjack wagers, in the order of the submission (§ 633a.7(r))."""
    from_the_right = state.from_the_right()
    hands = []
    for position, box in from_the_right:
        for number, hand in enumerate(box.hands, 1):
            if not hand.outcome:
                hands.append((position, number, box, hand, outcome_of(state, hand)))
    if len(hands) > 1 and state.rules.blackjack.collect_then_pay:
        hands.sort(key=lambda entry: entry[-1] not in LOSING_OUTCOMES)  # keeps their order
    events: list[Event] = []
    for position, number, box, hand, outcome in hands:
        settlement = _settled_hand(state, position, number, box, hand, outcome)
        events += with_cap(state, settlement) if hand.capped else (settlement,)
        if state.dealer_blackjack:
            events += _settle_with_blackjack(state, position, number, box)
    if state.dealer_blackjack:
        for position, box in from_the_right:
            if box.hands[0].outcome:  # surrendered before the peek
                events += _settle_with_blackjack(state, position, 1, box)
    return events


def _settled_hand(
    state: BlackjackState, position: int, number: int, box: Box, hand: Hand, outcome: int
) -> WagerSettled:
    """The settlement of one hand by its outcome, an index into `OUTCOMES`."""
    at_stake = hand.wager + hand.doubled
    own = "" if state.rules.variation is BASE_GAME else own_section(state, hand, outcome)
    section = own or PA + _hand_section(state, outcome)
    if outcome == BLACKJACK:
        odds, game_section = blackjack_pays(state, box, hand)
        return pay_blackjack(position, number, box, odds, game_section or section)
    if outcome == PUSH:
        tied = tie_pays(state, box, hand)
        if tied is not None:
            return pay_blackjack(position, number, box, *tied)
    returned = 0
    if outcome == DEALER_BLACKJACK:
        original = number if hand.from_split else 1
        lost = state.rules.blackjack.blackjack_takes_all
        returned = returned_to_blackjack(original, hand.wager, hand.doubled, all_lost=lost)
    rules = state.rules
    return WagerSettled(
        position=position,
        hand=number,
        wager=BLACKJACK_WAGER,
        outcome=OUTCOMES[outcome],
        wagered=at_stake,
        paid=hand_paid(outcome, at_stake, rules.blackjack_odds, rules.win_odds, returned),
        section=section,
        player=box.player,
    )


def _hand_section(state: BlackjackState, outcome: int) -> str:
    if outcome == BLACKJACK:
        return "633a.7(i)(1)(ii)(B)"
    if outcome == WIN:
        return "633a.7(p)(1)" if state.dealer_total > 21 else "633a.7(p)(2)"
    if outcome == PUSH:
        return "633a.7(q)"
    if outcome == DEALER_BLACKJACK:
        return "633a.7(h)"
    return "633a.7(r)(1)" if state.rules.blackjack.collect_then_pay else "633a.7(r)(2)"


def _settle_with_blackjack(
    state: BlackjackState, position: int, number: int, box: Box
) -> list[WagerSettled]:
    """Pay wagers that wait until the Blackjack wager is collected (§ 633a.7(g)(1)(ii), (6)(ii)).

    The dealer has a Blackjack.
    """
    events: list[WagerSettled] = []
    if number != 1:
        return events
    for offered in state.rules.wagers:
        wagered = box.wagers.get(offered.slug)
        if wagered is not None and moment_of(state, box, offered) is WITH_BLACKJACK:
            share = limited_share(state, wagered)
            events += settle_wager(state, position, box, offered, share)
    return events


def has_blackjack(state: BlackjackState) -> bool:
    """Whether the dealer's two cards are a Blackjack."""
    return is_blackjack(state.dealer[0], state.dealer[1]) == 1
