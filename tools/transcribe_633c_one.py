"""Reads the printed tables of §§ 633c.1, .2, .3, .6, .10 and 685c.1 out of the source texts.

    python tools/transcribe_633c_one.py SEEDS

writes `tests/golden/cells/633c_one.cells`. Tables are rows of cells parted by tabs; a table that
runs over a page starts again with its headings. `cells` holds no figure: only which printed word
is which row, and the exceptions of the scan.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cells import Cell, plain, write_cells

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "cells" / "633c_one.cells"
CHAPTER_633C = "000_*.txt"
CHAPTER_685C = "001_*.txt"

NO_DECKS_PRINTED = "1 2 4 5 6 8"
"""What a table without deck counts is for."""

DECKS = {"one": "1", "single": "1", "two": "2", "four": "4", "six": "6", "eight": "8"}

PAIRS = {
    "perfect pair": "perfect-pair",
    "colored pair": "colored-pair",
    "mixed pair": "mixed-pair",
}
FOUR_CARDS = {
    "three-of-a-kind": "three-of-a-kind",
    "straight": "straight",
    "flush": "flush",
    "two pair": "two-pair",
    "pair": "pair",
}
JACKPOT_PARTY = FOUR_CARDS | {
    "royal flush—diamonds": "royal-flush-diamonds",
    "royal flush—other": "royal-flush-other-suit",
    "all same color": "all-cards-same-color",
    "dealer blackjack": "dealer-blackjack",
    "dealer ace up (no blackjack)": "dealer-ace-up",
}
SUPER_4 = FOUR_CARDS | {
    "royal flush in chosen suit": "royal-flush-chosen-suit",
    "royal flush (other suit)": "royal-flush-other-suit",
    "all cards same color": "all-cards-same-color",
    "any hand w/dealer blackjack": "dealer-blackjack",
    "dealer ace up": "dealer-ace-up",
}
SUPER_4_LEFT_OUT = ("no dealer face up ace",)
"""A losing row of 3-1 alone; § 633c.6(a)(9) and (g) contradict it (a dealer's Blackjack wins)."""

MATCHES = {
    "two suited match—aces of spades": "two-suited-match-aces-of-spades",
    "two suited match—all others": "two-suited-match-all-others",
    "one non-suited and one suited match": "one-non-suited-match-and-one-suited-match",
    "one suited match": "one-suited-match",
    "two non-suited matches": "two-non-suited-matches",
    "one non-suited match": "one-non-suited-match",
}
BLACKJACKS = {
    "ace-king matching suited blackjack": "ace-king-matching-suited-blackjacks",
    "matching suited blackjack": "matching-suited-blackjacks",
    "player and dealer suited blackjacks": "player-and-dealer-suited-blackjacks",
    "player and dealer blackjacks": "player-and-dealer-blackjacks",
    "player suited blackjacks": "player-suited-blackjack",
    "player blackjack": "player-blackjack",
    "player any ace": "player-any-ace",
}
BLACKJACK_METER = {
    "seed amount": "seed",
    "increment rate": "increment",
    "secondary seed": "secondary",  # printed as a percentage: a rate, not a seed
}

_METER_ROW = re.compile(
    r"(?:(?P<meter>mega|major|minor|mini|micro) )?"
    r"(?:meter (?P<seed>seed)(?:/reseed)?|(?P<rate>primary |secondary |total )?increment rate)"
)
_RATES = {"": "increment", "primary": "increment", "secondary": "secondary", "total": "total"}


# The text


def section(seeds: Path, pattern: str, number: str) -> str:
    """The text of one section, its headings in the table of contents left out."""
    (path,) = seeds.glob(pattern)
    text = path.read_text(encoding="utf-8")
    start = text.index(f"\n§ {number}. ")
    end = text.find("\n§ ", start + 1)
    return text[start : end if end > 0 else len(text)]


def rows(text: str) -> Iterator[list[str]]:
    """The rows of all tables: cells without markup, lower case."""
    for line in text.splitlines():
        if "\t" in line:
            yield [_cell(cell) for cell in line.split("\t")]


def _cell(text: str) -> str:
    """A cell without italics, the scan's blanks after dashes and slashes, and capitals."""
    return re.sub(r"([—/]) ", r"\1", plain(re.sub(r"</?i>", "", text)))


def filled(row: list[str]) -> list[str]:
    """The cells of a row that are not empty: some scanned tables have columns of nothing."""
    return [cell for cell in row if cell]


def decks_in_words(text: str) -> str:
    """The deck counts of a subsection (b): "utilizes 1, 2, 4, 6 or 8 decks"."""
    match = re.search(r"utilizes ([\d, or]+(?:decks or \d+ )?)decks", text)
    assert match is not None
    return " ".join(re.findall(r"\d+", match[1]))


# § 633c.1


def perfect_pairs(text: str) -> Iterator[Cell]:
    """Paytables A and B."""
    ids: list[str] = []
    for label, *row in rows(text):
        if label == "hand":
            ids = [cell.removeprefix("paytable ").upper() for cell in row]
            continue
        for paytable, pays in zip(ids, row, strict=True):
            key = ("perfect-pairs", "pa", paytable, NO_DECKS_PRINTED)
            yield Cell(*key, "pays", PAIRS[label], pays)


# § 633c.2

Columns = dict[int, tuple[str, str, str]]
"""By the number of a column: paytable, decks, and "pays" or "envy"."""

_TABLE = re.compile(r"(one|single|two|four|six|eight) decks?—(p\d+)")


def jackpot_party(text: str) -> Iterator[Cell]:
    """P1 to P36 with their options; a repeated heading goes on with the table."""
    columns: Columns = {}
    for row in rows(text):
        if any(_TABLE.fullmatch(cell) for cell in row):
            columns = _headed(row)
        elif "pays" in row:
            columns = {
                column: (paytable, decks, "envy" if "envy" in row[column] else "pays")
                for column, (paytable, decks, _) in columns.items()
            }
        else:
            yield from _jackpot_party_row(row, columns)


def _headed(row: list[str]) -> Columns:
    """The columns under a heading; an empty heading is the second column of the one before."""
    first = _TABLE.fullmatch(row[0])
    columns: Columns = {}
    paytable = decks = ""
    for column, heading in enumerate(row[1:], 1):
        if heading and first:
            paytable = f"{first[2].upper()}-{heading.removeprefix('option ').upper()}"
            decks = DECKS[first[1]]
        elif heading:
            match = _TABLE.fullmatch(heading)
            assert match is not None, row
            paytable, decks = match[2].upper(), DECKS[match[1]]
        columns[column] = (paytable, decks, "pays")
    return columns


def _jackpot_party_row(row: list[str], columns: Columns) -> Iterator[Cell]:
    label = row[0].replace(" (ace—jack)", "")
    meter = _METER_ROW.fullmatch(label)
    for column, (paytable, decks, kind) in columns.items():
        text = row[column]
        if not text:
            continue
        key = ("jackpot-party", "pa", paytable, decks)
        if label == "wager":
            yield Cell(*key, "wager", "wager", text)
        elif meter is not None:
            figure = meter["seed"] or _RATES[(meter["rate"] or "").strip()]
            yield Cell(*key, f"meter:{meter['meter'] or ''}", figure, text)
        else:
            yield Cell(*key, kind, JACKPOT_PARTY[label], text)


# §§ 633c.3 and 685c.1


def match_the_dealer(text: str) -> Iterator[Cell]:
    """Ten tables for six decks and ten for eight, each with the meter of subsection (j)."""
    decks, ids, last = "", [""], ""
    for row in rows(text):
        label, *values = filled(row)
        if not values:
            decks = DECKS[label.removesuffix(" decks")]
        elif label == "result":
            ids = [cell.removeprefix("paytable ") for cell in values]
        else:
            last = MATCHES[label]
            for paytable, pays in zip(ids, values, strict=True):
                key = ("match-the-dealer-progressive", "pa", paytable, decks)
                yield Cell(*key, "pays", last, pays)
                if last == "one-non-suited-match":
                    yield from (Cell(*key, "meter:", *figure) for figure in _seed_and_rates(text))
    assert last == "one-non-suited-match"


def _seed_and_rates(text: str) -> list[tuple[str, str]]:
    """Subsection (j): seed, primary and secondary rate.

    The scan of § 685c.1(j) sets the multiple as a formula, with a dollar sign that opens it.
    """
    match = re.search(
        r"\(j\) The initial seed amount of the progressive wager shall be "
        r"\$?([\d,]+)(?:×|\\times\$) the wager amount offered[^.]*"
        r"primary incrementation rate and secondary incrementation rate shall be (\d+%) and (\d+%)",
        text,
    )
    assert match is not None
    seed = f"{match[1]}× the wager"
    return [("seed", seed), ("increment", match[2]), ("secondary", match[3])]


# § 633c.6


def super_4(text: str) -> Iterator[Cell]:
    """Three paytables with their options, and the meters that their awards name."""
    decks, paytable = decks_in_words(text), ""
    tables, _, _ = text.partition("\n(j) ")
    for label, *row in rows(tables):
        if heading := re.fullmatch(r"paytable (\d)—option (\d)", label):
            paytable = f"{heading[1]}-{heading[2]}"
        elif label != "outcome" and label not in SUPER_4_LEFT_OUT:
            award, seed, rate = row
            key = ("super-4", "pa", paytable, decks)
            yield Cell(*key, "pays", SUPER_4[label], award)
            if seed:
                meter = f"meter:{award.removesuffix(' progressive')}"
                yield Cell(*key, meter, "seed", seed)
                yield Cell(*key, meter, "increment", rate)


def super_4_mystery(text: str) -> Iterator[Cell]:
    """Subsection (j): reseed, the amount by which the meter must hit, and rate."""
    _, _, table = text.partition("\n(j) ")
    for number, *row in rows(table):
        if number != "configuration":
            for figure, cell in zip(("minimum", "maximum", "increment"), row, strict=True):
                yield Cell("super-4-mystery", "pa", number, "", "mystery", figure, cell)


# § 633c.10


def blackjack_match(text: str) -> Iterator[Cell]:
    """Paytables A to D with their meters, and the envy bonus of subsection (k) for each."""
    decks = decks_in_words(text)
    tables, _, envy = text.partition("\n(k) ")
    ids, every = [""], []
    for label, *row in rows(tables):
        if label == "hand":
            ids = [cell.removeprefix("paytable ").upper() for cell in row]
            every += ids
            continue
        for paytable, cell in zip(ids, row, strict=True):
            key = ("blackjack-match", "pa", paytable, decks)
            if label in BLACKJACK_METER:
                yield Cell(*key, "meter:", BLACKJACK_METER[label], cell)
            else:
                yield Cell(*key, "pays", BLACKJACKS[label], cell)
    for label, one, five in rows(envy):
        if label == "hand":
            assert (one[:2], five[:2]) == ("$1", "$5")
            continue
        # The data has the amounts for a $5 wager; those for $1 are a fifth, or this fails.
        assert 5 * _dollars(one) == _dollars(five), label
        for paytable in sorted(set(every)):
            key = ("blackjack-match", "pa", paytable, decks)
            yield Cell(*key, "envy", BLACKJACKS[label], five)


def _dollars(text: str) -> int:
    return int(text.removeprefix("$").replace(",", ""))


# All


def cells(seeds: Path) -> list[Cell]:
    """Every cell, from a folder of seeds.

    § 685c.1 prints the tables of § 633c.3 again: they have to be equal, and count once.
    """
    here = [section(seeds, CHAPTER_633C, f"633c.{number}") for number in (1, 2, 3, 6, 10)]
    there = section(seeds, CHAPTER_685C, "685c.1")
    pairs, party, match, super4, blackjacks = here
    matches = list(match_the_dealer(match))
    assert sorted(match_the_dealer(there)) == sorted(matches), "§ 685c.1 differs from § 633c.3"
    assert decks_in_words(there) == decks_in_words(match) == "6 8"
    return [
        *perfect_pairs(pairs),
        *jackpot_party(party),
        *matches,
        *super_4(super4),
        *super_4_mystery(super4),
        *blackjack_match(blackjacks),
    ]


if __name__ == "__main__":
    found = cells(Path(sys.argv[1]))
    write_cells(GOLDEN, found, "from the source texts by tools/transcribe_633c_one.py")
