"""What a wager on the player's pair and first drawn card is worth in every remaining shoe.

Few pairs pay by the drawn card. To what any pair pays without one they add what drawing changes, by
the drawn card, the upcard and the hole card: these say whether a card is drawn. So the value is a
polynomial in the cards left, as of wagers of the initial cards.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.remaining.forms import DealForm, ways_of
from upcard.analysis.remaining.shoes import cards_left
from upcard.analysis.remaining.valuing import WORK, Deals, Valuation, Values
from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.arrays import Floats
from upcard.compiled.numbering import DOUBLE, HIT, SPLIT
from upcard.exact.basic import RULES, BasicStrategy, basic_strategy
from upcard.exact.play.first_draw import values_by_draw, values_if_drawn
from upcard.exact.play.hands import VALUES, blackjack_hole
from upcard.wagers.kit import Classifier, WagerRule

MOST_PAIRS: Final = 16
"""The most pairs that may pay by the drawn card."""

PAIR: Final = 2


def of_first_draw(priced: WagerRule, decks: int) -> Valuation | None:
    """The wager under the full shoe's basic strategy; None where too many pairs pay by a draw."""
    strategy = basic_strategy(decks, RULES)
    without, drawn = _outcomes(priced.classify, priced.extra_card, strategy)
    if len(drawn) > MOST_PAIRS:
        return None

    def added_to(pays: Floats) -> list[Deals]:
        added = ((pair, pays[outcomes] - pays[without[pair]]) for pair, outcomes in drawn.items())
        return [Deals(pair, _without_constant_axes(of_pair)) for pair, of_pair in added]

    def make(pays: Floats) -> Values:
        of_pairs = DealForm(pays[without])
        added = [
            (deals.fixed, DealForm(deals.pays)) for deals in added_to(pays) if deals.pays.any()
        ]

        def values(left: Floats) -> tuple[Floats, Floats]:
            cards = cards_left(left)
            total = of_pairs(left)
            for (first, second), form in added:
                less = left.copy()
                less[..., first] -= 1
                ways = left[..., first] * less[..., second]
                less[..., second] -= 1
                total += ways * form(less) / ways_of(cards - PAIR, form.cards)
            return total / ways_of(cards, PAIR), np.ones_like(cards)

        return values

    largest = max(
        deals.pays.size for deals in added_to(np.arange(len(priced.outcomes), dtype=np.float64))
    )
    return Valuation(
        make,
        WORK // (len(drawn) * largest + DECK_SIZE**PAIR),
        deals=lambda pays: [Deals((), pays[without]), *added_to(pays)],
    )


def _outcomes(
    classify: Classifier, extra: Classifier | None, strategy: BasicStrategy
) -> tuple[NDArray[np.int64], dict[tuple[int, int], NDArray[np.int64]]]:
    """The classifier's values by the pair without a drawn card, and those of pairs with one.

    The latter are by drawn card, upcard and hole card, for each ordered pair to which the drawn
    card matters. `exact.play.first_draw.counts` has the same rules.
    """
    deck = range(DECK_SIZE)
    of_value = np.array([value_of(card) - 1 for card in deck])
    holes = np.array([blackjack_hole(upcard) for upcard in VALUES])
    made = (of_value[np.newaxis] == holes[of_value][:, np.newaxis]).astype(np.int64)
    without = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    drawn = {}
    for (first, second), values in values_by_draw(classify).items():
        without[first, second] = without[second, first] = values[-1]
        if len(set(values)) > 1:
            more = extra is not None and extra(first, second) == 1
            by_card = np.array([values_if_drawn(values, first, second, card) for card in deck])
            held = (value_of(first) - 1, value_of(second) - 1)
            by_upcard = np.full((DECK_SIZE, len(VALUES), 2), values[-1])
            for upcard in VALUES:
                action = strategy.act(held, upcard)
                if action in (HIT, DOUBLE, SPLIT):
                    by_upcard[:, upcard, 0] = by_card[:, int(action == SPLIT)]
                if more:
                    by_upcard[:, upcard, 1] = by_card[:, int(action == SPLIT)]
            outcomes = by_upcard[:, of_value[:, np.newaxis], made]
            drawn[first, second] = drawn[second, first] = outcomes
    return without, drawn


def _without_constant_axes(pays: Floats) -> Floats:
    """Leave out the cards that do not matter, but for one."""
    for axis in reversed(range(pays.ndim)):
        if pays.ndim > 1 and not np.ptp(pays, axis=axis).any():
            pays = np.take(pays, [0], axis=axis).squeeze(axis)
    return pays
