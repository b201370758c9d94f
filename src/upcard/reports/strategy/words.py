"""The report on a strategy solution: charts with their codes and words, for every output form."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Final

import msgspec

from upcard.cards.card import in_decks
from upcard.exact.strategy.chart import ChartCell, ChartLine, Departure, Kind, chart, departures
from upcard.exact.strategy.column import HandAction
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NAMES, UPCARDS, HandRules
from upcard.exact.strategy.solve import Solution, effects_of_removal
from upcard.exact.strategy.switch_table import SwitchTable
from upcard.games.blackjack import DOUBLES_IN_WORDS
from upcard.rules.violation import BadInput

TITLES: Final[dict[Kind, str]] = {"hard": "Hard", "soft": "Soft", "pairs": "Pairs"}
SHOWN: Final[dict[Kind, range]] = {"hard": range(5, 21), "soft": range(13, 21)}
"""The totals that a chart shows; others are pairs, a Blackjack, or 21."""

LEGEND: Final = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rd": "surrender, else double",
    "Rp": "surrender, else split",
}
LETTERS: Final[dict[HandAction, str]] = {
    "hit": "H",
    "stand": "S",
    "double": "D",
    "split": "P",
    "surrender": "R",
}
OTHERWISE: Final[dict[HandAction | None, str]] = {"stand": "s", "double": "d", "split": "p"}


class Report(msgspec.Struct, frozen=True):
    """A solution and its chart; `light` is the light that it is for, in a game that has lights."""

    solution: Solution
    lines: tuple[ChartLine, ...]
    departures: tuple[Departure, ...]
    light: str = ""

    def __repr__(self) -> str:
        return f"<Report: {len(self.lines)} lines, {len(self.departures)} departures>"

    @property
    def heading(self) -> str:
        """The heading of the chart, for a game with several."""
        return f"{self.light.capitalize()} light" if self.light else ""


class GameReport(msgspec.Struct, frozen=True):
    """The report on a game; `effects` of removing cards are empty unless details are asked for."""

    game: GameSolution
    charts: tuple[Report, ...]
    deviation: float | None
    details: bool
    effects: dict[int, float]
    table: SwitchTable | None

    @property
    def solution(self) -> Solution:
        """The solution of a hand: all have the same rules, shoe and way to play."""
        return self.charts[0].solution

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Best play by {self.solution.play}"

    @property
    def unit(self) -> str:
        """The unit that figures are per."""
        return self.game.unit


class Strip(msgspec.Struct, frozen=True):
    """Adjacent lines of a chart with the same entries, under one label."""

    label: str
    cells: dict[int, ChartCell]


def report(game: GameSolution, *, details: bool, deviates: bool = True) -> GameReport:
    """Collect what is shown of a game; ``BadInput`` for details of more than one strategy.

    The standard deviation takes seconds: without `deviates` it is left out.
    """
    if details and (len(game.solutions) > 1 or game.switching):
        raise BadInput(f"--details are those of a single hand, not of {game.game}.")
    charts = tuple(
        Report(solution, lines := chart(solution), departures(solution, lines), light)
        for light, solution in game.parts
    )
    return GameReport(
        game,
        charts,
        game.standard_deviation() if deviates else None,
        details,
        effects_of_removal(game.solutions[0]) if details else {},
        None if game.switching is None else game.switching.table(),
    )


def code(cell: ChartCell | None) -> str:
    """A cell's entry, as `LEGEND` reads it; a dash where there is no such hand."""
    if cell is None:
        return "–"
    if cell.action in ("double", "surrender"):
        return LETTERS[cell.action] + OTHERWISE.get(cell.otherwise, "")
    return LETTERS[cell.action]


def strips(lines: tuple[ChartLine, ...], kind: Kind) -> Iterator[Strip]:
    """The lines of one kind, with neighbors of the same entries joined."""
    cells = [
        line
        for line in lines
        if line.kind == kind and (kind == "pairs" or int(line.label) in SHOWN[kind])
    ]
    for _, group in groupby(cells, _codes):
        same_lines = list(group)
        first, last = label(same_lines[-1]), label(same_lines[0])
        yield Strip(first if first == last else f"{first}–{last}", same_lines[0].cells)


