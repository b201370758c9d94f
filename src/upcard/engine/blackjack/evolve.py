"""Folds events into the state. Every handler is total: an event that was decided always applies."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from upcard.cards.card import value_of
from upcard.engine.blackjack.state import Box, Hand, State
from upcard.engine.core import events as e
from upcard.engine.core.ledger import post
from upcard.engine.core.phases import next_phase
from upcard.engine.irregular.condition import SOUND
from upcard.engine.irregular.evolve import IRREGULAR_FOLDS, take_exposed
from upcard.engine.jackpots.evolve import JACKPOT_FOLDS, won
from upcard.engine.shoe.evolve import SHOE_HANDLERS, drawn
from upcard.engine.shoe.upkeep import UPKEEP_FOLDS
from upcard.engine.variations import events as s
from upcard.engine.variations.from_the_hand import turn_cards
from upcard.engine.variations.switching import SWITCH_FOLDS
from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER, may_draw


def evolve(state: State, event: e.Event) -> State:
    """The state after an event."""
    handler = _HANDLERS.get(type(event))
    if handler is not None:
        state = handler(state, event)
    phase = next_phase(state.phase, event)
    accounts = post(state.accounts, event)
    if phase is state.phase and accounts is state.accounts:
        return state
    return replace(state, phase=phase, accounts=accounts)


def _put(boxes: tuple[Box | None, ...], position: int, box: Box | None) -> tuple[Box | None, ...]:
    return (*boxes[: position - 1], box, *boxes[position:])


def _put_hand(state: State, position: int, number: int, hand: Hand) -> State:
    box = state.box(position)
    hands = (*box.hands[: number - 1], hand, *box.hands[number:])
    return replace(state, boxes=_put(state.boxes, position, replace(box, hands=hands)))


# Wagers and cards


def _wager_collected(state: State, event: e.WagerCollected) -> State:
    box = state.box(event.position)
    box = replace(box, collected=box.collected | {event.wager})
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _bonuses_drawn(state: State, event: e.BonusesDrawn) -> State:
    return replace(state, magic_card=event.magic_card, lucky_seat=event.lucky_seat)


def _wager_placed(state: State, event: e.WagerPlaced) -> State:
    box = state.boxes[event.position - 1]
    if box is None:
        new = Box(event.player, event.amount, hands=(Hand(event.amount),))
    elif event.wager == BLACKJACK_WAGER:  # the other area of Blackjack Switch (§ 633a.12(a)(1))
        new = replace(box, hands=(*box.hands, Hand(event.amount, origin=len(box.hands) + 1)))
    else:
        new = replace(box, wagers={**box.wagers, event.wager: event.amount})
    return replace(state, boxes=_put(state.boxes, event.position, new))


def _bets_closed(state: State, event: e.BetsClosed) -> State:
    return replace(state, round=event.round, targets=event.targets)


def _card_dealt(state: State, event: e.CardDealt) -> State:
    card = event.card
    rank = card >> 2
    pips = rank + 1 if rank < 9 else 10
    if state.faults is SOUND or state.faults.exposed < 0:
        stacks = drawn(state, state.side)
    else:
        state, stacks = take_exposed(state), state.stacks
    if event.position < 0:
        return replace(
            state,
            dealer=(card, *state.dealer) if event.position == e.UPCARD else (*state.dealer, card),
            dealer_pips=state.dealer_pips + pips,
            dealer_aces=state.dealer_aces + (rank == 0),
            targets=state.targets[1:],
            stacks=stacks,
        )
    box = state.box(event.position)
    number = event.hand
    if not number:
        box = replace(box, spare=(*box.spare, card))
        boxes = _put(state.boxes, event.position, box)
        return replace(state, boxes=boxes, targets=state.targets[1:], stacks=stacks)
    hand = box.hands[number - 1]
    cards = (*hand.cards, card)
    hand = replace(
        hand,
        cards=cards,
        pips=hand.pips + pips,
        aces=hand.aces + (rank == 0),
        done=_is_done(state, box, hand, card),
        cards_face_down=hand.cards_face_down + (not event.face_up),
    )
    box = replace(
        box,
        hands=(*box.hands[: number - 1], hand, *box.hands[number:]),
        initial=cards if number == 1 and _is_initial(hand, cards) else box.initial,
    )
    return replace(
        state,
        boxes=_put(state.boxes, event.position, box),
        targets=state.targets[1:],
        stacks=stacks,
    )


def _is_initial(hand: Hand, cards: tuple[int, ...]) -> bool:
    return len(cards) <= 2 and not hand.from_split


def _is_done(state: State, box: Box, hand: Hand, card: int) -> bool:
    """Whether a hand takes no decision after a card (§§ 633a.7(k), 633a.10(a), 633a.11(c))."""
    if hand.doubled:
        return True
    if not hand.cards:
        return False
    if may_draw(hand.pips + value_of(card), hand.aces + (card < 4)) == 0:
        return hand.from_split or len(hand.cards) > 1
    rules = state.rules.blackjack
    if rules.one_card_on_split_aces and hand.from_split and hand.cards[0] < 4:
        again = rules.resplit_aces and box.splits_of(hand.origin) <= rules.resplits
        return not (card < 4 and again)
    return False


# Settlements and decisions


def _wager_settled(state: State, event: e.WagerSettled) -> State:
    if event.pending:
        state = won(state, event)
    return _decided(state, event.position, event.hand, event.wager, event.outcome)


def _wager_returned(state: State, event: e.WagerReturned) -> State:
    state = _decided(state, event.position, event.hand, event.wager, e.VOID)
    return _decided(state, event.position, event.hand, "", "") if event.hand else state


def _decided(state: State, position: int, number: int, wager: str, outcome: str) -> State:
    """A wager has left the layout; `number` is 0 for one that stands on the position.

    What was capped on a hand leaves under the wager that won it.
    """
    box = state.box(position)
    if number:
        hand = box.hands[number - 1]
        if wager == BLACKJACK_WAGER:
            hand = replace(hand, outcome=outcome, done=True)
        else:
            hand = replace(hand, capped=0)
        return _put_hand(state, position, number, hand)
    if wager == INSURANCE_WAGER:
        box = replace(box, insurance=0)
    else:
        wagers = {slug: amount for slug, amount in box.wagers.items() if slug != wager}
        box = replace(box, wagers=wagers)
    return replace(state, boxes=_put(state.boxes, position, box))


def _press_offered(state: State, event: e.PressOffered) -> State:
    box = state.box(event.position)
    box = replace(box, winnings=event.amount, winnings_of=event.wager)
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _winnings_pressed(state: State, event: e.WinningsPressed) -> State:
    box = state.box(event.position)
    hand = box.hands[0]
    if event.beside:
        hand = replace(hand, capped=event.amount)
        box = replace(box, capped=event.amount, hands=(hand, *box.hands[1:]), winnings=0)
    else:
        hand = replace(hand, wager=hand.wager + event.amount)
        hands = (hand, *box.hands[1:])
        box = replace(box, blackjack=box.blackjack + event.amount, hands=hands, winnings=0)
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _winnings_taken(state: State, event: e.WinningsTaken) -> State:
    box = replace(state.box(event.position), winnings=0)
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _insurance_placed(state: State, event: e.InsurancePlaced) -> State:
    box = replace(state.box(event.position), insurance=event.amount)
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _insurance_declined(state: State, event: e.InsuranceDeclined) -> State:
    box = replace(state.box(event.position), insurance=0)
    return replace(state, boxes=_put(state.boxes, event.position, box))


def _play_started(state: State, _event: e.PlayStarted) -> State:
    """A Blackjack that waits for the reveal takes no decision (§ 633a.7(i)(1)(ii)(B)).

    At Blackjack Switch each waits for the dealer's hand (§ 633a.12(a)(5)).
    """
    at_once = state.rules.blackjack.pay_blackjack_at_once or 9 > state.dealer[0] >> 2 > 0
    if at_once and state.rules.switch is None:
        return state
    boxes = tuple(None if box is None else _with_waiting(box) for box in state.boxes)
    return replace(state, boxes=boxes)


def _with_waiting(box: Box) -> Box:
    hands = [replace(hand, done=True) if hand.blackjack else hand for hand in box.hands]
    return replace(box, hands=tuple(hands))


def _decision_made(state: State, event: e.DecisionMade) -> State:
    box = state.box(event.position)
    hand = box.hands[event.hand - 1]
    decisions = (*hand.decisions, event.decision)
    target = (event.position, event.hand)
    if event.decision == "stand":
        hand = replace(hand, decisions=decisions, done=True)
        return _put_hand(state, event.position, event.hand, hand)
    if event.decision == "hit":
        state = replace(state, targets=(target,))
        return _put_hand(state, event.position, event.hand, replace(hand, decisions=decisions))
    if event.decision == "double":
        state = replace(state, targets=(target,))
        doubled = min(event.amount, hand.wager)
        capped = hand.capped + event.amount - doubled
        hand = replace(hand, decisions=decisions, doubled=doubled, capped=capped)
        return _put_hand(state, event.position, event.hand, hand)
    if event.decision == "surrender":
        hand = replace(hand, decisions=decisions, done=True)
        return _put_hand(state, event.position, event.hand, hand)
    assert event.decision == "split"
    pair = tuple(_half(hand, card) for card in hand.cards)
    pair = (replace(pair[0], decisions=decisions), pair[1])
    hands = (*box.hands[: event.hand - 1], *pair, *box.hands[event.hand :])
    state = replace(state, targets=(target,))
    return replace(state, boxes=_put(state.boxes, event.position, replace(box, hands=hands)))


def _half(hand: Hand, card: int) -> Hand:
    """One hand of a split pair, with the same wager and cap as the pair had."""
    pips = value_of(card)
    aces = int(card < 4)
    origin = hand.origin
    return Hand(hand.wager, (card,), pips, aces, from_split=True, capped=hand.capped, origin=origin)


def _dealer_blackjack(state: State, _event: e.DealerBlackjack) -> State:
    return replace(state, dealer_blackjack=True, hole_card_shown=True)


def _hole_card_lit(state: State, event: s.HoleCardLit) -> State:
    return replace(state, light=event.light)


def _hole_card_turned(state: State, _event: e.HoleCardTurned) -> State:
    return replace(state, hole_card_shown=True)


_HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    **SHOE_HANDLERS,
    **JACKPOT_FOLDS,
    **SWITCH_FOLDS,
    **IRREGULAR_FOLDS,
    **UPKEEP_FOLDS,
    e.WagerPlaced: _wager_placed,
    e.WagerCollected: _wager_collected,
    e.BonusesDrawn: _bonuses_drawn,
    e.BetsClosed: _bets_closed,
    e.DeterminantDue: _bets_closed,
    e.RemovalDue: _bets_closed,
    e.CardDealt: _card_dealt,
    e.WagerSettled: _wager_settled,
    e.WagerReturned: _wager_returned,
    e.PressOffered: _press_offered,
    e.WinningsPressed: _winnings_pressed,
    e.WinningsTaken: _winnings_taken,
    e.InsurancePlaced: _insurance_placed,
    e.InsuranceDeclined: _insurance_declined,
    e.PlayStarted: _play_started,
    e.DecisionMade: _decision_made,
    e.DealerBlackjack: _dealer_blackjack,
    e.HoleCardTurned: _hole_card_turned,
    s.HoleCardLit: _hole_card_lit,
    s.CardsTurned: turn_cards,
}
