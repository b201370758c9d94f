from collections.abc import Iterator
from itertools import repeat

import pytest

from journal.contract import JournalContract


class TestMemory(JournalContract):
    @pytest.fixture
    def places(self) -> Iterator[str]:
        return repeat("memory:")
