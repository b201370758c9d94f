"""Arrays as they are kept in the user's cache."""

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray


class PackedArray(msgspec.Struct, array_like=True, frozen=True):
    """An array: its type, its shape, and its numbers in order."""

    kind: str
    shape: tuple[int, ...]
    numbers: bytes


def packed(array: NDArray[Any]) -> PackedArray:
    """An array as bytes that any processor reads."""
    little = array.astype(array.dtype.newbyteorder("<"))
    return PackedArray(little.dtype.str, array.shape, little.tobytes())


def unpacked(stored: PackedArray) -> NDArray[Any]:
    """The array again, which may be written to."""
    kind = np.dtype(stored.kind)
    numbers = np.frombuffer(stored.numbers, kind).reshape(stored.shape)
    return numbers.astype(kind.newbyteorder("="))
