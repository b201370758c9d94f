"""Writes `tests/golden/odds/*.odds` from the naive enumerations under `tests/odds`.

    python tools/golden_odds.py [NAME ...]

Nothing here knows the program: the files are the other side of the comparison. A line is the
number of decks, an outcome and how many deals make it; what cannot be dealt is not listed.
Lines that begin with # say what a file rests on where that is more than the text. All files take
some minutes, because four cards are dealt one by one.
"""

import argparse
import importlib
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "odds"
sys.path.insert(0, str(ROOT / "tests"))
naive = importlib.import_module("odds.naive")
cases = importlib.import_module("odds.naive_cases")
dealer = importlib.import_module("odds.naive_dealer")
baccarat = importlib.import_module("odds.naive_baccarat")
rounds = importlib.import_module("odds.naive_rounds")

NAMES = [*naive.WAGERS, *cases.CASES, *dealer.CASES, *baccarat.ORDER, *rounds.CASES]


def counted(name: str) -> dict[int, dict[str, int]]:
    """The counts of a file, by decks and outcome."""
    if name in cases.CASES:
        counts: dict[int, dict[str, int]] = cases.count(name)
        return counts
    if name in dealer.CASES:
        return {decks: dealer.count(name, decks) for decks in dealer.CASES[name][1]}
    if name in rounds.CASES:
        return {decks: rounds.count(name, decks) for decks in rounds.CASES[name][1]}
    if name in baccarat.ORDER:
        return {decks: baccarat.count(decks)[name] for decks in baccarat.DECKS}
    return {decks: naive.count(name, decks) for decks in naive.WAGERS[name][2]}


def write(name: str) -> str:
    """Write a file, the rarest outcome of each number of decks first."""
    lines = [
        f"{decks} {outcome} {ways}\n"
        for decks, counts in counted(name).items()
        for outcome, ways in sorted(counts.items(), key=lambda pair: (pair[1], pair[0]))
    ]
    head = rounds.header(name) if name in rounds.CASES else ""
    (GOLDEN / f"{name}.odds").write_text(head + "".join(lines), encoding="utf-8")
    return f"{name}: {len(lines)} lines"


def main() -> int:
    """Write the files named, or all."""
    parser = argparse.ArgumentParser(description="Writes the golden counts of the odds.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all without one")
    names = parser.parse_args().names or NAMES
    for name in names:
        if name not in NAMES:
            parser.error(f"There is no {name!r}; there are {', '.join(NAMES)}.")
    GOLDEN.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for written in pool.map(write, names):
            print(written, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
