"""Reads Washington's tables, and the two tables of the Bulletin, into cells.

    python tools/transcribe_washington.py SEEDS_DIR

Writes `tests/golden/cells/washington.cells`. Every figure comes out of the source text; what a
row is called here, and what the scan garbled, is listed below.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from cells import Cell, plain, write_cells

GOLDEN: Final = Path(__file__).parent.parent / "tests" / "golden" / "cells" / "washington.cells"
WASHINGTON: Final = "003_069fe45501e496a4.txt"
BULLETIN: Final = "004_c9264d5ea9e4554c.txt"
PROGRESSIVE: Final = "match-the-dealer-progressive"

ROWS: Final = {
    "1 Non-Suited Match": "one-non-suited-match",
    "2 Non-Suited Matches": "two-non-suited-matches",
    "1 Suited match": "one-suited-match",
    "1 Non-Suited & 1 Suited Match": "one-non-suited-and-one-suited-match",
    # Attachments A and D, and what may stand in their place
    "2 Suited Aces of ♠": "two-suited-aces-of-spades",
    "2 Suited Matches (all others)": "two-suited-matches",
    "3 Suited Aces of ♠ WITH King ♠ Dealer's Down Card": (
        "three-suited-aces-of-spades-with-king-of-spades-down"
    ),
    "3 Suited Aces": "three-suited-aces",
    "3-Card Suited Match: 2s - Ks": "three-card-suited-match",
    # Attachments B and E, and what may stand in their place
    "Player A♠K♠ matches Dealer A♠K♠": "ace-and-king-of-spades-match",
    "Any 4 Aces": "any-four-aces",
    "Any 4 Same Rank: 2s - Ks": "any-four-of-same-rank",
    "2 Suited Matches w/ Dealer's Up AND Down": "two-suited-matches-with-up-and-down",
    "2 Suited Matches w/ Dealer's Up OR Down": "two-suited-matches-with-up-or-down",
    "4 Suited Aces": "four-suited-aces",
    "4-Card Suited Match: 2s - Ks": "four-card-suited-match",
    "3-Card Suited Match w/ Dealer's Up OR Down": "three-card-suited-match-with-up-or-down",
    # Attachment C
    "4 Suited Aces Dealer's Up and Down Cards": "four-suited-aces",
    "4 Suited 2s - Ks Dealer's Up and Down Cards": "four-suited-twos-to-kings",
    "2 Suited Matches": "two-suited-matches",
}
HOUSE_EDGE: Final = "House Advantage"

MISREAD_LABELS: Final = {
    # Table 3a, Paytables 1–4: the only jackpot row of Attachments A and D with another suit; its
    # other half, the example in the attachment's footnote and Table 8a have the spade.
    "2 Suited Aces of ◆": "2 Suited Aces of ♠",
}
GARBLED: Final = {
    # Table 5c, Paytables 5–8: where the page breaks the scan has this line before the legible row.
    # The four cells are Table 3c's, as the row that follows repeats.
    ("5c", "Harris Advantura"): "3c",
}

TABLE: Final = re.compile(r"#*\s*Table (\d[a-e])\s*")
DECKS: Final = re.compile(r"(\d) DECKS")
BONUS: Final = re.compile(r"(\d) deck( \(alt\))?")


class Printed(NamedTuple):
    """A row of a progressive table: four paytables' cells; `star` where it may be replaced."""

    table: str
    decks: str
    numbers: tuple[str, ...]
    row: str
    texts: tuple[str, ...]
    star: bool


def cells(seeds: Path) -> list[Cell]:
    """Every cell of the two seeds' wager tables; ValueError where the text cannot be read."""
    washington = (seeds / WASHINGTON).read_text(encoding="utf-8")
    bulletin = (seeds / BULLETIN).read_text(encoding="utf-8")
    return [
        *_bonus(washington),
        *_progressive(washington),
        *_majestic(bulletin),
        *_lightning(bulletin),
    ]


# Washington's bonus wagers


