"""What a day leaves to the night: a case that is asked for by its name is tried all the same."""

import subprocess
import sys
from pathlib import Path

from nightly import day_environment, spread
from simulation.cases import CASES

ROOT = Path(__file__).parent.parent.parent
TEST = "tests/simulation/test_differential.py"


def _collected(*words: str) -> str:
    """What pytest collects by day, without running it."""
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", TEST, *words],
        cwd=ROOT,
        env=day_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout


def test_a_case_that_a_day_leaves_out_runs_if_it_is_asked_for() -> None:
    names = list(CASES)
    left_out = [name for name in names if name not in spread(10, names)]
    name = next(name for name in left_out if sum(name in other for other in names) == 1)
    assert f"[{name}]" not in _collected()
    assert f"[{name}]" in _collected("-k", name)
