"""A game is solved once for all tests here, and a paper is fitted once: both are tested alone."""

from collections.abc import Callable

import pytest

from solved_once import solved_once
from upcard.reports.rendering import pdf
from upcard.reports.rendering.fit import Fit, Size
from upcard.reports.rendering.paper import Paper

__all__ = ["solved_once"]

_FITS: dict[tuple[Paper, Size], Fit] = {}


@pytest.fixture(autouse=True)
def _solved_once(solved_once: None) -> None:
    """Every test asks `solved_once`."""


def _remembered(find: Callable[[Paper, Size], Fit]) -> Callable[[Paper, Size], Fit]:
    def fitted(paper: Paper, size: Size) -> Fit:
        asked = (paper, size)
        if asked not in _FITS:
            _FITS[asked] = find(paper, size)
        return _FITS[asked]

    return fitted


@pytest.fixture(autouse=True)
def _fitted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal papers have the same fit, which is searched for once in each process of pytest."""
    monkeypatch.setattr(pdf, "fitted", _remembered(pdf.fitted))
