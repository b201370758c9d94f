"""Counts the values of a classifier over every deal of four cards, in compiled code."""

from array import array
from collections import Counter
from collections.abc import Callable
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Raw, compiled
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import MADE

Tally = dict[int, Counter[int]]
"""For each pattern, the number of deals of card types that give each value."""

WIDTH: Final = 64
"""A classifier may return 0 to 63."""

PATTERNS: Final = 64
"""A pattern has a bit for each pair of the four cards, set if they are of one type."""


def tally(
    classify: Callable[..., int], facts: tuple[str, ...], cards: tuple[str, ...], *, pairs: bool
) -> Tally:
    """How often a classifier takes each value over every deal of four card types.

    `cards` names the four cards as facts. The first two are an unordered pair; the others follow in
    order, or are a second unordered pair if `pairs` is set. Of the values that no classifier may
    return one is in the tally, once.
    """
    arguments = ", ".join(fact_expression(fact) for fact in facts)
    names = {"classify": classify, **MADE}
    of_four = function_of_text(
        f"lambda {', '.join(cards)}: classify({arguments})", names, classify.__module__
    )
    name = f"four.{classify.__module__}.{classify.__qualname__}"
    kernel = compiled(
        name, lambda: _loops(of_four), classify, of_four, alike_of_three, alike_with_fourth
    )
    counts = array("q", bytes(8 * (PATTERNS * WIDTH + 1)))
    kernel(array("q", [pairs]), counts)
    unknown = counts.pop()
    tallied: Tally = {0: Counter({unknown: 1})} if unknown else {}
    for index, count in enumerate(counts):
        if count:
            tallied.setdefault(index // WIDTH, Counter())[index % WIDTH] = count
    return tallied


def alike_of_three(first: int, second: int, third: int) -> int:
    """A pattern's bits of three card types.

    Bit 0 says that the second is the first; 1 and 2 that the third is the first and the second.
    """
    alike = (1 if second == first else 0) + (2 if third == first else 0)
    return alike + (4 if third == second else 0)


def alike_with_fourth(first: int, second: int, third: int, fourth: int) -> int:
    """A pattern's bits 3 to 5: the fourth type is the first, the second and the third."""
    alike = (8 if fourth == first else 0) + (16 if fourth == second else 0)
    return alike + (32 if fourth == third else 0)


def fact_expression(fact: str) -> str:
    """A fact as an expression of the four cards."""
    return f"{fact}(upcard, hole)" if fact in MADE else fact


def _loops(classify: Callable[..., int]) -> Raw:
    """Loop over every deal of types and count its value under its pattern."""

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        for first in range(DECK_SIZE):
            for second in range(first, DECK_SIZE):
                for third in range(DECK_SIZE):
                    of_three = alike_of_three(first, second, third)
                    for fourth in range(third * data[0], DECK_SIZE):
                        pattern = of_three + alike_with_fourth(first, second, third, fourth)
                        value = classify(first, second, third, fourth)
                        if 0 <= value < WIDTH:
                            out[pattern * WIDTH + value] += 1
                        else:
                            out[PATTERNS * WIDTH] = value

    return loops
