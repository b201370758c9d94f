"""Linear counts of a side wager: how well tags follow its effects of removal, and the best ones.

A count adds up the tags of the cards that were seen. Its best forecast of what the wager is worth
is linear in the deviation of that sum from its mean; how much of the perfect forecast it gives is
the correlation of its tags with the effects of removal.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE, value_of
from upcard.rules.counts import CountSystem, count_systems

SUITS: Final = 4
PERFECT: Final = "linear"
KINDS: Final = ((False, 1), (False, 2), (True, 1), (True, 2))
"""Whether the tags of a rank differ by suit, and the largest tag."""

Vector = NDArray[np.float64]
"""A number for each card type."""


class LinearCount(msgspec.Struct, frozen=True):
    """A count by card type. `correlation` with the effects is 1 for the perfect one.

    `source` is empty for a count that was made for the wager.
    """

    name: str
    title: str
    tags: tuple[float, ...]
    correlation: float
    source: str = ""

    @property
    def published(self) -> bool:
        """Whether somebody published it."""
        return bool(self.source)


def counts_of(effects: Sequence[float]) -> list[LinearCount]:
    """Counts for effects that are not all alike: the perfect one, the best ones, published ones.

    The perfect one has the effects as tags, in percent. Of the kinds with whole tags each gives
    its best count, unless that of a simpler kind is as good. Published ones go by correlation.
    """
    vector = np.array(effects)
    perfect = tuple(round(100 * effect, 12) for effect in effects)
    found = [LinearCount(PERFECT, "effects of removal", perfect, 1.0)]
    before: list[Vector] = []
    for by_suit, level in KINDS:
        tried = [*before, *_rounded(vector, by_suit, level)]
        tags = max(tried, key=lambda tags: _fit(tags, vector))
        if not any(tags is one for one in before):
            before.append(tags)
            words = f"ranks{' and suits' if by_suit else ''}, tags up to {level}"
            name = f"{'suits' if by_suit else 'ranks'}-{level}"
            found.append(_count(name, words, tags, vector))
    published = [_published(system, vector) for system in count_systems()]
    return found + sorted(published, key=lambda one: -abs(one.correlation))


def forecast(count: LinearCount, effects: Sequence[float]) -> tuple[float, ...]:
    """What a count takes the effect of each card for: least squares over the card types."""
    tags, vector = np.array(count.tags), np.array(effects)
    centred = tags - tags.mean()
    slope = (vector * centred).sum() / (centred**2).sum()
    return tuple((slope * centred).tolist())


def _rounded(effects: Vector, by_suit: bool, level: int) -> list[Vector]:
    """The effects in every scale that matters, as whole tags that are not all alike."""
    aim = effects if by_suit else np.repeat(effects.reshape(-1, SUITS).mean(axis=1), SUITS)
    aim = aim - aim.mean()
    steps = np.arange(1, level + 1) - 0.5
    scales = {float(scale) for size in set(np.abs(aim)) if size > 0 for scale in size / steps}
    tried = [np.rint(aim / (scale * (1 - 1e-9))) for scale in sorted(scales)]
    whole = [np.clip(tags, -level, level) + 0.0 for tags in tried]  # no negative zeros
    return [tags for tags in whole if np.ptp(tags) > 0]


def _published(system: CountSystem, effects: Vector) -> LinearCount:
    values = [value_of(card) - 1 for card in range(DECK_SIZE)]
    tags = np.array([system.by_value[value] / system.unit for value in values])
    return _count(system.slug, system.title, tags, effects, system.source)


def _count(name: str, title: str, tags: Vector, effects: Vector, source: str = "") -> LinearCount:
    return LinearCount(name, title, tuple(tags.tolist()), _fit(tags, effects), source)


def _fit(tags: Vector, effects: Vector) -> float:
    return float(np.corrcoef(tags, effects)[0, 1])