def _bonus(text: str) -> Iterator[Cell]:
    """Tables 2 and 7: the same in both versions, and for the up and the down card."""
    v003, v002 = (list(_bonus_rows(text, table)) for table in ("Table 2", "Table 7"))
    if v003 != v002 or len(v003) != 7:
        raise ValueError("Tables 2 and 7 are not the same seven rows")
    alternates = 0
    for decks, alternate, frequency, unsuited, suited, edge in v003:
        alternates += bool(alternate)
        paytable = f"alt-{alternates}" if alternate else "standard"
        for wager in ("match-the-dealer", "match-the-dealer-down"):
            key = (wager, "wa", paytable, decks)
            yield Cell(*key, "pays", "unsuited-match", plain(unsuited))
            yield Cell(*key, "pays", "suited-match", plain(suited))
            yield Cell(*key, "printed", "win-frequency", plain(frequency))
            yield Cell(*key, "printed", "house-edge", plain(edge))


def _bonus_rows(text: str, table: str) -> Iterator[tuple[str, ...]]:
    """Decks, whether it is an alternate, and the four cells of each row of a table."""
    below = text.split(f"**{table}: Match The Dealer Bonus Wager Payouts**", 1)[1]
    for line in below.split("\n# ", 1)[0].splitlines():
        columns = line.split("\t")
        if match := BONUS.fullmatch(columns[0]):
            yield match[1], match[2] or "", *columns[1:]


# Washington's progressive wager


def _progressive(text: str) -> Iterator[Cell]:
    """Tables 3 to 5, 8 and 9, then Attachment A's and B's tables with the alternate rows."""
    rows = list(_printed(text))
    _refuse_incomplete(rows)
    edges = {row.table: [] for row in rows}  # type: dict[str, list[str]]
    for row in rows:
        yield from _cells_of(row)
        if row.row == HOUSE_EDGE:
            edges[row.table] += row.texts
    for (garbled, _), same in GARBLED.items():
        if edges[garbled] != edges[same]:
            raise ValueError(f"Table {garbled} is not as Table {same}")
    alternates = _alternates(text)
    for table in dict.fromkeys(row.table for row in rows if row.star):
        rows_of_table = [row for row in rows if row.table == table and not row.star]
        for row in rows_of_table:
            yield from _cells_of(row, "-alt")
        for first in (row for row in rows_of_table if row.row == HOUSE_EDGE):
            for slug, pays in alternates[table[0]]:
                yield from _cells_of(first._replace(row=slug, texts=(pays,) * 4), "-alt")


def _refuse_incomplete(rows: Sequence[Printed]) -> None:
    """Every table prints eight paytables, four beside each other, each row for all of them."""
    numbers_of: dict[str, Counter[tuple[str, str]]] = {}
    for row in rows:
        numbers_of.setdefault(row.table, Counter()).update((row.row, each) for each in row.numbers)
    for table, printed in numbers_of.items():
        labels = {label for label, _ in printed}
        wanted = {(label, str(number)) for label in labels for number in range(1, 9)}
        if set(printed) != wanted or set(printed.values()) != {1}:
            raise ValueError(f"Table {table} was not read in full")
    if len(numbers_of) != 21:
        raise ValueError(f"there are 21 progressive tables, not {len(numbers_of)}")


def _cells_of(row: Printed, suffix: str = "") -> Iterator[Cell]:
    kind, slug = ("printed", "house-edge") if row.row == HOUSE_EDGE else ("pays", row.row)
    for number, text in zip(row.numbers, row.texts, strict=True):
        paytable = f"{row.table}-{number}{suffix}"
        yield Cell(PROGRESSIVE, "wa", paytable, row.decks, kind, slug, plain(text))


