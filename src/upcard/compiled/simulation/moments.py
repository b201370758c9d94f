"""Sums products over the batches of a block, from which means, errors and covariances follow."""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.fields import BATCHES, BATCHES_DEALT, COLUMNS, MOMENTS, NETS


def add_products(_cards: IntegerCells, ints: IntegerCells) -> None:
    """Sum the products of each two columns over the batches, in the order of the columns."""
    columns, stride = ints[COLUMNS], ints[BATCHES]
    target = ints[MOMENTS]
    for row in range(columns):
        for column in range(row, columns):
            first, second = ints[NETS] + row * stride, ints[NETS] + column * stride
            total = 0
            for batch in range(ints[BATCHES_DEALT]):
                total += ints[first + batch] * ints[second + batch]
            ints[target] = total
            target += 1
