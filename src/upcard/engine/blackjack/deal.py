"""Which card is due: in the initial deal, for a player's decision, or for the dealer.

58 Pa. Code §§ 633a.7(f), (j), (m), (n), 633a.12(b)(5), 633c.4(d), (e), (j).
"""

from upcard.engine.blackjack.hooks import variation_hooks
from upcard.engine.blackjack.second_card import due_second_card
from upcard.engine.blackjack.state import BlackjackState, Hand, turn
from upcard.engine.core.events import HOLE, Target
from upcard.engine.core.phases import DRAWING, PLAYING
from upcard.engine.core.table_state import remember_last
from upcard.games.blackjack import dealer_draws, draw_matters
from upcard.games.offered_wager import OfferedWager
from upcard.wagers.kit import needs_the_draw


def deal_targets(state: BlackjackState) -> tuple[Target, ...]:
    """The destinations of the initial cards, in the order of the game."""
    hands = [
        (position, number)
        for position, box in enumerate(state.boxes, 1)
        if box is not None
        for number in range(1, len(box.hands) + 1)
    ]
    targets = variation_hooks(state.rules.game).targets(state, tuple(hands))
    if state.rules.blackjack.peeks:
        return targets
    return tuple(target for target in targets if target != (HOLE, 0))


def due_target(state: BlackjackState) -> Target | None:
    """The destination of the next card, or None when no card is due."""
    if state.targets:
        return state.targets[0]
    if state.phase is PLAYING:
        current = turn(state)
        if current is not None:
            hand = state.box(current[0]).hands[current[1] - 1]
            return current if len(hand.cards) < 2 else None
        return due_second_card(state)
    extra = extra_card(state)
    return None if extra is None else (extra[0], 1)


def extra_card(state: BlackjackState) -> tuple[int, OfferedWager] | None:
    """The next position that takes one more card against a dealer's Blackjack, and its wager.

    None does where the hands were played before the Blackjack was known, or by a surrendered hand.
    """
    if not state.dealer_blackjack or state.phase is not DRAWING:
        return None
    if not state.rules.blackjack.peeks:
        return None
    for position, box in state.in_play():
        if len(box.hands[0].cards) == 2 and not box.hands[0].surrendered:
            for offered in state.rules.wagers:
                extra = offered.wager.extra_card
                if offered.slug not in box.wagers or extra is None:
                    continue
                if extra(*box.initial) == 1:
                    return position, offered
    return None


@remember_last
def must_draw(state: BlackjackState) -> bool:
    """Whether the dealer has to draw: under 17, and a wager depends on it (§ 633a.7(m), (n))."""
    if not state.hole_card_shown or state.dealer_blackjack or state.phase is not DRAWING:
        return False
    hits_soft_17 = int(state.rules.blackjack.hits_soft_17)
    if dealer_draws(state.dealer_pips, state.dealer_aces, hits_soft_17) == 0:
        return False
    for box in state.boxes:
        if box is None:
            continue
        for hand in box.hands:
            if not hand.outcome and _is_open(state, hand):
                return True
        for slug in box.wagers:
            if _needs_the_draw(state, slug):
                return True
    return False


def _is_open(state: BlackjackState, hand: Hand) -> bool:
    """Whether a hand depends on the dealer's total; a Blackjack does only in some games."""
    paid_at_once = hand.blackjack and not state.rules.variation.needs_dealer_total
    return not hand.surrendered and draw_matters(hand.total, has_blackjack=paid_at_once)


def _needs_the_draw(state: BlackjackState, slug: str) -> bool:
    """Whether a wager depends on the dealer's drawn cards."""
    offered = state.rules.offered(slug)
    return offered is not None and needs_the_draw(offered.wager)
