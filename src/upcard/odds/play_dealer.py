"""What a standing hand is worth against the dealer when some cards are gone from the shoe.

In doubles, for choosing between actions, and always given that the dealer has no Blackjack.
`Dealer` knows any cards that are gone; `QuickDealer` up to three, at a small part of the cost.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm, prod
from typing import Final

import msgspec

from upcard.odds.play_hands import (
    ONE,
    SHIFTS,
    VALUES,
    blackjack_hole,
    counts_of,
    dealer_hands,
    shoe_of,
)

QUICK: Final = 3
"""How many cards, beside the upcard, a `QuickDealer` can know to be gone."""


class Dealer:
    """A dealer with an upcard and a full shoe.

    `gone` is always the code of the `size` cards that left the shoe beside the upcard.
    """

    def __init__(self, decks: int, upcard: int) -> None:
        self.left = list(shoe_of(decks))
        self.left[upcard] -= 1
        self.cards = sum(self.left)
        self._upcard = upcard
        self._hole = blackjack_hole(upcard)
        self._folded: dict[tuple[int, int, int, int], list[float]] = {}
        self._rows: dict[tuple[int, int], list[int]] = {}
        self._draws: dict[int, list[tuple[int, float]]] = {}

    def no_blackjack(self, gone: int, size: int) -> float:
        """The probability of no dealer Blackjack."""
        if self._hole < 0:
            return 1.0
        made = self.left[self._hole] - (gone >> SHIFTS[self._hole] & 31)
        return 1 - made / (self.cards - size)

    def draws(self, gone: int, size: int) -> list[tuple[int, float]]:
        """The values that can come next, each with its probability."""
        found = self._draws.get(gone)
        if found is None:
            scale = 1 / ((self.cards - size) * self.no_blackjack(gone, size))
            found = self._draws[gone] = [
                (value, count * scale * self.no_blackjack(gone + ONE[value], size + 1))
                for value in VALUES
                if (count := self.left[value] - (gone >> SHIFTS[value] & 31))
            ]
        return found

    def stand(self, gone: int, size: int, total: int) -> float:
        """The expected win of a total."""
        lost = self._fold(len(VALUES), gone, size, max(total, 16))[0]
        return 1 - lost / self.no_blackjack(gone, size)

    def _fold(self, depth: int, gone: int, size: int, total: int) -> list[float]:
        """The tree's nodes above the lowest `depth` values."""
        key = (depth, gone & (1 << 5 * depth) - 1, size, total)
        found = self._folded.get(key)
        if found is None:
            tree = _tree(self._upcard, total)
            if depth == 0:
                drawn = self.cards - size
                found = [often / perm(drawn, cards) for often, cards in tree.leaves]
            else:
                below = self._fold(depth - 1, gone, size, total)
                row = self._row(depth - 1, gone >> SHIFTS[depth - 1] & 31)
                level = tree.levels[depth - 1]
                found = [row[count] * below[at] for count, at in level.single]
                found += [
                    sum([row[count] * below[at] for count, at in children])
                    for children in level.several
                ]
            self._folded[key] = found
        return found

    def _row(self, value: int, gone: int) -> list[int]:
        found = self._rows.get((value, gone))
        if found is None:
            left = max(self.left[value] - gone, 0)
            found = self._rows[value, gone] = [perm(left, count) for count in range(18)]
        return found


