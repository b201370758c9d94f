"""Reads the paytables of § 633a.13, whose rows are lines of words and odds.

A part of `transcribe_633c_two.py`, with what both need: decks, slugs and how odds look.
"""

import re
from collections.abc import Iterator
from typing import Final

from cells import Cell, plain

ANY: Final = "1 2 4 5 6 8"
"""The decks of a wager for which the text prints none."""
DECKS: Final = {
    "a single deck of cards": "1",
    "a single deck": "1",
    "multiple decks of cards": "2 4 5 6 8",
    "two decks": "2",
    "four or more decks": "4 5 6 8",
    "six decks of cards": "6",
    "six decks": "6",
    "eight decks of cards": "8",
    "eight decks": "8",
    "Single Deck Shoe": "1",
    "Four-Deck Shoe": "4",
    "Four Deck Shoe": "4",
    "Six-Deck Shoe": "6",
    "Eight-Deck Shoe": "8",
}
NUMBERS: Final = {"one": "1", "two": "2", "four": "4", "six": "6", "eight": "8"}

SLUGS: Final = {
    "Queen of hearts pair and dealer Blackjack": "queen-of-hearts-pair-and-dealer-blackjack",
    "Each matching card of the same suit": "same-suit-match",
    "Each matching card of a different suit": "different-suit-match",
    "Pairs": "pair",
    "Suited Pairs": "suited-pair",
    "Suited queens, jacks or 10s pair": "suited-queens-jacks-or-10s-pair",
    "Player has a 20 (optional)": "player-has-a-20",
    "Magic Card Bonus (optional)": "magic-card-bonus",
    "Lucky Player Bonus (optional)": "lucky-player-bonus",
    "Six-card straight with an ace of diamonds, clubs or hearts": (
        "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts"
    ),
    "Three 7s—clubs, spades, hearts": "three-7s-clubs-spades-hearts",
    "First two cards (two 7s)": "two-7s",
    "Either of first two cards (one 7)": "one-7",
    "Straight flush (five cards)": "straight-flush",
    "Five-of-a-kind (five cards)": "five-of-a-kind",
    "Flush (five cards)": "flush",
    "Straight (five cards)": "straight",
    "Full house (five cards)": "full-house",
    "9, 10 or 11": "9-10-or-11",
    "18, 19 or 20 (including soft totals)": "18-19-or-20",
    # The Bulletin's figures
    "8 or more cards": "eight-or-more-cards",
    "7 cards": "seven-cards",
    "6 cards": "six-cards",
    "5 cards": "five-cards",
    "4 cards": "four-cards",
    "3 cards": "three-cards",
}
"""Rows that are not called by their own words, in small letters with hyphens."""

RUN_TOGETHER: Final = (
    # § 633a.13(f)(2), C and D; § 633a.13(g)(2); § 633a.13(g)(3), C and D; § 633a.13(m)(1);
    # § 633a.13(n)(1): the scan lost the space before odds. "for 1" and "to 1" end every one.
    "Crown Treasure 1,000 for 11,000 for 1 1,000 for 1",
    "Pairs10 to 1",
    "Suited Pairs 15 to 112 to 1",
    "Five-card straight200 to 1",
    "Ace-king suited9 to 1",
)

PAY: Final = r"(?:\d+% of meter(?: and [\d,]+ to 1)?|\d[\d,]*(?:\.\d)? (?:to|for) 1)"
LINE: Final = re.compile(rf"(.+?)((?: {PAY})+)")

SLUGS_633A: Final = {
    "b": "insurance",
    "c": "lucky-ladies",
    "d": "match-the-dealer",
    "e": "in-between",
    "f": "royal-match-21",
    "g": "bet-the-set-21",
    "h": "kings-bounty",
    "i": "super-match",
    "j": "bad-beat",
    "k": "three-card-poker",
    "l": "hit-and-run",
    "m": "straight-jack",
    "n": "house-money",
}
PAYTABLES: Final = {
    ("house-money", "1"): "single-deck",
    ("house-money", "2 4 5 6 8"): "multiple-deck",
    ("bad-beat", "magic-card-bonus"): "magic-card",
    ("bad-beat", "lucky-player-bonus"): "lucky-player",
}
"""What a table without a printed name is called, by its decks, and a bonus by its row."""


def slug_of(words: str) -> str:
    """The slug of a row: its words, unless `SLUGS` calls it otherwise."""
    words = re.sub(r"\s+", " ", words).strip()
    return SLUGS.get(words) or words.lower().replace(" ", "-")


def pay_cell(wager: str, paytable: str, decks: str, row: str, text: str) -> Cell:
    """The cell of a row's odds, as printed."""
    return Cell(wager, "pa", paytable, decks, "pays", slug_of(row), plain(text))


def chapter_633a(text: str) -> Iterator[Cell]:
    """The tables of § 633a.13 and the least seeds of its meters."""
    text = text.replace("\u00a0", " ")
    body = text.split("§ 633a.13. Payout odds; payout limitation.", 1)[1].split("§ 633a.14.", 1)[0]
    letters = re.split(r"^ \(([a-z])\)  ", body, flags=re.MULTILINE)
    for letter, subsection in zip(letters[1::2], letters[2::2], strict=True):
        if letter not in SLUGS_633A:
            continue
        wager = SLUGS_633A[letter]
        if wager == "insurance":
            (odds,) = re.findall(PAY, subsection)
            yield pay_cell(wager, "standard", ANY, "win", odds)
            continue
        for part in re.split(r"^   \(\d\)  ", subsection, flags=re.MULTILINE):
            yield from _part_633a(wager, part)


def _part_633a(wager: str, part: str) -> Iterator[Cell]:
    """A paragraph: a table, the seed of a meter, or nothing."""
    decks = re.search(r"If (.+?) (?:is|are) being used", part)
    counts = DECKS[decks[1]] if decks else ANY
    if least := re.search(r"initial and reset amounts .+ at least (\$[\d,]+)", part):
        yield Cell(wager, "pa", "standard", counts, "meter:", "seed", plain(least[1]))
    names = re.findall(r"Paytable ([A-Z])", part) or [
        PAYTABLES.get((wager, counts), "standard"),
    ]
    for line in part.splitlines()[1:]:
        row, pays = _row_633a(line)
        if len(pays) not in (0, len(names)):
            raise ValueError(f"{line!r} does not have a cell for each of {names}")
        for name, pay in zip(names, pays, strict=False):
            yield pay_cell(wager, PAYTABLES.get((wager, slug_of(row)), name), counts, row, pay)


def _row_633a(line: str) -> tuple[str, list[str]]:
    """The words and the odds of a line; no odds where it is not a row."""
    text = re.sub(r"\s+", " ", line).strip()
    if text in RUN_TOGETHER:
        odds = re.findall(PAY, text)
        return text.partition(odds[0])[0], odds
    match = LINE.fullmatch(text)
    if match is None:
        if re.search(rf"{PAY}$", text):
            raise ValueError(f"{line!r} ends in odds and is not a row")
        return text, []
    return match[1], re.findall(PAY, match[2])
