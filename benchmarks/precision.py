"""The standard error of means after one second of one core: as dealt, and corrected.

Run it as ``python -m benchmarks.figures precision``. It alternates both in one run, by processor
time. Six decks to the cover card,
total-dependent best play; the main wager alone, then each wager of the initial cards beside it.
"""

import statistics
import time
from typing import Any, Final

from benchmarks.simulation import PLAIN, best_play, rules_from

from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.run import Result, simulate

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
    result = simulate(rules, strategy, ROUNDS, SEED, workers=1, corrects=corrects, **choices)
    return result, time.process_time() - start


def compared(text: str, wager: int, **choices: Any) -> dict[str, float]:
    """The errors of a wager's mean after a second, and the precision a second gained."""
    rules = rules_from(text)
    strategy = best_play(rules)
    errors: dict[bool, list[float]] = {False: [], True: []}
    rates: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(REPEATS):
        for corrects, measured_error in errors.items():
            dealt, seconds = measured(rules, strategy, corrects=corrects, **choices)
            error = dealt.wagers[wager].standard_error
            assert error is not None
            measured_error.append(error * seconds**0.5)
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


def figures() -> dict[str, dict[str, float]]:
    """The medians of each wager."""
    measured_figures = {
        "blackjack": compared(PLAIN, 0),
        "blackjack, seven seats": compared(PLAIN, 0, seats=7),
        "blackjack, one deck": compared(PLAIN.replace("[table]", "[table]\ndecks = 1"), 0),
    }
    for slug, lines in WAGERS.items():
        measured_figures[slug] = compared(f"{PLAIN}\n[wagers.{slug}]\n{lines}\n", 1)
    return measured_figures
