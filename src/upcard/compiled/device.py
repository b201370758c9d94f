"""Compiles kernels for a CUDA device with numba-cuda; each thread deals one block.

The functions are the same that `native` compiles. With NUMBA_ENABLE_CUDASIM=1 numba runs them in
the interpreter as a device would. Importing this module imports numba, which is slow.
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
"""One row of memory for each block."""

THREADS: Final = 64
"""Threads in a CUDA thread block; threads diverge, so small blocks fill a device better."""

_TYPES: Final = {"B": np.uint8, "q": np.int64}
_REGISTERED: Final[set[Callable[..., int]]] = set()


def is_there() -> bool:
    """Whether a device is present or simulated."""
    return bool(cuda.is_available())


def compiled(name: str, make: Callable[[], Raw], *uses: Callable[..., int], codes: str) -> Kernel:
    """Like `native.compiled`, for a kernel that works on rows: one thread per row.

    Nothing is cached: every process compiles again.
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
    """Copies of a memory area, one per row, in memory shared by device and host.

    Under the simulator the elements are Python integers, which do not overflow as bytes do.
    """
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined] # made when numba is imported
        return np.array([area.tolist()] * rows, object)
    rows_on_device: Rows = cuda.managed_array((rows, len(area)), _TYPES[area.typecode])
    rows_on_device[:] = np.frombuffer(area, rows_on_device.dtype)
    return rows_on_device


def _register(*functions: Callable[..., Any]) -> None:
    """Make every marked kernel, and these functions, callable from device code, each once."""
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined] # the same
        return
    register_jitable = import_module("numba.cuda.extending").register_jitable  # of numba-cuda
    for function in (*KERNELS, *functions):
        if function not in _REGISTERED:
            register_jitable(function)
            _REGISTERED.add(function)
