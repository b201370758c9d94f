"""The joint win of wagers that the opening decides, by the values of its four cards.

The opening is the player's two cards, the upcard and the hole card. Arrays have one element for
each deal of card types: shape (pairs, 52, 52), or 1 in place of 52 where a card changes nothing. A
pair is two types in either order, the lower one first.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition
from upcard.compiled.arrays import Floats
from upcard.compiled.exact.four_outcomes import CARDS, four_outcomes
from upcard.exact.order import refuse_order
from upcard.exact.play.hands import VALUES
from upcard.wagers.facts import MADE
from upcard.wagers.kit import Classifier, WagerRule, needed_facts

IntArray: TypeAlias = NDArray[np.integer[Any]]

PAIRS: Final = tuple(combinations_with_replacement(range(DECK_SIZE), 2))
_VALUE: Final = np.array([value_of(card) - 1 for card in range(DECK_SIZE)])
VALUE_PAIRS: Final = tuple(combinations_with_replacement(VALUES, 2))
"""The values of two cards, the lower first: the first index of what is counted here."""


def is_of_opening(wager: WagerRule) -> bool:
    """Whether the opening alone decides a wager that is placed in every round."""
    return set(wager.facts) <= {*CARDS, *MADE} and wager.offered_when is None


def total_counts(
    wagers: Sequence[WagerRule], nets: Sequence[Sequence[int]], left: Composition
) -> tuple[Floats, list[int]]:
    """The number of deals by the cards' values and what the wagers win together, and the totals.

    Shape (value pairs, 10 upcards, 10 hole cards, totals). `nets` are what each wager wins with
    each of its outcomes. The player's two cards are dealt in either order. The numbers are whole
    ones below 2**53. Requires `is_of_opening`.
    """
    totals, place = np.zeros(1, np.int64), np.zeros((1, 1, 1), np.int64)
    for wager, net in zip(wagers, nets, strict=True):
        sums = totals[:, None] + np.array(net, np.int64)
        totals, inverse = np.unique(sums, return_inverse=True)
        place = inverse.reshape(sums.shape)[place, outcomes_of(wager.classify)]
    shape = (len(VALUE_PAIRS), len(VALUES), len(VALUES), len(totals))
    key = _cells() * len(totals) + place
    counts = np.bincount(key.ravel(), _ways(left).ravel(), int(np.prod(shape)))
    return np.asarray(counts, np.float64).reshape(shape), totals.tolist()


def means_by_values(wager: WagerRule, nets: Sequence[float], left: Composition) -> Floats:
    """The mean net of a wager by the values of the four cards; 0 where none can be dealt.

    Shape (value pairs, 10 upcards, 10 hole cards).
    """
    shape = (len(VALUE_PAIRS), len(VALUES), len(VALUES))
    cells, ways = _cells().ravel(), _ways(left)
    won = (np.array(nets, float)[outcomes_of(wager.classify)] * ways).ravel()
    dealt = np.bincount(cells, ways.ravel(), int(np.prod(shape)))
    sums = np.bincount(cells, won, int(np.prod(shape)))
    return np.divide(sums, dealt, out=np.zeros_like(sums), where=dealt > 0).reshape(shape)


def mean_product(
    wager: WagerRule,
    nets: Sequence[float],
    other: WagerRule,
    others: Sequence[float],
    left: Composition,
) -> float:
    """The mean of the product of what two wagers win."""
    ways = _ways(left)
    won = np.array(nets, float)[outcomes_of(wager.classify)]
    won = won * np.array(others, float)[outcomes_of(other.classify)]
    return float((won * ways).sum() / ways.sum())


@cache
def outcomes_of(classify: Classifier) -> IntArray:
    """The classifier's value for each deal of types."""
    facts = needed_facts(classify)
    refuse_order(classify.__module__.rpartition(".")[2].replace("_", "-"), classify)
    of_cards, derived = (
        [fact for fact in facts if fact in CARDS],
        [fact for fact in facts if fact in MADE],
    )
    first_two = [fact for fact in of_cards if fact in CARDS[:2]]
    dealers = [fact for fact in of_cards if fact in CARDS[2:]]
    if first_two and len(dealers) == 2:
        four = np.frombuffer(four_outcomes(classify, facts), np.int64).astype(np.int16)
        return four.reshape(len(PAIRS), DECK_SIZE, DECK_SIZE)
    axes: list[Sequence[Any]] = [PAIRS if first_two else [(0, 0)]]
    axes += [range(DECK_SIZE if fact in dealers else 1) for fact in CARDS[2:]]
    axes += [range(2)] * len(derived)
    values = np.empty([len(axis) for axis in axes], np.int64)
    for place, (pair, upcard, hole, *flags) in zip(
        np.ndindex(values.shape), product(*axes), strict=True
    ):
        facts_known = dict(zip((*CARDS, *derived), (*pair, upcard, hole, *flags), strict=True))
        values[place] = classify(*[facts_known[fact] for fact in facts])
    return _with_made(values, derived)


def _with_made(values: IntArray, derived: Sequence[str]) -> IntArray:
    """The values by card alone: each fact about the dealer's two cards follows from these."""
    upcards, holes = np.arange(DECK_SIZE)[:, None], np.arange(DECK_SIZE)[None, :]
    for fact in reversed(derived):
        flags = np.array(
            [[MADE[fact](int(upcard), int(hole)) for hole in holes[0]] for upcard in upcards[:, 0]]
        )
        shaped = flags.reshape(1, DECK_SIZE, DECK_SIZE, *[1] * (values.ndim - 4))
        values = np.where(shaped == 1, values[..., 1], values[..., 0])
    return values


@cache
def _cells() -> IntArray:
    """The index of each deal's values among all values of the four cards."""
    index = {pair: place for place, pair in enumerate(VALUE_PAIRS)}
    pairs = np.array([index[int(_VALUE[one]), int(_VALUE[two])] for one, two in PAIRS])
    upcards = pairs[:, None] * len(VALUES) + _VALUE
    cells: IntArray = upcards[:, :, None] * len(VALUES) + _VALUE
    return cells


@cache
def _ways(left: Composition) -> Floats:
    """The number of ways to deal each deal of types: whole numbers below 2**53."""
    cards = np.array(left, float)
    first, second = np.array(PAIRS).T
    same = first == second
    pairs = cards[first] * (cards[second] - same) / np.where(same, 2, 1)
    types = np.arange(DECK_SIZE)
    initial = (types == first[:, None]).astype(float) + (types == second[:, None])
    upcards = pairs[:, None] * (cards - initial)
    removed = initial[:, None, :] + np.eye(DECK_SIZE)
    ways: Floats = upcards[:, :, None] * (cards - removed)
    return ways
