"""Shuffles: every order equally likely, by rejection; repeated by a seed."""

import os
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from upcard.cards.card import new_decks
from upcard.cards.shuffle import Bits, live_bits, seeded_bits, shuffled, uniform_below

SEED = 20_240_629
SHUFFLES = 24_000
# Declared before any shuffle was looked at: chi-square with 23 degrees of freedom exceeds
# 49.73 once in a thousand times.
ORDERS_LIMIT = 49.73
# 2,601 degrees of freedom (51 x 51): 2,831 once in a thousand times.
PLACES_LIMIT = 2_831.0


def orders_statistic(shuffle: Callable[[list[int], Bits], list[int]], bits: Bits) -> float:
    """Chi-square of the 24 orders of four cards."""
    seen = Counter(tuple(shuffle([0, 1, 2, 3], bits)) for _ in range(SHUFFLES))
    expected = SHUFFLES / 24
    return sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))


def swap_anywhere(cards: list[int], bits: Bits) -> list[int]:
    """The classic mistake: every card swaps with any place."""
    order = list(cards)
    for place in range(len(order)):
        other = uniform_below(len(order), bits)
        order[place], order[other] = order[other], order[place]
    return order


def by_remainder(cards: list[int], bits: Bits) -> list[int]:
    """The other mistake: a remainder of few bits instead of rejection."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = bits(2) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_every_order_is_equally_likely() -> None:
    assert orders_statistic(shuffled, seeded_bits(SEED)) < (ORDERS_LIMIT)


@pytest.mark.parametrize("biased", [swap_anywhere, by_remainder])
def test_the_statistic_finds_a_biased_shuffle(
    biased: Callable[[list[int], Bits], list[int]],
) -> None:
    assert orders_statistic(biased, seeded_bits(SEED)) > 2 * ORDERS_LIMIT


def test_every_card_is_equally_likely_in_every_place() -> None:
    bits, deck, rounds = seeded_bits(SEED), new_decks(1), 2_600
    seen = [Counter[int]() for _ in deck]
    for _ in range(rounds):
        for place, card in enumerate(shuffled(deck, bits)):
            seen[place][card] += 1
    expected = rounds / 52
    statistic = sum(
        (places[card] - expected) ** 2 / expected for places in seen for card in range(52)
    )
    assert statistic < PLACES_LIMIT


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 8, 52, 312])
def test_below_is_by_rejection(limit: int) -> None:
    width = (limit - 1).bit_length()
    asked: list[int] = []
    script = [limit, 2**width - 1, limit - 1, 0] if limit != 2**width else [limit - 1, 0]
    numbers = iter([number for number in script if number < 2**width])

    def scripted(bits: int) -> int:
        asked.append(bits)
        return next(numbers)

    assert uniform_below(limit, scripted) == (limit - 1 if limit > 1 else 0)
    assert set(asked) <= {width}


def test_below_reaches_every_number_equally_often() -> None:
    bits = seeded_bits(SEED)
    seen = Counter(uniform_below(5, bits) for _ in range(10_000))
    assert set(seen) == set(range(5))
    # four degrees of freedom: 18.47 once in a thousand times
    assert sum((count - 2_000) ** 2 / 2_000 for count in seen.values()) < 18.47


def test_a_seed_repeats_the_shuffle_and_another_does_not() -> None:
    deck = new_decks(6)
    assert shuffled(deck, seeded_bits(7)) == shuffled(deck, seeded_bits(7))
    assert shuffled(deck, seeded_bits(7)) != shuffled(deck, seeded_bits(8))


def test_no_card_is_lost_and_the_cards_given_stay_as_they_are() -> None:
    deck = new_decks(2)
    mixed = shuffled(deck)
    assert sorted(mixed) == sorted(deck)
    assert mixed != deck
    assert deck == new_decks(2)


def test_live_bits_come_from_the_operating_system() -> None:
    assert live_bits.read is os.urandom


@pytest.mark.parametrize("cards", [[], [5]])
def test_nothing_to_shuffle(cards: list[int]) -> None:
    assert shuffled(cards) == cards
