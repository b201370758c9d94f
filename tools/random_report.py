"""Writes docs/randomness-report.md: NIST SP 800-22 on the source and on shuffles, with controls.

Eight of the fifteen tests of SP 800-22 rev. 1a (section numbers in `TESTS`) run on sequences of a
million bits; the second level (4.2) says whether enough of them pass and whether their p-values are
uniform. The control is the same bytes with a bias that a person could not see.

    python tools/random_report.py [--sequences 100]
"""

import argparse
import datetime
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.special import gammaincc, ndtr  # type: ignore[import-untyped]

from upcard.cards.card import new_decks
from upcard.cards.shuffle import live_bits, shuffled

Bits = np.ndarray[Any, np.dtype[np.int64]]
LENGTH: Final = 1_000_000
ALPHA: Final = 0.01
PAGE: Final = Path(__file__).parent.parent / "docs" / "randomness-report.md"


def frequency(bits: Bits) -> float:
    """Whether ones and zeros are equally many (2.1)."""
    return math.erfc(abs(2 * bits.sum() - len(bits)) / math.sqrt(2 * len(bits)))


def block_frequency(bits: Bits, size: int = 20_000) -> float:
    """The same in blocks of `size` bits (2.2)."""
    share = bits[: len(bits) // size * size].reshape(-1, size).mean(axis=1)
    return float(gammaincc(len(share) / 2, 4 * size * ((share - 0.5) ** 2).sum() / 2))


def runs(bits: Bits) -> float:
    """The number of runs of equal bits (2.3)."""
    n, share = len(bits), bits.mean()
    count = 1 + np.count_nonzero(bits[1:] != bits[:-1])
    expected = 2 * n * share * (1 - share)
    return math.erfc(abs(count - expected) / (2 * math.sqrt(2 * n) * share * (1 - share)))


def longest_run(bits: Bits) -> float:
    """In blocks of 10,000 bits (table 2.4.4)."""
    shares = (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)
    counts = np.zeros(7)
    for block in bits.reshape(-1, 10_000):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], block, [0]))))
        counts[min(max(int((edges[1::2] - edges[::2]).max()), 10), 16) - 10] += 1
    expected = counts.sum() * np.array(shares)
    return float(gammaincc(3, ((counts - expected) ** 2 / expected).sum() / 2))


