"""Odds, simulations and strategies as they were frozen, asked for by the command line alone."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from typing import Any, Final

from typer.testing import CliRunner

from frozen.played import TABLES
from upcard.cli.app import app

ROUNDS: Final = 40_000
OF_A_CLOCK: Final = ("seconds", "rounds_per_second")
"""What a simulation says of its speed."""

ADDED: Final = frozenset({"schema", "differs"})
"""Keys that the JSON has got since it was frozen; they say nothing else about rounds and odds."""

OF_ESTIMATES: Final = ADDED | {
    *("estimator", "gain", "raw_mean"),
    *("chosen", "distinct", "mean_error", "deviation_error", "trip"),
    *("round_covariance", "round_covariance_error"),
    *("n0_interval", "ruin_interval", "bankroll_interval", "within_interval"),
}
"""The same of a simulation's JSON, which tells now how its means and risks are estimated."""

SOLVED: Final = (
    *("blackjack-1", "blackjack-single-1", "blackjack-switch-1", "switch-hands-1"),
    *("blackjack-premium-1", "down-under-blackjack", "hybrid-blackjack"),
    "hybrid-blackjack-no-hole-card",
)
"""The tables whose best play is frozen: one of each game in which players decide."""


def odds() -> Iterator[tuple[str, str]]:
    """Each wager with the digest of all its records."""
    found = _asked("odds", "--all", "--json")["records"]

    def named(record: dict[str, Any]) -> str:
        return f"{record['jurisdiction']}/{record['wager']}"

    for name, records in groupby(sorted(found, key=named), key=named):
        yield name, _digest(list(records))


def simulation(name: str) -> str:
    """The digest of what a simulation of a table finds, without its speed."""
    path = str(TABLES / f"{name}.toml")
    found = _asked("sim", path, "--rounds", str(ROUNDS), "--seed", "7", "--raw", "--json")
    kept = {key: value for key, value in found.items() if key not in OF_A_CLOCK}
    for wager in kept["wagers"]:
        if "bonus" in wager:
            wager["exact"] = None  # it has one since; `test_controls.py` holds it to the odds
    return _digest(kept, OF_ESTIMATES)


def strategy(name: str) -> str:
    """The digest of the best play at a table."""
    return _digest(_asked("strategy", str(TABLES / f"{name}.toml"), "--json"))


def _asked(*words: str) -> Any:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, f"upcard {' '.join(words)}: {result.stderr}"
    return json.loads(result.stdout)


def _digest(value: object, added: frozenset[str] = ADDED) -> str:
    """The digest of JSON; of a float nine digits, which no processor's rounding changes."""
    text = json.dumps(_rounded(value, added), sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:16]


def _rounded(value: Any, added: frozenset[str]) -> Any:
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, dict):
        return {key: _rounded(one, added) for key, one in value.items() if key not in added}
    return [_rounded(number, added) for number in value] if isinstance(value, list) else value
