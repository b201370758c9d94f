"""Reads the tables of § 633a.13, of §§ 633c.5 to 633c.15 and of chapter 633b into cells.

    python tools/transcribe_633c_two.py SEEDS_DIR

Writes `tests/golden/cells/633c_two.cells`. Every figure comes out of the source text; what a row
is called here, and what the scan garbled, is listed in `lines_633a_13.py`. §§ 633c.6 and 633c.10
are read by another script, and so are the Bulletin's two other tables.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]
from cells import Cell, plain, write_cells  # noqa: E402 - found once the path is set
from lines_633a_13 import ANY, DECKS, LINE, NUMBERS, chapter_633a, pay_cell  # noqa: E402 - too

CHAPTER_633A: Final = "002_f7087595df2a0330.txt"
CHAPTER_633C: Final = "000_1e8743b29113f6a8.txt"
BULLETIN: Final = "004_c9264d5ea9e4554c.txt"


def cells(seeds: Path) -> list[Cell]:
    """Every cell of these tables; ValueError where the text cannot be read."""
    older = (seeds / CHAPTER_633A).read_text(encoding="utf-8")
    chapter = (seeds / CHAPTER_633C).read_text(encoding="utf-8")
    bulletin = (seeds / BULLETIN).read_text(encoding="utf-8")
    return [
        *chapter_633a(older),
        *_named(chapter, "7", "top-3"),
        *_named(chapter, "8", "lucky-aces"),
        *_blazing(chapter),
        *_trilux(chapter),
        *_axman(chapter),
        *_buster(chapter),
        *_buster_bonus(chapter),
        *_mystery(chapter),
        *_upcard_luck(chapter),
        *_buzzer_beater(chapter),
        *_bulletin(bulletin),
    ]


# Chapter 633c: tables with tabs


def _section(text: str, number: str) -> str:
    """A section of chapter 633c, without the contents that name it too."""
    start = re.search(rf"^§ 633c\.{number}\. ", text, flags=re.MULTILINE)
    if start is None:
        raise ValueError(f"there is no § 633c.{number}")
    body = text[start.end() :]
    end = re.search(r"^§ 633c\.\d+\. ", body, flags=re.MULTILINE)
    return body[: end.start()] if end else body


def _rows(text: str) -> Iterator[list[str]]:
    """The rows of all tables, cells without marks; headings that a page break repeats as well."""
    for line in text.splitlines():
        if "\t" in line:
            yield [re.sub(r"</?i>", "", cell).strip() for cell in line.split("\t")]


def _table(text: str) -> Iterator[tuple[str, str, str]]:
    """Name of the column, row and cell of a table with a named column for each paytable."""
    names: list[str] = []
    for first, *rest in _rows(text):
        if all(cell.startswith(("Paytable", "Bonus Pay", "Payback")) for cell in rest):
            names = [cell.removeprefix("Paytable").removeprefix("Bonus Pay") for cell in rest]
        else:
            for name, cell in zip(names, rest, strict=True):
                yield name.strip(), first, cell


def _named(text: str, number: str, wager: str, kind: str = "") -> Iterator[Cell]:
    """A section with one table, its columns named, for any number of decks."""
    for name, row, cell in _table(_section(text, number)):
        yield pay_cell(wager, name, kind or ANY, row, cell)


def _blazing(text: str) -> Iterator[Cell]:
    """§ 633c.9; a row that prints "N/A" for a paytable is none of its rows."""
    section = _section(text, "9")
    seeds = re.findall(r"\\\$([\d,]+) if the required .+? is \\\$(\d+)", section)
    times = {int(seed.replace(",", "")) // int(wager) for seed, wager in seeds}
    exact = all(int(seed.replace(",", "")) % int(wager) == 0 for seed, wager in seeds)
    if len(seeds) != 2 or len(times) != 1 or not exact:
        raise ValueError("§ 633c.9(g): the least seeds are not one multiple of the wager")
    names = set()
    for name, row, cell in _table(section):
        names.add(name)
        if cell != "N/A":
            yield pay_cell("blazing-7s", name, ANY, row, cell)
    for name in names:
        seed = f"{times.copy().pop():,}× the wager"
        yield Cell("blazing-7s", "pa", name, ANY, "meter:", "seed", seed)


def _trilux(text: str) -> Iterator[Cell]:
    """§ 633c.11; subsection (i) says for how many decks each paytable is."""
    section = _section(text, "11")
    decks: dict[str, list[str]] = {}
    for count, name in re.findall(r"\*(\w+)[- ]decks?\*—Paytable (TLX-\d)", section):
        decks.setdefault(name, []).append(NUMBERS[count.lower()])
    for name, row, cell in _table(section):
        yield pay_cell("trilux-deluxe", name, " ".join(decks[name]), row, cell)


def _axman(text: str) -> Iterator[Cell]:
    """§ 633c.12; (a) gives the decks."""
    section = _section(text, "12")
    match = re.search(r"using a (\w+)-deck or (\w+)-deck batch", section)
    if match is None:
        raise ValueError("§ 633c.12(a) gives no decks")
    decks = " ".join(NUMBERS[number] for number in match.groups())
    for _, row, cell in _table(section):
        yield pay_cell("axman", "standard", decks, row, cell)


def _buster(text: str) -> Iterator[Cell]:
    """§ 633c.13(h): the heading above each table's own names its decks."""
    decks = ""
    names: list[str] = []
    for first, *rest in _rows(_section(text, "13").split("\n(i) ", 1)[0]):
        if first in DECKS:
            decks = DECKS[first]
        elif first == "Dealer busts with":
            names = [cell.removeprefix("Paytable").strip() or "standard" for cell in rest if cell]
        else:
            for name, cell in zip(names, rest, strict=True):
                yield pay_cell("buster-blackjack", name, decks, first, cell)


