"""Maps of the arrays that kernels work in: named fields, one after another, each with its offset.

A module declares a map and names the offsets of its fields, which kernels read as constants:

    INTS = MemoryMap("ints", "64-bit integers")
    SEATS: Final = INTS.field("SEATS", "seats", "How many seats play.")
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple


class MemoryField(NamedTuple):
    """A field of `size` elements from `offset` on; `unit` is the unit of each element."""

    name: str
    offset: int
    size: int
    unit: str
    about: str


class MemoryMap:
    """The fields of an array, or of a part or record of one, ordered by offset."""

    def __init__(self, name: str, about: str, *, first: int = 0, end: int | None = None) -> None:
        """Fields begin at `first` and end before `end`, if given."""
        self.name = name
        self.about = about
        self.first = first
        self.end = first
        self._limit = end
        self._fields: list[MemoryField] = []

    def __iter__(self) -> Iterator[MemoryField]:
        return iter(self._fields)

    def field(self, name: str, unit: str, about: str, size: int = 1) -> int:
        """Declare the next field and return its offset."""
        assert size > 0, f"{name} takes no room"
        offset = self.end
        self.end += size
        assert self._limit is None or self.end <= self._limit, f"{name} stands beyond {self.name}"
        self._fields.append(MemoryField(name, offset, size, unit, about))
        return offset

    def align(self, size: int) -> None:
        """Pad to the next multiple of `size`, to suit the processor's caches."""
        self.end += -self.end % size

    def field_at(self, place: int) -> MemoryField:
        """The field that contains an offset; raises `IndexError` outside all fields."""
        index = bisect_right(self._fields, place, key=lambda entry: entry.offset) - 1
        field = self._fields[index] if index >= 0 else None
        if field is None or place >= field.offset + field.size:
            raise IndexError(f"place {place} is outside {self.name}")
        return field
