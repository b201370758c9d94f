"""What `make test` leaves to `make nightly`, so that it stays under eight minutes on two cores.

By day each rule, page, command and promise is tried once or a few times. Left to the night are
further cases of the same kind, larger samples, and what builds a thing whole that is tested in
parts by day:

- `@pytest.mark.nightly` leaves out a test, or a case with `pytest.param(..., marks=...)`;
- `@pytest.mark.nightly(but=3)` leaves out its cases but three, as far from each other as they are,
  of those that `-k` asks for, so that a case that is asked for by its name runs;
- `every` shortens a list inside a test.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

VARIABLE: Final = "UPCARD_NIGHTLY"
NIGHTLY: Final = VARIABLE in os.environ


def day_environment() -> dict[str, str]:
    """The environment of who runs a command of a page by day."""
    return {name: value for name, value in os.environ.items() if name != VARIABLE}


def every(step: int, cases: Sequence[T]) -> Sequence[T]:
    """The first of the cases and each `step`-th after it; nightly all of them."""
    return cases if NIGHTLY else cases[::step]


def spread(number: int, cases: Sequence[T]) -> Sequence[T]:
    """So many of the cases, the first among them, at equal distances."""
    if number >= len(cases):
        return cases
    return [cases[place * len(cases) // number] for place in range(number)]


def by_day(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Those of the tests that run now."""
    if NIGHTLY:
        return set(items)
    chosen = set()
    marked = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("nightly")
        if mark is None:
            chosen.add(item)
        elif mark.kwargs:
            marked[item.nodeid.partition("[")[0], mark.kwargs["but"]].append(item)
    for (_, number), cases in marked.items():
        chosen.update(spread(number, cases))
    return chosen
