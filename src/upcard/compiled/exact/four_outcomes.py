"""The value of a classifier for every deal of four card types, in compiled code."""

from array import array
from collections.abc import Callable
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.four_cards import fact_expression
from upcard.compiled.native import Raw, compiled
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import MADE

CARDS: Final = ("first", "second", "upcard", "hole")
"""The facts that are the four cards; the first two are an unordered pair."""

DEALS: Final = DECK_SIZE * (DECK_SIZE + 1) // 2 * DECK_SIZE**2
"""The number of deals of types."""


def four_outcomes(classify: Callable[..., int], facts: tuple[str, ...]) -> "array[int]":
    """The classifier's value for each deal, in the order of the loops over `CARDS`."""
    arguments = ", ".join(fact_expression(fact) for fact in facts)
    names = {"classify": classify, **MADE}
    of_four = function_of_text(
        f"lambda {', '.join(CARDS)}: classify({arguments})", names, classify.__module__
    )
    name = f"outcomes.{classify.__module__}.{classify.__qualname__}"
    kernel = compiled(name, lambda: _loops(of_four), classify, of_four)
    outcomes = array("q", bytes(8 * DEALS))
    kernel(array("q", [0]), outcomes)
    return outcomes


def _loops(classify: Callable[..., int]) -> Raw:
    """Loop over every deal of types and note its value."""

    def loops(_data: IntegerCells, out: IntegerCells) -> None:
        deal = 0
        for first in range(DECK_SIZE):
            for second in range(first, DECK_SIZE):
                for upcard in range(DECK_SIZE):
                    for hole in range(DECK_SIZE):
                        out[deal] = classify(first, second, upcard, hole)
                        deal += 1

    return loops
