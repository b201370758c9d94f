"""Counts the values of a classifier over every deal of four cards from any shoe, compiled.

Like `four_cards`, but each deal counts as often as the cards that are left can make it.
"""

from array import array
from collections.abc import Callable

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition
from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.four_cards import WIDTH, fact_expression
from upcard.compiled.native import Raw, compiled
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import MADE

_PAIRS = DECK_SIZE
"""The place in the data after the counts: 1 if the last two cards are an unordered pair."""


def count_weighted(
    classify: Callable[..., int],
    facts: tuple[str, ...],
    cards: tuple[str, ...],
    left: Composition,
    *,
    pairs: bool,
) -> list[dict[int, int]]:
    """The number of deals of four cards by the classifier's value.

    After it, for each of the 52 card types, the deals times the cards of the type in them.
    `cards` names the four cards as facts. The first two are an unordered pair; the others follow in
    order, or are a second unordered pair if `pairs` is set. Of the values that no classifier may
    return one is in the first, once.
    """
    expressions = ", ".join(fact_expression(fact) for fact in facts)
    names = {"classify": classify, **MADE}
    of_four = function_of_text(
        f"lambda {', '.join(cards)}: classify({expressions})", names, classify.__module__
    )
    name = f"weighted.{classify.__module__}.{classify.__qualname__}"
    kernel = compiled(name, lambda: _loops(of_four), classify, of_four)
    counts = array("q", bytes(8 * ((DECK_SIZE + 1) * WIDTH + 1)))
    kernel(array("q", [*left, pairs]), counts)
    unknown = counts.pop()
    tallies = [
        {value: count for value, count in enumerate(counts[first : first + WIDTH]) if count}
        for first in range(0, len(counts), WIDTH)
    ]
    if unknown:
        tallies[0][unknown] = 1
    return tallies


def _loops(classify: Callable[..., int]) -> Raw:
    """Loop over every deal of types that are left, and add its ways under its value."""

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        for first in range(DECK_SIZE):
            for second in range(first, DECK_SIZE):
                same = 1 if first == second else 0
                two = data[first] * (data[second] - same)
                two = two // 2 if same == 1 else two
                if two <= 0:
                    continue
                for third in range(DECK_SIZE):
                    held = (1 if third == first else 0) + (1 if third == second else 0)
                    three = two * (data[third] - held)
                    if three <= 0:
                        continue
                    for fourth in range(third * data[_PAIRS], DECK_SIZE):
                        held = (1 if fourth == first else 0) + (1 if fourth == second else 0)
                        held += 1 if fourth == third else 0
                        ways = three * (data[fourth] - held)
                        if ways <= 0:
                            continue
                        if data[_PAIRS] == 1 and fourth == third:
                            ways = ways // 2
                        value = classify(first, second, third, fourth)
                        if 0 <= value < WIDTH:
                            out[value] += ways
                            for card in (first, second, third, fourth):
                                out[(card + 1) * WIDTH + value] += ways
                        else:
                            out[(DECK_SIZE + 1) * WIDTH] = value

    return loops
