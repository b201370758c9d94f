"""The dealer's steps of a round: optional wagers, card reader, hole card, payoff.

58 Pa. Code §§ 633a.7(g), (h), (l)-(r), 633a.8(c), (d), 633a.14(f).
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, TEN
from upcard.engine.blackjack.claims import claims
from upcard.engine.blackjack.deal import due_target, extra_card, must_draw
from upcard.engine.blackjack.early_surrender import before_peek
from upcard.engine.blackjack.hooks import variation_hooks
from upcard.engine.blackjack.second_card import due_second_card
from upcard.engine.blackjack.settle import has_blackjack, settle_hands, settle_surrenders
from upcard.engine.blackjack.settle_wagers import (
    settle_at,
    settle_by_position,
    settle_initial,
    settle_insurance,
)
from upcard.engine.blackjack.state import ACE_AND_TEN, BlackjackState, turn
from upcard.engine.blackjack.wager_results import remove_returned_wager, remove_settled_wagers
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import (
    DealCard,
    PayBlackjack,
    ReturnWagers,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import (
    CardReaderDue,
    DealerBlackjack,
    Event,
    HoleCardTurned,
    InsuranceOffered,
    NoDealerBlackjack,
    PlayStarted,
    PressOffered,
    RoundSettled,
    WagerReturned,
    WagerSettled,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import CARDS_DEALT, Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.irregular.decide import call_off, due_choice, put_away
from upcard.engine.variations.switching import SwitchOffered
from upcard.rules.violation import RuleViolation
from upcard.wagers.kit import AFTER_BLACKJACK, AFTER_OTHERS, HOLE_CARD, LAST_DEALER_CARD, PEEK

# Refusals


def _refuse_return_wagers(state: BlackjackState, _command: ReturnWagers) -> RuleViolation | None:
    stack = state.stack
    due = due_target(state) is not None or must_draw(state) or state.phase is Phase.REMOVING
    cards = stack.remaining or state.faults.exposed >= 0
    if not due or cards or len(stack.discards) + len(stack.segregated) > 1:
        return refusal_under("633a.14(f)", "The round can be completed: there are cards.")
    return None


def _refuse_settle_optional_wagers(
    state: BlackjackState, _command: SettleOptionalWagers
) -> RuleViolation | None:
    if state.faults.missed and due_choice(state) is not None:
        return refusal_under("633a.14(g)", "A player who was missed chooses first what follows.")
    if state.targets:
        return refusal_under("633a.7(g)", "The initial cards are not all dealt.")
    return None


def _refuse_turn_hole_card(state: BlackjackState, _command: TurnHoleCard) -> RuleViolation | None:
    if not state.rules.blackjack.peeks:
        return refusal_under(
            "633a.7(h)", "There is no hole card: the dealer's second card is dealt."
        )
    if turn(state) is not None or state.targets:
        return refusal_under(
            "633a.7(l)", "The hole card is turned when every player's decisions are carried out."
        )
    if state.faults.missed:
        return refusal_under("633a.14(i)", "A player who was missed chooses first what follows.")
    return None


def _refuse_settle_round(state: BlackjackState, _command: SettleRound) -> RuleViolation | None:
    if must_draw(state):
        return refusal_under("633a.7(m)", "The dealer draws to a hard or soft 17 first.")
    extra = extra_card(state) if state.dealer_blackjack else None
    if extra is not None:
        data = extra[1].data
        return RuleViolation(data.extra_card, f"{data.title} is decided by one more card first.")
    return None


# Decisions


def _settle_optional_wagers(state: BlackjackState, _command: SettleOptionalWagers) -> list[Event]:
    hooks = variation_hooks(state.rules.game)
    asks_to_switch = hooks.asks_to_switch and bool(hooks.waiting(state))
    if asks_to_switch and state.rules.variation.switches_first:
        return [SwitchOffered()]
    events = settle_initial(state) if state.rules.wagers else []
    rank = state.dealer[0] >> 2
    next_events: list[Event]
    if events and isinstance(events[-1], PressOffered):
        next_events = []
    elif asks_to_switch:
        next_events = [SwitchOffered()]
    elif rank == ACE:
        next_events = [InsuranceOffered()]
    elif not state.rules.blackjack.peeks:
        next_events = [PlayStarted()]
    elif rank >= TEN or hooks.reads_every_upcard:
        next_events = before_peek(state)
    else:
        events += settle_at(state, PEEK)
        next_events = [PlayStarted()]
    return [*events, *claims(state, events), *next_events] if events else next_events


def _use_card_reader(state: BlackjackState, _command: UseCardReader) -> list[Event]:
    if not has_blackjack(state):
        light = variation_hooks(state.rules.game).after_peek(state)
        return [NoDealerBlackjack(), *light, *settle_insurance(state, dealer_blackjack=False)]
    after = replace(state, dealer_blackjack=True)
    settlements = [*settle_at(after, HOLE_CARD), *settle_at(after, PEEK)]
    insured = settle_insurance(after, dealer_blackjack=True)
    return [DealerBlackjack(), *settlements, *claims(after, settlements), *insured]


def _settle_held_wagers(state: BlackjackState, _command: SettleHeldWagers) -> list[Event]:
    events = settle_at(state, PEEK, press=True)
    offered = bool(events) and isinstance(events[-1], PressOffered)
    events += claims(state, events)
    return events if offered else [*events, PlayStarted()]


def _turn_hole_card(state: BlackjackState, _command: TurnHoleCard) -> list[Event]:
    settlements = settle_at(state, HOLE_CARD) if state.rules.wagers else []
    surrenders = settle_surrenders(state) if state.rules.blackjack.surrender_waits else []
    if not settlements:
        return [HoleCardTurned(), *surrenders]
    return [HoleCardTurned(), *settlements, *claims(state, settlements), *surrenders]


def _return_wagers(state: BlackjackState, _command: ReturnWagers) -> list[Event]:
    return call_off(state, "(f)")


def _settle_round(state: BlackjackState, _command: SettleRound) -> list[Event]:
    events = settle_hands(state)
    if state.rules.wagers:
        events = settle_by_position(state, LAST_DEALER_CARD) + events
        events += settle_at(state, AFTER_BLACKJACK)
        events += settle_at(state, AFTER_OTHERS)
        events += claims(state, events)
    if state.faults.exposed >= 0:
        events += put_away(state)
    return [*events, RoundSettled()]


# State changes


def _dealer_blackjack(state: BlackjackState, _event: DealerBlackjack) -> BlackjackState:
    return replace(state, dealer_blackjack=True, hole_card_shown=True)


def _hole_card_turned(state: BlackjackState, _event: HoleCardTurned) -> BlackjackState:
    return replace(state, hole_card_shown=True)


# Steps


def _in_the_deal(state: BlackjackState) -> Step | None:
    if state.faults.missed and due_choice(state) is not None:
        return None
    return _DEAL if state.targets else _SETTLE_OPTIONAL


def _in_play(state: BlackjackState) -> Step | None:
    if state.targets:
        return _DEAL
    current = turn(state)
    if current is None:
        if not state.rules.blackjack.peeks and due_second_card(state) is not None:
            return _DEAL
        return _TURN_HOLE_CARD if not state.faults.missed else None
    position, number = current
    hand = state.box(position).hands[number - 1]
    if len(hand.cards) < 2:
        return _DEAL
    return _PAY_BLACKJACK if hand.pips == ACE_AND_TEN and hand.blackjack else None


def _in_the_draw(state: BlackjackState) -> Step | None:
    if must_draw(state) or state.targets:
        return _DEAL
    if state.dealer_blackjack and due_target(state) is not None:
        return _DEAL
    return _SETTLE_ROUND


_DEAL: Final = (Automation.DEAL, DealCard)
_SETTLE_OPTIONAL: Final = (Automation.SETTLE, SettleOptionalWagers)
_TURN_HOLE_CARD: Final = (Automation.READER, TurnHoleCard)
_PAY_BLACKJACK: Final = (Automation.SETTLE, PayBlackjack)
_SETTLE_ROUND: Final = (Automation.SETTLE, SettleRound)

PART: Final = Part(
    name="round",
    phases={
        (Phase.DEALING, CardReaderDue): Phase.PEEKING,
        (Phase.PEEKING, NoDealerBlackjack): Phase.PEEKED,
        (Phase.PEEKING, DealerBlackjack): Phase.DRAWING,
        (Phase.PLAYING, HoleCardTurned): Phase.DRAWING,
        (Phase.DRAWING, RoundSettled): Phase.SETTLED,
        # No cards are left, or players may know the hole card (§ 633a.14(f), (j))
        (Phase.DEALING, RoundSettled): Phase.SETTLED,
        (Phase.PLAYING, RoundSettled): Phase.SETTLED,
    },
    allowed={
        SettleOptionalWagers: Allowed(
            (Phase.DEALING,),
            "633a.7(g)",
            "Optional wagers are settled right after the second cards.",
        ),
        UseCardReader: Allowed(
            (Phase.PEEKING,),
            "633a.7(h)",
            "The card reader is used when the first card is an ace or ten-value card, "
            "once Insurance is closed.",
        ),
        SettleHeldWagers: Allowed(
            (Phase.PEEKED,),
            "633a.7(g)",
            "Nothing waits for the card reader.",
        ),
        TurnHoleCard: Allowed(
            (Phase.PLAYING,),
            "633a.7(l)",
            "The hole card is turned when every player's decisions are carried out.",
        ),
        SettleRound: Allowed(
            (Phase.DRAWING,),
            "633a.7(o)",
            "Wagers are settled when all cards are dealt.",
        ),
        ReturnWagers: Allowed(
            (*CARDS_DEALT, Phase.REMOVING),
            "633a.14(f)",
            "Wagers are returned only when no card is left to complete a round.",
        ),
    },
    checks={
        SettleOptionalWagers: _refuse_settle_optional_wagers,
        TurnHoleCard: _refuse_turn_hole_card,
        SettleRound: _refuse_settle_round,
        ReturnWagers: _refuse_return_wagers,
    },
    handlers={
        SettleOptionalWagers: _settle_optional_wagers,
        UseCardReader: _use_card_reader,
        SettleHeldWagers: _settle_held_wagers,
        TurnHoleCard: _turn_hole_card,
        SettleRound: _settle_round,
        ReturnWagers: _return_wagers,
    },
    folds={
        WagerReturned: remove_returned_wager,
        DealerBlackjack: _dealer_blackjack,
        HoleCardTurned: _hole_card_turned,
    },
    series={WagerSettled: remove_settled_wagers},
    steps={
        Phase.DEALING: _in_the_deal,
        Phase.PEEKING: (Automation.READER, UseCardReader),
        Phase.PEEKED: (Automation.SETTLE, SettleHeldWagers),
        Phase.PLAYING: _in_play,
        Phase.DRAWING: _in_the_draw,
    },
)
