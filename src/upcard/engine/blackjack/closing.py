"""Closes the wagers of a round: draws bonuses, locks progressive wagers.

58 Pa. Code §§ 633a.2(c), (d), 633a.6(c), 633a.7(o)(1), 633c.2(d), (f) and similar provisions.
"""

from typing import Final

from upcard.engine.blackjack.deal import deal_targets
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import CloseBets
from upcard.engine.core.events import BetsClosed, BonusesDrawn, DeterminantDue, Event, RemovalDue
from upcard.engine.core.jackpot_events import CollectionDue, ProgressivesLocked
from upcard.games.dealing import Dealing
from upcard.games.offered_wager import OfferedWager

_CLOSED: Final = {Dealing.DOUBLE_SHOE: DeterminantDue, Dealing.FROM_THE_HAND: RemovalDue}
"""The event that closes the wagers, by the way of dealing, where a card precedes the deal."""


def close_bets(state: BlackjackState, command: CloseBets) -> list[Event]:
    """Close the wagers; the deal follows, or first the collection of progressive wagers."""
    if not state.rules.wagers:
        return deal_due(state)
    bonuses: list[Event] = []
    if command.magic_card >= 0 or command.lucky_seat or state.magic_card >= 0 or state.lucky_seat:
        bonuses = [BonusesDrawn(command.magic_card, command.lucky_seat)]
    if to_collect(state):
        return [*bonuses, CollectionDue()]
    return [*bonuses, *deal_due(state)]


def deal_due(state: BlackjackState) -> list[Event]:
    """Lock the progressive wagers, and begin the deal."""
    kind, number = _CLOSED.get(state.rules.dealing, BetsClosed), state.round + 1
    begun = kind(number, deal_targets(state))
    return (
        [*_lock_meter_wagers(state, number, late=False), begun] if state.rules.wagers else [begun]
    )


def lock_at_first_card(state: BlackjackState) -> list[Event]:
    """Lock the wagers that may be placed until the first card (§ 633a.2(c), (d))."""
    if not state.rules.metered_wagers or cards_dealt(state):
        return []
    return _lock_meter_wagers(state, state.round, late=True)


def _lock_meter_wagers(state: BlackjackState, number: int, *, late: bool) -> list[Event]:
    """Lock the wagers that feed meters, from the dealer's left.

    `late` selects those that stay open until the first card, else those that close before.
    """
    if not state.rules.metered_wagers:
        return []
    locking = [offered for offered in state.rules.metered_wagers if offered.stays_open is late]
    wagers = tuple(
        (position, offered.slug, box.wagers[offered.slug])
        for position, box in (state.in_play() if locking else ())
        for offered in locking
        if offered.slug in box.wagers
    )
    return [ProgressivesLocked(number, wagers)] if wagers else []


def to_collect(state: BlackjackState) -> list[tuple[int, OfferedWager, int]]:
    """Position, wager and units of each wager collected before the deal, from the left."""
    collected = state.rules.collected_wagers
    if not collected:
        return []
    return [
        (position, offered, box.wagers[offered.slug])
        for position, box in state.in_play()
        for offered in collected
        if offered.slug in box.wagers
    ]


def cards_dealt(state: BlackjackState) -> bool:
    """Whether the first card of the round lies on the table."""
    return any(box.hands[0].cards or box.spare for _, box in state.in_play())


def bonus_facts(state: BlackjackState) -> tuple[bool, tuple[int, ...]]:
    """Whether a Magic Card has to be drawn, and the seats from which the lucky one is selected."""
    if not state.rules.wagers_with_drawn_bonus:
        return False, ()
    magic, seats = False, []
    for position, box in state.in_play():
        for offered in state.rules.wagers_with_drawn_bonus:
            if offered.slug in box.wagers:
                magic |= "magic_card" in offered.drawn_facts
                seats += [position] if "lucky_seat" in offered.drawn_facts else []
    return magic, tuple(seats)
