"""Writes what is frozen: ``PYTHONPATH=tests .venv/bin/python -m frozen.freeze``.

Only a change that is meant to change rounds, odds or simulations freezes them again, in a commit of
its own that says what changed and why.
"""

import json
from pathlib import Path
from typing import Any, Final

from frozen import computed
from frozen.played import digests, table_names

FROZEN: Final = Path(__file__).parent / "frozen.json"
BLOCKS: Final = 20
"""Blocks of rounds a table: five hundred rounds."""

SEED: Final = 1


def frozen() -> dict[str, Any]:
    """All digests as they were written."""
    found: dict[str, Any] = json.loads(FROZEN.read_text(encoding="utf-8"))
    return found


def now() -> dict[str, Any]:
    """All digests of this version."""
    names = table_names()
    return {
        "rounds": {name: digests(name, BLOCKS, SEED) for name in names},
        "odds": dict(computed.odds()),
        "simulations": {name: computed.simulation(name) for name in names},
        "strategies": {name: computed.strategy(name) for name in computed.SOLVED},
    }


if __name__ == "__main__":
    FROZEN.write_text(json.dumps(now(), indent=1) + "\n", encoding="utf-8")
