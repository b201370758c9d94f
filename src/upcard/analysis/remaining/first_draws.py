"""The value of a wager on the player's pair and first drawn card in every remaining shoe.

Few pairs pay by the drawn card. To what every pair pays without one they add what drawing changes
(`pairs`): a table by the drawn card, the upcard and the hole card, because the last two say whether
a card is drawn. Axes that change nothing are left out.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.forms import DealForm
from upcard.analysis.remaining.pairs import PAIR, AddedToPair, values_of_pairs
from upcard.analysis.remaining.valuations import WORK, Deals, ShoeValues, Valuation
from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.arrays import Floats
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT
from upcard.exact.play.basic import RULES, BasicStrategy, basic_strategy
from upcard.exact.play.first_draw import values_by_draw, values_if_drawn
from upcard.exact.play.hands import VALUES, blackjack_hole
from upcard.wagers.kit import Classifier, WagerRule

MAX_PAIRS: Final = 16
"""The most pairs that may pay by the drawn card."""

EVERY_CARD: Final = range(DECK_SIZE)

Outcomes = NDArray[np.int64]


def value_first_draw(rule: WagerRule, decks: int) -> Valuation | None:
    """The wager under the full shoe's basic strategy; None where too many pairs pay by a draw."""
    strategy = basic_strategy(decks, RULES)
    without_draw = _outcomes_without_draw(rule.classify)
    with_draw = _outcomes_with_draw(rule.classify, rule.extra_card, strategy)
    if len(with_draw) > MAX_PAIRS:
        return None

    def added_by_draws(pays: Floats) -> list[Deals]:
        return [
            Deals(pair, _without_constant_axes(pays[outcomes] - pays[without_draw[pair]]))
            for pair, outcomes in with_draw.items()
        ]

    def make(pays: Floats) -> ShoeValues:
        added = [
            AddedToPair(deals.fixed, 1.0, DealForm(deals.pays))
            for deals in added_by_draws(pays)
            if deals.pays.any()
        ]
        return values_of_pairs(DealForm(pays[without_draw]), added)

    distinct_pays = np.arange(len(rule.outcomes), dtype=np.float64)
    largest = max(deals.pays.size for deals in added_by_draws(distinct_pays))
    return Valuation(
        make,
        WORK // (len(with_draw) * largest + DECK_SIZE**PAIR),
        deals=lambda pays: [Deals((), pays[without_draw]), *added_by_draws(pays)],
    )


def _outcomes_without_draw(classify: Classifier) -> Outcomes:
    """The classifier's values by the two cards of the pair, without a drawn card."""
    outcomes = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    for (first, second), values in values_by_draw(classify).items():
        outcomes[first, second] = outcomes[second, first] = values[-1]
    return outcomes


def _outcomes_with_draw(
    classify: Classifier, extra: Classifier | None, strategy: BasicStrategy
) -> dict[tuple[int, int], Outcomes]:
    """The classifier's values by drawn card, upcard and hole card, for some ordered pairs.

    They are the pairs to which the drawn card matters. `exact.play.first_draw.counts` has the same
    rules.
    """
    value_index = np.array([value_of(card) - 1 for card in EVERY_CARD])
    hole_of_blackjack = np.array([blackjack_hole(upcard) for upcard in VALUES])
    is_blackjack = (value_index == hole_of_blackjack[value_index][:, np.newaxis]).astype(np.int64)
    by_pair = {}
    for (first, second), values in values_by_draw(classify).items():
        if len(set(values)) == 1:
            continue
        draws_at_blackjack = extra is not None and extra(first, second) == 1
        by_card = np.array(
            [values_if_drawn(values, first, second, card) for card in EVERY_CARD]
        )  # of a hand that is not split, and of one that is
        hand = (value_of(first) - 1, value_of(second) - 1)
        by_upcard = np.full((DECK_SIZE, len(VALUES), 2), values[-1])  # without, with a Blackjack
        for upcard in VALUES:
            action = strategy.act(hand, upcard)
            drawn = by_card[:, int(action == SPLIT)]
            if action in (HIT, DOUBLE, SPLIT):
                by_upcard[:, upcard, 0] = drawn
            if draws_at_blackjack:
                by_upcard[:, upcard, 1] = drawn
        outcomes = by_upcard[:, value_index[:, np.newaxis], is_blackjack]
        by_pair[first, second] = by_pair[second, first] = outcomes
    return by_pair


def _without_constant_axes(pays: Floats) -> Floats:
    """Leave out the axes of cards that do not matter; one axis always stays."""
    for axis in reversed(range(pays.ndim)):
        if pays.ndim > 1 and not np.ptp(pays, axis=axis).any():
            pays = np.take(pays, [0], axis=axis).squeeze(axis)
    return pays
