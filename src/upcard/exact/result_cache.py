"""Exact results that take long to compute, kept in the user's cache: see `rules.disk_cache`."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

import msgspec

from upcard.exact.par import ParRecord
from upcard.rules.disk_cache import Coding, cached


def cached_records(key: tuple[object, ...], make: Callable[[], list[ParRecord]]) -> list[ParRecord]:
    """Records, computed only where they were not before; `key` is all that they depend on."""
    return cached("odds", map(repr, key), make, _RECORDS)


def cached_value(key: tuple[object, ...], make: Callable[[], float | None]) -> float | None:
    """An exact expected value, computed only where it was not; `key` is all it depends on."""
    return cached("values", map(repr, key), make, _VALUE, most=1_000)


def encoded_records(records: Iterable[ParRecord]) -> str:
    """Records as a text that is the same for equal ones."""
    return _RECORDS.encode(list(records)).decode()


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
_VALUE: Final = Coding[float | None](msgspec.json.encode, msgspec.json.Decoder(float | None).decode)
