"""Applies the events of irregularities to the state. 58 Pa. Code § 633a.14."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from upcard.engine.blackjack.hooks import hooks_of
from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core.condition import Faults, Shuffler
from upcard.engine.core.events import Event, Target
from upcard.engine.core.parts import Fold
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import Stack
from upcard.engine.irregular.events import (
    CardExposed,
    CardRefused,
    DealerCardMissed,
    DealerOverdrawn,
    ExposedCardDiscarded,
    FaceUpCardFound,
    HandCalledDead,
    HandMissed,
    MissedCardTaken,
    RequestedCardMissed,
    ShufflerCovered,
    ShufflerFailed,
    ShufflerJammed,
    ShufflerRepaired,
    WrongSideDealt,
)


def without_exposed_card(state: BlackjackState) -> BlackjackState:
    """The state without an exposed card, once it is dealt or discarded."""
    return replace(state, faults=replace(state.faults, exposed=-1))


def _without_card(
    state: BlackjackState, side: int, **changes: tuple[int, ...]
) -> tuple[Stack, ...]:
    """The stacks after a card left a side."""
    stack = state.stacks[side]
    stack = replace(stack, remaining=stack.remaining - 1, **changes)
    return (*state.stacks[:side], stack, *state.stacks[side + 1 :])


def _faults(state: BlackjackState, **changes: Any) -> BlackjackState:
    return replace(state, faults=replace(state.faults, **changes))


# Cards


def _face_up_card_found(state: BlackjackState, event: FaceUpCardFound) -> BlackjackState:
    """Put the card into the discard rack, or the segregated area of a double shoe (a)."""
    stack = state.stacks[event.side]
    if state.rules.sides == 1:
        stacks = _without_card(state, event.side, discards=(*stack.discards, event.card))
    else:
        stacks = _without_card(state, event.side, segregated=(*stack.segregated, event.card))
    return replace(state, stacks=stacks)


def _card_exposed(state: BlackjackState, event: CardExposed) -> BlackjackState:
    faults = replace(state.faults, exposed=event.card)
    return replace(state, stacks=_without_card(state, state.side), faults=faults)


def _exposed_card_discarded(state: BlackjackState, event: ExposedCardDiscarded) -> BlackjackState:
    stack = replace(state.stack, discards=(*state.stack.discards, event.card))
    return replace(without_exposed_card(state), stacks=state.with_stack(stack))


def _card_refused(state: BlackjackState, event: CardRefused) -> BlackjackState:
    """No hand of the player receives a card; those of this position are done (c)."""
    boxes, refused_hands = list(state.boxes), set()
    for position, box in state.in_play():
        if box.player == event.player:
            refused_hands.add(position)
            hands = box.hands
            if position == event.position:
                hands = tuple(replace(hand, done=True) for hand in hands)
            boxes[position - 1] = replace(box, refused=True, hands=hands)
    missed = tuple(missed for missed in state.faults.missed if missed[0] not in refused_hands)
    return _faults(replace(state, boxes=tuple(boxes)), missed=missed)


def _dealer_overdrawn(state: BlackjackState, event: DealerOverdrawn) -> BlackjackState:
    discards = (*state.stack.discards, event.card)
    return replace(state, stacks=_without_card(state, state.side, discards=discards))


# Hands


def _dealer_card_missed(state: BlackjackState, _event: DealerCardMissed) -> BlackjackState:
    """Move the dealer's cards after the players', each in order (e)."""
    targets = tuple(sorted(state.targets, key=lambda target: target[0] < 0))
    return replace(state, targets=targets)


def _hand_missed(state: BlackjackState, event: HandMissed) -> BlackjackState:
    target = (event.position, event.hand)
    missed = state.faults.missed
    missed = missed if target in missed else (*missed, target)
    return _faults(replace(state, targets=state.targets[1:]), missed=missed)


def _with_hand(state: BlackjackState, target: Target, *, is_done: bool) -> BlackjackState:
    position, number = target
    box = state.box(position)
    hand = replace(box.hands[number - 1], done=is_done)
    hands = (*box.hands[: number - 1], hand, *box.hands[number:])
    return replace(state, boxes=state.with_box(position, replace(box, hands=hands)))


def _requested_card_missed(state: BlackjackState, event: RequestedCardMissed) -> BlackjackState:
    """The hand waits, and the others go on (i)."""
    target = (event.position, event.hand)
    state = _with_hand(replace(state, targets=()), target, is_done=True)
    return _faults(state, missed=(*state.faults.missed, target))


def _without_missed(faults: Faults, target: Target) -> Faults:
    return replace(faults, missed=tuple(missed for missed in faults.missed if missed != target))


def _missed_card_taken(state: BlackjackState, event: MissedCardTaken) -> BlackjackState:
    target = (event.position, event.hand)
    targets = (target, *state.targets)
    state = replace(state, targets=targets, faults=_without_missed(state.faults, target))
    return state if state.phase is Phase.DEALING else _with_hand(state, target, is_done=False)


def _hand_called_dead(state: BlackjackState, event: HandCalledDead) -> BlackjackState:
    """A position without a live hand is not asked about Insurance or about a switch."""
    faults = _without_missed(state.faults, (event.position, event.hand))
    box: Box = state.box(event.position)
    lives = any(
        not hand.outcome for number, hand in enumerate(box.hands, 1) if number != event.hand
    )
    insurance = box.insurance if lives else box.insurance or 0
    switches = hooks_of(state).asks_to_switch
    box = replace(box, insurance=insurance, switched=bool(box.switched) if switches else None)
    return replace(state, boxes=state.with_box(event.position, box), faults=faults)


def _wrong_side_dealt(state: BlackjackState, event: WrongSideDealt) -> BlackjackState:
    return _faults(replace(state, side=event.side), wrong_side=True)


# Devices


def _shuffler_jammed(state: BlackjackState, _event: ShufflerJammed) -> BlackjackState:
    """The same batch, or all cards of a continuous shuffler, have to be shuffled again (l)."""
    stack = state.stack
    batch = 1 - stack.batch if state.phase is Phase.CUTTING and state.shoes else stack.batch
    return replace(state, stacks=state.with_stack(replace(stack, loaded=False, batch=batch)))


def _shuffler(shuffler: Shuffler) -> Fold:
    return lambda state, _event: _faults(state, shuffler=shuffler)


FOLDS: Final[Mapping[type[Event], Fold]] = {
    FaceUpCardFound: _face_up_card_found,
    CardExposed: _card_exposed,
    CardRefused: _card_refused,
    ExposedCardDiscarded: _exposed_card_discarded,
    DealerOverdrawn: _dealer_overdrawn,
    DealerCardMissed: _dealer_card_missed,
    HandMissed: _hand_missed,
    RequestedCardMissed: _requested_card_missed,
    MissedCardTaken: _missed_card_taken,
    HandCalledDead: _hand_called_dead,
    WrongSideDealt: _wrong_side_dealt,
    ShufflerJammed: _shuffler_jammed,
    ShufflerFailed: _shuffler(Shuffler.OUT_OF_ORDER),
    ShufflerCovered: _shuffler(Shuffler.COVERED),
    ShufflerRepaired: _shuffler(Shuffler.WORKING),
}