def _buster_bonus(text: str) -> Iterator[Cell]:
    """§ 633c.13(i): the cash bonus, for every number of decks in (c), and its least wager."""
    section = _section(text, "13")
    offered = re.search(r"played with (.+?) shoes", section)
    bonus = section.split("\n(i) ", 1)[1]
    least = re.search(r"wager of at least (\\\$\d+)", bonus)
    if offered is None or least is None:
        raise ValueError("§ 633c.13: no decks in (c) or no least wager in (i)")
    decks = " ".join(NUMBERS[number] for number in re.findall(r"(\w+)-deck", offered[1]))
    names = set()
    for name, row, cell in _table(bonus):
        names.add(name)
        yield pay_cell("buster-blackjack", name, decks, row, cell)
    for name in names:
        yield Cell("buster-blackjack", "pa", name, decks, "wager", "wager", plain(least[1]))


def _mystery(text: str) -> Iterator[Cell]:
    """§ 633c.14(c)(4): four lines below each configuration's name and wager."""
    section = _section(text, "14")
    pattern = (
        r"\*Paytable ([A-D])—\\\$(\d) Configuration\*+Configuration \1\*\s+"
        r"Minimum progressive wager amount—\\(\$\2)\s+"
        r"Minimum dollar value \\(\$[\d,]+)\s+"
        r"Maximum dollar value \\(\$[\d,]+)\s+"
        r"Incremental contribution rate ([\d.]+%)"
    )
    matches = re.findall(pattern, section)
    if len(matches) != section.count("Configuration*"):
        raise ValueError("§ 633c.14(c)(4): a configuration cannot be read")
    for letter, amount, wager, low, high, rate in matches:
        key = ("must-hit-by-mystery", "pa", f"{letter}-{amount}", "", "mystery")
        yield Cell(*key, "wager", wager)
        yield Cell(*key, "minimum", low)
        yield Cell(*key, "maximum", high)
        yield Cell(*key, "increment", rate)


def _upcard_luck(text: str) -> Iterator[Cell]:
    """§ 633c.15; (b) gives the decks."""
    section = _section(text, "15")
    for _, row, cell in _table(section):
        yield pay_cell("upcard-luck", "standard", _luck_decks(section), row, cell)


def _luck_decks(section: str) -> str:
    match = re.search(r"table that utilizes ([\w,\s]+?) decks of\s", section)
    if match is None:
        raise ValueError("Upcard Luck (b) gives no decks")
    numbers = re.findall(r"two|four|six|eight", match[1])
    return " ".join(NUMBERS[number] for number in numbers)


def _buzzer_beater(text: str) -> Iterator[Cell]:
    """§ 633c.5(v)(3): two columns make a row; (f) gives the decks."""
    section = _section(text, "5")
    match = re.search(r"played with (\w+) decks or (\w+) decks", section)
    if match is None:
        raise ValueError("§ 633c.5(f) gives no decks")
    decks = " ".join(NUMBERS[number] for number in match.groups())
    for player, dealer, odds in _rows(section):
        if player != "Player Hand":
            yield pay_cell("buzzer-beater", "standard", decks, f"{player} against {dealer}", odds)


# The Bulletin: the temporary sections


def _bulletin(text: str) -> Iterator[Cell]:
    buster = text.split("§ 633b.13. Buster Blackjack wager.", 1)[1]
    buster, luck = buster.split("§ 633b.15. Upcard Luck wager.", 1)
    head, table = buster.split("Dealer Busts with Paytable", 1)
    (decks,) = (count for title, count in DECKS.items() if head.rstrip().endswith(title))
    for row, odds in _lines(table):
        yield pay_cell("buster-blackjack", "standard", decks, row, odds)
    for row, odds in _lines(luck.split("Outcome (with Dealer Upcard 2—7) Payback", 1)[1]):
        yield pay_cell("upcard-luck", "standard", _luck_decks(luck), row, odds)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Words and odds of the lines of a table, up to the first line that is none."""
    for line in text.strip().splitlines():
        match = LINE.fullmatch(line.strip())
        if match is None:
            return
        yield match[1], match[2].strip()


def main() -> int:
    """Write the cells."""
    parser = argparse.ArgumentParser(description="Transcribes §§ 633a.13, 633b and 633c.5 to .15.")
    parser.add_argument("seeds", type=Path, metavar="SEEDS_DIR")
    path = ROOT / "tests" / "golden" / "cells" / "633c_two.cells"
    transcribed = cells(parser.parse_args().seeds)
    write_cells(
        path, transcribed, "58 Pa. Code chapters 633a to 633c, by tools/transcribe_633c_two.py"
    )
    print(f"{len(transcribed)} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
