"""Maps of the arrays that kernels work in: named fields, one after another, each with its offset.

A module declares a map and names the offsets of its fields, which kernels read as constants:

    INTS = MemoryMap("ints", "64-bit integers")
    SEATS: Final = INTS.field("SEATS", "seats", "How many seats play.")
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple


class MemoryField(NamedTuple):
    """`size` elements from `offset` on, which count `unit`."""

    name: str
    offset: int
    size: int
    unit: str
    about: str


class MemoryMap:
    """The fields of an array, or of a part or a record of one, in the order of their offsets."""

    def __init__(self, name: str, about: str, *, first: int = 0, end: int | None = None) -> None:
        """Fields begin at `first` and stay below `end`, where there is one."""
        self.name = name
        self.about = about
        self.first = first
        self.end = first
        self._limit = end
        self._fields: list[MemoryField] = []

    def __iter__(self) -> Iterator[MemoryField]:
        return iter(self._fields)

    def field(self, name: str, unit: str, about: str, size: int = 1) -> int:
        """Declare the next field; its offset."""
        assert size > 0, f"{name} takes no room"
        offset = self.end
        self.end += size
        assert self._limit is None or self.end <= self._limit, f"{name} stands beyond {self.name}"
        self._fields.append(MemoryField(name, offset, size, unit, about))
        return offset

    def field_at(self, place: int) -> MemoryField:
        """The field of which a place is a part; raises `IndexError` outside the map."""
        if not self.first <= place < self.end:
            raise IndexError(f"place {place} is outside {self.name}")
        return self._fields[bisect_right(self._fields, place, key=lambda one: one.offset) - 1]
