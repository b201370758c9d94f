"""Rounds a second of the simulator on one core, beside others in the same run.

Run it as ``python -m benchmarks.simulation``. Six decks to the cover card, total-dependent best
play, suits kept. The floor is what the random words, the card moves and the cards' values alone
cost for the same shoes. Gymnasium's Blackjack-v1 deals from an infinite deck without splits,
doubles, wagers or a shoe, to a player who hits below 17, as the loop over our own engine does.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import dask
import distributed
from benchmarks.engine import gymnasium_rounds, heads_up

from upcard.analysis.players import player_of
from upcard.analysis.strategies import table_of
from upcard.compiled.native import compiled
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import shoe, stream
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import full_shoe
from upcard.exact.strategy.solve import solve
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory import lay_out
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.plan import plan
from upcard.simulation.run import processors, simulate
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse

REPEATS: Final = 5
ROUNDS: Final = 10_000_000
SLOW_ROUNDS: Final = 2_000
SEED: Final = 1
WORKERS: Final = 2
WORKER_ROUNDS: Final = 500_000_000
"""Some seconds, so that starting and ending count for little, with threads as with processes."""

WORKER_REPEATS: Final = 5
LocalCluster: Any = distributed.LocalCluster  # dask has few types

UNWATCHED: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.admin.tick.interval": "2s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""Settings of a cluster that does not watch itself all the time, as in `docs/simulation.md`."""

PLAIN: Final = '[table]\nname = "bench"\n'
TEN_WAGERS: Final = (
    PLAIN
    + """
[wagers.perfect-pairs]
paytable = "A"
minimum = 5
[wagers.lucky-ladies]
minimum = 5
[wagers.royal-match-21]
paytable = "D"
minimum = 5
[wagers.three-card-poker]
paytable = "A"
minimum = 5
[wagers.match-the-dealer]
minimum = 5
[wagers.upcard-luck]
minimum = 5
[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
[wagers.buster-blackjack]
paytable = "A"
minimum = 15
[wagers.hit-and-run]
seed = 1000
reseed = 1000
increment = "10%"
minimum = 5
[wagers.house-money]
paytable = "multiple-deck"
minimum = 5
"""
)

SUBMISSIONS: Final = Path(__file__).parent.parent / "submissions"
NO_HOLE_CARD: Final = """
[table]
name = "bench"
game = "hybrid-blackjack-no-hole-card"
[wagers.royal-match-21]
paytable = "C"
[wagers.bet-the-set-21]
paytable = "C"
[wagers.kings-bounty]
"""
OTHER_GAMES: Final = {
    "baccarat, five wagers": ((SUBMISSIONS / "baccarat.toml").read_text(), 1),
    "Lightning Roulette, 157 wagers": ((SUBMISSIONS / "lightning-roulette.toml").read_text(), 1),
    "hybrid, three terminals": ((SUBMISSIONS / "hybrid.toml").read_text(), 3),
    "hybrid, no hole card, 30 terminals": (NO_HOLE_CARD, 30),
}
"""Submissions of other games, each with its seats."""


def rules_from(text: str) -> TableRules:
    """The table of a submission."""
    submission, _ = check(parse(text))
    assert submission is not None
    return compile_table(submission)


def best_play(rules: TableRules) -> StrategyTable:
    """Best play by total."""
    return table_of(solve(rules_of(rules), full_shoe(rules.decks), "total"))


def simulated(rules: TableRules, strategy: StrategyTable, **choices: Any) -> Callable[[], float]:
    """Rounds a second of a simulation, on one core where nothing else is chosen."""
    choices = {"workers": 1, **choices}

    def rate() -> float:
        rounds = ROUNDS // choices.get("seats", 1)
        return simulate(rules, strategy, rounds, SEED, **choices).rounds_per_second

    return rate


def other_game(text: str, seats: int) -> Callable[[], float]:
    """Rounds a second of another game, all its wagers placed by each seat."""
    rules = rules_from(text)
    strategy = player_of(rules, "total").strategy

    def rate() -> float:
        return simulate(
            rules, strategy, ROUNDS // seats, SEED, workers=1, seats=seats
        ).rounds_per_second

    return rate


