"""Rule sets of a house drawn at random, simulated from fresh shoes against their exact values."""

import random
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace
from scipy.special import chdtrc  # type: ignore[import-untyped] # it has no types

import upcard
from upcard.analysis.strategies import played_strategy
from upcard.exact.strategy.games import solve_table
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.simulation.run import simulate

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "decks": (1, 2, 3, 4, 6, 8, 20),
    "soft_17": ("stand", "hit"),
    "peek": (True, True, False),
    "without_peek": ("all", "original"),
    "double": ("any", "9-11", "10-11"),
    "das": (True, False),
    "surrender": ("none", "late", "early"),
    "resplits": (0, 1, 2, 3),
    "resplit_aces": (True, False),
    "split_aces": ("play", "one-card"),
    "blackjack_pays": ("3:2", "6:5", "1:1", "2:1"),
    "dealer_22": ("bust", "bust", "push"),
    "tens": (True, True, False),
}
"""The values of each rule, by its name in `upcard.blackjack`."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A rule set's exact mean, the standard errors between it and the simulated one, and rounds."""

    chosen: dict[str, Any]
    exact: float
    z: float


def drawn_rules(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many sets of rules; the first ones have every value of every rule."""
    bits = random.Random(seed)
    every = max(map(len, CHOICES.values()))
    columns = {
        name: [*bits.sample(values, len(values)), *bits.choices(values, k=every + number)]
        for name, values in CHOICES.items()
    }
    return [{name: column[at] for name, column in columns.items()} for at in range(number)]


def simulated(chosen: dict[str, Any], rounds: int, seed: int, **wrong: Any) -> Simulated:
    """A rule set solved and simulated; `wrong` are rules of play of the simulated table alone."""
    rules = upcard.blackjack(**chosen).table
    solved = solve_table(rules, "total")
    exact = solved.expected_value
    dealt = with_play(rules, **wrong) if wrong else rules
    result = simulate(dealt, played_strategy(solved).strategy, rounds, seed, fresh_shoe=True)
    (found,) = [wager for wager in result.wagers if wager.wager == BLACKJACK_WAGER]
    assert found.standard_error is not None
    return Simulated(chosen, exact, (found.mean - exact) / found.standard_error)


def with_play(rules: TableRules, **changed: Any) -> TableRules:
    """A table with other rules of play."""
    return replace(rules, blackjack=replace(rules.blackjack, **changed))


def chance(found: list[Simulated]) -> float:
    """The probability that honest means are together as far from the exact ones as these (χ²)."""
    return float(chdtrc(len(found), sum(wager.z**2 for wager in found)))
