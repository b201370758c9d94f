"""Why a decision on a hand is refused. 58 Pa. Code §§ 633a.7(i)-(n), 633a.9-11."""

from collections.abc import Callable
from typing import Any, Final

from upcard.engine.blackjack.refusals_wagers import refuse_chips
from upcard.engine.blackjack.state import Box, Hand, State, turn
from upcard.engine.core import commands as c
from upcard.engine.core.citing import wrong
from upcard.engine.core.phases import Phase
from upcard.games.blackjack import dealer_draws, draw_matters, may_split
from upcard.money.amount import format_dollars
from upcard.rules.violation import RuleViolation
from upcard.wagers.kit import needs_the_draw


def must_draw(state: State) -> bool:
    """Whether the dealer has to take a card: under 17, and it can matter (§ 633a.7(m), (n))."""
    if not state.hole_card_shown or state.dealer_blackjack or state.phase is not Phase.DRAWING:
        return False
    if dealer_draws(state.dealer_pips, state.dealer_aces) == 0:
        return False
    return any(
        not hand.outcome and _is_open(state, hand)
        for _, box in state.in_play()
        for hand in box.hands
    ) or any(_needs_the_draw(state, slug) for _, box in state.in_play() for slug in box.wagers)


def _is_open(state: State, hand: Hand) -> bool:
    """Whether the dealer's total can matter: not for a Blackjack, save at Blackjack Switch."""
    paid_at_once = hand.blackjack and state.rules.switch is None
    return not hand.surrendered and draw_matters(hand.total, has_blackjack=paid_at_once)


def _needs_the_draw(state: State, slug: str) -> bool:
    """Whether a live wager looks at the dealer's drawn cards."""
    offered = state.rules.offered(slug)
    return offered is not None and needs_the_draw(offered.wager)


def on_turn(
    state: State, position: int, blackjack: str = "633a.7(k)(1)"
) -> RuleViolation | tuple[Box, Hand]:
    """The hand that a player decides on, or why there is none."""
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


def _simple(state: State, command: c.Stand | c.Hit) -> RuleViolation | None:
    found = on_turn(state, command.position)
    if isinstance(found, RuleViolation):
        return found
    if isinstance(command, c.Hit) and found[0].refused:
        return _refused_card()
    if isinstance(command, c.Hit) and takes_no_hit(state, found[1]):
        return wrong("633a.11(c)", "Split aces take one card each at this table.")
    return None


def _refused_card() -> RuleViolation:
    return wrong("633a.14(c)", "Who refused the exposed card gets no card in this round.")


def takes_no_hit(state: State, hand: Hand) -> bool:
    """Whether the hand is a pair of split aces that may only be split again."""
    one_card = state.rules.blackjack.one_card_on_split_aces
    return one_card and hand.from_split and hand.cards[0] < 4


def _double(state: State, command: c.DoubleDown) -> RuleViolation | None:
    found = on_turn(state, command.position, blackjack="633a.10(a)")
    if isinstance(found, RuleViolation):
        return found
    box, hand = found
    if box.refused:
        return _refused_card()
    if len(hand.cards) != 2:
        return wrong("633a.10(a)", "A double down is made on the first two cards of a hand.")
    if takes_no_hit(state, hand):
        return wrong("633a.11(c)", "Split aces take one card each at this table.")
    if command.amount is None:
        return None
    if command.amount > hand.whole_wager:
        most = format_dollars(hand.whole_wager)
        return wrong(
            "633a.10(a)", f"A double down may not exceed the original Blackjack wager of ${most}."
        )
    return refuse_chips(state, command.amount)


def _split(state: State, command: c.SplitPair) -> RuleViolation | None:
    found = on_turn(state, command.position)
    if isinstance(found, RuleViolation):
        return found
    box, hand = found
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
    if hand.from_split and hand.cards[0] < 4 and not rules.resplit_aces:
        return wrong("633a.11(c)", "Split aces may not be split again at this table.")
    return None


def _surrender(state: State, command: c.Surrender) -> RuleViolation | None:
    found = on_turn(state, command.position)
    if isinstance(found, RuleViolation):
        return found
    box, hand = found
    if state.rules.switch is not None:
        return wrong("633a.12(a)(4)", "There is no surrender at Blackjack Switch.")
    if box.splits or len(hand.cards) != 2:
        return wrong("633a.9(a)", "Surrender comes first, on the initial two cards.")
    return None


def _pay_blackjack(state: State, _command: c.PayBlackjack) -> RuleViolation | None:
    current = turn(state)
    if current is None or not state.box(current[0]).hands[0].blackjack:
        return wrong("633a.7(i)(1)", "The player on turn has no Blackjack.")
    return None


PLAY_CHECKS: Final[dict[type[c.Command], Callable[[State, Any], RuleViolation | None]]] = {
    c.Stand: _simple,
    c.Hit: _simple,
    c.DoubleDown: _double,
    c.SplitPair: _split,
    c.Surrender: _surrender,
    c.PayBlackjack: _pay_blackjack,
}
