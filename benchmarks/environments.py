"""Steps a second of the compiled tables, beside Gymnasium's Blackjack-v1 and RLCard's Blackjack.

Each chooses random actions, drawn before the clock runs; all run on one core, in turn. Seconds are
those of the processor, so that other work on the machine counts less.
RLCard is no dependency: `pip install rlcard`, or put it on PYTHONPATH, to have it in the table.
"""

import time
from collections.abc import Callable

import gymnasium
import numpy as np

import upcard.envs  # noqa: F401 - registers the environments

TABLES = 4_096
SECONDS = 2.0
RUNS = 3


def rate(step: Callable[[], int], seconds: float = SECONDS) -> float:
    """Steps a second: the best of some runs."""
    best = 0.0
    for _ in range(RUNS):
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / RUNS:
            steps += step()
        best = max(best, steps / spent)
    return best


def upcard_tables() -> float:
    """The compiled tables; an illegal action stands."""
    tables = gymnasium.make_vec("upcard/Blackjack-v0", num_envs=TABLES, illegal="stand", copy=False)
    tables.reset(seed=1)
    random = np.random.default_rng(1)
    actions = [random.integers(0, 2, TABLES) for _ in range(64)]
    number = 0

    def step() -> int:
        nonlocal number
        number += 1
        tables.step(actions[number % 64])
        return TABLES

    return rate(step)


def upcard_single() -> float:
    """The scalar environment, on the engine."""
    env = gymnasium.make("upcard/Blackjack-v0", illegal="stand", disable_env_checker=True)
    env.reset(seed=1)

    def step() -> int:
        if env.step(1)[2]:
            env.reset()
        return 1

    return rate(step)


def gymnasium_tables() -> float:
    """Gymnasium's own Blackjack-v1 in its SyncVectorEnv, with 64 tables."""
    number = 64
    tables = gymnasium.make_vec("Blackjack-v1", num_envs=number, vectorization_mode="sync")
    tables.reset(seed=1)
    random = np.random.default_rng(1)
    actions = [random.integers(0, 2, number) for _ in range(64)]
    turn = 0

    def step() -> int:
        nonlocal turn
        turn += 1
        tables.step(actions[turn % 64])
        return number

    return rate(step)


def rlcard_single() -> float | None:
    """RLCard's Blackjack; None where it is not installed."""
    try:
        import rlcard  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415 - no dependency
    except ImportError:
        return None
    env = rlcard.make("blackjack")
    env.reset()
    random = np.random.default_rng(1)
    actions = random.integers(0, 2, 4_096).tolist()
    number = 0

    def step() -> int:
        nonlocal number
        number += 1
        if env.is_over():
            env.reset()
        else:
            env.step(actions[number % 4_096])
        return 1

    return rate(step)


def main() -> None:
    """Print the table."""
    compiled, single = upcard_tables(), upcard_single()
    sync, other = gymnasium_tables(), rlcard_single()
    rows = [
        (f"upcard/Blackjack-v0, make_vec, {TABLES:,} tables", compiled),
        ("upcard/Blackjack-v0, one table on the engine", single),
        ("Blackjack-v1, SyncVectorEnv, 64 tables", sync),
    ]
    if other is not None:
        rows.append(("RLCard blackjack", other))
    for name, steps in rows:
        print(f"{name:<50} {steps:>14,.0f} steps/s {compiled / steps:>9,.1f} ×")
    if other is None:
        print("RLCard is not installed.")


if __name__ == "__main__":
    main()
