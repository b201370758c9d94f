"""Lays out a strategy's decisions, and how a counting player uses several of them."""

from typing import Final, NamedTuple

import numpy as np

from upcard.cards.card import value_of
from upcard.compiled.hand_codes import STAND, VALUES
from upcard.compiled.simulation import counting
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.hands import IS_NATURAL
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
)
from upcard.simulation.plan import Plan

DECISIONS: Final = {
    OPENING: at.OPENING,
    AGAIN: at.AGAIN,
    SPLIT_OUT: at.SPLIT_OUT,
    LATER: at.LATER,
}
"""For each moment of a strategy, the field with the offset of its decisions."""

TEN_VALUE: Final = 10


class CountingRecord(NamedTuple):
    """Where a counter's record is: its offset, its rounds by count, and the offset of its notes.

    The offsets are 0 where nobody counts.
    """

    offset: int
    rounds_by_count: slice
    notes: int


def decisions_of(table: StrategyTable, cards: MemoryWriter) -> dict[int, int]:
    """Lay out the decisions of each moment; returns their offsets by field."""
    decisions = {}
    for moment, place in DECISIONS.items():
        natural = IS_NATURAL if moment == OPENING else STAND
        rows = np.vstack((table.decisions[moment], [[natural] * VALUES]))
        decisions[place] = cards.add(rows)
    return decisions


def counting_record(plan: Plan, cards: MemoryWriter, ints: MemoryWriter) -> CountingRecord:
    """Lay out a counter's record, with a row of parameters and a bet for each count."""
    strategy = plan.strategy
    if not isinstance(strategy, CountedTable):
        return CountingRecord(0, slice(0, 0), 0)
    base = ints.room(counting.SIZE)
    decisions = {id(table): decisions_of(table, cards) for table in strategy.tables}
    rows = []
    for table, bet in zip(strategy.tables, strategy.bets, strict=True):
        even_money = table.takes_even_money and plan.rules.blackjack.even_money
        parameters = {
            **decisions[id(table)],
            at.INSURES: table.insures,
            at.TAKES_EVEN_MONEY: even_money,
        }
        rows.append([*(parameters[place] for place in counting.PARAMETERS), bet])
    rounds_by_count = ints.room(len(rows))
    notes = ints.room(counting.NOTE_SIZE * plan.batches * plan.rounds)
    ints.put(base + counting.INSURANCE_TAGS, strategy.insurance_tags)
    fields = {
        counting.FIRST_COUNT: strategy.start,
        counting.UNIT: strategy.unit,
        counting.PER_DECK: strategy.per_deck,
        counting.LOWEST: strategy.lowest,
        counting.HIGHEST: len(rows) - 1,
        counting.ROWS: ints.add(rows),
        counting.ROUNDS_BY_COUNT: rounds_by_count,
        counting.DECK: plan.rules.deck_size,
        counting.NOTES: notes,
        counting.SHOE_TENS: sum(value_of(card) == TEN_VALUE for card in plan.rules.full_shoe),
    }
    ints.put(base + counting.TAGS, strategy.tags)
    for place, number in fields.items():
        ints.put(base + place, number)
    end = rounds_by_count + len(rows)
    return CountingRecord(base, slice(rounds_by_count, end), notes)
