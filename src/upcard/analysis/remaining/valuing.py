"""How a side wager is valued in remaining shoes, and how many of them that may take."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Values: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""For remaining shoes (cards by type on the last axis): the mean of what is paid times the
probability that the wager is offered, and that probability."""

WORK: Final = 2 * 10**10
"""About the multiplications that an exposure may take: some seconds."""

PLAYED_OUT: Final = 2_000
"""The remaining shoes that are valued where one takes a hundredth of a second or more."""


@dataclass(frozen=True, slots=True)
class Valuing:
    """How a wager is valued, by what its outcomes pay; `affordable` remaining shoes take seconds.

    `tensor` has what is paid by the types of the cards that decide it, where those alone do.
    """

    make: Callable[[Floats], Values]
    affordable: int
    tensor: Callable[[Floats], Floats] | None = None
