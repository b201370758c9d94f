"""Evaluates a polynomial in the numbers of cards left, for many remaining shoes.

`data` has the number of classes, the degree, the class of each card type (-1 for one that does not
matter), then either the coefficients from the highest degree down to 1: arrays of as many axes as
the degree; or, for `deal_sums`, the deals that count. `out` begins with the number of shoes and the
cards of each type of each shoe; then come one result for each shoe, and room for the sums.
"""

from functools import cache

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import FloatCells
from upcard.compiled.native import Kernel, compiled


def class_counts(data: FloatCells, out: FloatCells, first: int, counts: int) -> int:
    """Add up the cards of each class of the shoe whose cards begin at `first`."""
    size = int(data[0])
    for kind in range(size):
        out[counts + kind] = 0.0
    for card in range(DECK_SIZE):
        kind = int(data[2 + card])
        if kind >= 0:
            out[counts + kind] += out[first + card]
    return size


def lower(
    data: FloatCells, out: FloatCells, offset: int, source: int, target: int, below: int, width: int
) -> int:
    """Take one axis into the sum: `width` numbers remain, added to the coefficients at `below`.

    The sum before is at `source`; where that is 0, the coefficients at `offset` are the highest.
    """
    size = int(data[0])
    counts = to_counts(out)
    for other in range(width):
        out[target + other] = data[below + other] if below > 0 else 0.0
    for kind in range(size):
        number = out[counts + kind]
        if number != 0.0:
            if source == 0:
                for other in range(width):
                    out[target + other] += number * data[offset + kind * width + other]
            else:
                for other in range(width):
                    out[target + other] += number * out[source + kind * width + other]
    return target


def to_counts(out: FloatCells) -> int:
    """The offset of the counts of cards by class."""
    return 1 + (DECK_SIZE + 1) * int(out[0])


def _loops(data: FloatCells, out: FloatCells) -> None:
    """Take one axis after another into the sum, for each shoe."""
    size, degree, rows = int(data[0]), int(data[1]), int(out[0])
    counts = to_counts(out)
    for row in range(rows):
        class_counts(data, out, 1 + DECK_SIZE * row, counts)
        width = 1
        for _ in range(degree):
            width *= size
        sums_at, source, target = 2 + DECK_SIZE, 0, counts + size
        for place in range(degree, 0, -1):
            width //= size
            below = sums_at + width * size if place > 1 else 0
            source = lower(data, out, sums_at, source, target, below, width)
            sums_at, target = below, target + width
        out[1 + DECK_SIZE * rows + row] = out[source]


def _sums(data: FloatCells, out: FloatCells) -> None:
    """Add up deals by their classes in rising order, those with the same but the last together.

    After the header comes the number of such groups. A group has its classes, each with how many of
    it went before, then the number of its last classes: each with the same, and a weight.
    """
    degree, rows = int(data[1]), int(out[0])
    counts = to_counts(out)
    for row in range(rows):
        class_counts(data, out, 1 + DECK_SIZE * row, counts)
        total = 0.0
        place = 3 + DECK_SIZE
        for _ in range(int(data[2 + DECK_SIZE])):
            ways = 1.0
            for _ in range(degree - 1):
                ways *= out[counts + int(data[place])] - data[place + 1]
                place += 2
            lasts = int(data[place])
            place += 1
            paid = 0.0
            for _ in range(lasts):
                paid += data[place + 2] * (out[counts + int(data[place])] - data[place + 1])
                place += 3
            total += ways * paid
        out[1 + DECK_SIZE * rows + row] = total


@cache
def deal_sums() -> Kernel:
    """The kernel for deals of three cards or more, of an array of doubles to read and one to write.

    It takes as long as there are deals that count: their classes in order, each multiset once.
    """
    return compiled("deal_sums", lambda: _sums, class_counts, to_counts, codes="dd")


@cache
def polynomial() -> Kernel:
    """The kernel, of an array of doubles to read and one to write."""
    return compiled("deal_forms", lambda: _loops, class_counts, lower, to_counts, codes="dd")
