"""Settlements of both hybrid games. § 633c.5(t)-(v), (cc)-(ee).

Every settlement is electronic: it names the terminal's player, whose account it changes.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard.engine.core.boxes import settlement_of
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.parts import Part
from upcard.engine.hybrid.facts import facts_of
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.games.blackjack import (
    BLACKJACK_WAGER,
    INSURANCE_WAGER,
    OUTCOMES,
    hand_paid,
    returned_to_blackjack,
)
from upcard.games.hybrid import PlayedHand
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import winnings
from upcard.rules.readings import UNPROVIDED
from upcard.wagers.kit import LOSE


def settled_hand(
    terminal: Terminal, number: int, hand: PlayedHand, outcome: str, units: int, section: str
) -> WagerSettled:
    """The settlement of a hand with its whole stake; `units` are paid to the player."""
    stake = terminal.blackjack + terminal.doubled(hand)
    return WagerSettled(
        position=terminal.position,
        hand=number,
        wager=BLACKJACK_WAGER,
        outcome=outcome,
        wagered=stake,
        paid=units,
        section=section,
        player=terminal.player,
    )


def settle_hand(
    state: HybridState, terminal: Terminal, number: int, outcome: int, section: str
) -> WagerSettled:
    """The settlement of a hand by its outcome, an index into `OUTCOMES` (v)(1), (ee)(2)."""
    rules = state.rules
    hand = state.hands_of(terminal).hands[number - 1]
    wager = terminal.blackjack
    doubled = terminal.doubled(hand)
    returned = returned_to_blackjack(number, wager, doubled)
    odds = rules.blackjack_odds, rules.win_odds
    units = hand_paid(outcome, wager + doubled, *odds, returned)
    return settled_hand(terminal, number, hand, OUTCOMES[outcome], units, section)


def undecided_hands(state: HybridState, terminal: Terminal) -> Iterator[tuple[int, PlayedHand]]:
    """The hands that are not settled, with their numbers from 1."""
    for number, hand in enumerate(state.hands_of(terminal).hands, 1):
        if number not in terminal.hand_outcomes:
            yield number, hand


# Insurance (§ 633a.8)


def settle_insurance(
    state: HybridState, terminal: Terminal, dealer_blackjack: bool, section: str
) -> Iterator[WagerSettled]:
    """The settlement of a terminal's Insurance wager; nothing without one."""
    amount, offered = terminal.insurance, state.rules.insurance
    if amount:
        yield WagerSettled(
            position=terminal.position,
            hand=0,
            wager=INSURANCE_WAGER,
            outcome=offered.wager.outcomes[int(dealer_blackjack)],
            wagered=amount,
            paid=offered.paid(int(dealer_blackjack), amount),
            section=section,
            player=terminal.player,
        )


# Side wagers


def settle_wager(
    state: HybridState, terminal: Terminal, offered: OfferedWager
) -> Iterator[WagerSettled]:
    """The settlement of a side wager, and of its bonuses where they are offered and won.

    The best of several hands decides the wager, once.
    """
    hands = state.hands_of(terminal).hands
    index = max(
        offered.wager.decided(*facts_of(state, terminal, hand, offered.facts)) for hand in hands
    )
    section = ""
    if offered.wager.outcomes[index] in offered.wager.pushes:
        section = offered.data.readings[UNPROVIDED].section
    yield settlement_of(terminal.position, offered.slug, terminal, offered, index, section)
    for bonus in offered.bonuses:
        won = bonus.wager.decided(*facts_of(state, terminal, hands[0], bonus.wager.facts))
        if won:
            yield WagerSettled(
                position=terminal.position,
                hand=0,
                wager=offered.slug,
                outcome=bonus.wager.outcomes[won],
                wagered=0,
                paid=winnings(bonus.awards[won], terminal.wagers[offered.slug]),
                section=bonus.section,
                player=terminal.player,
            )


def undecided_wagers(state: HybridState, terminal: Terminal) -> list[OfferedWager]:
    """The undecided side wagers of a terminal, in the order of their sections."""
    undecided = terminal.undecided
    return [offered for offered in state.rules.wagers if offered.slug in undecided]


def is_held(state: HybridState, terminal: Terminal, offered: OfferedWager) -> bool:
    """Whether a side wager's settlement waits for the dealer's second card (§ 633a.7(g))."""
    hold = offered.wager.hold
    initial = state.cards[terminal.position - 1]
    return hold is not None and hold.when(*initial, state.dealer[0]) == 1


def early_loss(terminal: Terminal, offered: OfferedWager, section: str) -> WagerSettled:
    """The settlement of a side wager that loses before the end of the round."""
    lost = offered.wager.outcomes.index(LOSE)
    return replace(
        settlement_of(terminal.position, offered.slug, terminal, offered, lost), section=section
    )


# State changes


def _wager_settled(state: HybridState, event: WagerSettled) -> HybridState:
    terminal = state.terminals[event.player]
    if event.hand:
        outcomes = {**terminal.hand_outcomes, event.hand: event.outcome}
        return state.with_terminal(replace(terminal, hand_outcomes=outcomes))
    if event.wager == INSURANCE_WAGER:
        return state.with_terminal(replace(terminal, insurance=0))
    return state.with_terminal(
        replace(terminal, outcomes={**terminal.outcomes, event.wager: event.outcome})
    )


PART: Final = Part(name="hybrid settlement", folds={WagerSettled: _wager_settled})
