"""A solved game as the tables of a player who follows it."""

from upcard.compiled.layout import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from upcard.odds.strategy.cards import places
from upcard.odds.strategy.solve import Solution
from upcard.simulation.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    Counts,
    StrategyTable,
    by_composition,
    by_total,
)

ACTIONS = {
    "stand": STAND,
    "hit": HIT,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": SURRENDER,
}


def table_of(solution: Solution) -> StrategyTable:
    """The strategy of a solution, as it plays split hands and hands that the shoe cannot deal.

    A pair that is split is split again as long as the rules allow it; other hands of a split are
    played as the same cards would be, without a surrender.
    """

    def decide(moment: int, counts: Counts, upcard: int) -> int:
        answer, place = solution.answers[upcard], places()[counts]
        opening = ACTIONS[answer.openings.get(place, "stand")]
        if moment == OPENING or (moment == AGAIN and opening == SPLIT):
            return opening
        if moment != LATER and answer.column.marks.doubles[place]:
            return DOUBLE
        return HIT if answer.column.marks.hits[place] else STAND

    by = by_total if solution.play == "total" else by_composition
    return by(f"best play by {solution.play}", decide)
