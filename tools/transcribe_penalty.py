"""Reads the schedule of § 43b.28 out of the source texts.

    python tools/transcribe_penalty.py SEEDS

writes `tests/golden/cells/penalty.cells`. The reading is strict: every word of the schedule belongs
to a violation, and after its civil penalties each one prints formal action.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cells import Cell, plain, write_cells

GOLDEN: Final = Path(__file__).parent.parent / "tests" / "golden" / "cells" / "penalty.cells"
BULLETIN: Final = "004_*.txt"

VIOLATIONS: Final = (
    "operating-unlicensed",
    "hiring-unlicensed",
    "posing-as-licensed",
    "operating-lapsed",
    "unreported-proceedings",
    "certification-not-kept",
)
"""The violations in the order of the text."""

_SCHEDULE: Final = re.compile(
    r"^§ 43b\.28\. .*? Title/Description Penalties (.*?) \[Pa\.B\. Doc\.", re.M
)
_VIOLATION: Final = re.compile(
    r"(?:Section (?P<statute>\S+) )?§ (?P<regulation>\S+) (?P<about>[A-Z].*?\.) "
    r"(?P<penalties>1st .*?) ?Subsequent offenses—formal action ?"
)
_OFFENSE: Final = re.compile(r"(\d)(?:st|nd|rd) offense—(.*?) ?(?=\d(?:st|nd|rd) offense—|$)", re.I)
_FIXED: Final = re.compile(r"(?P<amount>\$[\d,]+)")
_MONTHLY: Final = re.compile(
    r"Up to (?P<months>\d+) months, (?P<amount>\$\d+) per month not to exceed "
    r"(?P<at_most>\$[\d,]+); over (?P=months) months—formal action"
)
_HARMLESS: Final = "provided that no bodily injury or property damage was involved."


def cells(seeds: Path) -> list[Cell]:
    """Every figure of the schedule; ValueError where the text cannot be read."""
    (path,) = seeds.glob(BULLETIN)
    return list(_schedule(path.read_text(encoding="utf-8")))


def _schedule(text: str) -> Iterator[Cell]:
    lines = text.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("§ 43b.28. "))
    (body,) = _SCHEDULE.findall(re.sub(r"\s+", " ", " ".join(lines[start:])))
    matches = list(_VIOLATION.finditer(body))
    if "".join(match[0] for match in matches) != body:
        raise ValueError("§ 43b.28 has words that belong to no violation")
    for slug, match in zip(VIOLATIONS, matches, strict=True):
        if match["statute"]:
            yield _cell(slug, "violates", "63 P.S.", match["statute"])
        yield _cell(slug, "violates", "49 Pa. Code", match["regulation"])
        if match["about"].endswith(_HARMLESS):
            yield _cell(slug, "citation", "harm", "none")
        yield from _offenses(slug, match["penalties"])


def _offenses(slug: str, text: str) -> Iterator[Cell]:
    for count, (number, penalty) in enumerate(_OFFENSE.findall(text), start=1):
        match = _FIXED.fullmatch(penalty) or _MONTHLY.fullmatch(penalty)
        if match is None or int(number) != count:
            raise ValueError(f"{slug}: no civil penalty in {number!r}, {penalty!r}")
        for row, figure in match.groupdict().items():
            yield _cell(slug, f"offense:{number}", row, figure)


def _cell(slug: str, kind: str, row: str, text: str) -> Cell:
    return Cell(slug, "pa", "", "", kind, row, plain(text))


def main() -> int:
    """Write the cells."""
    if len(sys.argv) != 2:
        print("usage: transcribe_penalty.py SEEDS", file=sys.stderr)
        return 2
    transcribed = cells(Path(sys.argv[1]))
    write_cells(GOLDEN, transcribed, "Read from the source texts by tools/transcribe_penalty.py")
    print(f"{len(transcribed)} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
