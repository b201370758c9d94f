"""Simulates a table: blocks dealt by several workers, added up in the order of the blocks.

The answer depends on the table, the strategy, the seats and the seed, never on who dealt what.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from queue import SimpleQueue
from typing import Final, TypeAlias

import msgspec

from upcard.games.table_rules import TableRules
from upcard.simulation.block import Dealer, Sums
from upcard.simulation.estimate import Estimate, TableResult, WagerResult
from upcard.simulation.plan import Plan, plan
from upcard.simulation.strategy_table import StrategyTable

AHEAD: Final = 3
"""Blocks under way for each worker, so that none waits for another."""

UNLIMITED: Final = 1 << 62


class Result(msgspec.Struct, frozen=True):
    """What a simulation found; means are per unit of the initial wager.

    `covariance` goes by the order of `wagers`. `interrupted` says that fewer rounds were dealt
    than were asked for.
    """

    rounds: int
    seed: int
    seconds: float
    rounds_per_second: float
    wagers: list[WagerResult]
    meters: list[None]
    table: TableResult
    covariance: list[list[float]] | None
    seats: int
    strategy: str
    fresh_shoe: bool
    batches: int
    interrupted: bool
