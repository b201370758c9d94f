"""Which cards are due: the initial deal in order, requested cards, and those of the dealer.

58 Pa. Code §§ 633a.7(f), (j), (m), (n), 633a.12(b)(5), 633c.4(d), (e), (j), 633c.9(d)(4).
"""

from upcard.engine.blackjack.state import Hand, State, turn
from upcard.engine.core.events import HOLE, UPCARD, Target
from upcard.engine.core.phases import Phase
from upcard.engine.variations.switching import spare_targets
from upcard.games.blackjack import dealer_draws, draw_matters
from upcard.wagers.kit import needs_the_draw


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


def due_target(state: State) -> Target | None:
    """Where the next card has to go, or None when no card is due."""
    if state.targets:
        return state.targets[0]
    if state.phase is Phase.PLAYING:
        current = turn(state)
        if current is not None:
            hand = state.box(current[0]).hands[current[1] - 1]
            return current if len(hand.cards) < 2 else None
    if state.phase is Phase.DRAWING and state.dealer_blackjack:
        return _extra_card(state)
    return None


def _extra_card(state: State) -> Target | None:
    """A hand that gets one more card although the dealer has a Blackjack (§ 633c.9(d)(4))."""
    for position, box in state.in_play():
        if len(box.hands[0].cards) == 2:
            for offered in state.rules.wagers:
                extra = offered.wager.extra_card
                if offered.slug not in box.wagers or extra is None:
                    continue
                if extra(*box.initial) == 1:
                    return position, 1
    return None


def must_draw(state: State) -> bool:
    """Whether the dealer has to take a card: under 17, and it can matter (§ 633a.7(m), (n))."""
    if not state.hole_card_shown or state.dealer_blackjack or state.phase is not Phase.DRAWING:
        return False
    if dealer_draws(state.dealer_pips, state.dealer_aces) == 0:
        return False
    return any(
        not hand.outcome and _is_open(state, hand)
        for _, box in state.in_play()
        for hand in box.hands
    ) or any(_needs_the_draw(state, slug) for _, box in state.in_play() for slug in box.wagers)


def _is_open(state: State, hand: Hand) -> bool:
    """Whether the dealer's total can matter: not for a Blackjack, save at Blackjack Switch."""
    paid_at_once = hand.blackjack and state.rules.switch is None
    return not hand.surrendered and draw_matters(hand.total, has_blackjack=paid_at_once)


def _needs_the_draw(state: State, slug: str) -> bool:
    """Whether a live wager looks at the dealer's drawn cards."""
    offered = state.rules.offered(slug)
    return offered is not None and needs_the_draw(offered.wager)
