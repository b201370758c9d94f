"""Values of a wager on the player's pair of cards, where for a few pairs other cards matter too.

What every pair pays by itself is a `DealForm` of two cards. For the few pairs a second form has
what further cards add to that: the dealer's two cards, say, or a drawn card. So the mean is

    paid(shoe) / deals of 2  +  the sum over the few pairs of
    (ordered ways to deal the pair)  x  added(shoe without the pair) / deals of its further cards
    / deals of 2

which is a polynomial in the numbers of cards left.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from upcard.analysis.remaining.forms import DealForm, ways_of
from upcard.analysis.remaining.shoes import cards_left
from upcard.analysis.remaining.valuations import ShoeValues
from upcard.compiled.arrays import Floats

PAIR: Final = 2


class AddedToPair(NamedTuple):
    """What further cards add to an ordered pair of card types: `factor` times a form of theirs."""

    pair: tuple[int, ...]
    factor: float
    form: DealForm


def values_of_pairs(paid: DealForm, changes: Sequence[AddedToPair]) -> ShoeValues:
    """The values of a wager in which pairs pay `paid`, and some of them what is `changes`."""

    def values(left: Floats) -> tuple[Floats, Floats]:
        cards = cards_left(left)
        total = paid(left)
        for (first, second), factor, form in changes:
            left_beside = left.copy()
            left_beside[..., first] -= 1
            ways = left[..., first] * left_beside[..., second]
            left_beside[..., second] -= 1
            total += factor * ways * form(left_beside) / ways_of(cards - PAIR, form.cards)
        return total / ways_of(cards, PAIR), np.ones_like(cards)

    return values
