"""Shared by all tests: a wager that a test makes is gone after it."""

from collections.abc import Iterator

import pytest

from upcard.rules import external


@pytest.fixture(autouse=True)
def forget_wagers() -> Iterator[None]:
    """Removes the wagers of `upcard.wager` after a test: the rulebook is every test's own."""
    yield
    external._MADE.clear()
