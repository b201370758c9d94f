"""Strategies for the tests: the computed basic strategy, and such as nobody would play."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from upcard.cards.totals import best_total
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, SURRENDER, VALUES, row_of
from upcard.exact.play.basic import basic_strategy
from upcard.games.blackjack import FULL
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import (
    ALLOWED,
    LATER,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
    by_composition,
    by_total,
)
from upcard.simulation.blackjack.variation_table import SCALE, VariationTable
from upcard.simulation.variations.kit import part_of

MakeTable: TypeAlias = Callable[..., StrategyTable]
"""Makes a strategy of decisions, such as `by_total`."""


@cache
def basic(decks: int, *, splits: bool = True) -> StrategyTable:
    """The total-dependent basic strategy of the rules' own analysis.

    Without `splits`, pairs are played as totals and nobody surrenders: Buzzer Beater is counted so.
    """
    found = basic_strategy(decks)

    def decide(moment: int, counts: tuple[int, ...], upcard: int) -> int:
        values = [value for value, count in enumerate(counts) for _ in range(count)]
        if moment == LATER:
            row = row_of(sum(values) + len(values), counts[0])
            return found.totals.later[row][upcard]
        may_split, may_surrender = moment != SPLIT_OUT, moment == OPENING
        return found.act(
            values, upcard, split=splits and may_split, surrender=splits and may_surrender
        )

    return by_total("basic strategy", decide)


def at_random(
    seed: int,
    *,
    insures: bool = False,
    takes_even_money: bool = False,
    surrenders: bool = True,
    rules: BlackjackRules = BlackjackRules(),  # noqa: B008 - it is frozen
    by: MakeTable = by_composition,
) -> StrategyTable:
    """Any action that the rules allow, drawn once for each hand (or its total) and upcard."""
    doubles = BlackjackRules(double=rules.double, double_after_split=rules.double_after_split)
    table = _drawn(seed, doubles, surrenders=surrenders and rules.surrender != "none", by=by)
    return replace(table, insures=insures, takes_even_money=takes_even_money)


@cache
def _drawn(
    seed: int,
    rules: BlackjackRules,
    *,
    surrenders: bool,
    by: MakeTable,
) -> StrategyTable:
    """The actions; drawn once for all tables whose rules on doubles and surrender are alike."""
    bits = random.Random(seed)

    @cache
    def allowed(moment: int, counts: tuple[int, ...]) -> list[int]:
        never = {SPLIT} if 2 not in counts else set()
        never |= set() if surrenders else {SURRENDER}
        total = best_total(
            sum(count * (1 + value) for value, count in enumerate(counts)), counts[0]
        )
        if not rules.may_double(total, from_split=moment != OPENING):
            never.add(DOUBLE)
        never |= {HIT} if total == FULL else set()
        return [action for action in ALLOWED[moment] if action not in never]

    def decide(moment: int, counts: tuple[int, ...], _upcard: int) -> int:
        return bits.choice(allowed(moment, counts))

    return by(f"random {seed}", decide, asks_21=rules.may_double(FULL, from_split=True))


def at_random_for(rules: TableRules, seed: int, **answers: Any) -> VariationTable:
    """The same for a variation, with what is known of a hole card, and switches as they come."""
    part = part_of(rules.game)
    surrenders = part.surrenders
    tables = [
        at_random(seed + number, surrenders=surrenders, rules=rules.blackjack, **answers)
        for number in range(part.tables)
    ]
    bits = np.random.default_rng(seed)
    worth, other = bits.integers(-SCALE, SCALE, (2, VALUES, VALUES, VALUES))
    return VariationTable(tuple(tables), worth, other)
