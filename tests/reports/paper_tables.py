"""The tables that the tests print papers of: one for each game, and how to read a paper."""

import re
from functools import cache
from typing import Final

from upcard.reports.par.base_sheet import base_sheet
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.paper import Drawing, Facts, Paper, PaperPart, PaperTable, Words
from upcard.reports.report import papers
from upcard.reports.source import PaperSource, source_of
from upcard.submission.check import check
from upcard.submission.read import parse

LIGHTNING: Final = """
[lightning]
numbers = { 1 = 30, 2 = 30, 3 = 20, 4 = 15, 5 = 5 }
payouts = { 49 = 40, 99 = 25, 149 = 12, 199 = 8, 249 = 6, 299 = 4, 349 = 2, 399 = 2, 499 = 1 }
"""

WAGERS: Final = {
    "blackjack": """
[wagers.perfect-pairs]
paytable = "A"
minimum = 5
maximum = 100
[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
envy = true
must_hit_by = "B-5"
""",
    "blackjack-switch": "[wagers.super-match]\nminimum = 5\nmaximum = 100\n",
    "switch-hands": "",
    "blackjack-premium": "[wagers.lucky-ladies]\nmaximum = 25\n",
    "down-under-blackjack": '[wagers.match-the-dealer-progressive]\npaytable = "1"\nwager = 1\n',
    "match-the-dealer-blackjack": "[wagers.match-the-dealer]\nmaximum = 100\n",
    "hybrid-blackjack": "[wagers.buzzer-beater]\nminimum = 1\nmaximum = 100\n",
    "hybrid-blackjack-no-hole-card": "",
    "baccarat": "[wagers.majestic-match]\nminimum = 5\nmaximum = 500\n",
    "lightning-roulette": LIGHTNING,
}
"""What a table of each game offers, by the game."""

MANY_WAGERS: Final = """
[table]
name = "T-2"
positions = 7
[wagers.lucky-ladies]
[wagers.match-the-dealer]
[wagers.in-between]
[wagers.royal-match-21]
paytable = "C"
[wagers.bet-the-set-21]
paytable = "C"
[wagers.kings-bounty]
[wagers.three-card-poker]
paytable = "A"
[wagers.house-money]
paytable = "multiple-deck"
[wagers.trilux-deluxe]
"""
"""A table of seven positions with nine side wagers, each with areas of its own."""

GAMES: Final = tuple(WAGERS)


def source_from(text: str) -> PaperSource:
    """The source of a submission, which has to comply."""
    document = parse(text)
    submission, findings = check(document)
    assert submission is not None
    assert not [finding.message for finding in findings if finding.severity == "error"]
    return source_of(document, submission)


@cache
def source(game: str) -> PaperSource:
    """The source of the table of a game."""
    return source_from(f'[table]\nname = "T-1"\ngame = "{game}"\n{WAGERS[game]}')


@cache
def base_of(game: str) -> Paper:
    """The PAR sheet of the game of a table, made once."""
    return base_sheet(source(game))


@cache
def papers_of(game: str) -> dict[str, Paper]:
    """The papers of that table, by the name of their files."""
    return {paper.name: paper for paper in papers(source(game))}


@cache
def sheets_of(game: str) -> dict[str, Paper]:
    """The PAR sheets of its wagers alone: no play has to be solved for them."""
    return {paper.name: paper for paper in par_sheets(source(game))}


def part(paper: Paper, heading: str) -> PaperPart:
    """The part of a paper with a heading."""
    (found,) = [part for part in paper.parts if part.heading == heading]
    return found


def facts(paper: Paper, heading: str) -> dict[str, str]:
    """What the facts of a part say, by their names."""
    blocks = [block for block in part(paper, heading).blocks if isinstance(block, Facts)]
    return {fact.name: fact.value for block in blocks for fact in block.facts}


def rows(paper: Paper, heading: str) -> list[tuple[str, ...]]:
    """The rows of the tables of a part."""
    blocks = [block for block in part(paper, heading).blocks if isinstance(block, PaperTable)]
    return [row for block in blocks for row in block.rows]


def pairs(paper: Paper, heading: str) -> dict[str, str]:
    """The first two cells of each row of a part, the second by the first."""
    return {row[0]: row[1] for row in rows(paper, heading)}


def drawings(paper: Paper) -> list[Drawing]:
    """Every drawing of a paper."""
    return [block for part in paper.parts for block in part.blocks if isinstance(block, Drawing)]


def words(paper: Paper) -> str:
    """Every paragraph of a paper."""
    blocks = [block for part in paper.parts for block in part.blocks]
    return " ".join(block.text for block in blocks if isinstance(block, Words))


def notes(paper: Paper) -> str:
    """How a paper of figures is read: each subject with what is said of it."""
    return " ".join(f"{name}: {said}." for name, said in facts(paper, "How to read it").items())


def pages(content: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", content))
