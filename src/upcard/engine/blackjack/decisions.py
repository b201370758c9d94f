"""The players' decisions on their hands. 58 Pa. Code §§ 633a.7(i)-(k), 633a.9-11."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, TEN, is_ten_or_ace, rank_of, value_of
from upcard.engine.blackjack.early_surrender import NO_SURRENDER, refuse_answer, surrender
from upcard.engine.blackjack.settle import pay_blackjack, removed, settle_surrender, with_cap
from upcard.engine.blackjack.state import BlackjackState, Box, Hand, turn
from upcard.engine.blackjack.worth import blackjack_pays
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import PA, wrong
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import Phase
from upcard.engine.variations.lookup import hooks_of
from upcard.games.blackjack import DOUBLES_IN_WORDS, FULL, may_split
from upcard.money.amount import format_dollars
from upcard.rules.violation import RuleViolation

_DRAWING_DECISIONS: Final = ("hit", "double", "split")
_LAST_DECISIONS: Final = ("stand", "surrender")
"""The decisions that a card follows, and those after which the hand takes none."""

# Refusals


def on_turn(
    state: BlackjackState, position: int, blackjack: str = "633a.7(k)(1)"
) -> RuleViolation | tuple[Box, Hand]:
    """The box and hand that a player decides on, or why there is none.

    `blackjack` is the section of the refusal for a Blackjack.
    """
    current = turn(state)
    if current is None or current[0] != position:
        now = f"position {current[0]}'s turn" if current else "nobody's turn"
        return wrong("633a.7(i)", f"It is {now}, not position {position}'s.")
    box = state.box(position)
    hand = box.hands[current[1] - 1]
    if state.targets or len(hand.cards) < 2:
        return wrong("633a.7(j)", "A card has to be dealt first.")
    if hand.blackjack:
        return wrong(blackjack, "A Blackjack takes no decision: it is paid.")
    return box, hand


def _refuse_simple(state: BlackjackState, command: c.Stand | c.Hit) -> RuleViolation | None:
    hand_or_refusal = on_turn(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    if isinstance(command, c.Stand):
        return None
    if box.refused:
        return _refused_card()
    if _takes_no_hit(state, hand):
        return wrong("633a.11(c)", "Split aces take one card each at this table.")
    if hand.total == FULL:
        message = "A 21 may stand or double, not draw."
        return RuleViolation("submission: blackjack.double", message)
    return None


def _refused_card() -> RuleViolation:
    return wrong("633a.14(c)", "Who refused the exposed card gets no card in this round.")


def _takes_no_hit(state: BlackjackState, hand: Hand) -> bool:
    """Whether the hand is of split aces that take one card each."""
    one_card = state.rules.blackjack.one_card_on_split_aces
    return one_card and hand.from_split and rank_of(hand.cards[0]) == ACE


def _refuse_double(state: BlackjackState, command: c.DoubleDown) -> RuleViolation | None:
    hand_or_refusal = on_turn(state, command.position, blackjack="633a.10(a)")
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    if box.refused:
        return _refused_card()
    if len(hand.cards) != 2:
        return wrong("633a.10(a)", "A double down is made on the first two cards of a hand.")
    if _takes_no_hit(state, hand):
        return wrong("633a.11(c)", "Split aces take one card each at this table.")
    refused = _refuse_total(state, hand)
    if refused is not None or command.amount is None:
        return refused
    if command.amount > hand.whole_wager:
        most = format_dollars(hand.whole_wager)
        return wrong(
            "633a.10(a)", f"A double down may not exceed the original Blackjack wager of ${most}."
        )
    return refuse_chips(state, command.amount)


def _refuse_total(state: BlackjackState, hand: Hand) -> RuleViolation | None:
    """Why a house's own rules refuse the double of two cards; None where they do not."""
    rules = state.rules.blackjack
    if not rules.may_double(hand.total, from_split=False):
        return RuleViolation(
            "submission: blackjack.double",
            f"Two cards double on {DOUBLES_IN_WORDS[rules.double]}, not on {hand.total}.",
        )
    if not rules.may_double(hand.total, from_split=hand.from_split):
        return RuleViolation(
            "submission: blackjack.das", "The hands of a split pair may not double at this table."
        )
    return None


