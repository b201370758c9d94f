"""Linear counts for a side wager: how well tags follow effects of removal, and the best tags.

A count sums the tags of the cards seen. Its best linear forecast of the wager's value captures a
part of the perfect forecast that is the correlation of its tags with the effects of removal.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.rules.counts import CountSystem, count_systems

SUITS: Final = 4
PERFECT: Final = "linear"
KINDS: Final = ((False, 1), (False, 2), (True, 1), (True, 2))
"""Whether the tags of a rank differ by suit, and the largest tag."""

FINEST: Final = 6
"""The largest tag of a count that stands for the perfect one in exact computations."""

FIT_PLACES: Final = 12
"""The decimals of a correlation that count: of counts alike in these, the simpler is the best."""

ALIKE: Final = 1 - 1e-12
"""A correlation from which on two counts place every wager alike."""

Vector = NDArray[np.float64]
"""A number for each card type."""


class LinearCount(msgspec.Struct, frozen=True):
    """A count by card type. `correlation` is with the effects of removal; the perfect count has 1.

    `source` is empty for a count computed for the wager.
    """

    name: str
    title: str
    tags: tuple[float, ...]
    correlation: float
    source: str = ""

    @property
    def published(self) -> bool:
        """Whether the count is a published system."""
        return bool(self.source)


def counts_of(
    effects: Sequence[float], wanted_system: CountSystem | None = None
) -> list[LinearCount]:
    """Counts for effects that are not all equal: the perfect one, the best ones, published ones.

    The perfect count has the effects as tags, in percent. Each kind of integer tags contributes its
    best count, unless one of a simpler kind is as good. Published counts are sorted by correlation;
    `wanted_system`, if any, replaces the one of its name.
    """
    vector = np.array(effects)
    perfect = tuple(round(100 * effect, 12) for effect in effects)
    counts = [LinearCount(PERFECT, "effects of removal", perfect, 1.0)]
    before: list[Vector] = []
    for by_suit, level in KINDS:
        candidates = [*before, *_round_effects(vector, by_suit, level)]
        tags = max(candidates, key=lambda tags: _fit(tags, vector))
        if not any(tags is earlier for earlier in before):
            before.append(tags)
            words = f"whole tags from −{level} to {level} by rank{' and suit' if by_suit else ''}"
            name = f"{'suits' if by_suit else 'ranks'}-{level}"
            counts.append(_count(name, words, tags, vector))
    systems = {system.slug: system for system in count_systems()}
    if wanted_system is not None:
        systems[wanted_system.slug] = wanted_system
    published = [_published_count(system, vector) for system in systems.values()]
    return counts + sorted(published, key=lambda count: -abs(count.correlation))


def finest_count(effects: Sequence[float]) -> LinearCount:
    """The best count with whole tags up to `FINEST` by rank and suit. It has no name."""
    vector = np.array(effects)
    tags = max(_round_effects(vector, True, FINEST), key=lambda tags: _fit(tags, vector))
    return _count("", "", tags, vector)


def forecast(count: LinearCount, effects: Sequence[float]) -> tuple[float, ...]:
    """The forecast effect of each card by a count: least squares over the card types."""
    tags, vector = np.array(count.tags), np.array(effects)
    centered = tags - tags.mean()
    slope = (vector * centered).sum() / (centered**2).sum()
    return tuple((slope * centered).tolist())


def _round_effects(effects: Vector, by_suit: bool, level: int) -> list[Vector]:
    """The effects rounded to integer tags at every scale that matters, where tags differ."""
    aim = effects if by_suit else np.repeat(effects.reshape(-1, SUITS).mean(axis=1), SUITS)
    aim = aim - aim.mean()
    steps = np.arange(1, level + 1) - 0.5
    scales = {float(scale) for size in set(np.abs(aim)) if size > 0 for scale in size / steps}
    candidates = [np.rint(aim / (scale * (1 - 1e-9))) for scale in sorted(scales)]
    rounded = [np.clip(tags, -level, level) + 0.0 for tags in candidates]  # no negative zeros
    return [tags for tags in rounded if np.ptp(tags) > 0]


def _published_count(system: CountSystem, effects: Vector) -> LinearCount:
    tags = np.array(system.by_card) / system.unit
    return _count(system.slug, system.title, tags, effects, system.source)


def _count(name: str, title: str, tags: Vector, effects: Vector, source: str = "") -> LinearCount:
    return LinearCount(name, title, tuple(tags.tolist()), _fit(tags, effects), source)


def _fit(tags: Vector, effects: Vector) -> float:
    return round(float(np.corrcoef(tags, effects)[0, 1]), FIT_PLACES)
