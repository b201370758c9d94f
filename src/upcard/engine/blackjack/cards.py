"""The dealing of a card: to a player's hand, beside it, or to the dealer.

58 Pa. Code §§ 633a.7(f), (j), (k), (m), 633a.10(a), (c), 633a.11(c).
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, CARD_VALUES
from upcard.engine.blackjack.closing import lock_at_first_card
from upcard.engine.blackjack.deal import due_target, must_draw
from upcard.engine.blackjack.second_card import after_second_card
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import DealCard
from upcard.engine.core.condition import NO_FAULTS
from upcard.engine.core.events import DRAW, HOLE, UPCARD, CardDealt, Event
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import CARDS_DEALT, DEALING, DRAWING, PLAYING
from upcard.engine.irregular.decide import due_choice
from upcard.engine.irregular.evolve import without_exposed_card
from upcard.engine.shoe.refusals import refuse_card
from upcard.games.blackjack import FULL
from upcard.rules.violation import RuleViolation

# Refusals


def _refuse_deal_card(state: BlackjackState, command: DealCard) -> RuleViolation | None:
    if state.faults is not NO_FAULTS:
        if state.faults.exposed not in (-1, command.card):
            return refusal_under("633a.14(c)", "The exposed card is dealt next.")
        if state.phase is DEALING and due_choice(state) is not None:
            return refusal_under(
                "633a.14(g)", "A player who was missed chooses first what follows."
            )
    if not state.targets and not must_draw(state) and due_target(state) is None:
        if state.phase is DRAWING:
            section = "633a.7(h)" if state.dealer_blackjack else "633a.7(m)"
            return refusal_under(section, "No additional card is dealt to this round.")
        return refusal_under("633a.7(f)", "No card is due now.")
    if not state.stacks[state.side].remaining and state.faults.exposed < 0:
        return refusal_under("633a.14(f)", "The shoe is empty: the discards have to be reshuffled.")
    known = command.card in state.rules.dealt_cards
    return None if known else refuse_card(state, command.card, 0)


# Decisions


def _deal_card(state: BlackjackState, command: DealCard) -> list[Event]:
    target = state.targets[0] if state.targets else due_target(state)
    if target is None:
        return [CardDealt(DRAW, 0, command.card)]
    position, number = target
    if position < 0:
        if position != HOLE:
            return [CardDealt(position, 0, command.card)]
        if state.phase is not PLAYING:
            return [CardDealt(position, 0, command.card, False)]
        second = CardDealt(position, 0, command.card)
        return [second, *after_second_card(_card_dealt(state, second))]
    hidden = not number
    if state.rules.blackjack.double_face_down and number:
        hidden = state.box(position).hands[number - 1].doubled > 0
    dealt = CardDealt(position, number, command.card, not hidden)
    if not state.rules.wagers or (number and state.dealer):
        return [dealt]
    return [*lock_at_first_card(state), dealt]


# State changes


def _card_dealt(state: BlackjackState, event: CardDealt) -> BlackjackState:
    stacks = state.stacks
    if state.faults is NO_FAULTS or state.faults.exposed < 0:
        stack = stacks[state.side]
        stack = replace(stack, remaining=stack.remaining - 1 if stack.remaining else 0)
        stacks = (stack,) if len(stacks) == 1 else state.with_stack(stack)
    else:
        state = without_exposed_card(state)
    card, position, number = event.card, event.position, event.hand
    if position < 0:
        return replace(
            state,
            dealer=(card, *state.dealer) if position == UPCARD else (*state.dealer, card),
            dealer_pips=state.dealer_pips + CARD_VALUES[card],
            dealer_aces=state.dealer_aces + (card >> 2 == ACE),
            targets=state.targets[1:],
            stacks=stacks,
        )
    box = state.boxes[position - 1]
    assert box is not None
    if number:
        hand = box.hands[number - 1]
        cards = (*hand.cards, card)
        is_initial = len(cards) <= 2 and not hand.from_split
        hand = replace(
            hand,
            cards=cards,
            pips=hand.pips + CARD_VALUES[card],
            aces=hand.aces + (card >> 2 == ACE),
            done=False,
            cards_face_down=hand.cards_face_down + (not event.face_up),
        )
        if (not is_initial or hand.doubled) and _is_done(state, box, hand):
            hand = replace(hand, done=True)
        hands = (hand,) if len(box.hands) == 1 else box.hands_with(number, hand)
        if is_initial and number == 1:
            box = replace(box, hands=hands, initial=cards)
        else:
            box = replace(box, hands=hands)
    else:
        box = replace(box, spare=(*box.spare, card))
    boxes = state.with_box(position, box)
    return replace(state, boxes=boxes, targets=state.targets[1:], stacks=stacks)


def _is_done(state: BlackjackState, box: Box, hand: Hand) -> bool:
    """Whether a hand takes no decision after a card (§§ 633a.7(k), 633a.10(a), 633a.11(c))."""
    if hand.doubled:
        return True
    count = len(hand.cards)
    if count < 2 or (count == 2 and not hand.from_split):
        return False
    rules = state.rules.blackjack
    one_card = rules.one_card_on_split_aces and hand.from_split and hand.cards[0] >> 2 == ACE
    if hand.total >= FULL:
        doubles = hand.from_split and rules.may_double(FULL, from_split=True) and not one_card
        return not (count == 2 and doubles)
    if one_card:
        may_resplit = rules.resplit_aces and box.splits_of(hand.origin) <= rules.resplits
        return not (hand.cards[-1] >> 2 == ACE and may_resplit)
    return False


PART: Final = Part(
    name="cards",
    allowed={DealCard: Allowed(CARDS_DEALT, "633a.7(f)", "No card is due now.")},
    checks={DealCard: _refuse_deal_card},
    handlers={DealCard: _deal_card},
    folds={CardDealt: _card_dealt},
)