def _refuse_split(state: BlackjackState, command: c.SplitPair) -> RuleViolation | None:
    hand_or_refusal = on_turn(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    if box.refused:
        return _refused_card()
    if len(hand.cards) != 2 or may_split(hand.cards[0], hand.cards[1]) == 0:
        return wrong("633a.11(a)", "Only two cards of equal value may be split.")
    rules = state.rules.blackjack
    if box.splits_of(hand.origin) > rules.resplits:
        times = {0: "not be split again", 1: "be split one more time"}.get(
            rules.resplits, f"be split {rules.resplits} more times"
        )
        return wrong("633a.11(c)", f"A split pair may {times} at this table.")
    if hand.from_split and rank_of(hand.cards[0]) == ACE and not rules.resplit_aces:
        return wrong("633a.11(c)", "Split aces may not be split again at this table.")
    return None


def _refuse_surrender(state: BlackjackState, command: c.Surrender) -> RuleViolation | None:
    if state.phase is Phase.SURRENDERING:
        return refuse_answer(state, command.position)
    hand_or_refusal = on_turn(state, command.position)
    if isinstance(hand_or_refusal, RuleViolation):
        return hand_or_refusal
    box, hand = hand_or_refusal
    no_surrender = hooks_of(state).no_surrender
    if no_surrender is not None:
        return no_surrender
    if state.rules.blackjack.surrender == "none":
        return RuleViolation(
            "submission: blackjack.surrender", "No hand is surrendered at this table."
        )
    if NO_SURRENDER in hand.decisions:
        return RuleViolation(
            "submission: blackjack.surrender",
            "Surrender comes before the dealer looks for a Blackjack.",
        )
    if box.splits or len(hand.cards) != 2:
        return wrong("633a.9(a)", "Surrender comes first, on the initial two cards.")
    return None


def _refuse_paying(state: BlackjackState, _command: c.PayBlackjack) -> RuleViolation | None:
    current = turn(state)
    if current is None or not state.box(current[0]).hands[0].blackjack:
        return wrong("633a.7(i)(1)", "The player on turn has no Blackjack.")
    return None


# Decisions


def _hand_on_turn(state: BlackjackState) -> Hand:
    current = turn(state)
    assert current is not None
    return state.box(current[0]).hands[current[1] - 1]


def _decision(
    state: BlackjackState, position: int, decision: str, amount: int = 0
) -> e.DecisionMade:
    current = turn(state)
    assert current is not None
    player = state.box(position).player
    return e.DecisionMade(position, current[1], decision, amount, player)


def _stand(state: BlackjackState, command: c.Stand) -> list[e.Event]:
    return [_decision(state, command.position, "stand")]


def _hit(state: BlackjackState, command: c.Hit) -> list[e.Event]:
    return [_decision(state, command.position, "hit")]


def _double_down(state: BlackjackState, command: c.DoubleDown) -> list[e.Event]:
    whole = _hand_on_turn(state).whole_wager
    amount = whole if command.amount is None else command.amount
    return [_decision(state, command.position, "double", amount)]


def _split_pair(state: BlackjackState, command: c.SplitPair) -> list[e.Event]:
    amount = _hand_on_turn(state).whole_wager
    return [_decision(state, command.position, "split", amount)]


def _surrender(state: BlackjackState, command: c.Surrender) -> list[e.Event]:
    if state.phase is Phase.SURRENDERING:
        return surrender(state, command.position)
    decided = _decision(state, command.position, "surrender")
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    if ten_or_ace and state.rules.blackjack.surrender_waits:
        return [decided]
    section = PA + ("633a.9(a)(2)(ii)" if ten_or_ace else "633a.9(a)(1)")
    box = state.box(command.position)
    surrendered = settle_surrender(command.position, decided.hand, box, section)
    return [decided, *with_cap(state, surrendered), *removed(state, command.position, 1)]


def _pay_blackjack(state: BlackjackState, _command: c.PayBlackjack) -> list[e.Event]:
    current = turn(state)
    assert current is not None
    box = state.box(current[0])
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    section = PA + ("633a.7(i)(1)(ii)(A)" if ten_or_ace else "633a.7(i)(1)(i)")
    odds, game_section = blackjack_pays(state, box, box.hands[0])
    paid = pay_blackjack(current[0], 1, box, odds, game_section or section)
    return [*with_cap(state, paid), *removed(state, current[0], 1)]


# BlackjackState changes


def _play_started(state: BlackjackState, _event: e.PlayStarted) -> BlackjackState:
    """A Blackjack that waits for the hole card takes no decision (§ 633a.7(i)(1)(ii)(B)).

    At Blackjack Switch every Blackjack waits for the dealer's hand (§ 633a.12(a)(5)).
    """
    at_once = not state.rules.blackjack.blackjack_waits or TEN > rank_of(state.dealer[0]) > ACE
    if at_once and not state.rules.variation.needs_dealer_total:
        return state
    boxes = tuple(None if box is None else _with_waiting(box) for box in state.boxes)
    return replace(state, boxes=boxes)


def _with_waiting(box: Box) -> Box:
    done = (replace(hand, done=True) if hand.blackjack else hand for hand in box.hands)
    return replace(box, hands=tuple(done))


def _decision_made(state: BlackjackState, event: e.DecisionMade) -> BlackjackState:
    position, number, decision = event.position, event.hand, event.decision
    box = state.box(position)
    hand = box.hands[number - 1]
    decisions = (*hand.decisions, decision)
    targets = ((position, number),) if decision in _DRAWING_DECISIONS else state.targets
    if decision == "split":
        pair = tuple(_half(hand, card) for card in hand.cards)
        pair = (replace(pair[0], decisions=decisions), pair[1])
        hands = (*box.hands[: number - 1], *pair, *box.hands[number:])
        box = replace(box, hands=hands)
        return replace(state, boxes=state.with_box(position, box), targets=targets)
    if decision == "double":
        doubled = min(event.amount, hand.wager)
        capped = hand.capped + event.amount - doubled
        hand = replace(hand, decisions=decisions, doubled=doubled, capped=capped)
    else:
        done = hand.done or decision in _LAST_DECISIONS
        hand = replace(hand, decisions=decisions, done=done)
    box = box.with_hand(number, hand)
    return replace(state, boxes=state.with_box(position, box), targets=targets)


def _half(hand: Hand, card: int) -> Hand:
    """One hand of a split pair, with the wager and capped winnings of the pair."""
    pips = value_of(card)
    aces = int(rank_of(card) == ACE)
    origin = hand.origin
    return Hand(hand.wager, (card,), pips, aces, from_split=True, capped=hand.capped, origin=origin)


PART: Final = Part(
    name="decisions",
    phases={
        (Phase.DEALING, e.PlayStarted): Phase.PLAYING,
        (Phase.PEEKED, e.PlayStarted): Phase.PLAYING,
        (Phase.PEEKING, e.PlayStarted): Phase.PLAYING,  # after Insurance, without a hole card
    },
    allowed={
        c.PayBlackjack: ((Phase.PLAYING,), "633a.7(i)(1)", "No Blackjack is to be paid now."),
        c.Stand: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        c.Hit: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        c.DoubleDown: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        c.SplitPair: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
        c.Surrender: (
            (Phase.PLAYING, Phase.SURRENDERING),
            "633a.7(i)",
            "It is not the players' turn.",
        ),
    },
    checks={
        c.PayBlackjack: _refuse_paying,
        c.Stand: _refuse_simple,
        c.Hit: _refuse_simple,
        c.DoubleDown: _refuse_double,
        c.SplitPair: _refuse_split,
        c.Surrender: _refuse_surrender,
    },
    handlers={
        c.PayBlackjack: _pay_blackjack,
        c.Stand: _stand,
        c.Hit: _hit,
        c.DoubleDown: _double_down,
        c.SplitPair: _split_pair,
        c.Surrender: _surrender,
    },
    folds={e.PlayStarted: _play_started, e.DecisionMade: _decision_made},
)
