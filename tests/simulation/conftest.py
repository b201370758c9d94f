"""A game is solved once for all tests here; solving itself is tested elsewhere."""

import pytest

from solved_once import solved_once

__all__ = ["solved_once"]


@pytest.fixture(autouse=True)
def _solved_once(solved_once: None) -> None:
    """Every test asks `solved_once`."""
