"""The fifteen tests of NIST SP 800-22 rev. 1a, by their section numbers (`TESTS`).

Each takes a sequence of bits and gives its p-values, as many as the section says, with the
parameters that the standard recommends for a million bits. The random excursions give none where
a sequence has too few cycles for them (2.14.7).
"""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaincc, ndtr  # type: ignore[import-untyped] # it has no types

Bits = np.ndarray[Any, np.dtype[np.int64]]
Test = Callable[[Bits], list[float]]

OVERLAPPING: Final = np.array([0.364091, 0.185659, 0.139381, 0.100571, 0.070432, 0.139866])
"""The shares of blocks with 0 to 4 and more runs of nine ones (3.8)."""

COMPLEXITY: Final = np.array([0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833])
"""The shares of the classes of linear complexity (3.10)."""


def _chi_square(counts: ArrayLike, expected: ArrayLike) -> float:
    """The p-value of counts with one degree of freedom less than they are."""
    observed, due = np.asarray(counts, np.float64), np.asarray(expected, np.float64)
    return float(gammaincc((len(observed) - 1) / 2, ((observed - due) ** 2 / due).sum() / 2))


def frequency(bits: Bits) -> list[float]:
    """Whether ones and zeros are equally many (2.1)."""
    return [math.erfc(abs(2 * bits.sum() - len(bits)) / math.sqrt(2 * len(bits)))]


def block_frequency(bits: Bits, size: int = 20_000) -> list[float]:
    """The same in blocks of `size` bits (2.2)."""
    share = bits[: len(bits) // size * size].reshape(-1, size).mean(axis=1)
    return [float(gammaincc(len(share) / 2, 4 * size * ((share - 0.5) ** 2).sum() / 2))]


def runs(bits: Bits) -> list[float]:
    """The number of runs of equal bits (2.3)."""
    n, share = len(bits), bits.mean()
    count = 1 + np.count_nonzero(bits[1:] != bits[:-1])
    expected = 2 * n * share * (1 - share)
    return [math.erfc(abs(count - expected) / (2 * math.sqrt(2 * n) * share * (1 - share)))]


def longest_run(bits: Bits) -> list[float]:
    """In blocks of 10,000 bits (table 2.4.4)."""
    shares = np.array([0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727])
    counts = np.zeros(7)
    for block in bits.reshape(-1, 10_000):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], block, [0]))))
        counts[min(max(int((edges[1::2] - edges[::2]).max()), 10), 16) - 10] += 1
    return [_chi_square(counts, counts.sum() * shares)]


def rank(bits: Bits, size: int = 32) -> list[float]:
    """The ranks of matrices of `size` rows and columns over the field of two elements (2.5)."""
    number = len(bits) // size**2
    weights = 1 << np.arange(size, dtype=np.int64)
    rows = bits[: number * size**2].reshape(number, size, size) @ weights
    ranks = np.zeros(number, np.int64)
    every = np.arange(number)
    for column in range(size):
        has = (rows >> column & 1).astype(bool)
        pivot = np.where(has, np.arange(size), size).argmin(axis=1)
        has_pivot = has[every, pivot]
        row = np.where(has_pivot, rows[every, pivot], 0)
        rows ^= np.where(has, row[:, None], 0)  # the pivot's own row becomes zero: it is used up
        ranks += has_pivot
    counts = np.bincount(np.minimum(size - ranks, 2), minlength=3)
    full = math.prod(1 - 2.0**-power for power in range(1, size + 1))
    one_less = 2 * full * (1 - 2.0**-size)
    shares = (full, one_less, 1 - full - one_less)
    return [_chi_square(counts, number * np.array(shares))]


