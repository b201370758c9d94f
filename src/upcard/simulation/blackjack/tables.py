"""Tables of the dealer's hand and of the payoff, filled with the rules' own functions."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.cards.totals import best_total
from upcard.compiled.arrays import Bytes
from upcard.compiled.hand_codes import VALUES, row_of
from upcard.compiled.simulation.codes import (
    CODES_KEPT,
    DEALER_BLACKJACK,
    DOUBLED,
    EVEN_MONEY,
    EVEN_MONEY_RESULT,
    LARGE,
    LARGE_ACES,
    LEVEL_RESULT,
    NATURAL,
    ONE_COLOR,
    ONE_COLOR_AND_TIED,
    ONE_COLOR_RESULT,
    RETURNED,
    RETURNED_RESULT,
    SURRENDERED,
    TIED,
    TIED_RESULT,
    TOTALS,
)
from upcard.compiled.simulation.fields import STRIDE
from upcard.games import blackjack as game
from upcard.games.table_rules import TableRules

MAX_DRAWN: Final = 26
"""The largest total at which a dealer stops: a 16 and a ten-value card."""


@dataclass(frozen=True, slots=True, eq=False)
class DealerStates:
    """The states of the dealer's hand; those in which the dealer draws come first.

    `begin[upcard, hole]` and `following[state, value]` are states; `totals[state]` is the point
    count (`DEALER_BLACKJACK` for the state `blackjack`).
    """

    begin: Bytes
    following: Bytes
    totals: Bytes
    stands_from: int
    blackjack: int


@cache
def dealer_states(hits_soft_17: int = 0) -> DealerStates:
    """The states under the drawing rule (§ 633a.7(m)); a house may have the dealer hit soft 17."""
    hands = [(pips, aces) for pips in range(2, MAX_DRAWN + 1) for aces in range(2)]
    drawing: dict[int, tuple[int, int, int]] = {}
    for pips, aces in hands:
        if game.dealer_draws(pips, aces, hits_soft_17) == 1:
            drawing.setdefault(row_of(pips, aces), (len(drawing), pips, aces))
    stands_from = len(drawing)
    standing: dict[int, int] = {}
    for pips, aces in hands:
        if game.dealer_draws(pips, aces, hits_soft_17) == 0:
            standing.setdefault(best_total(pips, aces), stands_from + len(standing))
    blackjack = stands_from + len(standing)

    def state(pips: int, aces: int) -> int:
        if game.dealer_draws(pips, aces, hits_soft_17) == 0:
            return standing[best_total(pips, aces)]
        return drawing[row_of(pips, aces)][0]

    def two_cards(upcard: int, hole: int) -> int:
        if {upcard, hole} == {0, VALUES - 1}:
            return blackjack
        return state(upcard + hole + 2, int(0 in (upcard, hole)))

    begin = [[two_cards(upcard, hole) for hole in range(VALUES)] for upcard in range(VALUES)]
    next_states = np.zeros((blackjack + 1, STRIDE), np.uint8)
    for number, pips, aces in drawing.values():
        for value in range(VALUES):
            next_states[number, value] = state(pips + value + 1, aces or int(value == 0))
    totals = [best_total(pips, aces) for _, pips, aces in drawing.values()]
    totals += [*standing, DEALER_BLACKJACK]
    return DealerStates(
        np.array(begin, np.uint8), next_states, np.array(totals, np.uint8), stands_from, blackjack
    )


def results_by_code(rules: TableRules) -> Bytes:
    """The results of hands, by the hand's code and the dealer's total.

    A result is twice the outcome, plus one if doubled, or one of the special results of a
    Blackjack.
    """
    table = np.zeros((CODES_KEPT, TOTALS), np.uint8)
    for code in range(CODES_KEPT):
        for dealer in range(TOTALS):
            table[code, dealer] = _result(rules, code, dealer)
    return table


def _result(rules: TableRules, code: int, dealer: int) -> int:
    if code == SURRENDERED:
        late = dealer == DEALER_BLACKJACK and rules.blackjack.surrender == "late"
        return 2 * (game.DEALER_BLACKJACK if late else game.SURRENDER)
    if code == RETURNED:
        return RETURNED_RESULT
    if code == EVEN_MONEY:
        return EVEN_MONEY_RESULT
    natural, large = int(NATURAL <= code < LARGE), int(code in (LARGE, LARGE_ACES))
    total = 21 if natural else {LARGE: 20, LARGE_ACES: 12}.get(code, code % DOUBLED)
    against = (21, 1) if dealer == DEALER_BLACKJACK else (dealer, 0)
    result = rules.variation.outcome(total, natural, large, *against)
    if code in (TIED, ONE_COLOR_AND_TIED) and result == game.PUSH:
        return TIED_RESULT
    if natural and result == game.BLACKJACK:
        if code in (ONE_COLOR, ONE_COLOR_AND_TIED):
            return ONE_COLOR_RESULT
        ordinary = rules.blackjack_odds
        if rules.variation.needs_dealer_total:
            level = rules.variation.blackjack_odds(0, 0, None, ordinary, dealer) != ordinary
            return LEVEL_RESULT if level else 2 * result
    returned = result == game.DEALER_BLACKJACK and rules.blackjack.blackjack_returns
    return 2 * result + int(DOUBLED <= code < SURRENDERED and not returned)


def codes_that_wait(rules: TableRules) -> Bytes:
    """By a hand's code: 1 if the hand waits for the dealer's total (§ 633a.7(n)), else 0.

    A Blackjack waits if a variation says so (§ 633a.12(a)(5)).
    """
    return np.array([_waits(rules, code) for code in range(CODES_KEPT)], np.uint8)


def _waits(rules: TableRules, code: int) -> bool:
    if code < SURRENDERED:
        return game.draw_matters(code % DOUBLED, has_blackjack=False)
    return code in (LARGE, LARGE_ACES) or (code == NATURAL and rules.variation.needs_dealer_total)


def extra_cards(rules: TableRules) -> Bytes:
    """By a seat's two cards: 1 if a wager's extra card is dealt even to a dealer Blackjack."""
    rules_of_extra_cards = [
        offered.wager.extra_card for offered in rules.wagers if offered.wager.extra_card
    ]
    is_dealt = [
        int(any(deals_extra(first, second) == 1 for deals_extra in rules_of_extra_cards))
        for first in range(DECK_SIZE)
        for second in range(DECK_SIZE)
    ]
    return np.array(is_dealt, np.uint8)