def _printed(text: str) -> Iterator[Printed]:
    """Every row of a progressive table; a table goes on where its page breaks."""
    table, decks, numbers = "", "", tuple[str, ...]()
    garbled = set[tuple[str, str]]()
    for line in text.splitlines():
        columns = [column.strip() for column in line.rstrip().split("\t")]
        if match := TABLE.fullmatch(columns[0]):
            table = match[1]
        elif line.startswith("#"):
            table = ""
        if match := DECKS.search(line):
            decks = match[1]
        if columns[0] == "Matches":
            numbers = tuple(word.split()[1] for word in columns[1:] if word)
        elif (table, columns[0]) in GARBLED:
            garbled.add((table, columns[0]))
        elif table and len(columns) == 5 and all(columns):
            label, star = _label(columns[0])
            starred = star and table[0] in "34"
            yield Printed(table, decks, numbers, label, tuple(columns[1:]), starred)
    if garbled != set(GARBLED):
        raise ValueError("the garbled line of the scan is not where it was")


def _label(printed: str) -> tuple[str, bool]:
    """The slug of a row's label, and whether one asterisk marks it."""
    bare = " ".join(re.sub(r"<[^>]*>", "", printed).split())
    label = bare.rstrip("*")
    label = MISREAD_LABELS.get(label, label)
    if label == HOUSE_EDGE:
        return label, False
    if label not in ROWS:
        raise ValueError(f"no row is called {label!r}")
    return ROWS[label], bare.endswith("*") and not bare.endswith("**")


def _alternates(text: str) -> dict[str, list[tuple[str, str]]]:
    """The alternate rows by the number of the tables that they may stand in."""
    alternates: dict[str, list[tuple[str, str]]] = {}
    table = ""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if match := TABLE.fullmatch(line.split("\t")[0]):
            table = match[1][0]
        if line == "\tAlternate Pays":
            below = [row.split("\t") for row in lines[index + 1 : index + 4]]
            alternates[table] = [(_label(label)[0], pays) for label, pays in below]
    if sorted(alternates) != ["3", "4"]:
        raise ValueError("Attachments A and B have the alternate rows")
    return alternates


# The Bulletin

MAJESTIC: Final = {
    "Royal Match (Suited KQ)": "royal-match",
    "Suited Match (Any Other Suited)": "suited-match",
}
MAJESTIC_DECKS: Final = "6 8"  # baccarat's own (ch. 631a); § 631b.7 prints none
LIGHTNING_DECKS: Final = "0"  # a wheel


def _section(text: str, number: str) -> list[str]:
    """The lines of a section, up to the next heading."""
    lines = text.splitlines()
    starts = [index for index, line in enumerate(lines) if re.match(r"§ \d+b\.\d+\.|CHAPTER", line)]
    for start, stop in pairwise(starts):
        if lines[start].startswith(f"§ {number}."):
            return lines[start:stop]
    raise ValueError(f"§ {number} is not printed")


def _majestic(text: str) -> Iterator[Cell]:
    lines = _section(text, "631b.7")
    key = ("majestic-match", "pa", "standard", MAJESTIC_DECKS)
    for label, slug in MAJESTIC.items():
        (line,) = [line for line in lines if line.startswith(label)]
        yield Cell(*key, "pays", slug, plain(line.removeprefix(label)))


def _lightning(text: str) -> Iterator[Cell]:
    section = " ".join(_section(text, "617b.3"))
    _, _, after = section.partition("(f) ")
    others, _, listed = after.partition("(g) ")
    key = ("lightning-straight", "pa", "standard", LIGHTNING_DECKS)
    (usual,) = re.findall(r"\d+ to 1", others)
    yield Cell(*key, "pays", "straight", plain(usual))
    payouts: Sequence[str] = re.findall(r"\([ivx]+\) (\d+ to 1)\.", listed)
    if len(payouts) != 9:
        raise ValueError("§ 617b.3(g) lists nine payouts")
    for pays in payouts:
        yield Cell(*key, "pays", f"lucky-number-{pays.split()[0]}", plain(pays))


def main() -> int:
    """Write the cells; 2 and one sentence where the source texts cannot be read."""
    parser = argparse.ArgumentParser(description="Transcribes Washington's and Bulletin tables.")
    parser.add_argument("seeds", type=Path, metavar="SEEDS_DIR")
    try:
        transcribed = cells(parser.parse_args().seeds)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    write_cells(GOLDEN, transcribed, "Read from the source texts by tools/transcribe_washington.py")
    print(f"{len(transcribed)} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