def floor(rules: TableRules, strategy: StrategyTable) -> Callable[[], float]:
    """Rounds a second if the shoes were shuffled and nothing else happened."""

    def shoes(cards: Any, ints: Any) -> None:
        for _ in range(ints[at.BATCHES]):
            shoe.new_shoe(cards, ints, ints[at.AHEAD])

    def outside() -> int:  # not of the package, so that the code is not kept
        return 0

    uses = (stream.draw_words, shoe.new_shoe, shoe.shuffle, shoe.draw_uniform, outside)
    kernel = compiled("benchmark.shoes", lambda: shoes, *uses, codes="Bq")
    areas = lay_out(plan(rules, strategy))
    dealt = simulate(rules, strategy, ROUNDS, SEED, workers=1)
    rounds_of_a_shoe = dealt.rounds / dealt.batches

    def rate() -> float:
        blocks, start = 100, time.perf_counter()
        for _ in range(blocks):
            kernel(areas.cards, areas.ints)
        shuffled = blocks * areas.ints[at.BATCHES]
        return rounds_of_a_shoe * shuffled / (time.perf_counter() - start)

    return rate


def one_by_one(play: Callable[[int], None]) -> Callable[[], float]:
    """Rounds a second of a loop in Python."""

    def rate() -> float:
        start = time.perf_counter()
        play(SLOW_ROUNDS)
        return SLOW_ROUNDS / (time.perf_counter() - start)

    return rate


def compare_workers(title: str, rules: TableRules, strategy: StrategyTable) -> None:
    """Print what threads add to one, turn by turn."""
    rates = [
        [
            simulate(
                rules, strategy, workers * WORKER_ROUNDS, SEED, workers=workers
            ).rounds_per_second
            for workers in (1, WORKERS)
        ]
        for _ in range(WORKER_REPEATS)
    ]
    gain = statistics.median(several / alone for alone, several in rates)
    print(f"{WORKERS} threads / 1, {title}: {gain:.2f} x on {processors()} processors")


def compare_cluster(rules: TableRules, strategy: StrategyTable) -> None:
    """Print how fast worker processes of a dask cluster are, beside as many threads of this one."""

    def rate(**choices: Any) -> float:
        result = simulate(rules, strategy, processors() * WORKER_ROUNDS, SEED, **choices)
        return result.rounds_per_second

    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with (
        dask.config.set(UNWATCHED),
        LocalCluster(n_workers=processors(), **options) as cluster,
    ):
        simulate(rules, strategy, ROUNDS, SEED, scheduler=cluster.scheduler_address)
        pairs = [
            (rate(scheduler=cluster.scheduler_address), rate(workers=processors()))
            for _ in range(WORKER_REPEATS)
        ]
    rates = statistics.median(processes for processes, _ in pairs)
    gain = statistics.median(processes / threads for processes, threads in pairs)
    print(f"dask, {processors()} worker processes: {rates:,.0f} rounds/s, {gain:.2f} x threads")


def started(cache: str) -> float:
    """Seconds of a command that deals one round, with a folder for compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        submission = Path(folder) / "ten.toml"
        submission.write_text(TEN_WAGERS, encoding="utf-8")
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "upcard", "sim", str(submission), "--rounds", "1", "--json"],
            env={**os.environ, "XDG_CACHE_HOME": cache},
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - start


def main() -> None:
    """Print medians of alternating runs, ratios to the engine's loop, and what cores add."""
    plain, ten = rules_from(PLAIN), rules_from(TEN_WAGERS)
    strategy = best_play(plain)
    runs = {
        "floor: shuffles alone": floor(plain, strategy),
        "heads-up": simulated(plain, strategy),
        "heads-up, ten side wagers": simulated(ten, strategy),
        "seven seats": simulated(plain, strategy, seats=7),
        "heads-up, a new shoe each round": simulated(plain, strategy, fresh_shoe=True),
        **{name: other_game(text, seats) for name, (text, seats) in OTHER_GAMES.items()},
        "engine, heads-up": one_by_one(heads_up),
        "Gymnasium Blackjack-v1": one_by_one(gymnasium_rounds),
    }
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(REPEATS):
        for name, run in runs.items():
            rates[name].append(run())
    for name, of_name in rates.items():
        pairs = zip(of_name, rates["Gymnasium Blackjack-v1"], strict=True)
        ratio = statistics.median(one / other for one, other in pairs)
        hands = f"{7 * statistics.median(of_name):>13,.0f} hands" if "seven" in name else ""
        print(f"{name:34} {statistics.median(of_name):>13,.0f} rounds/s {ratio:>9,.1f} x {hands}")
    compare_workers("heads-up", plain, strategy)
    compare_workers("ten side wagers", ten, strategy)
    compare_cluster(plain, strategy)
    with tempfile.TemporaryDirectory() as cache:
        print(f"one round of ten side wagers, compiled first: {started(cache):.1f} s")
        print(f"one round of ten side wagers, kept: {started(cache):.1f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most: {memory:.0f} MiB")


if __name__ == "__main__":
    main()
