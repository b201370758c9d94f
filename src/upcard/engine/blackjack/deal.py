"""The initial deal, in order. 58 Pa. Code §§ 633a.7(f), 633a.12(b)(5), 633c.4(d), (e), (j)."""

from upcard.engine.blackjack.state import State
from upcard.engine.core.events import HOLE, UPCARD, Target
from upcard.engine.variations.switching import spare_targets


def deal_targets(state: State) -> tuple[Target, ...]:
    """The Blackjack hands, and the switch hands cards before or after them."""
    hands, spare = _hands(state), spare_targets(state)
    after = state.rules.switch_hands is not None and state.rules.switch_hands.cards_after
    return (*hands, *spare) if after else (*spare, *hands)


def _hands(state: State) -> tuple[Target, ...]:
    """Clockwise from the dealer's left: a card to each hand, the upcard, and so on.

    In Washington the house determines the order.
    """
    hands = tuple(
        (position, number)
        for position, box in state.in_play()
        for number in range(1, len(box.hands) + 1)
    )
    washington = state.rules.washington
    if washington is not None and washington.deal_order == "down-card-first":
        return (*hands, (HOLE, 0), *hands, (UPCARD, 0))
    if washington is not None and washington.deal_order == "players-first":
        return (*hands, *hands, (UPCARD, 0), (HOLE, 0))
    return (*hands, (UPCARD, 0), *hands, (HOLE, 0))
