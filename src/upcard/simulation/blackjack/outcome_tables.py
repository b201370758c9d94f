"""The outcome of a wager for all values of the facts that decide it, by its own classifier."""

from collections.abc import Iterable
from itertools import product, repeat
from typing import Final

import numpy as np

from upcard.compiled.arrays import Integers
from upcard.rules.disk_cache import Coding, cached
from upcard.wagers.kit import WagerRule

Axes = dict[str, int]
"""The number of values of each fact, from 0 on."""

PACKAGE: Final = __name__.partition(".")[0]
QUICK: Final = 2
"""The most facts whose outcomes are computed as fast as they are read from the cache."""

CODING: Final[Coding[Integers]] = Coding(
    lambda outcomes: outcomes.astype("<i2").tobytes(),
    lambda content: np.frombuffer(content, "<i2").astype(np.int64),
)


def outcomes_of(wager: WagerRule, axes: Axes, known: dict[str, int] | None = None) -> Integers:
    """The index of a wager's outcome by the facts of `axes`, in their order; others are `known`.

    With more than `QUICK` facts, the outcomes of this package's own wagers are kept in the user's
    cache.
    """

    def classify_all() -> Integers:
        values = zip(*product(*(range(length) for length in axes.values())), strict=True)
        columns: dict[str, Iterable[int]] = dict(zip(axes, values, strict=True))
        columns |= {fact: repeat(value) for fact, value in (known or {}).items()}
        outcomes: Iterable[int] = map(wager.classify, *(columns[fact] for fact in wager.facts))
        return np.fromiter(outcomes, np.int64)

    if is_own(wager) and len(axes) > QUICK:
        flat = cached("outcomes", [name_of(wager), repr(axes), repr(known)], classify_all, CODING)
    else:
        flat = classify_all()
    return flat.reshape(tuple(axes.values()))


def is_own(wager: WagerRule) -> bool:
    """Whether a wager is of this package, whose code the cache's digest covers."""
    return wager.classify.__module__.partition(".")[0] == PACKAGE


def name_of(wager: WagerRule) -> str:
    """The full name of a wager's classifier."""
    return f"{wager.classify.__module__}.{wager.classify.__qualname__}"
