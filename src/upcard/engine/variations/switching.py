"""Switching of cards: refusals, events and state changes. 58 Pa. Code §§ 633a.12(a), 633c.4.

The hooks of each game define which positions are asked, and when.
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, rank_of, value_of
from upcard.cards.totals import is_blackjack
from upcard.engine.blackjack.hooks import hooks_of
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import Command, KeepCards, SwitchCards
from upcard.engine.core.events import Event
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.rules.violation import RuleViolation


class SwitchOffered(Event, frozen=True, tag="SwitchOffered"):
    """All cards are dealt; the players are asked whether they switch."""


class CardsSwitched(Event, frozen=True, tag="CardsSwitched"):
    """A player switched; `discarded` cards went face up to the discard rack (§ 633c.4(f)(2))."""

    position: int
    discarded: tuple[int, ...] = ()


class CardsKept(Event, frozen=True, tag="CardsKept"):
    """A player kept the cards; `discarded` cards went to the rack unexposed (§ 633c.4(f)(1))."""

    position: int
    discarded: tuple[int, ...] = ()


class SwitchClosed(Event, frozen=True, tag="SwitchClosed"):
    """Every player has answered."""


# Refusals


def _untimely(
    state: BlackjackState, command: SwitchCards | KeepCards, violation: RuleViolation
) -> RuleViolation:
    section = hooks_of(state).switch_section(state, command.position)
    return refusal_under(section, violation.message)


def _refuse_switching(
    state: BlackjackState, command: SwitchCards | KeepCards
) -> RuleViolation | None:
    hooks = hooks_of(state)
    position = command.position
    (first, *_) = hooks.waiting(state)
    if position == first:
        return None
    message = hooks.cannot_switch(state, position)
    section = hooks.switch_section(state, position)
    return refusal_under(section, message or f"Position {first} is asked now, not {position}.")


# Decisions


def _switch_cards(state: BlackjackState, command: SwitchCards) -> list[Event]:
    box = state.box(command.position)
    discarded = box.hands[0].cards if box.spare else ()
    return [CardsSwitched(command.position, discarded), *_last(state)]


def _keep_cards(state: BlackjackState, command: KeepCards) -> list[Event]:
    return [CardsKept(command.position, state.box(command.position).spare), *_last(state)]


def _last(state: BlackjackState) -> list[Event]:
    return [SwitchClosed()] if len(hooks_of(state).waiting(state)) == 1 else []


# State changes


def _with_box(
    state: BlackjackState, position: int, box: Box, discarded: tuple[int, ...]
) -> BlackjackState:
    state = replace(state, boxes=state.with_box(position, box))
    if not discarded:
        return state
    stack = state.stack
    stack = replace(stack, discards=(*stack.discards, *discarded))
    return replace(state, stacks=state.with_stack(stack))


def _cards_switched(state: BlackjackState, event: CardsSwitched) -> BlackjackState:
    """The two hands exchange their second cards, or the face-down cards become the hand.

    Wagers that are settled later depend on the hand that is played (§ 633c.4(g)).
    """
    box = state.box(event.position)
    if box.spare:
        hand = _with_cards(box.hands[0], box.spare)
        initial = box.spare if state.rules.variation.switches_first else box.initial
        box = replace(box, hands=(hand,), spare=(), initial=initial, switched=True)
    else:
        first, second = box.hands
        pairs = ((first.cards[0], second.cards[1]), (second.cards[0], first.cards[1]))
        hands = (_hand_after_switch(first, pairs[0]), _hand_after_switch(second, pairs[1]))
        box = replace(box, hands=hands, switched=True)
    return _with_box(state, event.position, box, event.discarded)


def _hand_after_switch(hand: Hand, cards: tuple[int, ...]) -> Hand:
    """A hand after switching; an ace and a ten-value card are 21 and take no further card."""
    return replace(_with_cards(hand, cards), switched=True, done=is_blackjack(*cards) == 1)


def _with_cards(hand: Hand, cards: tuple[int, ...]) -> Hand:
    pips = sum(value_of(card) for card in cards)
    return replace(hand, cards=cards, pips=pips, aces=sum(rank_of(card) == ACE for card in cards))


def _cards_kept(state: BlackjackState, event: CardsKept) -> BlackjackState:
    box = replace(state.box(event.position), spare=(), switched=False)
    return _with_box(state, event.position, box, event.discarded)


# Question


def _position_in_turn(state: BlackjackState) -> tuple[int, int]:
    return hooks_of(state).waiting(state)[0], 0


def _answers(position: int, _amount: int | None) -> dict[str, Command]:
    return {"switch": SwitchCards(position), "keep": KeepCards(position)}


QUESTION: Final = QuestionKind(
    name="switch",
    phases=(Phase.SWITCHING,),
    due=_position_in_turn,
    answers=_answers,
    unanswered="keep",
    words="Do you switch?",
    for_dealer="Ask whether the player switches.",
)

PART: Final = Part(
    name="switching",
    phases={
        (Phase.DEALING, SwitchOffered): Phase.SWITCHING,
        (Phase.SWITCHING, SwitchClosed): Phase.DEALING,
    },
    allowed={
        SwitchCards: Allowed((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
        KeepCards: Allowed((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
    },
    checks={SwitchCards: _refuse_switching, KeepCards: _refuse_switching},
    handlers={SwitchCards: _switch_cards, KeepCards: _keep_cards},
    questions=(QUESTION,),
    folds={CardsSwitched: _cards_switched, CardsKept: _cards_kept},
    untimely={SwitchCards: _untimely, KeepCards: _untimely},
)
