"""Orders and posts settlements. What a hand is worth is said in `games` and `wagers`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from upcard.cards.totals import is_blackjack
from upcard.engine import events as e
from upcard.engine.state import Box, Hand, State
from upcard.games.blackjack import (
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    LOSE,
    OUTCOMES,
    PUSH,
    WIN,
    half_of,
    hand_outcome,
)
from upcard.games.table_rules import OfferedWager
from upcard.money.amount import whole_cents
from upcard.money.odds import Award, Odds, winnings
from upcard.wagers import royal_match_21
from upcard.wagers.kit import LOSE as LOSING
from upcard.wagers.kit import Moment

PA: Final = "58 Pa. Code § "
LOSING_OUTCOMES: Final = (LOSE, BUST, DEALER_BLACKJACK)


def facts_of(state: State, box: Box, names: Iterable[str]) -> list[int]:
    """The facts of a round that a classifier asks for, by name."""
    return [_FACTS[name](state, box) for name in names]


def _dealer_royal_match(state: State, _box: Box) -> int:
    return 1 if royal_match_21.classify(state.dealer[0], state.dealer[1]) == 2 else 0


_FACTS: Final[dict[str, Callable[[State, Box], int]]] = {
    "first": lambda _state, box: box.initial[0],
    "second": lambda _state, box: box.initial[1],
    "upcard": lambda state, _box: state.dealer[0],
    "hole": lambda state, _box: state.dealer[1],
    "dealer_blackjack": lambda state, _box: int(state.dealer_blackjack),
    "dealer_royal_match": _dealer_royal_match,
}


def paid(offered: OfferedWager, award: Award, wagered: int) -> int:
    """Everything handed to a winner: "N for 1" pays N in all, "N to 1" with the stake."""
    for_one = any(isinstance(pay, Odds) and pay.for_one for pay in award)
    stake = wagered if offered.data.stake_returned and not for_one else 0
    return winnings(award, wagered) + stake


# Optional wagers (§ 633a.7(g))


def is_held(state: State, box: Box, offered: OfferedWager) -> bool:
    """Whether a wager waits for the hole card."""
    hold = offered.wager.hold
    if hold is None:
        return False
    return hold.when(box.initial[0], box.initial[1], state.dealer[0]) == 1


def settle_initial(state: State) -> Iterator[e.Event]:
    """Settle what the initial deal decides, from the dealer's right (§ 633a.7(g)).

    Stops after an offer to press: the player answers before the dealer goes on.
    """
    for position, box in state.from_the_right():
        for offered in state.rules.wagers:
            if offered.slug in box.wagers and not is_held(state, box, offered):
                settled = settle_wager(state, position, box, offered)
                yield from settled
                yield from (offer := _press_offer(position, box, offered, settled[0]))
                if offer:
                    return


def settle_held(state: State, moment: Moment, *, press: bool = True) -> Iterator[e.Event]:
    """Settle the held wagers whose moment has come, wager by wager, from the dealer's right."""
    for offered in state.rules.wagers:
        hold = offered.wager.hold
        if hold is None:
            continue
        due = hold.with_blackjack if state.dealer_blackjack else hold.without_blackjack
        if due is not moment:
            continue
        for position, box in state.from_the_right():
            if offered.slug in box.wagers:
                settled = settle_wager(state, position, box, offered)
                yield from settled
                offer = _press_offer(position, box, offered, settled[0]) if press else []
                yield from offer
                if offer:
                    return


def settle_wager(
    state: State, position: int, box: Box, offered: OfferedWager, limit: int | None = None
) -> list[e.WagerSettled]:
    """Decide a side wager, and its bonus where one is offered and won.

    `limit` bounds the winnings (§ 633a.13(o)).
    """
    wager = offered.wager
    wagered = box.wagers[wager.slug]
    index = wager.classify(*facts_of(state, box, offered.facts))
    outcome = wager.outcomes[index]
    award = offered.awards[index]
    pay = paid(offered, award, wagered) if outcome != LOSING else 0
    if limit is not None:
        pay = min(pay, wagered + limit)
    section = offered.paytable.data.section if outcome != LOSING else offered.data.collects
    settled = [e.WagerSettled(position, 0, wager.slug, outcome, wagered, pay, section, box.player)]
    bonus = wager.bonus
    if bonus is not None and offered.bonus and is_held(state, box, offered):
        names = ("first", "second", "dealer_royal_match")
        if bonus.when(*facts_of(state, box, names)) == 1:
            extra = winnings(offered.bonus, wagered)
            settled.append(
                e.WagerSettled(
                    position, 0, wager.slug, bonus.outcome, 0, extra, section, box.player
                )
            )
    return settled


