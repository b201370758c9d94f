"""Carries values that hold wagers of somebody's own to another process, with their kernels' code.

A kernel from outside upcard is packed: the other process need not find its folder or package. What
is carried is trusted code, from a caller to workers of their own.
"""

import pickle
from collections.abc import Callable
from io import BytesIO
from types import FunctionType
from typing import Any

from upcard.cards.kernel import KERNELS
from upcard.wagers.own.packing import pack, unpack


def dump_value(value: object) -> bytes:
    """The value as bytes for `load_value`; raises as `packing.pack` does."""
    buffer = BytesIO()
    _Pickler(buffer).dump(value)
    return buffer.getvalue()


def load_value(packed: bytes) -> Any:
    """The value that `dump_value` gave."""
    return pickle.loads(packed)


class _Pickler(pickle.Pickler):
    """Pickles kernels from outside by their code, everything else as usual."""

    def reducer_override(self, value: Any) -> Any:
        """Say how a value is made again; `NotImplemented` for the usual way."""
        is_kernel = isinstance(value, FunctionType) and value in KERNELS
        if is_kernel and not value.__module__.startswith("upcard."):
            return _kernel, (pack(value), value.__module__)
        return NotImplemented


def _kernel(packed: bytes, module: str) -> Callable[..., Any]:
    (kernel,) = unpack(packed, module)
    return kernel
