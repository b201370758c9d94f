"""Counts the cards that take part in the deals of each classifier value, in compiled code."""

from array import array
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.four_cards import (
    PATTERNS,
    WIDTH,
    alike_of_three,
    alike_with_fourth,
    fact_expression,
)
from upcard.compiled.native import Raw, compiled
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import MADE

CARDS: Final = ("first", "second", "upcard", "hole")
TWO_HANDS: Final = ("first", "second", "third", "fourth")
"""The four cards as facts: the player's and the dealer's (CARDS), or those of two hands."""

SHAPE: Final = (PATTERNS, WIDTH, DECK_SIZE)

END: Final = PATTERNS * WIDTH * DECK_SIZE
"""Offset of a classifier's value that is out of range, after the tallies; 0 for none."""


def tally_cards(
    classify: Callable[..., int],
    facts: tuple[str, ...],
    offered_when: Callable[[int], int] | None,
    *,
    pairs: bool,
) -> tuple[NDArray[np.int64], int]:
    """The number of cards of each type in all deals of four types, by pattern and value.

    Patterns and `pairs` are as in `four_cards.tally`; the array's shape is `SHAPE`. Deals with an
    upcard for which `offered_when` is not 1 are left out. The second result is a value that no
    classifier may return; 0 for none.
    """
    cards = TWO_HANDS if pairs else CARDS
    arguments = ", ".join(fact_expression(fact) for fact in facts)
    names: dict[str, Any] = {"classify": classify, **MADE, "given": offered_when}
    module = classify.__module__
    of_four = function_of_text(f"lambda {', '.join(cards)}: classify({arguments})", names, module)
    is_offered = function_of_text(
        f"lambda upcard: {'given(upcard)' if offered_when else 1}", names, module
    )
    uses = (
        classify,
        of_four,
        is_offered,
        alike_of_three,
        alike_with_fourth,
        *((offered_when,) if offered_when else ()),
    )
    name = f"removal.{classify.__module__}.{classify.__qualname__}"
    counts = array("q", bytes(8 * (END + 1)))
    compiled(name, lambda: _loops(of_four, is_offered), *uses)(array("q", [pairs]), counts)
    unknown = counts.pop()
    return np.frombuffer(counts, np.int64).reshape(SHAPE), unknown


def _loops(of_four: Callable[..., int], is_offered: Callable[[int], int]) -> Raw:
    """Loop over every deal of types, counting its cards under its pattern and value."""

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        for first in range(DECK_SIZE):
            for second in range(first, DECK_SIZE):
                for third in range(DECK_SIZE):
                    if is_offered(third) != 1:
                        continue
                    of_three = alike_of_three(first, second, third)
                    for fourth in range(third * data[0], DECK_SIZE):
                        pattern = of_three + alike_with_fourth(first, second, third, fourth)
                        value = of_four(first, second, third, fourth)
                        if value < 0 or value >= WIDTH:
                            out[END] = value
                        else:
                            place = (pattern * WIDTH + value) * DECK_SIZE
                            out[place + first] += 1
                            out[place + second] += 1
                            out[place + third] += 1
                            out[place + fourth] += 1

    return loops
