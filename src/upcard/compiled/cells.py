"""The memory that kernels work in, as Python sees it: arrays in Python, pointers when compiled."""

from typing import Protocol


class IntegerCells(Protocol):
    """Cells of whole numbers: 64 bits each, or 8 bits where they are cards."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, number: int, /) -> None: ...


class FloatCells(Protocol):
    """Cells of floating-point numbers."""

    def __getitem__(self, place: int, /) -> float: ...

    def __setitem__(self, place: int, number: float, /) -> None: ...
