"""Applies the events of the shoe to the state."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from upcard.engine.core.events import (
    CardBurned,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    CutDeclined,
    Event,
    ReshuffleOrdered,
)
from upcard.engine.core.parts import Fold
from upcard.engine.core.table_state import AnyShoeTable, Stack, with_stack_at


def _cards_shuffled(state: AnyShoeTable, event: CardsShuffled) -> AnyShoeTable:
    return replace(
        state,
        stacks=with_stack_at(state.stacks, event.side, Stack(batch=event.batch)),
        side=event.side,
        cut_offers=event.cut_offers,
        floor_reshuffle=False,
    )


def _cut_declined(state: AnyShoeTable, _event: CutDeclined) -> AnyShoeTable:
    return replace(state, cut_offers=state.cut_offers[1:])


def _cards_loaded(state: AnyShoeTable, event: CardsLoaded) -> AnyShoeTable:
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


def _card_burned(state: AnyShoeTable, event: CardBurned) -> AnyShoeTable:
    stack = state.stack
    stack = replace(
        stack, remaining=max(0, stack.remaining - 1), discards=(*stack.discards, event.card)
    )
    return replace(state, stacks=state.with_stack(stack))


def _reshuffle_ordered(state: AnyShoeTable, event: ReshuffleOrdered) -> AnyShoeTable:
    if not event.by_floor:
        return state
    stacks = tuple(replace(stack, loaded=False) for stack in state.stacks)
    return replace(state, floor_reshuffle=True, stacks=stacks)


def _cover_card_appeared(state: AnyShoeTable, event: CoverCardAppeared) -> AnyShoeTable:
    stack = replace(state.stacks[event.side], cover_place=event.place)
    return replace(state, stacks=with_stack_at(state.stacks, event.side, stack))


FOLDS: Final[Mapping[type[Event], Fold]] = {
    CardsShuffled: _cards_shuffled,
    CutDeclined: _cut_declined,
    CardsLoaded: _cards_loaded,
    CardBurned: _card_burned,
    ReshuffleOrdered: _reshuffle_ordered,
    CoverCardAppeared: _cover_card_appeared,
}
