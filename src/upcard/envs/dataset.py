"""A supervised dataset of exact values: a row for each decision, written as Parquet."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from upcard.envs.action_values import Oracle
from upcard.envs.choices import HAND_FIELDS, PLAY_ACTIONS
from upcard.exact.strategy.rules import NAMES
from upcard.text.extras import needs_extras

VALUED: Final = PLAY_ACTIONS
"""The actions that have a column of values; NaN where one is not legal."""


def write_dataset(
    oracle: Oracle, env: Any, path: str | Path, rows: int = 10_000, seed: int = 0
) -> int:
    """Write decisions of random play with the exact value of each action; returns their number.

    Columns: those of `HAND_FIELDS`; `left_A` … `left_10`, the cards unseen of each value;
    `value_stand` … for each action, NaN where it is not legal; `best`, the best action's number.
    Bets are not included. Raises `MissingExtra` without the extra parquet.
    """
    with needs_extras("a dataset"):
        import pyarrow as pa  # noqa: PLC0415 - of an extra
        from pyarrow import parquet  # noqa: PLC0415 - of an extra
    random = np.random.default_rng(seed)
    columns: dict[str, list[Any]] = {name: [] for name in _names()}
    env.reset(seed=seed)
    environment = env.unwrapped
    rows_written = 0
    while rows_written < rows:
        state = oracle.state_of(env)
        if state.decision not in ("bet", "decided"):
            values = oracle.values(state)
            best = PLAY_ACTIONS.index(next(iter(values)))
            row = (
                *environment.played.observed_hand().tolist(),
                *state.unseen,
                *(values.get(name, float("nan")) for name in VALUED),
                best,
            )
            for name, value in zip(columns, row, strict=True):
                columns[name].append(value)
            rows_written += 1
        mask = environment.played.mask
        over = env.step(int(random.choice(np.flatnonzero(mask))))[2]
        if over:
            env.reset()
    parquet.write_table(pa.table(columns), Path(path))
    return rows_written


def _names() -> tuple[str, ...]:
    left = (f"left_{name}" for name in NAMES)
    return (*HAND_FIELDS, *left, *(f"value_{name}" for name in VALUED), "best")
