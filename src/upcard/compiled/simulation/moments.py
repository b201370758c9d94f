"""Sums of products over the batches of a block: all that means, errors and covariances need."""

from typing import Any

from upcard.compiled.simulation.layout import BATCHES, BATCHES_DEALT, COLUMNS, MOMENTS, NETS


def add_products(_cards: Any, ints: Any) -> None:
    """For each two columns the sum of their products over the batches, in the columns' order."""
    columns, stride = ints[COLUMNS], ints[BATCHES]
    to = ints[MOMENTS]
    for one in range(columns):
        for two in range(one, columns):
            first, second = ints[NETS] + one * stride, ints[NETS] + two * stride
            total = 0
            for batch in range(ints[BATCHES_DEALT]):
                total += ints[first + batch] * ints[second + batch]
            ints[to] = total
            to += 1
