"""Results of solved games that take long to compute, kept in the user's cache."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from upcard.exact.strategy.solve import Solution
from upcard.rules.disk_cache import Coding, cached


def cached_deviation(solutions: tuple[Solution, ...], make: Callable[[], float]) -> float:
    """The standard deviation of solutions, computed only where it was not before."""
    return cached("deviations", parts_of(solutions), make, _NUMBER, most=1_000)


def parts_of(solutions: Iterable[Solution]) -> Iterator[str]:
    """All that results of solutions depend on: rules, shoe, and how each hand is played."""
    return (part for solution in solutions for part in _parts(solution))


def _parts(solution: Solution) -> Iterator[str]:
    yield repr((solution.rules, solution.shoe, tuple(solution.holes)))
    for upcard, answer in solution.answers.items():
        marks = answer.column.marks
        yield repr((upcard, answer.chance, sorted(answer.openings.items())))
        yield repr((marks.hits.tolist(), marks.doubles.tolist()))


_NUMBER: Final = Coding[float](msgspec.json.encode, msgspec.json.Decoder(float).decode)
