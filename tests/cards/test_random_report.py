"""The tests of the report on randomness give the p-values of the examples in NIST SP 800-22."""

from collections.abc import Callable

import numpy as np
import pytest

from random_report import (
    Bits,
    approximate_entropy,
    cumulative_sums,
    frequency,
    needed,
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
        (frequency, PI, 0.109599),  # 2.1.8
        (runs, PI, 0.500798),  # 2.3.8
        (spectral, PI, 0.646355),  # 2.6.8
        (cumulative_sums, PI, 0.219194),  # 2.13.8
        (lambda bits: approximate_entropy(bits, 2), PI, 0.235301),  # 2.12.8
        (lambda bits: serial(bits, 3), "0011011101", 0.808792),  # 2.11.4
    ],
)
def test_examples_of_the_standard(
    test: Callable[[Bits], float], text: str, expected: float
) -> None:
    assert test(_bits(text)) == pytest.approx(expected, abs=1e-6)


def test_the_share_of_sequences_that_have_to_pass() -> None:
    assert needed(100) == 97  # 4.2.1: 0.96015 of them, more than 96
