"""The players' decisions on their hands. 58 Pa. Code §§ 633a.7(i)-(k), 633a.9-11."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, TEN, is_ten_or_ace, rank_of, value_of
from upcard.engine.blackjack.deal import due_target
from upcard.engine.blackjack.decision_refusals import CHECKS
from upcard.engine.blackjack.early_surrender import surrender
from upcard.engine.blackjack.hand_outcomes import blackjack_pays
from upcard.engine.blackjack.settle import cards_removal, pay_blackjack, settle_surrender, with_cap
from upcard.engine.blackjack.state import BlackjackState, Box, Hand, turn
from upcard.engine.core.citing import PA
from upcard.engine.core.commands import (
    Command,
    DoubleDown,
    Hit,
    PayBlackjack,
    SplitPair,
    Stand,
    Surrender,
)
from upcard.engine.core.events import DecisionMade, Event, PlayStarted, Target
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import decision_question
from upcard.engine.irregular.commands import RefuseCard

_DRAWING_DECISIONS: Final = ("hit", "double", "split")
_LAST_DECISIONS: Final = ("stand", "surrender")
"""The decisions that a card follows, and those after which the hand takes none."""

# Decisions


def _hand_on_turn(state: BlackjackState) -> Hand:
    current = turn(state)
    assert current is not None
    return state.box(current[0]).hands[current[1] - 1]


def _decision(state: BlackjackState, position: int, decision: str, amount: int = 0) -> DecisionMade:
    current, box = turn(state), state.boxes[position - 1]
    assert current is not None
    assert box is not None
    return DecisionMade(position, current[1], decision, amount, box.player)


def _stand(state: BlackjackState, command: Stand) -> list[Event]:
    return [_decision(state, command.position, "stand")]


def _hit(state: BlackjackState, command: Hit) -> list[Event]:
    return [_decision(state, command.position, "hit")]


def _double_down(state: BlackjackState, command: DoubleDown) -> list[Event]:
    matching = _hand_on_turn(state).whole_wager
    amount = matching if command.amount is None else command.amount
    return [_decision(state, command.position, "double", amount)]


def _split_pair(state: BlackjackState, command: SplitPair) -> list[Event]:
    amount = _hand_on_turn(state).whole_wager
    return [_decision(state, command.position, "split", amount)]


def _surrender(state: BlackjackState, command: Surrender) -> list[Event]:
    if state.phase is Phase.SURRENDERING:
        return surrender(state, command.position)
    decision = _decision(state, command.position, "surrender")
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    if ten_or_ace and state.rules.blackjack.surrender_waits:
        return [decision]
    section = PA + ("633a.9(a)(2)(ii)" if ten_or_ace else "633a.9(a)(1)")
    box = state.box(command.position)
    surrendered = settle_surrender(command.position, decision.hand, box, section)
    return [decision, *with_cap(state, surrendered), *cards_removal(state, command.position, 1)]


def _pay_blackjack(state: BlackjackState, _command: PayBlackjack) -> list[Event]:
    current = turn(state)
    assert current is not None
    box = state.box(current[0])
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    section = PA + ("633a.7(i)(1)(ii)(A)" if ten_or_ace else "633a.7(i)(1)(i)")
    odds, game_section = blackjack_pays(state, box, box.hands[0])
    paid = pay_blackjack(current[0], 1, box, odds, game_section or section)
    return [*with_cap(state, paid), *cards_removal(state, current[0], 1)]


# State changes


def _play_started(state: BlackjackState, _event: PlayStarted) -> BlackjackState:
    """A Blackjack that waits for the hole card takes no decision (§ 633a.7(i)(1)(ii)(B)).

    At Blackjack Switch every Blackjack waits for the dealer's hand (§ 633a.12(a)(5)).
    """
    at_once = TEN > state.dealer[0] >> 2 > ACE or not state.rules.blackjack.blackjack_waits
    if at_once and not state.rules.variation.needs_dealer_total:
        return state
    boxes = tuple(None if box is None else _with_waiting(box) for box in state.boxes)
    return replace(state, boxes=boxes)


def _with_waiting(box: Box) -> Box:
    hands = (replace(hand, done=True) if hand.blackjack else hand for hand in box.hands)
    return replace(box, hands=tuple(hands))


def _decision_made(state: BlackjackState, event: DecisionMade) -> BlackjackState:
    position, number, decision = event.position, event.hand, event.decision
    box = state.boxes[position - 1]
    assert box is not None
    hand = box.hands[number - 1]
    decisions = (*hand.decisions, decision)
    targets = ((position, number),) if decision in _DRAWING_DECISIONS else state.targets
    if decision == "split":
        first, second = hand.cards
        pair = (replace(_half(hand, first), decisions=decisions), _half(hand, second))
        hands = (*box.hands[: number - 1], *pair, *box.hands[number:])
        box = replace(box, hands=hands)
        return replace(state, boxes=state.with_box(position, box), targets=targets)
    if decision == "double":
        doubled = min(event.amount, hand.wager)
        capped = hand.capped + event.amount - doubled
        hand = replace(hand, decisions=decisions, doubled=doubled, capped=capped)
    else:
        is_done = hand.done or decision in _LAST_DECISIONS
        hand = replace(hand, decisions=decisions, done=is_done)
    box = box.with_hand(number, hand)
    return replace(state, boxes=state.with_box(position, box), targets=targets)


def _half(hand: Hand, card: int) -> Hand:
    """One hand of a split pair, with the wager and capped winnings of the pair."""
    pips = value_of(card)
    aces = int(rank_of(card) == ACE)
    origin = hand.origin
    return Hand(hand.wager, (card,), pips, aces, from_split=True, capped=hand.capped, origin=origin)


# Question


def _hand_in_turn(state: BlackjackState) -> Target | None:
    """The hand whose turn it is, unless a card is due to it or it is paid as a Blackjack."""
    current = turn(state)
    if current is None or due_target(state) is not None:
        return None
    return None if state.box(current[0]).hands[current[1] - 1].blackjack else current


def _answers(position: int, amount: int | None) -> dict[str, Command]:
    return {
        "hit": Hit(position),
        "stand": Stand(position),
        "double": DoubleDown(position, amount),
        "split": SplitPair(position),
        "surrender": Surrender(position),
        "refuse-card": RefuseCard(position),
    }


QUESTION: Final = decision_question(_answers, (Phase.PLAYING,), _hand_in_turn)

PART: Final = Part(
    name="decisions",
    phases={
        (Phase.DEALING, PlayStarted): Phase.PLAYING,
        (Phase.PEEKED, PlayStarted): Phase.PLAYING,
        (Phase.PEEKING, PlayStarted): Phase.PLAYING,  # after Insurance, without a hole card
    },
    allowed={
        PayBlackjack: Allowed((Phase.PLAYING,), "633a.7(i)(1)", "No Blackjack is to be paid now."),
        Stand: Allowed((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        Hit: Allowed((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        DoubleDown: Allowed((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        SplitPair: Allowed((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        Surrender: Allowed(
            (Phase.PLAYING, Phase.SURRENDERING),
            "633a.7(i)",
            "It is not the players' turn.",
        ),
    },
    checks=CHECKS,
    handlers={
        PayBlackjack: _pay_blackjack,
        Stand: _stand,
        Hit: _hit,
        DoubleDown: _double_down,
        SplitPair: _split_pair,
        Surrender: _surrender,
    },
    questions=(QUESTION,),
    folds={PlayStarted: _play_started, DecisionMade: _decision_made},
)
