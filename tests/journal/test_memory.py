"""The journal in memory keeps the promises of every backend; so does the documented example."""

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest

from journal.contract import JournalContract

DOCUMENTED = Path(__file__).parent.parent.parent / "docs" / "journal.md"


class TestMemory(JournalContract):
    @pytest.fixture
    def places(self) -> Iterator[str]:
        return repeat("memory:")


def test_the_documented_example_works() -> None:
    code = DOCUMENTED.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    names: dict[str, object] = {}
    exec(code.replace("casino.db", "memory:"), names)  # our own page, in memory
    assert "position=1, event=0, events=1, stream='table/3'" in repr(names["receipt"])
