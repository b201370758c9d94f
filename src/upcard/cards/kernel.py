"""The marker of functions that Python and compiled code share."""

from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")

KERNELS: list[Callable[..., int]] = []
"""Every marked function, in the order of definition, for numba (`compiled.registry`)."""


def kernel(function: Callable[P, int]) -> Callable[P, int]:
    """Mark a pure scalar function of small ints, such as the classifier of a wager.

    A kernel takes and returns ints that fit 64 bits, has no keyword-only arguments and reads no
    global arrays, so that a compiler can inline the very function that the engine calls as ordinary
    Python. A card is ``4 * rank + suit``, with the ace as rank 0 and the king as rank 12.

    Raises nothing: the marker only notes the function, which `upcard.wager` tries.
    """
    KERNELS.append(function)
    return function
