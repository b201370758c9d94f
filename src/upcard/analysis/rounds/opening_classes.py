"""Groups hole cards that change no wager of an opening: the hands are counted once for a group.

What a hand wins depends on the hole card, and so do some side wagers. Given the values of the
player's cards, of the upcard and of the hole card, the two are independent: the rest of a side
wager is suits.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from upcard.compiled.arrays import Floats
from upcard.exact.openings import VALUE_PAIRS
from upcard.exact.play.hands import VALUES, blackjack_hole
from upcard.exact.strategy.cards import counts_of, places
from upcard.exact.strategy.column import UpcardColumn
from upcard.exact.strategy.decide import marked_column
from upcard.exact.strategy.laws import OpeningLaw, ResultLaw, opening_laws
from upcard.exact.strategy.solve import Solution

ALIKE: Final = 1e-12
"""Probabilities that differ by less are the same."""


def place_of(pair: int) -> int:
    """The place of the hand of two cards with this index among `VALUE_PAIRS`."""
    return places()[counts_of(VALUE_PAIRS[pair])]


def classes_of(rows: Floats) -> list[tuple[int, ...]]:
    """Groups of hole cards, by value, whose rows are equal for every two cards of the player.

    `rows` has the shape (value pairs, 10 hole cards, any number); a row of NaN is a deal that
    cannot be made, and equals any other.
    """
    classes: list[list[int]] = []
    for hole in VALUES:
        for members in classes:
            gap = np.abs(rows[:, hole] - rows[:, members[0]])
            if not (gap > ALIKE).any():
                members.append(hole)
                break
        else:
            classes.append([hole])
    return [tuple(members) for members in classes]


def laws_of_classes(
    solution: Solution, upcard: int, classes: Sequence[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], dict[int, tuple[ResultLaw, ResultLaw]]]]:
    """Each class with the law of every two cards, by place, and the part of more than two hands.

    Deals with other hole cards do not count. Where the dealer looks for a Blackjack first, hands
    are played without one. Then the law of each opening already has both parts. If the classes are
    just the hole card that makes a Blackjack and all others, this one law is split, instead of
    computing a law for each class.
    """
    hole = blackjack_hole(upcard)
    peeks = hole >= 0 and solution.rules.acts_after_peek
    parts = [
        tuple(value for value in opening_class if value in solution.holes)
        for opening_class in classes
    ]
    if peeks and sorted(map(len, classes)) == [1, len(VALUES) - 1] and (hole,) in classes:
        laws = opening_laws(solution, upcard)
        for opening_class in classes:
            if opening_class == (hole,):
                yield opening_class, {place: (_blackjack(law), {}) for place, law in laws.items()}
            else:
                yield opening_class, {place: (law.law, law.resplit) for place, law in laws.items()}
        return
    for opening_class, holes in zip(classes, parts, strict=True):
        if holes:
            counted_holes = solution.holes if len(classes) == 1 else holes
            laws = opening_laws(solution, upcard, counted_holes)
            yield opening_class, {place: (law.whole(), law.resplit) for place, law in laws.items()}


def _blackjack(law: OpeningLaw) -> ResultLaw:
    return {law.at_blackjack: law.blackjack}


def columns_of_classes(
    solution: Solution, upcard: int, classes: Sequence[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], UpcardColumn]]:
    """Each class with the column of expected wins; deals with other hole cards count 0."""
    answer = solution.answers[upcard]
    column_played = partial(
        marked_column,
        solution.rules,
        solution.shoe,
        upcard,
        answer.column.marks,
        answer.openings,
        1,
    )
    for opening_class in classes:
        holes = tuple(hole for hole in opening_class if hole in solution.holes)
        if holes:
            yield opening_class, column_played(solution.holes if len(classes) == 1 else holes)
