"""Writes `tests/golden/odds/*.odds` from the naive enumeration of `tests/odds/naive.py`.

    python tools/golden_odds.py [NAME ...]

Nothing here knows the program: the files are the other side of the comparison. A line is the
number of decks, an outcome and how many deals make it; what cannot be dealt is not listed.
All files take about a minute, because four cards are dealt one by one.
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


def lines(name: str, decks: int) -> str:
    """The lines of one number of decks, the rarest outcome first."""
    found = sorted(naive.count(name, decks).items(), key=lambda pair: (pair[1], pair[0]))
    return "".join(f"{decks} {outcome} {ways}\n" for outcome, ways in found)


def main() -> int:
    """Writes the files named, or all."""
    parser = argparse.ArgumentParser(description="Writes the golden counts of the odds.")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *naive.WAGERS])
    names = parser.parse_args().names or list(naive.WAGERS)
    GOLDEN.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for name in names:
            decks = naive.WAGERS[name][2]
            text = "".join(pool.map(lines, [name] * len(decks), decks))
            (GOLDEN / f"{name}.odds").write_text(text, encoding="utf-8")
            print(f"{name}: {len(decks)} decks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
