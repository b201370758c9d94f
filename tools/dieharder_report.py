"""Writes docs/dieharder-report.md: dieharder's tests on the source, and on a biased control.

Needs dieharder (Debian's package of that name). Tests that read less than some hundred megabytes
run on new bytes, with dieharder's own numbers of samples. The control is the source with the bias
of `tools/random_report.py`.

    python tools/dieharder_report.py [--only 100 101]
"""

import argparse
import datetime
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from upcard.cards.shuffle import live_bits

TESTS: Final = (0, 3, 10, 11, 12, 15, 100, 101, 102)
"""The numbers of the tests that run; `dieharder -l` lists all of them."""

CHUNK: Final = 1 << 20
PAGE: Final = Path(__file__).parent.parent / "docs" / "dieharder-report.md"
FLAGS: Final = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")


class Row(NamedTuple):
    """One p-value as dieharder prints it, with its verdict."""

    test: str
    width: str
    samples: str
    p: str
    verdict: str


def source() -> bytes:
    """The next bytes of the live source."""
    return live_bits.take_bytes(CHUNK)


def biased() -> bytes:
    """Like `source`, with 1 zero of 250 made a one: 50.2 % of the bits are ones."""
    bits = np.unpackbits(np.frombuffer(source(), np.uint8))
    bits |= np.random.default_rng().random(len(bits), np.float32) < 1 / 250
    return np.packbits(bits).tobytes()


def rows(number: int, make: Callable[[], bytes]) -> list[Row]:
    """The rows of one test, which reads as many bytes as it wants."""
    command = ["dieharder", "-g", "200", "-d", str(number), "-c", "|"]
    for flag in FLAGS:
        command += ["-D", flag]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        with suppress(BrokenPipeError):
            while running.poll() is None:
                running.stdin.write(make())
        with suppress(BrokenPipeError):
            running.stdin.close()
        return list(parsed(running.stdout.read().decode()))


def parsed(printed: str) -> Iterator[Row]:
    """The rows in what dieharder prints."""
    for line in printed.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) >= len(FLAGS) and cells[-1].isupper():
            name, width, each, times, p, verdict = cells[:6]
            yield Row(name.replace("_", " "), width, f"{times} × {int(each):,}", p, verdict)


def table(make: Callable[[], bytes], tests: tuple[int, ...]) -> list[str]:
    """The lines of one table."""
    lines = ["| test | width | samples | p-value | |", "|---|---|---|---|---|"]
    for number in tests:
        for row in rows(number, make):
            verdict = "passes" if row.verdict == "PASSED" else f"**{row.verdict.lower()}**"
            lines.append(f"| {row.test} | {row.width} | {row.samples} | {row.p} | {verdict} |")
            print(lines[-1], flush=True)
    return lines


def page(tests: tuple[int, ...]) -> str:
    """The whole page."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return "\n".join(
        [
            "# dieharder on the random source",
            "",
            "For laboratories and auditors. After it you know what Debian's dieharder says of the "
            "random source, and that",
            "it finds a small bias. `python tools/dieharder_report.py` writes this page from new "
            "bytes.",
            "",
            f"Written on {today} with dieharder 3.31.1. It calls a p-value below 0.005 or above "
            "0.995 weak, and one beyond",
            "0.000001 failed: of a hundred p-values of a perfect source about one is weak. The "
            "tests of",
            "[NIST SP 800-22](randomness-report.md) stand on a page of their own.",
            "",
            "## The source (`upcard rng --raw`)",
            "",
            *table(source, tests),
            "",
            "## The control",
            "",
            "The source with one zero of 250 made a one, so that 50.2 % of its bits are ones. Some "
            "tests have to find that.",
            "",
            *table(biased, tests),
            "",
            "## What was not run",
            "",
            "The other tests read up to hundreds of gigabytes in all; dieharder itself calls four "
            "of them suspect (OPSO, OQSO, DNA,",
            "sums). `upcard rng --raw --count 300000000000 | dieharder -a -g 200` runs everything.",
            "",
        ]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", type=int, nargs="*", default=TESTS)
    PAGE.write_text(page(tuple(parser.parse_args().only)), encoding="utf-8")
