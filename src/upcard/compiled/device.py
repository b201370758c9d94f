"""The kernels on a CUDA device, by numba-cuda: a block in each thread, in memory of its own.

The functions are those that `native` compiles. Where the variable NUMBA_ENABLE_CUDASIM is 1 numba
runs them in the interpreter, as it would on a device. Importing this module imports numba, which
takes long.
"""

from array import array
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeAlias

import numpy as np
from numba import config
from numpy.typing import NDArray

from upcard.cards.kernel import KERNELS
from upcard.compiled.native import Kernel, Raw

cuda: Any = import_module("numba.cuda")  # it has no types

Rows: TypeAlias = NDArray[Any]
"""An area for each block."""

THREADS: Final = 64
"""Of a group; each runs on its own way, so that small groups fill a device better."""

_TYPES: Final = {"B": np.uint8, "q": np.int64}
_REGISTERED: Final[set[Callable[..., int]]] = set()


def is_there() -> bool:
    """Whether there is a device, or the interpreter stands for one."""
    return bool(cuda.is_available())


def compiled(name: str, make: Callable[[], Raw], *uses: Callable[..., int], codes: str) -> Kernel:
    """What `native.compiled` gives, for rows of areas: each row is worked on by a thread.

    Nothing is kept: it is compiled again by each process.
    """
    assert set(codes) <= set(_TYPES), f"{name} works on bytes and integers"
    raw = make()
    _register(*uses, raw)

    def each(cards: Any, ints: Any) -> None:
        row = cuda.grid(1)
        if row < ints.shape[0]:
            raw(cards[row], ints[row])

    kernel = cuda.jit(each)

    def launch(cards: Any, ints: Any) -> None:
        kernel[-(-len(ints) // THREADS), THREADS](cards, ints)
        cuda.synchronize()

    return launch


def rows_of(area: "array[int]", rows: int) -> Rows:
    """So many copies of an area, in memory that device and host both see.

    In the interpreter their numbers are Python's, which do not overflow as a byte does.
    """
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined] # made when numba is imported
        return np.array([area.tolist()] * rows, object)
    found: Rows = cuda.managed_array((rows, len(area)), _TYPES[area.typecode])
    found[:] = np.frombuffer(area, found.dtype)
    return found


def _register(*functions: Callable[..., Any]) -> None:
    """Make every marked kernel, and these functions, callable from a device's code, each once."""
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined] # the same
        return
    register_jitable = import_module("numba.cuda.extending").register_jitable  # of numba-cuda
    for function in (*KERNELS, *functions):
        if function not in _REGISTERED:
            register_jitable(function)
            _REGISTERED.add(function)
