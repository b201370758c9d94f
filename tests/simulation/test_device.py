"""The same kernels on a CUDA device, which numba's simulator in the interpreter stands for here."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from simulation.strategies import basic
from tables import table_rules
from upcard.rules.violation import BadInput
from upcard.simulation.run import simulate

TESTS = Path(__file__).parents[1]

COMPARED = """
import json, sys
import msgspec
from simulation.strategies import at_random
from tables import table_rules
from upcard.simulation.run import simulate

wagers = {
    "perfect-pairs": {"paytable": "A", "minimum": 5},
    "bad-beat": {"magic_card": True, "lucky_player": True, "minimum": 5},
    "jackpot-party": {"paytable": "P20-B", "wager": 5},
}
rules, strategy = table_rules(wagers=wagers), at_random(5, insures=True)
found = []
for cuda in (False, True):
    result = simulate(rules, strategy, 150, 58, seats=2, workers=None, cuda=cuda)
    found.append({k: v for k, v in msgspec.to_builtins(result).items() if "second" not in k})
json.dump([found[0] == found[1], found[1]["rounds"], len(found[1]["wagers"])], sys.stdout)
"""


@pytest.mark.nightly
def test_a_device_deals_what_a_processor_deals() -> None:
    """In a process of its own, since the simulator replaces a device for all of numba."""
    result = subprocess.run(
        [sys.executable, "-c", COMPARED],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == [True, 150, 7]


def test_without_a_device_it_is_refused() -> None:
    if import_module("upcard.compiled.device").is_there():
        pytest.skip("there is a device here")
    with pytest.raises(BadInput, match="No CUDA device was found"):
        simulate(table_rules(), basic(6), 100, 1, cuda=True)
