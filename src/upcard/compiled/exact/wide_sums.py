"""Sums wider than 64 bits, in compiled code: a high part and 31 low bits."""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import LOW_BITS


def add_product(out: IntegerCells, index: int, factor: int, ways: int) -> int:
    """Add factor times ways to the sum at index `index`."""
    low = out[2 * index + 1] + factor * (ways & ((1 << LOW_BITS) - 1))
    out[2 * index] += factor * (ways >> LOW_BITS) + (low >> LOW_BITS)
    out[2 * index + 1] = low & ((1 << LOW_BITS) - 1)
    return low


def sum_at(out: IntegerCells, index: int) -> int:
    """The sum at index `index`, for Python, whose integers are unbounded."""
    high = out[2 * index]
    low = out[2 * index + 1]
    return (high << LOW_BITS) + low
