"""Applies the events of shoe and discard rack to the state."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import events as e
from upcard.engine.core.parts import Fold
from upcard.engine.core.table_state import Stack, with_stack_at


def draw_from_side(stacks: tuple[Stack, ...], side: int) -> tuple[Stack, ...]:
    """The stacks after one card left a side."""
    stack = stacks[side]
    remaining = stack.remaining
    stack = replace(stack, remaining=remaining - 1 if remaining else 0)
    return (stack,) if len(stacks) == 1 else with_stack_at(stacks, side, stack)


def _cards_shuffled(state: BlackjackState, event: e.CardsShuffled) -> BlackjackState:
    return replace(
        state,
        stacks=with_stack_at(state.stacks, event.side, Stack(batch=event.batch)),
        side=event.side,
        cut_offers=event.cut_offers,
        floor_reshuffle=False,
    )


def _cut_declined(state: BlackjackState, _event: e.CutDeclined) -> BlackjackState:
    return replace(state, cut_offers=state.cut_offers[1:])


def _cards_loaded(state: BlackjackState, event: e.CardsLoaded) -> BlackjackState:
    stack = Stack(True, state.stacks[event.side].batch, event.cards)
    return replace(
        state,
        stacks=with_stack_at(state.stacks, event.side, stack),
        side=event.side,
        cut_offers=(),
        admitted=None,
        shoes=state.shoes + 1,
        upkeep=state.upkeep.dealt_again(),
    )


def _card_burned(state: BlackjackState, event: e.CardBurned) -> BlackjackState:
    stack = state.stack
    stack = replace(
        stack, remaining=max(0, stack.remaining - 1), discards=(*stack.discards, event.card)
    )
    return replace(state, stacks=state.with_stack(stack))


def _reshuffle_ordered(state: BlackjackState, event: e.ReshuffleOrdered) -> BlackjackState:
    if not event.by_floor:
        return state
    stacks = tuple(replace(stack, loaded=False) for stack in state.stacks)
    return replace(state, floor_reshuffle=True, stacks=stacks)


def _cover_card_appeared(state: BlackjackState, event: e.CoverCardAppeared) -> BlackjackState:
    stack = replace(state.stacks[event.side], cover_place=event.place)
    return replace(state, stacks=with_stack_at(state.stacks, event.side, stack))


def _discards_reshuffled(state: BlackjackState, event: e.DiscardsReshuffled) -> BlackjackState:
    """The shoe ran out: it is shuffled after the round even if the cover card never appeared."""
    stack = state.stack
    place = 0 if stack.cover_place is None else stack.cover_place
    stack = replace(
        stack,
        remaining=event.cards - 1,
        discards=(event.burned,),
        segregated=(),
        cover_place=place,
    )
    return replace(state, stacks=state.with_stack(stack))


def _determinant_drawn(state: BlackjackState, event: e.DeterminantDrawn) -> BlackjackState:
    """A determinant of its own side is dealt next; another is segregated (§ 633a.7(d)(2))."""
    if event.drawn_from == event.side:
        faults = replace(state.faults, determinant=event.card)
        return replace(state, side=event.side, faults=faults)
    stack = state.stacks[event.drawn_from]
    stack = replace(
        stack,
        remaining=max(0, stack.remaining - 1),
        segregated=(*stack.segregated, event.card),
    )
    return replace(
        state, stacks=with_stack_at(state.stacks, event.drawn_from, stack), side=event.side
    )


def _cards_removed(state: BlackjackState, event: e.CardsRemoved) -> BlackjackState:
    box = state.box(event.position)
    hands = tuple(
        replace(hand, removed=True) if number == event.hand else hand
        for number, hand in enumerate(box.hands, 1)
    )
    boxes = list(state.boxes)
    boxes[event.position - 1] = replace(box, hands=hands)
    state = replace(state, boxes=tuple(boxes))
    return _to_rack(state, event.cards)


def _to_rack(state: BlackjackState, cards: tuple[int, ...]) -> BlackjackState:
    """Add cards to the discards of the side in play; a stray determinant to the other side's."""
    stray = state.faults.stray
    if stray in cards:
        other = 1 - state.side
        stack = replace(state.stacks[other], discards=(*state.stacks[other].discards, stray))
        faults = replace(state.faults, determinant=-1)
        state = replace(state, stacks=with_stack_at(state.stacks, other, stack), faults=faults)
        at = cards.index(stray)
        cards = (*cards[:at], *cards[at + 1 :])
    stack = state.stacks[state.side]
    stack = replace(stack, discards=stack.discards + cards)
    return replace(state, stacks=state.with_stack(stack))


def _table_cleared(state: BlackjackState, event: e.TableCleared) -> BlackjackState:
    admitted = None
    if state.rules.has_cover_card:
        if not state.rules.mid_shoe_entry:
            admitted = frozenset(box.player for _, box in state.in_play())
        state = _to_rack(state, event.cards)
    else:
        count = state.stack.remaining + len(event.cards)
        stack = replace(state.stack, remaining=count, discards=())
        state = replace(state, stacks=state.with_stack(stack))
    return replace(
        state,
        boxes=(None,) * state.rules.positions,
        dealer=(),
        dealer_pips=0,
        dealer_aces=0,
        hole_card_shown=False,
        dealer_blackjack=False,
        light="",
        targets=(),
        locked=(),
        jackpots=(),
        admitted=admitted,
        faults=state.faults.after_round(),
    )


def _reshuffle_due(state: BlackjackState, event: e.ReshuffleDue) -> BlackjackState:
    state = _table_cleared(state, event)
    stacks = tuple(
        replace(stack, loaded=False) if stack.cover_place is not None else stack
        for stack in state.stacks
    )
    return replace(state, stacks=stacks)


FOLDS: Final[Mapping[type[e.Event], Fold]] = {
    e.CardsRemoved: _cards_removed,
    e.CardsShuffled: _cards_shuffled,
    e.CutDeclined: _cut_declined,
    e.CardsLoaded: _cards_loaded,
    e.CardBurned: _card_burned,
    e.ReshuffleOrdered: _reshuffle_ordered,
    e.CoverCardAppeared: _cover_card_appeared,
    e.DiscardsReshuffled: _discards_reshuffled,
    e.DeterminantDrawn: _determinant_drawn,
    e.TableCleared: _table_cleared,
    e.ReshuffleDue: _reshuffle_due,
}