def spectral(bits: Bits) -> list[float]:
    """Periodic features (2.6)."""
    n = len(bits)
    peaks = np.abs(np.fft.rfft(2.0 * bits - 1))[: n // 2]
    under = np.count_nonzero(peaks < math.sqrt(n * math.log(1 / 0.05)))
    return [math.erfc(abs(under - 0.475 * n) / math.sqrt(n * 0.95 * 0.05 / 4) / math.sqrt(2))]


def _values(bits: Bits, width: int) -> Bits:
    """At each place but the last ones, the `width` bits from there as a number."""
    places = len(bits) - width + 1
    value = np.zeros(places, np.int64)
    for index in range(width):
        value = 2 * value + bits[index : index + places]
    return value


def aperiodic(width: int) -> list[int]:
    """The patterns of `width` bits that cannot overlap themselves, as numbers."""
    return [
        pattern
        for pattern in range(1 << width)
        if all(pattern >> shift != pattern & (1 << width - shift) - 1 for shift in range(1, width))
    ]


def non_overlapping(bits: Bits, width: int = 9, blocks: int = 8) -> list[float]:
    """How often each aperiodic pattern occurs in blocks: a p-value for each pattern (2.7)."""
    length, patterns = len(bits) // blocks, aperiodic(width)
    counts = np.array(
        [
            np.bincount(_values(block, width), minlength=1 << width)[patterns]
            for block in bits[: blocks * length].reshape(blocks, length)
        ]
    )
    mean = (length - width + 1) / 2**width
    variance = length * (2.0**-width - (2 * width - 1) / 2 ** (2 * width))
    return [float(p) for p in gammaincc(blocks / 2, ((counts - mean) ** 2).sum(0) / variance / 2)]


def overlapping(bits: Bits, width: int = 9, length: int = 1032) -> list[float]:
    """How often `width` ones in a row occur in blocks of `length` bits (2.8)."""
    ones = (1 << width) - 1
    matches = [
        min(int(np.count_nonzero(_values(block, width) == ones)), 5)
        for block in bits[: len(bits) // length * length].reshape(-1, length)
    ]
    return [_chi_square(np.bincount(matches, minlength=6), len(matches) * OVERLAPPING)]


def universal(bits: Bits, width: int = 7, first: int = 1280) -> list[float]:
    """How far apart equal blocks of `width` bits are, after the `first` ones (2.9)."""
    expected, variance = 6.1962507, 3.125  # the row L = 7 of the table in 2.9.4
    blocks = bits[: len(bits) // width * width].reshape(-1, width) @ (1 << np.arange(width))
    order = np.argsort(blocks, kind="stable")
    since = np.where(np.diff(blocks[order], prepend=-1) == 0, np.diff(order, prepend=0), order + 1)
    tested = since[order >= first]
    number = len(tested)
    factor = 0.7 - 0.8 / width + (4 + 32 / width) * number ** (-3 / width) / 15
    deviation = factor * math.sqrt(variance / number)
    return [math.erfc(abs(np.log2(tested).mean() - expected) / (math.sqrt(2) * deviation))]


def complexity(bits: str) -> int:
    """The length of the shortest linear feedback shift register that gives the bits (Massey)."""
    feedback, earlier, length, since, window = 1, 1, 0, -1, 0
    for place, bit in enumerate(bits):
        window = window << 1 | (bit == "1")
        if (feedback & window).bit_count() & 1:
            before = feedback
            feedback ^= earlier << place - since
            if 2 * length <= place:
                length, since, earlier = place + 1 - length, place, before
    return length


def linear_complexity(bits: Bits, size: int = 500) -> list[float]:
    """The linear complexity of blocks of `size` bits (2.10)."""
    sign = (-1) ** size
    mean = size / 2 + (9 - sign) / 36 - (size / 3 + 2 / 9) / 2**size
    text = "".join(map(str, bits))
    lengths = [complexity(text[at : at + size]) for at in range(0, len(text) - size + 1, size)]
    off = sign * (np.array(lengths) - mean) + 2 / 9
    counts = np.bincount(np.clip(np.ceil(off + 2.5), 0, 6).astype(int), minlength=7)
    return [_chi_square(counts, len(lengths) * COMPLEXITY)]


def _patterns(bits: Bits, width: int) -> Bits:
    """How often each pattern of `width` bits occurs, the sequence taken as a circle."""
    around = np.concatenate((bits, bits[: width - 1])) if width > 1 else bits
    return np.bincount(_values(around, width), minlength=1 << width)


def serial(bits: Bits, width: int = 16) -> list[float]:
    """Patterns of `width` bits and fewer (2.11)."""

    def psi(size: int) -> float:
        counts = _patterns(bits, size).astype(float) if size else np.array([len(bits)])
        return float(2**size / len(bits) * (counts**2).sum() - len(bits))

    widest, second, third = psi(width), psi(width - 1), psi(width - 2)
    return [
        float(gammaincc(2 ** (width - 2), (widest - second) / 2)),
        float(gammaincc(2 ** (width - 3), (widest - 2 * second + third) / 2)),
    ]


def approximate_entropy(bits: Bits, width: int = 10) -> list[float]:
    """Patterns of two neighboring widths (2.12)."""

    def phi(size: int) -> float:
        share = _patterns(bits, size) / len(bits)
        share = share[share > 0]
        return float((share * np.log(share)).sum())

    statistic = 2 * len(bits) * (math.log(2) - (phi(width) - phi(width + 1)))
    return [float(gammaincc(2 ** (width - 1), statistic / 2))]


def _furthest(bits: Bits) -> float:
    n, z = len(bits), int(np.abs(np.cumsum(2 * bits - 1)).max())
    root, total = math.sqrt(n), 1.0
    for k in range((-n // z + 1) // 4, (n // z - 1) // 4 + 1):
        total -= ndtr((4 * k + 1) * z / root) - ndtr((4 * k - 1) * z / root)
    for k in range((-n // z - 3) // 4, (n // z - 1) // 4 + 1):
        total += ndtr((4 * k + 3) * z / root) - ndtr((4 * k + 1) * z / root)
    return float(total)


def cumulative_sums(bits: Bits) -> list[float]:
    """The furthest of the walk, forward and backward (2.13)."""
    return [_furthest(bits), _furthest(bits[::-1])]


def _cycles(bits: Bits) -> tuple[Bits, Bits, int]:
    """The walk, the cycle of each place (from one zero to the next), and how many there are."""
    walk = np.cumsum(2 * bits - 1)
    cycle = np.cumsum(walk == 0) - (walk == 0)
    return walk, cycle, int(np.count_nonzero(walk == 0)) + bool(walk[-1])


def _too_few(cycles: int, bits: Bits) -> bool:
    return cycles < max(0.005 * math.sqrt(len(bits)), 500)


def excursion_values(bits: Bits) -> list[float]:
    """The p-values of 2.14 at the states -4 to -1 and 1 to 4, however few cycles there are."""
    walk, cycle, cycles = _cycles(bits)
    values = []
    for state in (-4, -3, -2, -1, 1, 2, 3, 4):
        visits = np.bincount(cycle[walk == state], minlength=cycles)
        counts = np.bincount(np.minimum(visits, 5), minlength=6)
        back = 1 / (2 * abs(state))
        shares = [1 - back, *(back**2 * (1 - back) ** (k - 1) for k in range(1, 5))]
        shares.append(back * (1 - back) ** 4)
        values.append(_chi_square(counts, cycles * np.array(shares)))
    return values


def random_excursions(bits: Bits) -> list[float]:
    """How often each state near zero is visited in a cycle (2.14)."""
    return [] if _too_few(_cycles(bits)[2], bits) else excursion_values(bits)


def variant_values(bits: Bits) -> list[float]:
    """The p-values of 2.15 at the states -9 to -1 and 1 to 9, however few cycles there are."""
    walk, _, cycles = _cycles(bits)
    states = [state for state in range(-9, 10) if state]
    counts = [np.count_nonzero(walk == state) for state in states]
    return [
        math.erfc(abs(count - cycles) / math.sqrt(2 * cycles * (4 * abs(state) - 2)))
        for state, count in zip(states, counts, strict=True)
    ]


def random_excursions_variant(bits: Bits) -> list[float]:
    """How often each state near zero is visited in all cycles (2.15)."""
    return [] if _too_few(_cycles(bits)[2], bits) else variant_values(bits)


TESTS: Final[dict[str, Test]] = {
    "frequency (2.1)": frequency,
    "frequency within a block (2.2)": block_frequency,
    "runs (2.3)": runs,
    "longest run of ones in a block (2.4)": longest_run,
    "rank of binary matrices (2.5)": rank,
    "discrete Fourier transform (2.6)": spectral,
    "non-overlapping templates (2.7)": non_overlapping,
    "overlapping templates (2.8)": overlapping,
    "Maurer's universal test (2.9)": universal,
    "linear complexity (2.10)": linear_complexity,
    "serial (2.11)": serial,
    "approximate entropy (2.12)": approximate_entropy,
    "cumulative sums (2.13)": cumulative_sums,
    "random excursions (2.14)": random_excursions,
    "random excursions variant (2.15)": random_excursions_variant,
}
