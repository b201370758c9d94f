"""The memory of many tables: parts that follow the simulator's, and the plan that lays it out."""

from array import array
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from upcard.compiled.environments.fields import MAX_HANDS_KEPT
from upcard.compiled.environments.record import MAX_CARDS_OF_A_SHOE
from upcard.compiled.hand_codes import STAND, VALUES
from upcard.envs.choices import Choices
from upcard.games.blackjack import FULL
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.memory import BlockMemory
from upcard.simulation.blackjack.strategy_table import StrategyTable, by_total
from upcard.simulation.plan import Plan, deal_kind, plan
from upcard.wagers.facts import OF_CHANCE


class AddedArrays:
    """Arrays added behind the memory of a simulation's block; each begins at a returned offset."""

    def __init__(self, memory: BlockMemory) -> None:
        self._cards: list[NDArray[np.uint8]] = [np.frombuffer(memory.cards, np.uint8)]
        self._ints: list[NDArray[np.int64]] = [np.frombuffer(memory.ints, np.int64)]
        self._ends = [len(memory.cards), len(memory.ints)]

    def ints(self, numbers: ArrayLike) -> int:
        """Add integers, or that many zeros."""
        part = np.asarray(numbers, np.int64)
        self._ints.append(np.zeros(int(part), np.int64) if part.ndim == 0 else part)
        self._ends[1] += len(self._ints[-1])
        return self._ends[1] - len(self._ints[-1])

    def cards(self, number: int) -> int:
        """Add that many bytes, beginning at a multiple of eight."""
        self._cards.append(np.zeros(-self._ends[0] % 8 + number, np.uint8))
        self._ends[0] += len(self._cards[-1])
        return self._ends[0] - number

    def arrays(self) -> tuple["array[int]", "array[int]"]:
        """The two arrays, bytes and integers."""
        return (
            array("B", np.concatenate(self._cards).tobytes()),
            array("q", np.concatenate(self._ints).tobytes()),
        )


@cache
def no_strategy() -> StrategyTable:
    """The states of hands by their totals; every hand stands, since the step is told what to do."""
    return by_total("none", lambda _moment, _counts, _upcard: STAND)


def softness_of(table: StrategyTable) -> NDArray[np.bool_]:
    """By state: whether the total counts an ace as 11; a ten-value card does not change it then."""
    after_ten = table.totals[table.following[:, VALUES - 1]]
    soft: NDArray[np.bool_] = (after_ten == table.totals) & (table.totals < 21)
    return soft


def plan_of(choices: Choices, rules: TableRules) -> Plan:
    """The plan of a table with the side wagers of the environment alone.

    Raises `BadInput` for what the compiled step does not play.
    """
    if deal_kind(rules) != "plain":
        raise BadInput(f"The compiled step does not play {rules.game}: use gymnasium.make.")
    if rules.blackjack.resplits + 2 > MAX_HANDS_KEPT:
        raise BadInput(
            f"The compiled step plays a pair as at most {MAX_HANDS_KEPT} hands, "
            f"not {rules.blackjack.resplits + 2}: use gymnasium.make."
        )
    if rules.shoe_size > MAX_CARDS_OF_A_SHOE:
        raise BadInput(f"The compiled step deals at most {MAX_CARDS_OF_A_SHOE} cards of a shoe.")
    if rules.blackjack.may_double(FULL, from_split=True):
        raise BadInput(
            "The compiled step does not ask about a split hand's 21: use gymnasium.make."
        )
    for offered in rules.wagers:
        _require_known(offered, choices)
    fresh = not rules.has_cover_card
    return plan(rules, no_strategy(), penetration=choices.penetration, fresh_shoe=fresh)


def _require_known(offered: OfferedWager, choices: Choices) -> None:
    """Raise `BadInput` for a side wager that the compiled step does not decide."""
    limits = offered.data.limits
    parts = limits is not None and bool(limits.part_of_blackjack)
    reasons = {
        "feeds a meter": offered.has_meter,
        "depends on what is drawn by chance": not OF_CHANCE.isdisjoint(offered.wager.facts),
        "may take a card beside a dealer's Blackjack": offered.wager.extra_card is not None,
        "has a bonus": bool(offered.bonuses),
        "is a part of the Blackjack wager": parts and choices.is_betting,
        "has a limit in all": choices.table.aggregate_limit is not None,
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(
                f"The compiled step does not decide {offered.slug}, which {reason}: "
                "use gymnasium.make."
            )
