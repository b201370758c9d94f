"""Exact results that take long to compute, kept in the user's cache: see `rules.disk_cache`."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.exact.par import ParRecord
from upcard.rules.disk_cache import Coding, cached

if TYPE_CHECKING:
    from upcard.exact.strategy.solve import Solution


def cached_records(key: tuple[object, ...], make: Callable[[], list[ParRecord]]) -> list[ParRecord]:
    """Records, computed only where they were not before; `key` is all that they depend on."""
    return cached("odds", map(repr, key), make, _RECORDS)


def cached_deviation(solutions: "tuple[Solution, ...]", make: Callable[[], float]) -> float:
    """The standard deviation of solutions, computed only where it was not before."""
    return cached("deviations", parts_of(solutions), make, _NUMBER, most=1_000)


def cached_value(key: tuple[object, ...], make: Callable[[], float | None]) -> float | None:
    """An exact expected value, computed only where it was not; `key` is all it depends on."""
    return cached("values", map(repr, key), make, _VALUE, most=1_000)


def parts_of(solutions: "Iterable[Solution]") -> Iterator[str]:
    """All that results of solutions depend on: rules, shoe, and how each hand is played."""
    return (part for solution in solutions for part in _parts(solution))


def encoded_records(records: Iterable[ParRecord]) -> str:
    """Records as a text that is the same for equal ones."""
    return _RECORDS.encode(list(records)).decode()


def _parts(solution: "Solution") -> Iterator[str]:
    yield repr((solution.rules, solution.shoe, tuple(solution.holes)))
    for upcard, answer in solution.answers.items():
        marks = answer.column.marks
        yield repr((upcard, answer.chance, sorted(answer.openings.items())))
        yield repr((marks.hits.tolist(), marks.doubles.tolist()))


def _encode(value: Any) -> str:
    assert isinstance(value, Fraction)
    return str(value)


def _decode(kind: type, value: Any) -> Fraction:
    assert kind is Fraction
    return Fraction(value)


_RECORDS: Final = Coding[list[ParRecord]](
    msgspec.json.Encoder(enc_hook=_encode).encode,
    msgspec.json.Decoder(list[ParRecord], dec_hook=_decode).decode,
)
_NUMBER: Final = Coding[float](msgspec.json.encode, msgspec.json.Decoder(float).decode)
_VALUE: Final = Coding[float | None](msgspec.json.encode, msgspec.json.Decoder(float | None).decode)
