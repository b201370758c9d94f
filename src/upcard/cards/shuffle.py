"""Unbiased shuffles. 58 Pa. Code § 633a.5(a)."""

import os
import random
from collections.abc import Sequence
from typing import Final, Protocol

from upcard.cards.random_source import TestedBits


class Bits(Protocol):
    """A source of uniform random bits."""

    def __call__(self, width: int, /) -> int:
        """A uniform whole number from 0 to 2**`width` - 1."""


live_bits: Final = TestedBits(os.urandom)
"""Bits from the operating system's cryptographic source, tested continuously."""

os.register_at_fork(after_in_child=live_bits.forget)


class SeededBits(random.Random):
    """Bits of a generator. A deep copy continues like the original, independently of it."""

    __call__ = random.Random.getrandbits


def seeded_bits(seed: int) -> Bits:
    """Bits that the same seed reproduces: for tests and demonstrations, never for live play."""
    return SeededBits(seed)


def uniform_below(limit: int, bits: Bits) -> int:
    """A uniform whole number from 0 to `limit` - 1, by rejection sampling."""
    width = (limit - 1).bit_length()
    if width == 0:
        return 0
    while (number := bits(width)) >= limit:
        pass
    return number


def shuffled(cards: Sequence[int], bits: Bits = live_bits) -> list[int]:
    """The cards in random order; every permutation is equally likely (Fisher-Yates)."""
    order = list(cards)
    draw = bits.__call__  # looked up once, not for each card
    for width in range((len(order) - 1).bit_length(), 0, -1):
        for last in range(min(len(order), 1 << width) - 1, (1 << (width - 1)) - 1, -1):
            while (place := draw(width)) > last:  # as `uniform_below`, without a call for each card
                pass
            order[last], order[place] = order[place], order[last]
    return order
