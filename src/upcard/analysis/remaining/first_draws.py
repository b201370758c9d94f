"""What a wager on the player's pair and first drawn card is worth in every remaining shoe.

Few pairs pay by the drawn card. To what any pair pays without one they add what drawing changes, by
the drawn card, the upcard and the hole card: these say whether a card is drawn. So the value is a
polynomial in the cards left, as of wagers of the initial cards.
"""

from typing import Final

import numpy as np

from upcard.analysis.remaining.forms import DealForm, ways_of
from upcard.analysis.remaining.shoes import cards_left
from upcard.analysis.remaining.valuing import WORK, Deals, Values, Valuing
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.exact.basic import RULES, basic_strategy
from upcard.exact.play.first_draw import outcomes_by_draw
from upcard.wagers.kit import WagerRule

MOST_PAIRS: Final = 16
"""The most pairs that may pay by the drawn card."""

PAIR: Final = 2


def of_first_draw(priced: WagerRule, decks: int) -> Valuing | None:
    """The wager under the full shoe's basic strategy; None where too many pairs pay by a draw."""
    strategy = basic_strategy(decks, RULES)
    without, drawn = outcomes_by_draw(priced.classify, priced.extra_card, strategy)
    if len(drawn) > MOST_PAIRS:
        return None

    def added_to(pays: Floats) -> list[Deals]:
        added = ((pair, pays[outcomes] - pays[without[pair]]) for pair, outcomes in drawn.items())
        return [Deals(pair, _without_constant_axes(of_pair)) for pair, of_pair in added]

    def make(pays: Floats) -> Values:
        of_pairs = DealForm(pays[without])
        added = [(one.fixed, DealForm(one.pays)) for one in added_to(pays) if one.pays.any()]

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
        one.pays.size for one in added_to(np.arange(len(priced.outcomes), dtype=np.float64))
    )
    return Valuing(
        make,
        WORK // (len(drawn) * largest + DECK_SIZE**PAIR),
        deals=lambda pays: [Deals((), pays[without]), *added_to(pays)],
    )


def _without_constant_axes(pays: Floats) -> Floats:
    """Leaves out the cards that do not matter, but for one."""
    for axis in reversed(range(pays.ndim)):
        if pays.ndim > 1 and not np.ptp(pays, axis=axis).any():
            pays = np.take(pays, [0], axis=axis).squeeze(axis)
    return pays