def _codes(line: ChartLine) -> tuple[str, ...]:
    return tuple(code(line.cells.get(upcard)) for upcard in UPCARDS)


def label(line: ChartLine) -> str:
    """A line's name among players: 16, A,7 or 8,8."""
    if line.kind == "hard":
        return line.label
    if line.kind == "pairs":
        return f"{line.label},{line.label}"
    return f"A,{NAMES[int(line.label) - 12]}"


def legend(lines: tuple[ChartLine, ...]) -> dict[str, str]:
    """The codes that a chart uses, and what they mean."""
    used = {
        code(cell)
        for kind in TITLES
        for strip in strips(lines, kind)
        for cell in strip.cells.values()
    }
    return {entry: words for entry, words in LEGEND.items() if entry in used}


def describe(solution: Solution) -> list[str]:
    """The rules in words."""
    rules = solution.rules
    words = DOUBLES_IN_WORDS[rules.double]
    doubling = words if rules.double.startswith("any") else f"on {words.replace(' to ', '–')}"
    hands = rules.resplits + 2
    return [
        shoe_in_words(solution),
        f"dealer {'hits' if rules.hits_soft_17 else 'stands on'} soft 17",
        f"double {doubling}",
        f"{'' if rules.double_after_split else 'no '}double after split",
        f"pairs split to {hands} hands" if hands > 2 else "no resplits",
        f"aces {_aces(rules)}",
        f"{rules.surrender} surrender" if rules.surrender != "none" else "no surrender",
        {
            "peek": "dealer peeks",
            "all": "no hole card, all wagers lost to a dealer Blackjack",
            "original": "no hole card, original wagers lost to a dealer Blackjack",
            "busted": "no hole card, the original wager and hands over 21 lost to a dealer"
            " Blackjack",
        }[rules.dealer_blackjack],
        f"Blackjack pays {pays(rules)}",
        *_of_variations(rules),
    ]


def _of_variations(rules: HandRules) -> Iterator[str]:
    """The rules in words that only variations have."""
    if rules.blackjack_one_color is not None:
        yield f"{in_words(rules.blackjack_one_color)} of one color"
    if rules.blackjack_against_21 is not None:
        yield f"{in_words(rules.blackjack_against_21)} against a 21"
    if rules.blackjack_tied:
        yield f"{in_words(rules.blackjack_tied)} against a Blackjack"
    if rules.dealer_22 == "pushes-low":
        yield "a dealer's 22 pushes but for a 21 and two original cards from 10 to ace"
    elif rules.dealer_22 == "pushes":
        exempt = "" if rules.blackjack_against_22 == 0 else " but for a Blackjack"
        yield f"a dealer's 22 pushes{exempt}"
    if rules.shared_cards:
        yield "all hands of a split take the same cards"


def _aces(rules: HandRules) -> str:
    split = "resplit" if rules.resplit_aces and rules.resplits else "split once"
    return f"{split} and played on" if rules.hit_split_aces else f"{split}, one card each"


def pays(rules: HandRules) -> str:
    """What a Blackjack pays: 3 to 2."""
    return in_words(rules.blackjack_pays)


def in_words(odds: Fraction) -> str:
    """Odds in words: 3 to 2."""
    return f"{odds.numerator} to {odds.denominator}"


def decks_of(solution: Solution) -> int | None:
    """How many whole decks the shoe has; None for any other composition."""
    tens = solution.shoe[-1]
    whole = solution.shoe == (tens // 4,) * (len(NAMES) - 1) + (tens,) and tens % 16 == 0
    return tens // 16 if whole else None


def shoe_in_words(solution: Solution) -> str:
    """The shoe in words: its decks, or the cards that are left by value."""
    decks = decks_of(solution)
    if decks is not None:
        return in_decks(decks)
    left = (f"{NAMES[value]}={count}" for value, count in enumerate(solution.shoe))
    return f"cards {','.join(left)}"
