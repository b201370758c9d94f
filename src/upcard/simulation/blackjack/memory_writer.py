"""Builds one of the arrays that kernels work in."""

from array import array
from bisect import bisect_right

import numpy as np
from numpy.typing import ArrayLike

from upcard.compiled.arrays import Integers
from upcard.compiled.memory import MemoryMap


class MemoryWriter:
    """Builds an array: the fields of its maps, then parts added one after another."""

    def __init__(self, code: str, first: MemoryMap, *overlays: MemoryMap) -> None:
        """`code` is the array's typecode; `overlays` are maps within fields of the first map."""
        self._code = code
        self._maps = (*overlays, first)
        self._offsets = [first.end]
        self._parts: list[tuple[int, Integers]] = []

    def room(self, size: int) -> int:
        """Add an empty part and return its offset."""
        offset = self._offsets[-1]
        self._offsets.append(offset + size)
        return offset

    def put(self, offset: int, numbers: ArrayLike) -> None:
        """Write numbers from an offset on; all must fit the field or part that contains it."""
        values = np.asarray(numbers, np.int64).ravel()
        if len(values):
            assert offset + len(values) <= self._end_of(offset), (
                "a field holds what is written to it"
            )
            self._parts.append((offset, values))

    def _end_of(self, offset: int) -> int:
        """The end of the field or part that contains an offset."""
        if offset >= self._offsets[0]:
            return self._offsets[bisect_right(self._offsets, offset)]
        field = next(
            memory_map.field_at(offset)
            for memory_map in self._maps
            if memory_map.first <= offset < memory_map.end
        )
        return field.offset + field.size

    def add(self, numbers: ArrayLike) -> int:
        """Add a part with these numbers and return its offset."""
        offset = self.room(np.size(numbers))
        self.put(offset, numbers)
        return offset

    def laid_out(self) -> "array[int]":
        """The array, with zeros where nothing was written."""
        memory = array(self._code, bytes(self._offsets[-1] * array(self._code).itemsize))
        view = np.frombuffer(memory, self._code)
        for offset, numbers in self._parts:
            view[offset : offset + len(numbers)] = numbers
        return memory
