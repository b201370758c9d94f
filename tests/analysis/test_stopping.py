"""Stopping at a loss: what is counted, and what would take too long."""

from fractions import Fraction

import pytest

from upcard.analysis.risk.stopping import stopping
from upcard.rules.violation import BadInput

RARE = Fraction(1, 1_000_000)
LAW = {Fraction(-1): 1 - RARE, Fraction(1_000_000): RARE}
"""One unit lost, but for a rare award of a million."""


def test_a_rare_award_is_counted_over_a_few_rounds() -> None:
    found = stopping(LAW, 3, Fraction(2))
    assert found.stopped == pytest.approx(float((1 - RARE) ** 2))
    assert found.rounds == pytest.approx(float(2 + (1 - (1 - RARE) ** 2)))


def test_what_would_take_too_long_is_refused() -> None:
    """Ten thousand rounds with some three million results each."""
    with pytest.raises(BadInput) as refused:
        stopping(LAW, 10_000, Fraction(2))
    assert str(refused.value) == (
        "Stopping at a loss would take too long to count over 10,000 rounds with these "
        "wagers: ask for fewer rounds, or for wagers with smaller awards."
    )
