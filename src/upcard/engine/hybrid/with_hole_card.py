"""Hybrid Blackjack, the dealer with a hole card. 58 Pa. Code § 633c.5(n)-(v)."""

from collections.abc import Iterator
from typing import Final

from upcard.cards.card import ACE, is_ten_or_ace, rank_of
from upcard.cards.totals import total_of
from upcard.engine.core.commands import (
    DealCard,
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
    InsuranceClosed,
    InsuranceOffered,
    NoDealerBlackjack,
    PlayStarted,
    RoundSettled,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, card_or
from upcard.engine.hybrid.cards import deal_due_card, dealer_draws, due_target, refuse_deal_card
from upcard.engine.hybrid.settle import (
    early_loss,
    settle_hand,
    settle_insurance,
    settle_wager,
    undecided_hands,
    undecided_wagers,
)
from upcard.engine.hybrid.state import HybridState, Terminal, has_dealer_blackjack
from upcard.games.blackjack import BLACKJACK, BUST, DEALER_BLACKJACK, PUSH, WIN, hand_outcome
from upcard.games.hybrid import SECTION
from upcard.rules.violation import RuleViolation

# Refusals


def _refuse_settle_optional_wagers(
    state: HybridState, _command: SettleOptionalWagers
) -> RuleViolation | None:
    if state.targets:
        return RuleViolation(f"{SECTION}(n)", "The initial cards are not all dealt.")
    return None


def _refuse_turn_hole_card(state: HybridState, _command: TurnHoleCard) -> RuleViolation | None:
    if state.asked or state.waiting:
        return RuleViolation(
            f"{SECTION}(s)", "The hole card is turned when all decisions are implemented."
        )
    return None


def _refuse_settle_round(state: HybridState, _command: SettleRound) -> RuleViolation | None:
    if dealer_draws(state):
        return RuleViolation(f"{SECTION}(s)", "The dealer draws to a hard or soft 17 first.")
    return None


# Decisions


def _deal_card(state: HybridState, command: DealCard) -> list[Event]:
    return [deal_due_card(state, command)]


def _settle_optional_wagers(state: HybridState, _command: SettleOptionalWagers) -> list[Event]:
    """Insurance, the card reader, or the play with Blackjacks paid at once (o), (p)(1)."""
    upcard = state.dealer[0]
    if rank_of(upcard) == ACE:
        return [InsuranceOffered()]
    if is_ten_or_ace(upcard) == 1:
        return [CardReaderDue()]
    paid = (_pay_blackjack(state, terminal) for terminal in state.terminals.values())
    return [PlayStarted(), *(event for events in paid for event in events)]


def _pay_blackjack(state: HybridState, terminal: Terminal) -> Iterator[Event]:
    """Pay a Blackjack that the dealer cannot tie; Buzzer Beater loses with it (p)(1)."""
    section = f"{SECTION}(p)(1)"
    if state.hands_of(terminal).hands[0].blackjack:
        yield settle_hand(state, terminal, 1, BLACKJACK, section)
        for offered in undecided_wagers(state, terminal):
            yield early_loss(terminal, offered, section)


def _use_card_reader(state: HybridState, _command: UseCardReader) -> list[Event]:
    blackjack = has_dealer_blackjack(state.dealer)
    section = f"{SECTION}(v)(2)" if blackjack else "58 Pa. Code § 633a.8(d)"
    insured = [
        settlement
        for terminal in state.terminals.values()
        for settlement in settle_insurance(state, terminal, blackjack, section)
    ]
    if blackjack:
        return [DealerBlackjack(), *insured]
    return [NoDealerBlackjack(), *insured, PlayStarted()]


def _turn_hole_card(_state: HybridState, _command: TurnHoleCard) -> list[Event]:
    return [HoleCardTurned()]


def _settle_round(state: HybridState, _command: SettleRound) -> list[Event]:
    settlements = (_settle_terminal(state, terminal) for terminal in state.terminals.values())
    return [*(event for events in settlements for event in events), RoundSettled()]


def _settle_terminal(state: HybridState, terminal: Terminal) -> Iterator[Event]:
    """Settle the hands of a terminal against the dealer's, then its side wagers (t), (u)."""
    total = total_of(state.dealer)
    blackjack = int(state.dealer_blackjack)
    for number, hand in undecided_hands(state, terminal):
        outcome = hand_outcome(hand.total, int(hand.blackjack), total, blackjack)
        section = SECTION + _paragraph(outcome, total)
        yield settle_hand(state, terminal, number, outcome, section)
    for offered in undecided_wagers(state, terminal):
        yield from settle_wager(state, terminal, offered)


def _paragraph(outcome: int, dealer: int) -> str:
    """The provision under which a hand wins, pushes or loses."""
    if outcome == DEALER_BLACKJACK:
        return "(o)"
    if outcome in (BLACKJACK, WIN):
        if dealer > 21:
            return "(t)(1)(i)"
        return "(t)(1)(iii)" if dealer == 21 else "(t)(1)(ii)"
    if outcome == PUSH:
        return "(t)(2)"
    return "(t)(3)(i)" if outcome == BUST else "(t)(3)(ii)"


PART: Final = Part(
    name="hole card",
    phases={
        (Phase.DEALING, CardReaderDue): Phase.PEEKING,
        (Phase.INSURING, InsuranceClosed): Phase.PEEKING,
        (Phase.PEEKING, DealerBlackjack): Phase.DRAWING,
        (Phase.PEEKING, PlayStarted): Phase.PLAYING,
        (Phase.PLAYING, HoleCardTurned): Phase.DRAWING,
        (Phase.DRAWING, RoundSettled): Phase.SETTLED,
    },
    allowed={
        DealCard: Allowed(
            (Phase.DEALING, Phase.PLAYING, Phase.DRAWING),
            f"{SECTION}(n)",
            "No card is due now.",
        ),
        SettleOptionalWagers: Allowed(
            (Phase.DEALING,),
            f"{SECTION}(o)",
            "This comes right after the initial cards.",
        ),
        UseCardReader: Allowed(
            (Phase.PEEKING,),
            f"{SECTION}(o)",
            "The card reader is used when the first card is an ace or ten-value card, once "
            "Insurance is closed.",
        ),
        TurnHoleCard: Allowed(
            (Phase.PLAYING,),
            f"{SECTION}(s)",
            "The hole card is turned when all decisions are implemented.",
        ),
        SettleRound: Allowed(
            (Phase.DRAWING,),
            f"{SECTION}(t)",
            "Wagers are settled when all cards are dealt.",
        ),
    },
    checks={
        DealCard: refuse_deal_card,
        SettleOptionalWagers: _refuse_settle_optional_wagers,
        TurnHoleCard: _refuse_turn_hole_card,
        SettleRound: _refuse_settle_round,
    },
    handlers={
        DealCard: _deal_card,
        SettleOptionalWagers: _settle_optional_wagers,
        UseCardReader: _use_card_reader,
        TurnHoleCard: _turn_hole_card,
        SettleRound: _settle_round,
    },
    steps={
        Phase.DEALING: card_or(due_target, (Automation.SETTLE, SettleOptionalWagers)),
        Phase.PEEKING: (Automation.READER, UseCardReader),
        Phase.PLAYING: card_or(due_target, (Automation.READER, TurnHoleCard)),
        Phase.DRAWING: card_or(due_target, (Automation.SETTLE, SettleRound)),
    },
)
