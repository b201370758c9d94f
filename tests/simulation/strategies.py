"""Strategies for the tests: the computed basic strategy, and such as nobody would play."""

import random
from dataclasses import replace
from functools import cache

from upcard.compiled.layout import SPLIT, VALUES
from upcard.odds.basic import basic_strategy
from upcard.simulation.strategy_table import ALLOWED, StrategyTable, by_composition, by_total


@cache
def basic(decks: int) -> StrategyTable:
    """The total-dependent basic strategy of the rules' own analysis."""
    found = basic_strategy(decks)

    def rows(*, surrender: bool) -> list[list[int]]:
        totals = found.totals.opening if surrender else found.totals.unsurrendered
        pairs = [
            [found.act([value, value], upcard, surrender=surrender) for upcard in range(VALUES)]
            for value in range(VALUES)
        ]
        return [*map(list, totals), *pairs]

    return by_total(
        "basic strategy", rows(surrender=True), rows(surrender=False), found.totals.later
    )


def at_random(seed: int, **answers: bool) -> StrategyTable:
    """Any action that the rules allow, drawn once for each hand and upcard."""
    bits = random.Random(seed)

    def decide(moment: int, counts: tuple[int, ...], _upcard: int) -> int:
        pair = 2 in counts
        return bits.choice([one for one in ALLOWED[moment] if one != SPLIT or pair])

    table = by_composition(f"random {seed}", decide)
    return replace(table, **answers)