def spectral(bits: Bits) -> float:
    """Periodic features (2.6)."""
    n = len(bits)
    peaks = np.abs(np.fft.rfft(2.0 * bits - 1))[: n // 2]
    under = np.count_nonzero(peaks < math.sqrt(n * math.log(1 / 0.05)))
    return math.erfc(abs(under - 0.475 * n) / math.sqrt(n * 0.95 * 0.05 / 4) / math.sqrt(2))


def cumulative_sums(bits: Bits) -> float:
    """The furthest of the walk, forward (2.13)."""
    n, z = len(bits), int(np.abs(np.cumsum(2 * bits - 1)).max())
    root, total = math.sqrt(n), 1.0
    for k in range((-n // z + 1) // 4, (n // z - 1) // 4 + 1):
        total -= ndtr((4 * k + 1) * z / root) - ndtr((4 * k - 1) * z / root)
    for k in range((-n // z - 3) // 4, (n // z - 1) // 4 + 1):
        total += ndtr((4 * k + 3) * z / root) - ndtr((4 * k + 1) * z / root)
    return float(total)


def _patterns(bits: Bits, width: int) -> Bits:
    """How often each pattern of `width` bits occurs, the sequence taken as a circle."""
    around = np.concatenate((bits, bits[: width - 1])) if width > 1 else bits
    value = np.zeros(len(bits), dtype=np.int64)
    for index in range(width):
        value = 2 * value + around[index : index + len(bits)]
    return np.bincount(value, minlength=2**width)


def serial(bits: Bits, width: int = 16) -> float:
    """Patterns of `width` bits: the first p-value (2.11)."""

    def psi(size: int) -> float:
        counts = _patterns(bits, size).astype(float)
        return float(2**size / len(bits) * (counts**2).sum() - len(bits))

    return float(gammaincc(2 ** (width - 2), (psi(width) - psi(width - 1)) / 2))


def approximate_entropy(bits: Bits, width: int = 10) -> float:
    """Patterns of two neighboring widths (2.12)."""

    def phi(size: int) -> float:
        share = _patterns(bits, size) / len(bits)
        share = share[share > 0]
        return float((share * np.log(share)).sum())

    statistic = 2 * len(bits) * (math.log(2) - (phi(width) - phi(width + 1)))
    return float(gammaincc(2 ** (width - 1), statistic / 2))


TESTS: Final[dict[str, Callable[[Bits], float]]] = {
    "frequency (2.1)": frequency,
    "frequency within a block (2.2)": block_frequency,
    "runs (2.3)": runs,
    "longest run of ones in a block (2.4)": longest_run,
    "discrete Fourier transform (2.6)": spectral,
    "serial (2.11)": serial,
    "approximate entropy (2.12)": approximate_entropy,
    "cumulative sums (2.13)": cumulative_sums,
}


def from_source() -> Bits:
    """Bits of the live source."""
    return np.unpackbits(np.frombuffer(live_bits.take(LENGTH // 8), np.uint8)).astype(np.int64)


def biased() -> Bits:
    """The source with 1 zero of 250 made a one: 50.2 % of its bits are ones."""
    spare = np.frombuffer(live_bits.take(2 * LENGTH), np.uint16)
    return from_source() | (spare < 65_536 // 250)


def from_shuffles() -> Bits:
    """Which of two neighbors in a shuffled deck is higher: a bit for each pair, as cards differ."""
    deck = new_decks(1)
    bits: list[int] = []
    while len(bits) < LENGTH:
        cards = shuffled(deck)
        bits += [int(cards[index] > cards[index + 1]) for index in range(0, 52, 2)]
    return np.array(bits[:LENGTH], dtype=np.int64)


def second_level(values: list[float]) -> tuple[int, float]:
    """How many sequences pass, and the p-value of the uniformity of their p-values (4.2)."""
    counts, _ = np.histogram(values, bins=10, range=(0, 1))
    expected = len(values) / 10
    passed = sum(value >= ALPHA for value in values)
    return passed, float(gammaincc(4.5, ((counts - expected) ** 2 / expected).sum() / 2))


def needed(sequences: int) -> int:
    """The fewest sequences that have to pass (4.2.1)."""
    return math.ceil(sequences * (1 - ALPHA - 3 * math.sqrt(ALPHA * (1 - ALPHA) / sequences)))


def table(make: Callable[[], Bits], sequences: int) -> list[str]:
    """The rows of one source."""
    values: dict[str, list[float]] = {name: [] for name in TESTS}
    for _ in range(sequences):
        bits = make()
        for name, test in TESTS.items():
            values[name].append(test(bits))
    rows = ["| test | sequences that pass | uniformity | |", "|---|---|---|---|"]
    for name, each in values.items():
        passed, uniform = second_level(each)
        holds = passed >= needed(sequences) and uniform >= 0.0001
        verdict = "passes" if holds else "**fails**"
        rows.append(f"| {name} | {passed} of {sequences} | {uniform:.4f} | {verdict} |")
    return rows


def page(sequences: int) -> str:
    """The whole page."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return "\n".join(
        [
            "# Statistical tests of the random source",
            "",
            "For laboratories and auditors. After it you know which statistical tests the random "
            "source and the shuffle",
            "passed, and that the same tests find a small bias. `python tools/random_report.py` "
            "writes this page from new bits.",
            "",
            f"Written on {today}. Each row is about sequences of 1,000,000 bits. A "
            "sequence passes a test of",
            f"[NIST SP 800-22 rev. 1a](https://doi.org/10.6028/NIST.SP.800-22r1a) with a p-value "
            f"of at least {ALPHA}; of {sequences} sequences {needed(sequences)} have to pass, of "
            f"{sequences // 2} sequences {needed(sequences // 2)},",
            "and the p-values have to be uniform with a p-value of at least 0.0001 (4.2).",
            "",
            "## The source (`upcard rng --raw`)",
            "",
            *table(from_source, sequences),
            "",
            "## Shuffles (`upcard rng --shuffles --decks 1`)",
            "",
            "A bit for each pair of neighbors in a shuffled deck, from the top: whether the first "
            "is the higher card.",
            "",
            *table(from_shuffles, sequences // 2),
            "",
            "## The control",
            "",
            "The source with one zero of 250 made a one, so that 50.2 % of its bits are ones. The "
            "tests have to find that.",
            "",
            *table(biased, sequences),
            "",
            "## What was not run",
            "",
            "Seven tests of SP 800-22 (rank, template matching, universal, linear complexity, "
            "random excursions) were not",
            "run here. What dieharder says stands [on its own page](dieharder-report.md). "
            "For tests of a laboratory's own:",
            "",
            "```sh",
            "upcard rng --raw --count 10000000000 --out source.bin",
            "upcard rng --shuffles --count 10000000 --decks 1 --out shuffles.bin",
            "```",
            "",
        ]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--sequences", type=int, default=100)
    PAGE.write_text(page(parser.parse_args().sequences), encoding="utf-8")
