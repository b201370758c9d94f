"""The standard error of means after one second of one core: as dealt, and corrected.

Run it as ``python -m benchmarks.precision``. It alternates both in one run, by processor time, and
writes the medians with the machine to ``benchmarks/precision.json``. Six decks to the cover card,
total-dependent best play; the main wager alone, then each wager of the initial cards beside it.
"""

import json
import os
import platform
import statistics
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.simulation import PLAIN, best_play, rules_from

from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.run import Result, simulate

OUT: Final = Path(__file__).with_name("precision.json")
REPEATS: Final = 5
ROUNDS: Final = 4_000_000
SEED: Final = 1
WAGERS: Final = {
    "perfect-pairs": 'paytable = "A"\nminimum = 5',
    "royal-match-21": 'paytable = "D"\nminimum = 5',
    "lucky-ladies": "minimum = 5",
    "match-the-dealer": "minimum = 5",
    "three-card-poker": 'paytable = "A"\nminimum = 5',
}


def measured(
    rules: TableRules, strategy: StrategyTable, *, corrects: bool, **choices: Any
) -> tuple[Result, float]:
    """A simulation and its processor time."""
    start = time.process_time()
    found = simulate(rules, strategy, ROUNDS, SEED, workers=1, corrects=corrects, **choices)
    return found, time.process_time() - start


def compared(text: str, wager: int, **choices: Any) -> dict[str, float]:
    """The errors of a wager's mean after a second, and the precision a second gained."""
    rules = rules_from(text)
    strategy = best_play(rules)
    errors: dict[bool, list[float]] = {False: [], True: []}
    rates: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(REPEATS):
        for corrects, found in errors.items():
            dealt, seconds = measured(rules, strategy, corrects=corrects, **choices)
            error = dealt.wagers[wager].standard_error
            assert error is not None
            found.append(error * seconds**0.5)
            rates[corrects].append(dealt.rounds / seconds)
    raw, corrected = errors[False], errors[True]
    return {
        "raw_error": statistics.median(raw),
        "corrected_error": statistics.median(corrected),
        "precision_a_second": statistics.median(
            (one / other) ** 2 for one, other in zip(raw, corrected, strict=True)
        ),
        "raw_rounds_a_second": statistics.median(rates[False]),
        "corrected_rounds_a_second": statistics.median(rates[True]),
    }


def main() -> None:
    """Measure, print and write the figures."""
    figures = {
        "blackjack": compared(PLAIN, 0),
        "blackjack, seven seats": compared(PLAIN, 0, seats=7),
        "blackjack, one deck": compared(PLAIN.replace("[table]", "[table]\ndecks = 1"), 0),
    }
    for slug, lines in WAGERS.items():
        figures[slug] = compared(f"{PLAIN}\n[wagers.{slug}]\n{lines}\n", 1)
    for name, found in figures.items():
        print(
            f"{name:24} raw {found['raw_error']:.1e}, corrected {found['corrected_error']:.1e} "
            f"after a second: {found['precision_a_second']:,.0f} times the precision"
        )
    machine = {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }
    OUT.write_text(json.dumps({"machine": machine, "figures": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
