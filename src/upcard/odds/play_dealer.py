"""The dealer's outcomes when a few of the player's cards are known, in doubles.

The order of cards in a shoe does not matter, so the player's cards may be thought to be dealt
after the dealer's: how likely they then are is a product of the counts that the dealer left.
It needs only the moments of those counts over the dealer's hands, summed once.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import Final

from upcard.odds.play_hands import VALUES, blackjack_hole, counts_of, dealer_hands, shoe_of

KNOWN: Final = 3
"""How many of the player's cards the law can know."""

BUST: Final = 5
"""Index of a busted hand in a law: 17 to 21, then bust."""

Hand = tuple[int, ...]
Law = tuple[float, ...]


class DealerLaw:
    """The dealer's outcomes for one upcard, given that there is no dealer Blackjack."""

    def __init__(self, decks: int, upcard: int) -> None:
        left = list(shoe_of(decks))
        left[upcard] -= 1
        self._left = left
        self._cards = sum(left)
        self._hole = blackjack_hole(upcard)
        self._moments = _moments(left, upcard)
        self._laws: dict[Hand, Law] = {}
        self._draws: dict[Hand, Law] = {}

    def chance(self, hand: Hand) -> float:
        """How likely these are the player's cards, up to a factor common to hands of a size."""
        arrangements = 1.0
        for at, value in enumerate(hand):
            arrangements *= self._left[value] - hand[:at].count(value)
            arrangements *= (at + 1) / hand[: at + 1].count(value)
        return arrangements * self._no_blackjack(hand)

    def draws(self, hand: Hand) -> Law:
        """The probability of each value as the next card after the player's hand."""
        found = self._draws.get(hand)
        if found is None:
            rest = self._cards - len(hand)
            scale = 1 / (rest * self._no_blackjack(hand))
            found = tuple(
                (self._left[value] - hand.count(value)) * scale * self._no_blackjack((*hand, value))
                for value in VALUES
            )
            self._draws[hand] = found
        return found

    def law(self, hand: Hand) -> Law:
        """The probabilities of 17 to 21 and of a bust, `hand` (sorted) being gone from the shoe."""
        found = self._laws.get(hand)
        if found is None:
            found = self._of_three(hand) if len(hand) == KNOWN else self._by_next_card(hand)
            self._laws[hand] = found
        return found

    def _by_next_card(self, hand: Hand) -> Law:
        parts = [
            [chance * part for part in self.law(tuple(sorted((*hand, value))))]
            for value, chance in enumerate(self.draws(hand))
            if chance
        ]
        return tuple(map(sum, zip(*parts, strict=True)))

    def _of_three(self, hand: Hand) -> Law:
        counts = [self._left[value] - hand[:at].count(value) for at, value in enumerate(hand)]
        ways = perm(self._cards, KNOWN)
        dealt = 1.0
        for count in counts:
            dealt *= count
        scale = 1 / (dealt / ways * self._no_blackjack(hand))
        law = [0.0] * BUST
        for taken in product((0, 1), repeat=KNOWN):
            factor = scale
            for count, gone in zip(counts, taken, strict=True):
                factor *= -1 if gone else count
            key = tuple(value for value, gone in zip(hand, taken, strict=True) if gone)
            for at, moments in enumerate(self._moments):
                law[at] += factor * moments[key]
        return (*law, 1 - sum(law))

    def _no_blackjack(self, hand: Hand) -> float:
        if self._hole < 0:
            return 1.0
        made = self._left[self._hole] - hand.count(self._hole)
        return 1 - made / (self._cards - len(hand))


def _moments(left: list[int], upcard: int) -> list[dict[Hand, float]]:
    """For each total the sums of products of up to three counts over the dealer's hands.

    Weights are the probability of the hand, over the ways to deal three cards after it.
    """
    cards = sum(left)
    found: list[dict[Hand, float]] = [defaultdict(float) for _ in range(BUST)]
    for (total, size), hands in dealer_hands(upcard).items():
        if total > 21 or (total, size) == (21, 2):
            continue
        moments = found[total - 17]
        scale = 1 / (perm(cards, size - 1) * perm(cards - size + 1, KNOWN))
        for code, orders in hands.items():
            weight = orders * scale
            drawn, terms = _terms(code, upcard)
            for value, count in drawn:
                weight *= perm(left[value], count)
            if weight:
                for key, times in terms:
                    moments[key] += weight * times
    return found


@cache
def _terms(code: int, upcard: int) -> tuple[list[tuple[int, int]], list[tuple[Hand, int]]]:
    """The dealer's drawn cards as values with counts, and products of up to three counts."""
    counts = list(counts_of(code))
    counts[upcard] -= 1
    drawn = [(value, count) for value, count in enumerate(counts) if count]
    terms: list[tuple[Hand, int]] = []
    for size in range(KNOWN + 1):
        for key in combinations_with_replacement([value for value, _ in drawn], size):
            times = 1
            for value in key:
                times *= counts[value]
            terms.append((key, times))
    return drawn, terms
