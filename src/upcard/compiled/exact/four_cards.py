"""Counts what a classifier makes of every deal of four cards, in compiled code."""

from array import array
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.native import Raw, compiled
from upcard.wagers.facts import MADE

Tally = dict[int, Counter[int]]
"""By pattern, how many deals of card types give each value."""

WIDTH: Final = 64
"""Values that a classifier may take: 0 to 63."""

PATTERNS: Final = 64
"""Which of the four cards are of one type: a bit for each pair of them (see `tally`)."""


def tally(
    classify: Callable[..., int], facts: tuple[str, ...], cards: tuple[str, ...], *, pairs: bool
) -> Tally:
    """How often a classifier of these facts takes each value over every deal of four types.

    `cards` are the names of the four as facts. The first two are an unordered pair; the others
    follow in order, or are a second pair where `pairs` says so. In a pattern bit 0 says that the
    second card is of the first one's type, bits 1 and 2 that the third is of the first and of the
    second one's, bits 3 to 5 that the fourth is of the first, second and third one's.
    """
    asked = ", ".join(called(fact) for fact in facts)
    names = {"classify": classify, **MADE}
    of_four = eval(f"lambda {', '.join(cards)}: classify({asked})", names)
    of_four.__module__ = classify.__module__
    name = f"four.{classify.__module__}.{classify.__qualname__}"
    kernel = compiled(name, lambda: _loops(of_four), classify, of_four)
    counts = array("q", bytes(8 * (PATTERNS * WIDTH + 1)))
    kernel(array("q", [pairs]), counts)
    assert counts.pop() == 0, "a classifier gives an index below 64"
    found: Tally = {}
    for at, count in enumerate(counts):
        if count:
            found.setdefault(at // WIDTH, Counter())[at % WIDTH] = count
    return found


def called(fact: str) -> str:
    """A fact as an expression of the four cards."""
    return f"{fact}(upcard, hole)" if fact in MADE else fact


def _loops(classify: Callable[..., int]) -> Raw:
    """Loops over every deal of types and counts its value under its pattern."""

    def loops(data: Any, out: Any) -> None:
        for first in range(DECK_SIZE):
            for second in range(first, DECK_SIZE):
                same = 1 if first == second else 0
                for third in range(DECK_SIZE):
                    two = same + (2 if third == first else 0) + (4 if third == second else 0)
                    for fourth in range(third * data[0], DECK_SIZE):
                        pattern = two + (8 if fourth == first else 0)
                        pattern += (16 if fourth == second else 0) + (32 if fourth == third else 0)
                        value = classify(first, second, third, fourth)
                        if 0 <= value < WIDTH:
                            out[pattern * WIDTH + value] += 1
                        else:
                            out[PATTERNS * WIDTH] += 1

    return loops
