"""Dealing from the hand: players hold two cards face down. 58 Pa. Code § 633a.12(b)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState, Hand
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import BurnCard, DealCard
from upcard.engine.core.events import (
    CardBurned,
    CardDealt,
    CardsRemoved,
    DecisionMade,
    Event,
    RemovalDue,
    RoundSettled,
    WagerSettled,
)
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.jackpots.steps import keeps_cards
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.dealing import Dealing
from upcard.games.switch_hands import ANTE
from upcard.rules.violation import RuleViolation

FROM_THE_HAND: Final = Dealing.FROM_THE_HAND

SHOWING: Final = ("surrender", "double", "split")
"""The decisions for which the dealer turns over the player's two cards ((b)(6)(i))."""

_UNSEEN: Final = (INSURANCE_WAGER, ANTE)
"""Wagers that are settled without the player's cards."""


class CardsTurned(Event, frozen=True, tag="CardsTurned"):
    """The dealer turned over the two cards that a player held (§ 633a.12(b)(6)(i), (9))."""

    position: int
    hand: int


def is_held(hand: Hand) -> bool:
    """Whether the player holds the two cards of a hand, seen by no other player.

    A card of a double down that lies face down is not held: the player may not look at it.
    """
    return hand.cards_face_down > 0 and not hand.doubled and not hand.removed


def _turn_held_cards(state: BlackjackState, events: list[Event]) -> list[Event]:
    return (
        list(_with_turned_cards(state, events)) if state.rules.dealing is FROM_THE_HAND else events
    )


def _with_turned_cards(state: BlackjackState, events: Iterable[Event]) -> Iterator[Event]:
    """The events, with a `CardsTurned` before each event that needs a player's two cards.

    These are the decisions in `SHOWING` and the settlements that depend on the cards ((b)(6), (9)).
    Cards are dealt to hands as `_deal_to_hand` says.
    """
    held_hands = [
        (position, number)
        for position, box in state.in_play()
        for number, hand in enumerate(box.hands, 1)
        if is_held(hand)
    ]
    for event in events:
        for position, number in _hands_needed(event, held_hands):
            held_hands.remove((position, number))
            yield CardsTurned(position, number)
        if isinstance(event, CardDealt) and event.hand:
            yield from _deal_to_hand(state, event)
        else:
            yield event


def _hands_needed(event: Event, held_hands: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The held hands that an event needs; an envy bonus needs the hand for which it is paid."""
    if isinstance(event, WagerSettled):
        is_needed = event.wager not in _UNSEEN
        whose = event.envy_of or event.position
    elif isinstance(event, DecisionMade):
        is_needed = event.decision in SHOWING
        whose = event.position
    else:
        return []
    return [
        (position, number)
        for position, number in held_hands
        if is_needed and position == whose and event.hand in (0, number)
    ]


def _early_burn(
    state: BlackjackState, _command: BurnCard, violation: RuleViolation
) -> RuleViolation:
    """The refusal of a burn card at the wrong time: one card is removed before each deal."""
    if state.rules.dealing is not FROM_THE_HAND:
        return violation
    return refusal_under("633a.12(b)(5)", "One card is removed before each round of play, not now.")


def _early_card(
    state: BlackjackState, _command: DealCard, violation: RuleViolation
) -> RuleViolation:
    """The refusal of a card before the removal of the first one."""
    if state.phase is not Phase.REMOVING or state.rules.dealing is not FROM_THE_HAND:
        return violation
    return refusal_under("633a.12(b)(5)", "The first card is removed before any is dealt.")


def _deal_to_hand(state: BlackjackState, dealt: CardDealt) -> Iterator[Event]:
    """A card to a hand: face down where it is one of the two that the player holds ((b)(5)).

    A hand that the card brings over 21 is discarded ((b)(6)(ii)).
    """
    position, number, card = dealt.position, dealt.hand, dealt.card
    hand = state.box(position).hands[number - 1]
    is_held_hand = len(hand.cards) < 2 and not hand.from_split
    yield replace(dealt, face_up=False) if is_held_hand else dealt
    if hand.total_with(card) > 21 and not (state.jackpots and keeps_cards(state, position)):
        yield CardsRemoved(position, number, (*hand.cards, card))


def _cards_turned(state: BlackjackState, event: CardsTurned) -> BlackjackState:
    """Turn the two cards of a hand face up."""
    box = state.box(event.position)
    hands = tuple(
        replace(hand, cards_face_down=0) if number == event.hand else hand
        for number, hand in enumerate(box.hands, 1)
    )
    return replace(state, boxes=state.with_box(event.position, replace(box, hands=hands)))


PART: Final = Part(
    name="from the hand",
    phases={
        (Phase.WAGERING, RemovalDue): Phase.REMOVING,
        (Phase.COLLECTING, RemovalDue): Phase.REMOVING,
        (Phase.REMOVING, CardBurned): Phase.DEALING,
        (Phase.REMOVING, RoundSettled): Phase.SETTLED,
    },
    folds={CardsTurned: _cards_turned},
    steps={Phase.REMOVING: (Automation.DEAL, BurnCard)},
    untimely={BurnCard: _early_burn, DealCard: _early_card},
    revise_events=_turn_held_cards,
    applies_to=lambda rules: rules.dealing is FROM_THE_HAND,
)
