"""The order of a sheet's parts: a chart gives way to what follows it where that fills a page.

No part stands before its place, and all but those that float keep their order.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from upcard.reports.rendering.fit import MAX_UNBROKEN_FACTS, max_unbroken_rows
from upcard.reports.rendering.paper import Drawing, Facts, PaperPart, PaperTable, Words

FILLED: Final = 0.97
"""How far each page but the last should be filled, as a part of the room for its text."""

PASSED: Final = 0.006
"""What each part costs that stands before a chart it follows, in pages left blank for it."""

OPENED: Final = 0.06
"""What a page more costs, in pages that are left blank for it."""

KEPT: Final = 12
"""The most orders of the same parts that are kept while others are looked for."""

FIRST_ROWS: Final = 3
"""The rows of a table that may break which stand below its head in any case."""


class Measured(NamedTuple):
    """A part by its `pieces`, the heights of what no page breaks, in pages; whether it floats."""

    pieces: tuple[float, ...]
    floats: bool


class _Order(NamedTuple):
    """Some parts in an order: what it costs so far, and how far its last page is filled."""

    cost: float
    filled: float
    parts: tuple[int, ...]


def pieces_of(part: PaperPart, heights: Sequence[float]) -> tuple[float, ...]:
    """The heights of the pieces of a part that no page breaks, by the heights of its blocks."""
    pieces: list[float] = []
    joins = False
    for number, (block, height) in enumerate(zip(part.blocks, heights, strict=True)):
        count = 1
        if isinstance(block, Facts) and len(block.facts) > MAX_UNBROKEN_FACTS:
            count = len(block.facts)
        elif isinstance(block, PaperTable) and len(block.rows) > max_unbroken_rows(block):
            count = len(block.rows) - FIRST_ROWS
        first = height * (1 + FIRST_ROWS) / (count + FIRST_ROWS) if count > 1 else height
        rest = [(height - first) / (count - 1)] * (count - 1) if count > 1 else []
        if joins:
            pieces[-1] += first
        else:
            pieces.append(first)
        pieces += rest
        joins = _joins_next(part, number)
    return tuple(pieces)


def _joins_next(part: PaperPart, number: int) -> bool:
    """Whether a block stays with the next one, as the template sets it."""
    if number + 1 == len(part.blocks):
        return False
    block, following = part.blocks[number : number + 2]
    is_last = number + 2 == len(part.blocks)
    if isinstance(block, Words):
        return True
    if isinstance(following, Words):
        return is_last or isinstance(block, Facts)
    few = isinstance(block, Facts) and len(block.facts) <= 2
    return few and isinstance(following, PaperTable | Drawing)


def ordered(parts: Sequence[Measured]) -> tuple[int, ...]:
    """The order in which the parts fill their pages best; a page has the height 1.

    The first and the last part stay in their places.
    """
    if not any(part.floats for part in parts):
        return tuple(range(len(parts)))
    found: dict[frozenset[int], list[_Order]] = {frozenset(): [_Order(OPENED, 0.0, ())]}
    for _ in parts:
        longer: dict[frozenset[int], list[_Order]] = {}
        for placed, orders in found.items():
            for number in _next(parts, placed):
                for order in orders:
                    key = placed | {number}
                    longer.setdefault(key, []).append(_with(parts, order, number, placed))
        found = {key: sorted(orders)[:KEPT] for key, orders in longer.items()}
    (complete,) = found.values()
    return min(complete).parts


def _next(parts: Sequence[Measured], placed: frozenset[int]) -> list[int]:
    """The parts that may come next: the first fixed one, and the charts before it."""
    left = [number for number in range(len(parts)) if number not in placed]
    if len(left) == 1:
        return left
    fixed = next((number for number in left if not parts[number].floats), len(parts))
    first = [fixed] if fixed < len(parts) - 1 else []
    return first + [number for number in left if number < fixed]


def _with(parts: Sequence[Measured], order: _Order, number: int, placed: frozenset[int]) -> _Order:
    """An order with one more part."""
    passed = sum(1 for each in range(number) if each not in placed)
    cost, filled = order.cost + PASSED * passed, order.filled
    for piece in parts[number].pieces:
        if filled and filled + piece > 1:
            cost += OPENED + max(FILLED - filled, 0)
            filled = 0.0
        filled += piece
    return _Order(cost, filled, (*order.parts, number))
