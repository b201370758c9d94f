"""Which card is due, and its destination. § 633c.5(n), (q), (s), (y), (aa), (bb)."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.engine.core.commands import DealCard
from upcard.engine.core.events import (
    DRAW,
    HOLE,
    CardDealt,
    DealerBlackjack,
    HoleCardTurned,
    PlayStarted,
    Target,
)
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import Phase
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.hybrid.settle import undecided_hands, undecided_wagers
from upcard.engine.hybrid.state import HybridState, count_asked
from upcard.games.blackjack import draw_matters
from upcard.games.hybrid import SECTION, dealer_takes
from upcard.rules.violation import RuleViolation
from upcard.wagers.kit import needs_the_draw


def due_target(state: HybridState) -> Target | None:
    """The destination of the next card, or None when no card is due."""
    if state.phase is Phase.DEALING and state.targets:
        return state.targets[0]
    if state.phase is Phase.PLAYING and not state.asked and state.waiting:
        return COMMUNITY, 0
    if state.phase is Phase.DRAWING and dealer_draws(state):
        return DRAW, 0
    return None


def dealer_draws(state: HybridState) -> bool:
    """Whether the dealer has to draw from the shoe (s): under 17, and a wager depends on it.

    A hand that is neither over 21 nor a Blackjack depends on it and, by the reading of
    § 633a.7(n), every side wager on the dealer's hand.
    """
    if state.dealer_blackjack or not dealer_takes(state.dealer):
        return False
    return any(
        any(needs_the_draw(offered.wager) for offered in undecided_wagers(state, terminal))
        or any(
            draw_matters(hand.total, has_blackjack=hand.blackjack)
            for _, hand in undecided_hands(state, terminal)
        )
        for terminal in state.terminals.values()
    )


def refuse_deal_card(state: HybridState, command: DealCard) -> RuleViolation | None:
    """Why a card is refused: none is due, or it is not a card of a deck; else None."""
    if due_target(state) is None:
        if state.asked:
            message = "The players' decisions come first."
            return RuleViolation(state.cite("(q)", "(aa)"), message)
        return RuleViolation(state.cite("(s)", "(bb)"), "No card is due now.")
    if not 0 <= command.card < DECK_SIZE:
        return RuleViolation(f"{SECTION}(f)", f"{command.card} is no card of a deck.")
    return None


def deal_due_card(state: HybridState, command: DealCard) -> CardDealt:
    """The event by which a card goes to the due destination; the hole card is face down (n)(4)."""
    target = due_target(state)
    assert target is not None
    return CardDealt(*target, command.card, face_up=target[0] != HOLE)


def card_dealt(state: HybridState, event: CardDealt) -> HybridState:
    """The state after a card; after a community card, who is asked or waits is counted again."""
    stack = replace(state.stack, remaining=state.stack.remaining - 1)
    state = replace(state, targets=state.targets[1:], stacks=state.with_stack(stack))
    if event.position == COMMUNITY:
        state = replace(state, community=(*state.community, event.card))
        return count_asked(state, Phase.PLAYING)
    if event.position < 0:
        return replace(state, dealer=(*state.dealer, event.card))
    cards = list(state.cards)
    cards[event.position - 1] += (event.card,)
    return replace(state, cards=tuple(cards))


def _play_started(state: HybridState, _event: PlayStarted) -> HybridState:
    return count_asked(state, Phase.PLAYING)


def _dealer_blackjack(state: HybridState, _event: DealerBlackjack) -> HybridState:
    return replace(state, dealer_blackjack=True, hole_card_shown=True)


def _hole_card_turned(state: HybridState, _event: HoleCardTurned) -> HybridState:
    return replace(state, hole_card_shown=True)


PART: Final = Part(
    name="hybrid cards",
    phases={(Phase.DEALING, PlayStarted): Phase.PLAYING},
    folds={
        CardDealt: card_dealt,
        PlayStarted: _play_started,
        DealerBlackjack: _dealer_blackjack,
        HoleCardTurned: _hole_card_turned,
    },
)
