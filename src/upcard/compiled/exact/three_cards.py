"""The outcome of a classifier for every three card types, in compiled code."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.native import Raw, compiled


def outcomes_of_three(
    classify: Callable[..., int], facts: tuple[str, ...], third: str
) -> NDArray[np.int64]:
    """The index of the outcome by the player's two cards and the card that is the fact `third`."""
    of_three = eval(
        f"lambda first, second, {third}: classify({', '.join(facts)})", {"classify": classify}
    )
    of_three.__module__ = classify.__module__
    name = f"three.{classify.__module__}.{classify.__qualname__}"
    found = array("q", bytes(8 * DECK_SIZE**3))
    compiled(name, lambda: _loops(of_three), classify, of_three)(array("q", [0]), found)
    return np.frombuffer(found, np.int64).reshape((DECK_SIZE,) * 3)


def _loops(of_three: Callable[..., int]) -> Raw:
    """Loops over every deal of types."""

    def loops(_data: Any, out: Any) -> None:
        for first in range(DECK_SIZE):
            for second in range(DECK_SIZE):
                for third in range(DECK_SIZE):
                    place = DECK_SIZE * (DECK_SIZE * first + second) + third
                    out[place] = of_three(first, second, third)

    return loops
