"""The shoe of a Blackjack table: determinant, cover card, discards, the end of a round.

58 Pa. Code §§ 633a.7(d), (e), (s), 633a.14(f). The steps before are those of any shoe
(`engine/shoe`).
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import is_red
from upcard.engine.blackjack.closing import lock_at_first_card
from upcard.engine.blackjack.deal import due_target, must_draw
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import (
    ClearTable,
    DrawDeterminant,
    ReshuffleDiscards,
    ShowCoverCard,
)
from upcard.engine.core.condition import NO_FAULTS
from upcard.engine.core.events import (
    CardDealt,
    CardsRemoved,
    CoverCardAppeared,
    DeterminantDrawn,
    DiscardsReshuffled,
    Event,
    ReshuffleDue,
    TableCleared,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import CARDS_DEALT, Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import Stack, with_stack_at
from upcard.engine.shoe.decide import cut_offers
from upcard.engine.shoe.refusals import refuse_card
from upcard.rules.violation import RuleViolation


def side_of(state: BlackjackState, card: int) -> int:
    """The side of a double shoe that the color of a card selects (§ 633a.7(d)(1))."""
    red = state.rules.red_side
    return red if is_red(card) else 1 - red


# Refusals


def _refuse_draw_determinant(
    state: BlackjackState, command: DrawDeterminant
) -> RuleViolation | None:
    if command.side not in (0, 1) or state.stacks[command.side].remaining == 0:
        return refusal_under(
            "633a.7(d)(1)", "The determinant card comes from a side that has cards."
        )
    return refuse_card(state, command.card, 0)


def _refuse_show_cover_card(state: BlackjackState, command: ShowCoverCard) -> RuleViolation | None:
    if not state.rules.has_cover_card:
        return refusal_under("633a.5(h)", "This device deals without a cover card.")
    if not 0 <= command.side < len(state.stacks):
        return refusal_under("633a.3(c)", f"There is no side {command.side} of this shoe.")
    if state.stacks[command.side].cover_place is not None:
        return refusal_under("633a.7(e)", "The cover card of this shoe has come already.")
    if state.phase in CARDS_DEALT and due_target(state) is None and not must_draw(state):
        return refusal_under("633a.7(e)", "The cover card comes only where a card is drawn.")
    return None


def _refuse_reshuffle_discards(
    state: BlackjackState, command: ReshuffleDiscards
) -> RuleViolation | None:
    stack = state.stack
    if stack.remaining:
        return refusal_under("633a.14(f)", f"There are {stack.remaining} cards left in the shoe.")
    if len(stack.discards) + len(stack.segregated) < 2:
        return refusal_under("633a.14(f)", "There are no discards to reshuffle.")
    if command.cut_by not in (0, *cut_offers(state)):
        return refusal_under("633a.5(c)", f"The cut is not offered to position {command.cut_by}.")
    return refuse_card(state, command.burned, -1)


# Decisions


def _draw_determinant(state: BlackjackState, command: DrawDeterminant) -> list[Event]:
    """Draw the determinant; from the side it selects, it is the first card dealt (§ 633a.7(d))."""
    side = side_of(state, command.card)
    events: list[Event] = [DeterminantDrawn(command.card, command.side, side)]
    if side == command.side:
        position, hand = state.targets[0]
        events += [*lock_at_first_card(state), CardDealt(position, hand, command.card, hand > 0)]
    return events


def _show_cover_card(state: BlackjackState, command: ShowCoverCard) -> list[Event]:
    """Put the cover card aside; its place decides to whom the cut is offered."""
    target = due_target(state)
    if target is None and state.phase is Phase.WAGERING:
        place = min((position for position, _ in state.in_play()), default=0)
    else:
        place = max(0, target[0]) if target is not None else 0
    return [CoverCardAppeared(command.side, place)]


def _reshuffle_discards(state: BlackjackState, command: ReshuffleDiscards) -> list[Event]:
    """Shuffle, cut and use the discards and segregated cards (§ 633a.14(f))."""
    stack = state.stack
    cards = len(stack.discards) + len(stack.segregated)
    return [DiscardsReshuffled(cards, command.burned, command.cut_by)]


def _clear_table(state: BlackjackState, _command: ClearTable) -> list[Event]:
    """Remove the hands from the dealer's right, then the dealer's hand (§ 633a.7(s))."""
    cards: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()
    for box in reversed(state.boxes):
        if box is not None:
            spare += box.spare
            for hand in box.hands:
                if not hand.removed:
                    cards += hand.cards
    cards += spare + state.dealer
    if not state.rules.has_cover_card:
        return [TableCleared(cards + state.stack.discards)]
    for stack in state.stacks:
        if stack.cover_place is not None:
            return [ReshuffleDue(cards)]
    return [TableCleared(cards)]


# State changes


def _determinant_drawn(state: BlackjackState, event: DeterminantDrawn) -> BlackjackState:
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


def _discards_reshuffled(state: BlackjackState, event: DiscardsReshuffled) -> BlackjackState:
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


def _cards_removed(state: BlackjackState, event: CardsRemoved) -> BlackjackState:
    box = state.box(event.position)
    hands = tuple(
        replace(hand, removed=True) if number == event.hand else hand
        for number, hand in enumerate(box.hands, 1)
    )
    boxes = list(state.boxes)
    boxes[event.position - 1] = replace(box, hands=hands)
    faults = state.faults
    if faults.stray in event.cards:
        faults = replace(faults, determinant=-1)
    return replace(
        state, boxes=tuple(boxes), stacks=_with_discards(state, event.cards), faults=faults
    )


def _with_discards(state: BlackjackState, cards: tuple[int, ...]) -> tuple[Stack, ...]:
    """The stacks with cards in the discards of the side in play; a stray determinant in its own."""
    stacks, side = state.stacks, state.side
    if state.faults is not NO_FAULTS and (stray := state.faults.stray) in cards:
        own = stacks[1 - side]
        own = replace(own, discards=(*own.discards, stray))
        stacks = with_stack_at(stacks, 1 - side, own)
        index = cards.index(stray)
        cards = (*cards[:index], *cards[index + 1 :])
    stack = stacks[side]
    stack = replace(stack, discards=stack.discards + cards)
    return with_stack_at(stacks, side, stack)


def _table_cleared(state: BlackjackState, event: TableCleared) -> BlackjackState:
    admitted = None
    if state.rules.has_cover_card:
        if not state.rules.mid_shoe_entry:
            admitted = frozenset(box.player for _, box in state.in_play())
        stacks = _with_discards(state, event.cards)
    else:
        count = state.stack.remaining + len(event.cards)
        stacks = state.with_stack(replace(state.stack, remaining=count, discards=()))
    return replace(
        state,
        stacks=stacks,
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


def _reshuffle_due(state: BlackjackState, event: ReshuffleDue) -> BlackjackState:
    state = _table_cleared(state, event)
    stacks = tuple(
        replace(stack, loaded=False) if stack.cover_place is not None else stack
        for stack in state.stacks
    )
    return replace(state, stacks=stacks)


PART: Final = Part(
    name="blackjack shoe",
    phases={
        (Phase.DETERMINING, DeterminantDrawn): Phase.DEALING,
        (Phase.SETTLED, TableCleared): Phase.WAGERING,
        (Phase.SETTLED, ReshuffleDue): Phase.SHUFFLING,
    },
    allowed={
        DrawDeterminant: Allowed(
            (Phase.DETERMINING,),
            "633a.7(d)(1)",
            "No determinant card is to be drawn now.",
        ),
        ShowCoverCard: Allowed(
            (*CARDS_DEALT, Phase.BURNING, Phase.WAGERING, Phase.REMOVING, Phase.DETERMINING),
            "633a.7(e)",
            "The cover card comes only where a card is drawn.",
        ),
        ReshuffleDiscards: Allowed(
            (*CARDS_DEALT, Phase.REMOVING),
            "633a.14(f)",
            "The discards are reshuffled only when a round cannot be completed.",
        ),
        ClearTable: Allowed(
            (Phase.SETTLED,),
            "633a.7(s)",
            "Cards are removed when all wagers are settled.",
        ),
    },
    checks={
        DrawDeterminant: _refuse_draw_determinant,
        ShowCoverCard: _refuse_show_cover_card,
        ReshuffleDiscards: _refuse_reshuffle_discards,
    },
    handlers={
        DrawDeterminant: _draw_determinant,
        ShowCoverCard: _show_cover_card,
        ReshuffleDiscards: _reshuffle_discards,
        ClearTable: _clear_table,
    },
    folds={
        DeterminantDrawn: _determinant_drawn,
        DiscardsReshuffled: _discards_reshuffled,
        CardsRemoved: _cards_removed,
        TableCleared: _table_cleared,
        ReshuffleDue: _reshuffle_due,
    },
    steps={
        Phase.DETERMINING: (Automation.DEAL, DrawDeterminant),
        Phase.SETTLED: (Automation.CLEAR, ClearTable),
    },
)
