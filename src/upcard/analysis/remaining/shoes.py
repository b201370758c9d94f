"""Remaining shoes before rounds: drawn at random, stratified by the number of the round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats, Integers

CARDS_OF_A_ROUND: Final = 6
"""Approximate cards of a round with one player."""

MIN_SHOES: Final = 2
"""The fewest shoes of a stratum, from which an error is estimated."""

AT_ONCE: Final = 1 << 13
"""About the number of remaining shoes that are held in memory at once."""


@dataclass(frozen=True, slots=True)
class RemainingShoes:
    """Shoes before rounds: `left` has the cards of each type, by shoe and round.

    `rounds` are the numbers of the rounds, from 0, the same for every shoe: those of one stratum.
    """

    stratum: int
    rounds: Integers
    left: Floats


@dataclass(frozen=True, slots=True)
class ShoePlan:
    """How many shoes are drawn, and before which rounds each is valued.

    A shoe of stratum s is valued before the rounds s, s + `strata`, s + 2 `strata` and so on: at
    every round where there is one stratum. Values differ by shoes the more, the more is dealt, so
    later rounds have more shoes: in proportion to the cards seen by card left.
    """

    decks: int
    rounds: int
    shoes: int
    strata: int

    def draw(self, seed: int) -> Iterator[RemainingShoes]:
        """The remaining shoes, some thousands at a time; the same for the same seed.

        The first card is burned unseen, so it is among those left. A round takes
        `CARDS_OF_A_ROUND` cards.
        """
        random = np.random.default_rng(seed)
        shoe = np.repeat(np.arange(DECK_SIZE, dtype=np.uint8), self.decks)
        shoes_of_strata = self.shoes_of_strata()
        for stratum in range(self.strata):
            rounds = np.arange(stratum, self.rounds, self.strata)
            shoes = shoes_of_strata[stratum]
            most = max(1, AT_ONCE // len(rounds))
            for first in range(0, shoes, most):
                number = min(most, shoes - first)
                cards = random.permuted(np.broadcast_to(shoe, (number, len(shoe))), axis=1)
                yield RemainingShoes(
                    stratum, rounds, _cards_left_by_round(cards, rounds, self.decks)
                )

    def shoes_of_strata(self) -> list[int]:
        """The shoes of each stratum: `shoes` in all, at least two of each."""
        cards_seen = CARDS_OF_A_ROUND * np.arange(self.rounds)
        weights = np.bincount(
            np.arange(self.rounds) % self.strata,
            cards_seen / (DECK_SIZE * self.decks - cards_seen) + 1e-9,
        )
        shared = self.shoes - MIN_SHOES * self.strata
        ends = np.rint(np.cumsum(weights) / weights.sum() * shared).astype(np.int64)
        numbers: list[int] = (np.diff(ends, prepend=0) + MIN_SHOES).tolist()
        return numbers


def plan_shoes(decks: int, penetration: float, shoes: int, affordable: int) -> ShoePlan:
    """At most `affordable` remaining shoes from at most `shoes`, at least one for each round."""
    rounds = rounds_to(penetration, DECK_SIZE * decks)
    shoes = max(2 * rounds, min(shoes, affordable))
    looks = max(1, min(rounds, affordable // shoes))
    strata = -(-rounds // looks)
    return ShoePlan(decks, rounds, max(shoes, MIN_SHOES * strata), strata)


def rounds_to(penetration: float, size: int) -> int:
    """The number of rounds that begin within a part of a shoe."""
    return (floor(penetration * size) - 1) // CARDS_OF_A_ROUND + 1


def cards_left(left: Floats) -> Floats:
    """The number of cards of remaining shoes."""
    totals: Floats = left @ np.ones(DECK_SIZE)
    return totals


def _cards_left_by_round(
    cards: NDArray[np.uint8], rounds: Sequence[int] | Integers, decks: int
) -> Floats:
    """The cards left of each type, by shoe and round."""
    shoes = np.arange(len(cards))
    counts = np.full((len(cards), DECK_SIZE), decks, np.float64)
    left = np.empty((len(cards), len(rounds), DECK_SIZE))
    cards_seen = 0
    for place, number in enumerate(rounds):
        for card in range(cards_seen, CARDS_OF_A_ROUND * int(number)):
            counts[shoes, cards[:, card]] -= 1
        cards_seen = CARDS_OF_A_ROUND * int(number)
        left[:, place] = counts
    return left
