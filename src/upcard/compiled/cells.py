"""The memory that kernels work in, as Python sees it: arrays in Python, pointers when compiled.

`cards[place] + 0` is the cell as a signed number of 64 bits: numba, which compiles for devices and
where `llvm` cannot, takes a cell of 8 bits for unsigned, and so the sum of two. `llvm` widens each
cell that it reads. Functions of kernels return a number, 0 where nobody asks for one, because
`llvm` translates no call of a function without a result.
"""

from typing import Protocol


class IntegerCells(Protocol):
    """Cells of whole numbers: 64 bits each, or 8 bits where they are cards."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, number: int, /) -> None: ...


class FloatCells(Protocol):
    """Cells of floating-point numbers."""

    def __getitem__(self, place: int, /) -> float: ...

    def __setitem__(self, place: int, number: float, /) -> None: ...
