"""Whether shuffles are what they ought to be: every order as likely as another.

A statistic is compared with its law under a fair shuffle, in standard deviations. `FAIR` lies
where a fair shuffle comes once in a thousand million times; seeds are fixed. Shuffles with two
classic mistakes have to be found out.
"""

from array import array
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulation.kernel_areas import empty_areas, kernel
from upcard.cards.card import DECK_SIZE
from upcard.compiled.native import Kernel
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import shoe
from upcard.compiled.simulation.stream import WORD, draw_words

SHUFFLES = 100_000
FAIR = 6.0
BLATANT = 50.0
SEED = 20_240_629

Orders = NDArray[np.uint8]
"""A shuffled deck in each row."""


def fair(cards: Any, ints: Any) -> None:
    """The shuffle of the simulator, of all cards at once."""
    shoe.new_shoe(cards, ints, DECK_SIZE)


def in_parts(cards: Any, ints: Any) -> None:
    """The same as it is done when more cards are needed than were ready."""
    shoe.new_shoe(cards, ints, 11)
    while ints[at.READY] < DECK_SIZE:
        shoe.shuffle(cards, ints, 4)


def any_place(cards: Any, ints: Any) -> None:
    """A mistake: every card changes places with any other, also with those before it."""
    for card in range(DECK_SIZE):
        cards[at.SHOE + card] = card
    draw_words(ints, at.WORDS, DECK_SIZE // 4)
    for place in range(DECK_SIZE):
        chosen = ints[at.WORDS + place] * DECK_SIZE >> WORD
        drawn = cards[at.SHOE + chosen]
        cards[at.SHOE + chosen] = cards[at.SHOE + place]
        cards[at.SHOE + place] = drawn


def too_few(cards: Any, ints: Any) -> None:
    """A mistake: only some cards are shuffled into the order that the last shuffle left."""
    shoe.new_shoe(cards, ints, DECK_SIZE // 2)


def orders_of(shuffle: Kernel) -> Orders:
    cards, ints = empty_areas(SEED)
    deck = np.frombuffer(cards, np.uint8)[at.SHOE : at.SHOE + DECK_SIZE]
    orders = np.empty((SHUFFLES, DECK_SIZE), np.uint8)
    for row in orders:
        shuffle(cards, ints)
        row[:] = deck
    return orders


def surprise(counts: NDArray[np.int64], possible: NDArray[np.bool_] | None = None) -> float:
    """Pearson's statistic of equally likely cells, as standard deviations above its mean.

    Cells that are not `possible` are left out.
    """
    cells = counts[possible] if possible is not None else counts.ravel()
    expected = cells.sum() / cells.size
    freedom = cells.size - 1
    statistic = float(((cells - expected) ** 2).sum() / expected)
    return (statistic - freedom) / sqrt(2 * freedom)


def together(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How often each two cards come together."""
    pairs = one.astype(np.int64) * DECK_SIZE + other
    return np.bincount(pairs, minlength=DECK_SIZE**2).reshape(DECK_SIZE, DECK_SIZE)


def of_places(orders: Orders) -> float:
    """Every card is as often at each place; both sums of the table are given."""
    counts = np.array([np.bincount(column, minlength=DECK_SIZE) for column in orders.T])
    expected = SHUFFLES / DECK_SIZE
    freedom = (DECK_SIZE - 1) ** 2
    statistic = float(((counts - expected) ** 2).sum() / expected)
    return (statistic - freedom) / sqrt(2 * freedom)


def of_pairs(orders: Orders) -> float:
    """Every two cards are as often at two places: the worst of some."""
    unlike = ~np.eye(DECK_SIZE, dtype=bool)
    places = ((0, 1), (1, 2), (25, 26), (0, 51), (50, 51))
    return max(surprise(together(orders[:, a], orders[:, b]), unlike) for a, b in places)


def of_succession(orders: Orders) -> float:
    """A shuffle tells nothing of the next one."""
    places = ((0, 0), (51, 51), (10, 40))
    return max(surprise(together(orders[:-1, a], orders[1:, b])) for a, b in places)


def of_inversions(orders: Orders) -> float:
    """How many pairs of cards lie the wrong way round, on average."""
    size = DECK_SIZE
    inversions = sum(
        (orders[:, place, None] > orders[:, place + 1 :]).sum() for place in range(size - 1)
    )
    variance = SHUFFLES * size * (size - 1) * (2 * size + 5) / 72
    return abs(float(inversions) - SHUFFLES * size * (size - 1) / 4) / sqrt(variance)


STATISTICS = (of_places, of_pairs, of_succession, of_inversions)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("raw", [fair, in_parts])
def test_shuffles_are_fair(raw: Any) -> None:
    orders = orders_of(kernel(raw))
    assert (np.sort(orders, axis=1) == np.arange(DECK_SIZE)).all()
    found = {statistic.__name__: statistic(orders) for statistic in STATISTICS}
    assert max(found.values()) < FAIR, found


def test_a_biased_shuffle_is_found_out() -> None:
    orders = orders_of(kernel(any_place))
    assert of_places(orders) > BLATANT
    assert of_pairs(orders) > FAIR


def test_a_shuffle_that_depends_on_the_last_one_is_found_out() -> None:
    assert of_succession(orders_of(kernel(too_few))) > BLATANT


def test_every_card_of_a_shoe_is_as_likely_at_any_place() -> None:
    """Six decks, shuffled ahead to the cover card and then as needed."""

    def whole(cards: Any, ints: Any) -> None:
        shoe.new_shoe(cards, ints, 250)
        while ints[at.READY] < 312:
            shoe.shuffle(cards, ints, shoe.STEP)

    cards, ints = empty_areas(SEED, decks=6)
    shuffle, places = kernel(whole), np.array((0, 1, 100, 233, 249, 250, 251, 300, 311))
    seen = np.empty((20_000, len(places)), np.uint8)
    for row in seen:
        shuffle(cards, ints)
        row[:] = np.frombuffer(cards, np.uint8)[at.SHOE + places]
    for column in seen.T:
        assert surprise(np.bincount(column, minlength=DECK_SIZE)) < FAIR


def test_words_that_would_favour_a_number_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 is 1 more than a multiple of 3 and 4 more than one of 7: so many words have to go."""
    half = 1 << 31
    first, again = iter([(0, 0, 0, 0), (3, 1, half, (1 << 32) - 1)]), iter([0, 0, half, half])

    def words(ints: "array[int]", to: int, groups: int) -> int:
        fresh = next(first) if to == at.WORDS else (next(again),) * 4
        ints[to : to + 4] = array("q", fresh)
        return groups

    monkeypatch.setattr(shoe, "draw_words", words)
    _, ints = empty_areas()
    shoe.draw_uniform(ints, 1, 3)
    assert ints[at.WORDS] >> WORD == 1
    assert len(list(again)) == 1
    shoe.draw_uniform(ints, 4, 7)
    assert [ints[at.WORDS + number] >> WORD for number in range(4)] == [0, 0, 2, 3]