class QuickDealer(Dealer):
    """A dealer for whom at most three cards are gone.

    The order of the cards in a shoe does not matter, so the cards that are gone may be thought
    to be dealt after the dealer's: how likely they then are is a product of the counts that
    the dealer left, and it needs only the moments of those over the dealer's hands.
    """

    def __init__(self, decks: int, upcard: int) -> None:
        super().__init__(decks, upcard)
        self._moments = _moments(self.left, upcard)
        self._laws: dict[int, list[float]] = {}

    def stand(self, gone: int, size: int, total: int) -> float:
        """The expected win of a total."""
        if size < QUICK:
            return sum(
                chance * self.stand(gone + ONE[value], size + 1, total)
                for value, chance in self.draws(gone, size)
            )
        law = self._laws.get(gone)
        if law is None:
            law = self._laws[gone] = self._law(gone)
        return 1 - 2 * sum(law[max(total - 16, 0) :]) - (law[total - 17] if total >= 17 else 0)

    def _law(self, gone: int) -> list[float]:
        """The probabilities of 17 to 21."""
        hand = [value for value, count in enumerate(counts_of(gone)) for _ in range(count)]
        counts = [self.left[value] - hand[:at].count(value) for at, value in enumerate(hand)]
        law = [0.0] * 5
        scale = perm(self.cards, QUICK) / prod(counts) / self.no_blackjack(gone, QUICK)
        for taken in product((0, 1), repeat=QUICK):
            factor = scale
            for count, dealers in zip(counts, taken, strict=True):
                factor *= -1 if dealers else count
            key = tuple(value for value, dealers in zip(hand, taken, strict=True) if dealers)
            for at, moments in enumerate(self._moments):
                law[at] += factor * moments[key]
        return law


class _Level(msgspec.Struct, frozen=True):
    """The nodes of one value: their children as pairs of a count and a place below.

    Nodes with one child come first.
    """

    single: list[tuple[int, int]]
    several: list[list[tuple[int, int]]]


class _Tree(msgspec.Struct, frozen=True):
    """Dealer's hands by their counts, tens at the root; the levels by value, aces first.

    Leaves have how often a hand counts and its size. How likely a hand is, is a product of one
    factor for each value, so the tree folds from the leaves to the root; what is folded for the
    low values serves all the cards gone that are alike in these.
    """

    levels: list[_Level]
    leaves: list[tuple[int, int]]


@cache
def _tree(upcard: int, total: int) -> _Tree:
    """The drawn cards of dealer's hands that tie a total (counted once) or beat it (twice)."""
    often: dict[tuple[int, ...], tuple[int, int]] = {}
    for (dealt, size), hands in dealer_hands(upcard).items():
        if total <= dealt <= 21 and (dealt, size) != (21, 2):
            for code, orders in hands.items():
                drawn = counts_of(code - ONE[upcard])
                often[drawn] = (orders * (1 if dealt == total else 2), size - 1)
    nodes: Sequence[tuple[int, ...]] = list(often)
    leaves = [often[node] for node in nodes]
    levels = []
    for _ in VALUES:
        children: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for at, node in enumerate(nodes):
            children.setdefault(node[1:], []).append((node[0], at))
        nodes = sorted(children, key=lambda node: len(children[node]) > 1)
        single = [children[node][0] for node in nodes if len(children[node]) == 1]
        levels.append(_Level(single, [children[node] for node in nodes[len(single) :]]))
    return _Tree(levels, leaves)


def _moments(left: list[int], upcard: int) -> list[dict[tuple[int, ...], float]]:
    """For each total the sums of products of up to three counts over the dealer's hands.

    Weights are the probability of the hand, over the ways to deal three cards after it.
    """
    cards = sum(left)
    found: list[dict[tuple[int, ...], float]] = [defaultdict(float) for _ in range(17, 22)]
    for (total, size), hands in dealer_hands(upcard).items():
        if total > 21 or (total, size) == (21, 2):
            continue
        moments = found[total - 17]
        scale = 1 / perm(cards, size - 1 + QUICK)
        for code, orders in hands.items():
            weight = orders * scale
            drawn, terms = _terms(code - ONE[upcard])
            for value, count in drawn:
                weight *= perm(left[value], count)
            if weight:
                for key, times in terms:
                    moments[key] += weight * times
    return found


@cache
def _terms(code: int) -> tuple[list[tuple[int, int]], list[tuple[tuple[int, ...], int]]]:
    """The cards of a hand as values with counts, and the products of up to three counts."""
    counts = counts_of(code)
    drawn = [(value, count) for value, count in enumerate(counts) if count]
    terms = [
        (key, prod(counts[value] for value in key))
        for size in range(QUICK + 1)
        for key in combinations_with_replacement([value for value, _ in drawn], size)
    ]
    return drawn, terms
