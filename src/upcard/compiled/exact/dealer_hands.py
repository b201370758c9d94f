"""Counts the ways to deal the dealer's hands given a player's, in compiled code.

Cards dealt one after the other take from what is left of their value, so the ways to deal a hand in
one order are a product with one factor per card. Up to fourteen decks no such product exceeds 63
bits: the longest draw is ten aces and a six to an ace. For larger shoes the sums are computed
modulo several primes below 2**31 and combined by the Chinese remainder theorem.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from math import isqrt
from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.wide_sums import add_product, sum_at
from upcard.compiled.hand_codes import LOW_BITS, VALUES, Int64Array, room_for, zeros
from upcard.compiled.memory import MemoryMap
from upcard.compiled.native import Kernel, compiled

EXACT: Final = 14 * 16
"""Cards of a value in the largest shoe for which every product fits 63 bits."""

WeightedHand = tuple[int, int, int]
"""A hand's code, its weight, and its class."""

DATA: Final = MemoryMap("data of dealer's hands", "64-bit integers of `dealer_hands.py`")
_PLAYERS: Final = DATA.field("_PLAYERS", "hands", "The number of player's hands.")
_LISTS: Final = DATA.field("_LISTS", "lists", "The number of lists of dealer's hands.")
_PACKED: Final = DATA.field("_PACKED", "offset in data", "Where the packed lists begin (`packed`).")
_UNPACKED: Final = DATA.field("_UNPACKED", "offset in data", "Where `unpack` writes the lists.")
_MODULUS: Final = DATA.field("_MODULUS", "number", "A prime, or 0 for exact sums.")
_SHOE: Final = DATA.field("_SHOE", "cards", "The cards of each value in the shoe.", VALUES)
_LEFT: Final = DATA.field(
    "_LEFT", "cards", "The cards of each value that the player's hand leaves.", VALUES
)
_HANDS: Final = DATA.end
"""The player's hands begin here, three numbers each, then the dealer's."""


def ways_beside(
    shoe: Sequence[int],
    players: Sequence[WeightedHand],
    dealers: Sequence[Int64Array],
    classes: int,
) -> list[list[int]]:
    """For each class of player's hands and each list of dealer's hands, a weighted sum.

    The sum is over all pairs of hands, of the player's weight, the dealer's orders, and the ways to
    deal the dealer's cards in one order once the player's hand is gone from `shoe` (cards of each
    value).
    """
    assert all(factor < 1 << LOW_BITS // 2 for _, factor, _ in players)
    if max(shoe) <= EXACT:
        return _sums(shoe, players, dealers, classes, 0)
    ways: list[list[int]] = [[0] * len(dealers) for _ in range(classes)]
    product = 1
    bound = _upper_bound(shoe, players, dealers)
    for prime in _primes():
        if product > bound:
            break
        rows = _sums(shoe, players, dealers, classes, prime)
        inverse = pow(product, -1, prime)
        for row, rest in zip(ways, rows, strict=True):
            for place, value in enumerate(rest):
                row[place] += product * ((value - row[place]) * inverse % prime)
        product *= prime
    return ways


def _upper_bound(
    shoe: Sequence[int], players: Sequence[WeightedHand], dealers: Sequence[Int64Array]
) -> int:
    """An upper bound on every sum: as if each card of a dealer's hand were any card of the shoe."""
    factors = sum(factor for _, factor, _ in players)
    most = 0
    for hands in dealers:
        place = 0
        while place < len(hands):
            cards, number = hands[place + 1], hands[place + 2]
            orders = sum(hands[place + 4 : place + 3 + 2 * number : 2])
            most = max(most, orders * sum(shoe) ** cards)
            place += 3 + 2 * number
    return factors * most


def _primes() -> Iterator[int]:
    """Primes downwards from 2**31 - 1."""
    candidate = (1 << LOW_BITS) - 1
    while True:
        if all(candidate % divisor for divisor in range(3, isqrt(candidate) + 1, 2)):
            yield candidate
        candidate -= 2


def _sums(
    shoe: Sequence[int],
    players: Sequence[WeightedHand],
    dealers: Sequence[Int64Array],
    classes: int,
    modulus: int,
) -> list[list[int]]:
    """The sums of `ways_beside`, modulo a prime where it is not 0."""
    data = zeros(_HANDS)
    data[_PLAYERS], data[_LISTS], data[_MODULUS] = len(players), len(dealers), modulus
    data[_SHOE : _SHOE + VALUES] = array("q", shoe)
    data.extend(chain.from_iterable(players))
    data[_PACKED] = len(data)
    for hands in dealers:
        data.extend(hands)
    data[_UNPACKED] = len(data)
    data.extend(zeros(room_for(dealers)))
    out = zeros(2 * classes * len(dealers))
    _kernel()(data, out)
    width = len(dealers)
    sums = [
        [sum_at(out, group * width + place) for place in range(width)] for group in range(classes)
    ]
    return [[value % modulus for value in row] for row in sums] if modulus else sums


def unpack(data: IntegerCells, source: int, lists: int, target: int) -> int:
    """Write the hands of packed lists card by card, from offset `to` on.

    The orders of a hand come first, then for each card its value in four bits and, above them, how
    many cards of this value came before it.
    """
    for _ in range(lists):
        hands = data[source + 2]
        source += 3
        for _hand in range(hands):
            code, data[target] = data[source], data[source + 1]
            source += 2
            target += 1
            for value in range(VALUES):
                for before in range(code >> 5 * value & 31):
                    data[target] = before << 4 | value
                    target += 1
    return target


def hand_ways(data: IntegerCells, offset: int, cards: int, left: int) -> int:
    """The ways to deal the cards of an unpacked hand in one order from the cards left."""
    ways = 1
    for card in range(offset, offset + cards):
        ways *= data[left + (data[card] & 15)] - (data[card] >> 4)
    return ways


def hand_ways_modulo(data: IntegerCells, offset: int, cards: int, left: int, modulus: int) -> int:
    """Like `hand_ways`, modulo a prime below 2**31."""
    ways = 1
    for card in range(offset, offset + cards):
        ways = ways * (data[left + (data[card] & 15)] - (data[card] >> 4)) % modulus
    return ways


def _loops(data: IntegerCells, out: IntegerCells) -> None:
    """Loop over every pair of hands; the packed lists still supply their headers."""
    unpack(data, data[_PACKED], data[_LISTS], data[_UNPACKED])
    for player in range(data[_PLAYERS]):
        hand = _HANDS + 3 * player
        code, factor, group = data[hand], data[hand + 1], data[hand + 2]
        for value in range(VALUES):
            data[_LEFT + value] = data[_SHOE + value] - (code >> 5 * value & 31)
        source, target = data[_PACKED], data[_UNPACKED]
        for label in range(data[_LISTS]):
            cards, hands = data[source + 1], data[source + 2]
            for _ in range(hands):
                if data[_MODULUS] == 0:
                    ways = hand_ways(data, target + 1, cards, _LEFT)
                else:
                    ways = hand_ways_modulo(data, target + 1, cards, _LEFT, data[_MODULUS])
                add_product(out, group * data[_LISTS] + label, factor * data[target], ways)
                target += 1 + cards
            source += 3 + 2 * hands


@cache
def _kernel() -> Kernel:
    return compiled(
        "dealer_hands", lambda: _loops, unpack, hand_ways, hand_ways_modulo, add_product
    )
