"""Sums a counting player's rounds by class: those at each count, and from each part of a shoe."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Floats
from upcard.compiled.simulation import counting, deal_values
from upcard.compiled.simulation import fields as at
from upcard.simulation.blackjack.columns import BLACKJACK
from upcard.simulation.blackjack.memory import BlockMemory
from upcard.simulation.class_sums import ClassSums
from upcard.simulation.column import placed_always
from upcard.simulation.plan import Plan

PARTS: Final = 10
"""The parts of equal length into which a shoe is divided."""


def class_sums(plan: Plan, ints: NDArray[np.int64], memory: BlockMemory) -> tuple[ClassSums, ...]:
    """The sums of a dealt block for each wager that every seat places once in every round."""
    rounds, size = int(ints[at.ROUNDS]), counting.NOTE_SIZE
    of_rounds = ints[memory.notes :][: size * rounds].reshape(rounds, size)
    bets = ints[ints[at.BETS] :][:rounds]
    rows = of_rounds[:, counting.NOTED_ROW]
    parts = of_rounds[:, counting.NOTED_START] * PARTS // plan.cards
    ends = ints[ints[at.ENDS] :][: int(ints[at.BATCHES_DEALT])]
    batches = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    counts = int(ints[ints[at.COUNTING] + counting.HIGHEST]) + 1
    records = dict(zip(plan.valued, memory.valuing, strict=True))

    def sums_of_wager(number: int) -> ClassSums:
        if number == BLACKJACK:
            wins = _main_wins(plan, ints, of_rounds[:, counting.NOTED_NET], bets, memory.lucks)
        else:
            wins = _side_wins(plan, ints, number, records.get(number, 0))
        staked = wins * [np.ones(rounds), bets, bets] if number == BLACKJACK else wins
        by_count = _sums_by_batch(wins, batches, rows, len(ends), counts)
        by_part = _sums_by_batch(staked, batches, parts, len(ends), PARTS)
        sums: Any = np.concatenate([by_count, by_part], axis=2)
        products = [sums[row] * sums[column] for row in range(3) for column in range(row, 3)]
        return ClassSums(
            *(
                tuple(tuple(part.sum(axis=0).tolist()) for part in matrices)
                for matrices in (sums, products)
            )
        )

    return tuple(sums_of_wager(number) for number in placed_always(plan.columns))


def _main_wins(
    plan: Plan,
    ints: NDArray[np.int64],
    net: NDArray[np.int64],
    bets: NDArray[np.int64],
    lucks: int,
) -> Floats:
    """Of each round: one, what one unit won a seat, and that less luck where `lucks` are known."""
    column = plan.columns[BLACKJACK]
    scale = float(column.unit) / (column.wagered * plan.seats)
    raw = net * scale
    # The luck of a round is that of its wager.
    luck = ints[lucks:][: len(net)] / (bets * 2.0**plan.corrected_bits) * scale if lucks else 0.0
    return np.array([np.ones(len(net)), raw, raw - luck])


def _side_wins(plan: Plan, ints: NDArray[np.int64], number: int, record: int) -> Floats:
    """Of each round: one, what a side wager won a seat, and its expectation given the cards left.

    The last is what it won too where it has no `record` of its values.
    """
    rounds, column = int(ints[at.ROUNDS]), plan.columns[number]
    main, room = int(ints[at.MAIN_WINS]), int(ints[at.INSURED_WINS] - ints[at.MAIN_WINS])
    of_seats = ints[main + number * room :][: rounds * plan.seats].reshape(rounds, plan.seats)
    scale = float(column.unit) / (column.wagered * plan.seats)
    raw = of_seats.sum(axis=1) * scale
    if not record:
        return np.array([np.ones(rounds), raw, raw])
    expected = ints[int(ints[record + deal_values.VALUES]) :][:rounds]
    return np.array([np.ones(rounds), raw, expected * scale / 2.0**deal_values.BITS])


def _sums_by_batch(
    wins: Floats, batches: NDArray[np.int64], classes: NDArray[np.int64], number: int, kinds: int
) -> Floats:
    """The sums by batch and class."""
    places = batches * kinds + classes
    return np.array(
        [np.bincount(places, win, number * kinds).reshape(number, kinds) for win in wins]
    )
