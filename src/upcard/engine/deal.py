"""The cards of the initial deal, in order. 58 Pa. Code §§ 633a.7(f), 633a.12(b)(5)."""

from upcard.engine.events import HOLE, UPCARD, Target
from upcard.engine.state import State


def deal_targets(state: State) -> tuple[Target, ...]:
    """Clockwise from the dealer's left: a card to each hand, the upcard, and so on.

    In Washington the house determines the order.
    """
    hands = tuple((position, 1) for position, _ in state.in_play())
    washington = state.rules.washington
    if washington is not None and washington.deal_order == "down-card-first":
        return (*hands, (HOLE, 0), *hands, (UPCARD, 0))
    if washington is not None and washington.deal_order == "players-first":
        return (*hands, *hands, (UPCARD, 0), (HOLE, 0))
    return (*hands, (UPCARD, 0), *hands, (HOLE, 0))
