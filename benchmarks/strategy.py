"""How long the exact analyzer takes on one core: strategy with expected value, and the extras.

The first figure is of a fresh process after start-up, with compiled code in its cache: what a
command waits for. The others are medians in one process, for one to eight decks.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.chart import chart, departures
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import Solution, effects_of_removal, solve, standard_deviation

REPEATS = 7
AIM = 0.05
FIRST = """
import time
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve
start = time.perf_counter()
solve(HandRules(), full_shoe(6)).expected_value
print(time.perf_counter() - start)
"""
EXTRA: dict[str, Callable[[Solution], Any]] = {
    "the chart": chart,
    "departures": departures,
    "standard deviation": standard_deviation,
    "effects of removal": effects_of_removal,
}


def first() -> float:
    """Seconds of the first six-deck solution of a process."""
    process = subprocess.run(
        [sys.executable, "-c", FIRST], check=True, capture_output=True, text=True
    )
    return float(process.stdout)


def value(rules: HandRules, shoe: ValueCounts, play: StrategyBasis) -> float:
    """What is timed: a solution and its expected value."""
    return solve(rules, shoe, play).expected_value


def seconds(call: Callable[..., Any], *arguments: Any) -> float:
    """The median of several calls."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        call(*arguments)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Print medians, and ratios to the aim."""
    first()  # compiles where the cache is empty
    fresh = statistics.median(first() for _ in range(REPEATS))
    print(f"{'first solution, 6 decks':32} {fresh:6.3f} s  {fresh / AIM:5.2f} x the aim")
    plays: tuple[StrategyBasis, ...] = ("composition", "total")
    for decks in (1, 2, 6, 8):
        for play in plays:
            first_time = seconds(value, HandRules(), full_shoe(decks), play)
            name = f"by {play}, {decks} deck{'s' if decks > 1 else ''}"
            print(f"{name:32} {first_time:6.3f} s  {first_time / AIM:5.2f} x the aim")
    solution = solve(HandRules(), full_shoe(6))
    for name, extra in EXTRA.items():
        print(f"{name + ', 6 decks':32} {seconds(extra, solution):6.3f} s")


if __name__ == "__main__":
    main()
