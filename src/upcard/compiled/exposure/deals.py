"""The outcome of a classifier for every tuple of up to four card types, in compiled code."""

from array import array
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.four_cards import fact_expression
from upcard.compiled.native import Raw, compiled
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import MADE

PLACES: Final = 4

NOT_OFFERED: Final = -(1 << 62)
"""Stands for the outcome of a deal in which the wager is not offered; no classifier returns it."""


def outcomes_of_deals(
    classify: Callable[..., int],
    arguments: tuple[str, ...],
    cards: tuple[str, ...],
    offered_when: Callable[[int], int] | None = None,
) -> NDArray[np.int64]:
    """The index of the outcome by the types of cards; the array has an axis for each of `cards`.

    `cards` name the cards by their facts, such as "upcard" and "hole". `arguments` are the
    classifier's facts; those of the dealer's two cards follow from these two. Where `offered_when`
    is not 1 for the upcard, the outcome is `NOT_OFFERED`. Other values are not checked.
    """
    given = f" if given(upcard) == 1 else {NOT_OFFERED}" if offered_when is not None else ""
    names = (*cards, *(f"none_{place}" for place in range(len(cards), PLACES)))
    value = f"classify({', '.join(fact_expression(fact) for fact in arguments)}){given}"
    known: dict[str, Any] = {"classify": classify, "given": offered_when}
    of_cards = function_of_text(
        f"lambda {', '.join(names)}: {value}", {**known, **MADE}, classify.__module__
    )
    uses = (classify, of_cards, *((offered_when,) if offered_when is not None else ()))
    name = f"deals{len(cards)}.{classify.__module__}.{classify.__qualname__}"
    outcomes = array("q", bytes(8 * DECK_SIZE ** len(cards)))
    widths = [DECK_SIZE] * len(cards) + [1] * (PLACES - len(cards))
    compiled(name, lambda: _loops(of_cards), *uses)(array("q", widths), outcomes)
    return np.frombuffer(outcomes, np.int64).reshape((DECK_SIZE,) * len(cards))


def _loops(of_cards: Callable[..., int]) -> Raw:
    """Loop over every tuple of types."""

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        place = 0
        for first in range(data[0]):
            for second in range(data[1]):
                for third in range(data[2]):
                    for fourth in range(data[3]):
                        out[place] = of_cards(first, second, third, fourth)
                        place += 1

    return loops
