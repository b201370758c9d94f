"""Strategies for the tests: the computed basic strategy, and such as nobody would play."""

import random
from dataclasses import replace
from functools import cache

from upcard.compiled.layout import SPLIT, row_of
from upcard.odds.basic import basic_strategy
from upcard.simulation.strategy_table import (
    ALLOWED,
    LATER,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
    by_composition,
    by_total,
)


@cache
def basic(decks: int) -> StrategyTable:
    """The total-dependent basic strategy of the rules' own analysis."""
    found = basic_strategy(decks)

    def decide(moment: int, counts: tuple[int, ...], upcard: int) -> int:
        values = [value for value, count in enumerate(counts) for _ in range(count)]
        if moment == LATER:
            row = row_of(sum(values) + len(values), counts[0])
            return found.totals.later[row][upcard]
        return found.act(values, upcard, split=moment != SPLIT_OUT, surrender=moment == OPENING)

    return by_total("basic strategy", decide)


def at_random(seed: int, *, insures: bool = False, takes_even_money: bool = False) -> StrategyTable:
    """Any action that the rules allow, drawn once for each hand and upcard."""
    bits = random.Random(seed)

    def decide(moment: int, counts: tuple[int, ...], _upcard: int) -> int:
        pair = 2 in counts
        return bits.choice([one for one in ALLOWED[moment] if one != SPLIT or pair])

    table = by_composition(f"random {seed}", decide)
    return replace(table, insures=insures, takes_even_money=takes_even_money)
