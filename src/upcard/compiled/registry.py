"""Passes the marked kernels to numba and returns LLVM's text of a function that calls them.

Importing this module imports numba, which takes over half a second; `native` does it only on a
cache miss.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from numba import cfunc
from numba.core import config
from numba.extending import register_jitable

from upcard.cards.kernel import KERNELS

Compiled = Callable[..., None]
"""A function of two addresses: of the values that it reads and of those that it writes."""

SIGNATURES: Final = {
    "qq": "void(CPointer(int64), CPointer(int64))",
    "qd": "void(CPointer(int64), CPointer(float64))",
    "dd": "void(CPointer(float64), CPointer(float64))",
    "Bq": "void(CPointer(uint8), CPointer(int64))",
}
"""numba signatures, by the typecodes of the arrays read and written."""

_REGISTERED: Final[set[Callable[..., int]]] = set()


def register(*functions: Callable[..., int]) -> None:
    """Make every marked kernel, and these functions, callable from compiled code, each once.

    numba compiles a kernel into each of its callers: the same function that the engine calls in
    Python.
    """
    for function in (*KERNELS, *functions):
        if function not in _REGISTERED:
            register_jitable(function)
            _REGISTERED.add(function)


def compile_function(function: Callable[[Any, Any], None], codes: str) -> tuple[str, Compiled]:
    """The unoptimized LLVM text of a function of two pointers, and the function called by numba."""
    with _as_written():
        compiled = cfunc(SIGNATURES[codes], error_model="numpy")(function)
        return compiled.inspect_llvm(), compiled.ctypes


@contextmanager
def _as_written() -> Iterator[None]:
    """Turn numba's optimizer off, which would optimize a function again in every caller.

    Memory is not searched for cycles meanwhile: a sixth of the time, for what lives until the end.
    """
    before = config.OPT  # type: ignore[attr-defined] # it is made when numba is imported
    config.OPT = type(before)(0)  # type: ignore[attr-defined] # the same
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        config.OPT = before  # type: ignore[attr-defined] # the same
        if collects:
            gc.enable()
