"""Values of two-card hands when two other seen cards are gone, by the strategy of a solution.

Used for two hands of two cards against one upcard from one shoe. The cards that the other hand
draws later do not change a mean; its first two cards do.
"""

from array import array
from typing import Final, TypeAlias

from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.cards import hands, shoe_without, two_cards
from upcard.exact.strategy.column import Marks, UpcardColumn
from upcard.exact.strategy.decide import Openings, marked_column
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solve import Solution, UpcardSolution

SCALE: Final = 10**9
"""Values in tables are integers in units of 1/SCALE of a wager, so that comparisons are exact."""

ByHand: TypeAlias = tuple[tuple[int, ...], ...]
"""Indexed by the value of a hand's first card, then of its second."""


NO_HANDS: Final[ByHand] = ((0,) * len(VALUES),) * len(VALUES)

TwoCardMeans: TypeAlias = dict[tuple[int, int], float]
"""Expected wins by the values of two cards, lower value first."""


def column_without(
    solution: Solution, rules: HandRules, upcard: int, marks: Marks, gone: tuple[int, int]
) -> tuple[UpcardColumn, UpcardSolution]:
    """The column against an upcard without the cards `gone`, played by the solution's strategy.

    `marks` are those of `reachable_marks`, which limit the work to hands reachable from two cards.
    `rules` may differ from the solution's, if a hand is paid other odds than it was solved for.
    """
    answer = solution.answers[upcard]
    shoe = shoe_without(solution.shoe, *gone)
    column = marked_column(rules, shoe, upcard, marks, answer.openings)
    return column, UpcardSolution(answer.chance, column, answer.openings)


def reachable_marks(marks: Marks) -> Marks:
    """The marks without hands that the play never reaches."""
    hits = array("q", [-1]) * len(hands())
    places = set(two_cards())
    for place in range(len(hands()) - 1, -1, -1):
        if place in places:
            hits[place] = marks.hits[place]
            if hits[place] or hands()[place].size == 2:
                places |= {after for after in hands()[place].after if after >= 0}
    return Marks(hits, marks.doubles)


def two_card_values(column: UpcardColumn, openings: Openings) -> TwoCardMeans:
    """The value of every two-card hand that the shoe can deal, over all hole cards."""
    return {
        (hand.values[0], hand.values[1]): column.worth(place)[openings[place]]
        for place, hand in ((place, hands()[place]) for place in two_cards())
        if column.chance(place)
    }


def value_table(means: TwoCardMeans) -> ByHand:
    """Values of two cards in either order as a table; 0 for cards that cannot be dealt."""
    return tuple(
        tuple(
            round(SCALE * means.get((min(value, other), max(value, other)), 0.0))
            for other in VALUES
        )
        for value in VALUES
    )