def _press_offer(
    position: int, box: Box, offered: OfferedWager, settled: e.WagerSettled
) -> list[e.PressOffered]:
    """An offer to a winner whose Blackjack wager still lies there: even money has ended it."""
    if not offered.wager.pressable or settled.outcome == LOSING or box.hands[0].outcome:
        return []
    won = settled.paid - settled.wagered
    portion = whole_cents(won * offered.press_percent // 100)
    return [e.PressOffered(position, portion)] if portion else []


# Insurance (§ 633a.8)


def settle_insurance(state: State, dealer_blackjack: bool) -> Iterator[e.WagerSettled]:
    """Pay or collect the Insurance wagers, from the dealer's right (§ 633a.8(c), (d))."""
    offered = state.rules.insurance
    for position, box in state.from_the_right():
        if box.insurance:
            section = offered.data.settlement if dealer_blackjack else offered.data.collects
            pay = paid(offered, offered.awards[1], box.insurance) if dealer_blackjack else 0
            outcome = offered.wager.outcomes[int(dealer_blackjack)]
            yield e.WagerSettled(
                position, 0, "insurance", outcome, box.insurance, pay, section, box.player
            )


# The Blackjack wager (§§ 633a.7(i), (p)-(r), 633a.9)


def pay_blackjack(position: int, box: Box, odds: Odds, section: str) -> e.WagerSettled:
    """Pay a player's Blackjack."""
    hand = box.hands[0]
    won = odds.winnings(hand.wager)
    return e.WagerSettled(
        position,
        1,
        "blackjack",
        OUTCOMES[BLACKJACK],
        hand.wager,
        hand.wager + won,
        section,
        box.player,
    )


def settle_surrender(position: int, number: int, box: Box, section: str) -> e.WagerSettled:
    """Collect half of a surrendered wager and return half (§ 633a.9(a))."""
    wager = box.hands[number - 1].wager
    return e.WagerSettled(
        position, number, "blackjack", "surrender", wager, half_of(wager), section, box.player
    )


def settle_hands(state: State) -> Iterator[e.WagerSettled]:
    """Settle every Blackjack wager still on the layout, in the submitted order (§ 633a.7(r))."""
    hands = [
        (position, number, box, hand)
        for position, box in state.from_the_right()
        for number, hand in enumerate(box.hands, 1)
        if not hand.outcome
    ]
    passes = ((True,), (False,)) if state.rules.blackjack.collect_then_pay else ((True, False),)
    limit = _aggregate_share(state)
    for losing in passes:
        for position, number, box, hand in hands:
            outcome = _outcome(state, hand)
            if (outcome in LOSING_OUTCOMES) in losing:
                yield _settled_hand(state, position, number, box, hand, outcome)
                yield from _settle_with_blackjack(state, position, number, box, limit)


def _outcome(state: State, hand: Hand) -> int:
    return hand_outcome(
        hand.total, int(hand.blackjack), state.dealer_total, int(state.dealer_blackjack)
    )


def _settled_hand(
    state: State, position: int, number: int, box: Box, hand: Hand, outcome: int
) -> e.WagerSettled:
    """Settle one hand.

    A dealer Blackjack collects the original wager alone: doubles and splits made before it
    was known are returned (§§ 633a.10(b), 633a.11(d)).
    """
    rules = state.rules
    at_stake = hand.at_stake
    section = PA + _hand_section(state, outcome)
    pay = 0
    if outcome == BLACKJACK:
        return pay_blackjack(position, box, rules.blackjack_odds, section)
    if outcome == PUSH:
        pay = at_stake
    elif outcome == DEALER_BLACKJACK:
        pay = hand.doubled if number == 1 else at_stake
    elif outcome == WIN:
        pay = at_stake + rules.win_odds.winnings(at_stake)
    return e.WagerSettled(
        position, number, "blackjack", OUTCOMES[outcome], at_stake, pay, section, box.player
    )


def _hand_section(state: State, outcome: int) -> str:
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
    state: State, position: int, number: int, box: Box, limit: int | None
) -> Iterator[e.WagerSettled]:
    """Pay what waits for the Blackjack wager's collection (§ 633a.7(g)(1)(ii), (6)(ii))."""
    if not state.dealer_blackjack or number != 1:
        return
    for offered in state.rules.wagers:
        hold = offered.wager.hold
        if hold is not None and hold.with_blackjack is Moment.WITH_BLACKJACK:
            wagered = box.wagers.get(offered.slug)
            if wagered is not None:
                share = None if limit is None else _share(state, limit, wagered)
                yield from settle_wager(state, position, box, offered, share)


def _limited(state: State) -> list[tuple[OfferedWager, int]]:
    """The wagers of this round whose top row the aggregate limit bounds (§ 633a.13(o))."""
    return [
        (offered, box.wagers[offered.slug])
        for _, box in state.in_play()
        for offered in state.rules.wagers
        if "aggregate_limit" in offered.data.options
        and offered.slug in box.wagers
        and is_held(state, box, offered)
    ]


def _aggregate_share(state: State) -> int | None:
    """The aggregate limit when this round's top rows exceed it, else None."""
    limit = state.rules.aggregate_limit
    if limit is None or not state.dealer_blackjack:
        return None
    total = sum(winnings(offered.awards[-1], wagered) for offered, wagered in _limited(state))
    return limit if total > limit else None


def _share(state: State, limit: int, wagered: int) -> int:
    """A player's part of the limit, in proportion to the wager, in whole cents."""
    everyone = sum(amount for _, amount in _limited(state))
    return whole_cents(limit * wagered // everyone)


def has_blackjack(state: State) -> bool:
    """Whether the dealer's two cards are a Blackjack."""
    return is_blackjack(state.dealer[0], state.dealer[1]) == 1
