"""What linear counts win with a wager of first cards or the dealer's hand, from dealt shoes."""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

import numpy as np

from upcard.analysis.linear_counts import LinearCount, forecast
from upcard.analysis.penetration import Penetration, summarize_penetration
from upcard.analysis.played_exposure import Effects
from upcard.cards.card import DECK_SIZE
from upcard.compiled.exposure import baccarat, counted
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.exact.par import ParRecord
from upcard.exact.removal import is_of_baccarat
from upcard.wagers.facts import OF_THE_DEALERS_DRAW
from upcard.wagers.kit import WagerRule

CARDS_OF_A_ROUND: Final = 6
"""Approximate cards of a round with one player."""

BATCHES: Final = 100

SCALE: Final = 10**9
"""Forecasts and wins are integers in units of 1/SCALE of the wager."""

FIRST_CARDS: Final = 4
DEALERS_CARDS: Final = 14
"""The most cards that a dealer's hand is assumed to need after the player's two."""


def deal_shoes(  # noqa: PLR0913 - what is dealt, and how far
    record: ParRecord,
    wager: WagerRule,
    backs: Sequence[Fraction],
    seed: int,
    counts: Sequence[LinearCount],
    made: Effects,
    shoes: int,
    *,
    penetrations: Sequence[float],
) -> tuple[list[Penetration], int]:
    """What the counts win, by penetration, and the number of shoes dealt."""
    size = DECK_SIZE * record.decks
    needed = FIRST_CARDS if OF_THE_DEALERS_DRAW.isdisjoint(wager.facts) else DEALERS_CARDS
    reached = [share for share in penetrations if floor(share * size) <= size - needed]
    if not reached:
        return [], 0
    rounds = _rounds_to(max(reached), size)
    tags = [[(size - 1) * effect for effect in forecast(count, made.by_card)] for count in counts]
    cards, ints = _memory_areas(size, rounds, tags, made.expected, backs)
    known = baccarat.FACTS if is_of_baccarat(wager) else counted.FACTS
    kernel = counted.counting(wager.classify, wager.facts, wager.offered_when, known)
    sums = np.frombuffer(ints, np.int64)[ints[counted.SUMS] :]
    batches = np.empty((BATCHES, len(counts), rounds, counted.OF_A_ROUND))
    ints[counted.SHOES] = max(1, shoes // BATCHES)
    ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
    for batch in range(BATCHES):
        ints[at.BLOCK], ints[at.COUNTER] = batch, 0
        sums[:] = 0
        kernel(cards, ints)
        batches[batch] = sums.reshape(batches.shape[1:])
    batches /= np.array([1, 1, SCALE, SCALE])
    rows = [
        summarize_penetration(
            count.name, share, batches[:, number, : _rounds_to(share, size)].sum(axis=1)
        )
        for number, count in enumerate(counts)
        for share in reached
    ]
    return rows, BATCHES * ints[counted.SHOES]


def _rounds_to(penetration: float, size: int) -> int:
    """The number of rounds that begin within a part of a shoe."""
    return (floor(penetration * size) - 1) // CARDS_OF_A_ROUND + 1


def _memory_areas(
    size: int,
    rounds: int,
    tags: Sequence[Sequence[float]],
    expected: float,
    backs: Sequence[Fraction],
) -> tuple["array[int]", "array[int]"]:
    """The kernel's memory areas, laid out as in `compiled.exposure.counted`."""
    counts = len(tags)
    parts = {
        counted.PAYS: [round((back - 1) * SCALE) for back in backs],
        counted.TAGS: [round(tag * SCALE) for of_count in tags for tag in of_count],
        counted.BASES: [round(expected * SCALE)] * counts + [0] * counts,
        counted.SUMS: [0] * (counts * rounds * counted.OF_A_ROUND),
    }
    ints = array("q", bytes(8 * counted.PLACES))
    ints[at.CARDS] = size
    ints[counted.COUNTS], ints[counted.ROUNDS] = counts, rounds
    ints[counted.STEP] = CARDS_OF_A_ROUND
    for place, numbers in parts.items():
        ints[place] = len(ints)
        ints.extend(numbers)
    return array("B", bytes(at.TABLES)), ints
