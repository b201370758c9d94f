"""Every cell of every printed table equals the rule data, by a second route."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from cells import Cell, cells_of, mystery_cells, penalty_cells, read_cells
from upcard.penalties.schedule import all_schedules
from upcard.rules.loader import all_mysteries, all_wagers

ROOT = Path(__file__).parent.parent.parent
SEEDS = ROOT.parent / "shared" / "seeds"
GOLDEN = ROOT / "tests" / "golden" / "cells"
TRANSCRIPTIONS = sorted(path.stem for path in (ROOT / "tools").glob("transcribe_*.py"))


def _golden() -> list[Cell]:
    return [cell for path in sorted(GOLDEN.glob("*.cells")) for cell in read_cells(path)]


def test_the_data_equals_the_transcribed_cells() -> None:
    data = Counter(cell for rules in all_wagers() for cell in cells_of(rules))
    data.update(cell for mystery in all_mysteries() for cell in mystery_cells(mystery))
    data.update(cell for schedule in all_schedules() for cell in penalty_cells(schedule))
    golden = Counter(_golden())
    assert sorted((data - golden).elements()) == []
    assert sorted((golden - data).elements()) == []


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the source texts are not beside this checkout")
@pytest.mark.parametrize("name", TRANSCRIPTIONS)
def test_the_cells_equal_the_seeds(name: str) -> None:
    transcribed = import_module(name).cells(SEEDS)
    golden = read_cells(GOLDEN / f"{name.removeprefix('transcribe_')}.cells")
    assert sorted(transcribed) == sorted(golden)
