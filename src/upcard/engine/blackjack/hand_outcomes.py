"""Outcome, odds and provision of a hand, by the table's game. 58 Pa. Code §§ 633a.7, 633a.13(a).

Each function delegates to the `variation` of the table's rules.
"""

from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.games.blackjack import two_large
from upcard.games.variation import BASE_GAME
from upcard.money.odds import PaidOdds


def outcome_of(state: BlackjackState, hand: Hand) -> int:
    """Index into `blackjack.OUTCOMES` of a hand that was played to its end."""
    variation = state.rules.variation
    large = 0 if variation is BASE_GAME else _large(hand)
    return variation.outcome(
        hand.total, int(hand.blackjack), large, state.dealer_total, int(state.dealer_blackjack)
    )


def _large(hand: Hand) -> int:
    """1 for an original hand of two large cards."""
    cards = hand.cards
    return two_large(cards[0], cards[1]) if len(cards) == 2 and not hand.from_split else 0


def blackjack_pays(state: BlackjackState, box: Box, hand: Hand) -> tuple[PaidOdds, str]:
    """The odds of a winning Blackjack, and the section where the game has its own, or ""."""
    variation, ordinary = state.rules.variation, state.rules.blackjack_odds
    first, second = hand.cards
    odds = variation.blackjack_odds(first, second, box.switched, ordinary, state.dealer_total)
    return odds, variation.blackjack_section() if odds != ordinary else ""


def tie_pays(state: BlackjackState, box: Box, hand: Hand) -> tuple[PaidOdds, str] | None:
    """Odds and section of a Blackjack against the dealer's; None where the wager is returned."""
    variation = state.rules.variation
    odds = variation.tie_odds(box.switched) if hand.blackjack else None
    return None if odds is None else (odds, variation.tie_section())


def own_section(state: BlackjackState, hand: Hand, outcome: int) -> str:
    """The variation's own provision that decides a hand; "" where Blackjack's does.

    Blackjack itself has none.
    """
    variation = state.rules.variation
    switched = hand.switched_to_blackjack
    if state.dealer_blackjack:
        return variation.section_against_blackjack(
            blackjack=hand.blackjack, switched_to_blackjack=switched
        )
    facts = (hand.total, _large(hand), state.dealer_total)
    return variation.own_section(outcome, *facts, switched_to_blackjack=switched)
