"""Writes docs/randomness-report.md: NIST SP 800-22 on the source and on shuffles, with controls.

The fifteen tests (`sp800_22`) run on sequences of a million bits; the second level (4.2) says
whether enough of them pass and whether their p-values are uniform. The control is the same bytes
with a bias that a person could not see.

    python tools/random_report.py [--sequences 100]
"""

import argparse
import datetime
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from scipy.special import bdtr, gammaincc  # type: ignore[import-untyped] # it has no types

from sp800_22 import TESTS, Bits
from upcard.cards.card import new_decks
from upcard.cards.shuffle import live_bits, shuffled

LENGTH: Final = 1_000_000
ALPHA: Final = 0.01
UNIFORM: Final = 0.0001
LEAST: Final = 55
"""The sequences from which on the uniformity of p-values says something (4.2.2)."""

PAGE: Final = Path(__file__).parent.parent / "docs" / "randomness-report.md"


def from_source() -> Bits:
    """Bits of the live source."""
    return np.unpackbits(np.frombuffer(live_bits.take_bytes(LENGTH // 8), np.uint8)).astype(
        np.int64
    )


def biased() -> Bits:
    """The source with 1 zero of 250 made a one: 50.2 % of its bits are ones."""
    spare = np.frombuffer(live_bits.take_bytes(2 * LENGTH), np.uint16)
    return from_source() | (spare < 65_536 // 250)


def from_shuffles() -> Bits:
    """Which of two neighbors in a shuffled deck is higher: a bit for each pair, as cards differ."""
    deck = new_decks(1)
    bits: list[int] = []
    while len(bits) < LENGTH:
        cards = shuffled(deck)
        bits += [int(cards[index] > cards[index + 1]) for index in range(0, 52, 2)]
    return np.array(bits[:LENGTH], dtype=np.int64)


def needed(sequences: int, tests: int = 1) -> int:
    """The fewest sequences that have to pass (4.2.1).

    Where one section has many `tests`, the chance that any of them has fewer is that of a single
    one, or less.
    """
    share = 1 - ALPHA - 3 * math.sqrt(ALPHA * (1 - ALPHA) / sequences)
    fewest = math.ceil(sequences * share)
    alarm = bdtr(fewest - 1, sequences, 1 - ALPHA) / tests
    while bdtr(fewest - 1, sequences, 1 - ALPHA) > alarm:
        fewest -= 1
    return fewest


def uniformity(values: Sequence[float]) -> float:
    """The p-value of the uniformity of p-values (4.2.2)."""
    counts, _ = np.histogram(values, bins=10, range=(0, 1))
    expected = len(values) / 10
    return float(gammaincc(4.5, ((counts - expected) ** 2 / expected).sum() / 2))


def row(name: str, p_values: list[list[float]]) -> str:
    """A row for a section, from the p-values of each sequence that it could be run on."""
    columns = list(zip(*p_values, strict=True))
    fewest = min(sum(value >= ALPHA for value in values) for values in columns)
    uniform = min(map(uniformity, columns))
    enough = needed(len(p_values), len(columns))
    judged = len(p_values) >= LEAST
    holds = fewest >= enough and (not judged or uniform >= UNIFORM / len(columns))
    verdict = "passes" if holds else "**fails**"
    passed, shown = f"{fewest} of {len(p_values)}", f"{uniform:.6f}" if judged else "too few"
    return f"| {name} | {len(columns)} | {passed} | {enough} | {shown} | {verdict} |"


def table(make: Callable[[], Bits], sequences: int) -> list[str]:
    """The rows of one source."""
    values: dict[str, list[list[float]]] = {name: [] for name in TESTS}
    for _ in range(sequences):
        bits = make()
        for name, test in TESTS.items():
            if results := test(bits):
                values[name].append(results)
    head = "| test | p-values of a sequence | fewest that pass | needed | uniformity | |"
    return [head, "|---|---|---|---|---|---|", *(row(*item) for item in values.items())]


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
            f"Written on {today}, of {sequences} sequences of 1,000,000 bits, "
            f"{sequences // 2} of shuffles. A sequence passes a test",
            "of [NIST SP 800-22 rev. 1a](https://doi.org/10.6028/NIST.SP.800-22r1a) with a "
            f"p-value of at least {ALPHA}. Enough have to pass (4.2.1),",
            f"and the p-values have to be uniform with a p-value of at least {UNIFORM} (4.2.2). "
            "Where a section gives several",
            "p-values of a sequence, its row has the worst of them, and what is needed is lowered "
            "so that a perfect source fails",
            "the row as rarely as any other. The random excursions need 500 cycles, which not "
            "every sequence has (2.14.7).",
            f"Uniformity takes at least {LEAST} sequences (4.2.2): a row of fewer has too few, and "
            "is judged by its passes alone.",
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
            "## Tests of your own",
            "",
            "What dieharder says stands [on its own page](dieharder-report.md).",
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
