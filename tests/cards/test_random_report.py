"""The tests of the report on randomness give the p-values of the examples in NIST SP 800-22."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import sp800_22
from random_report import needed
from sp800_22 import (
    Bits,
    approximate_entropy,
    cumulative_sums,
    frequency,
    runs,
    serial,
    spectral,
)

PI = (
    "1100100100001111110110101010001000100001011010001100001000110100"
    "110001001100011001100010100010111000"
)
"""The first 100 bits of the binary expansion of pi, the example of most sections."""


def _bits(text: str) -> Bits:
    return np.array([int(bit) for bit in text], dtype=np.int64)


@pytest.mark.parametrize(
    ("test", "text", "expected"),
    [
        (frequency, PI, [0.109599]),  # 2.1.8
        (runs, PI, [0.500798]),  # 2.3.8
        (spectral, PI, [0.646355]),  # 2.6.8
        (cumulative_sums, PI, [0.219194, 0.114866]),  # 2.13.8
        (lambda bits: approximate_entropy(bits, 2), PI, [0.235301]),  # 2.12.8
        (lambda bits: serial(bits, 3), "0011011101", [0.808792, 0.670320]),  # 2.11.4
    ],
)
def test_examples_of_the_standard(
    test: Callable[[Bits], list[float]], text: str, expected: list[float]
) -> None:
    assert test(_bits(text)) == pytest.approx(expected, abs=1e-6)


def _product(first: int, last: int) -> tuple[int, int]:
    """The sum of first! / k! for k from first + 1 to last, as a numerator and a denominator."""
    if last - first == 1:
        return 1, last
    middle = (first + last) // 2
    (upper, under), (upper_2, under_2) = _product(first, middle), _product(middle, last)
    return upper * under_2 + upper_2, under * under_2


@cache
def _e(bits: int = 1_000_000) -> Bits:
    """The first bits of the binary expansion of e, the example of the standard's appendix B."""
    terms = 10
    while math.lgamma(terms) < (bits + 100) * math.log(2):
        terms *= 2
    upper, under = _product(0, terms)
    return _bits(f"{((upper + under) << bits) // under:b}"[:bits])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("test", "which", "expected"),
    [
        (frequency, 0, 0.953749),
        (lambda bits: sp800_22.block_frequency(bits, 128), 0, 0.211072),
        (runs, 0, 0.561917),
        (sp800_22.longest_run, 0, 0.718945),
        (sp800_22.rank, 0, 0.306156),
        (spectral, 0, 0.847187),
        (sp800_22.non_overlapping, 0, 0.078790),  # the template 000000001
        (sp800_22.universal, 0, 0.282568),
        (serial, 0, 0.766182),
        (serial, 1, 0.462921),
        (approximate_entropy, 0, 0.700073),
        (cumulative_sums, 0, 0.669887),
        (cumulative_sums, 1, 0.724266),
        (sp800_22.random_excursions, 4, 0.786868),  # the state 1
        (sp800_22.random_excursions_variant, 8, 0.826009),  # the state -1
    ],
)
def test_a_million_bits_of_e(
    test: Callable[[Bits], list[float]], which: int, expected: float
) -> None:
    assert test(_e())[which] == pytest.approx(expected, abs=2e-6)


@pytest.mark.nightly
def test_two_sections_whose_shares_appendix_b_has_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its p-values of e are of shares that 2.8 and 3.10 of the same revision correct."""
    earlier = {
        "OVERLAPPING": (0.367879, 0.183940, 0.137955, 0.099634, 0.069935, 0.140656),
        "COMPLEXITY": (0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833),
    }
    for name, shares in earlier.items():
        monkeypatch.setattr(sp800_22, name, np.array(shares))
    assert sp800_22.overlapping(_e()) == pytest.approx([0.110434], abs=3e-6)
    assert sp800_22.linear_complexity(_e()) == pytest.approx([0.826335], abs=1e-6)


def test_too_few_cycles_give_no_excursions() -> None:
    assert sp800_22.random_excursions(_bits("0110110101")) == []
    assert sp800_22.random_excursions_variant(_bits("0110110101")) == []
    short = _bits("0110110101")
    assert sp800_22.excursion_values(short)[4] == pytest.approx(0.502529, abs=1e-4)  # 2.14.8
    assert sp800_22.variant_values(short)[9] == pytest.approx(0.683091, abs=1e-6)  # 2.15.8


def test_the_share_of_sequences_that_have_to_pass() -> None:
    assert needed(100) == 97  # 4.2.1: 0.96015 of them, more than 96
    assert needed(100, 148) == 94
