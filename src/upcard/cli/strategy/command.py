"""``upcard strategy``: the chart, the expected value and the deviation of a game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.cli.submissions import AsJson, complying
from upcard.rules.violation import BadInput
from upcard.text.words import is_number, quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from upcard.exact.strategy.cards import ValueCounts
    from upcard.exact.strategy.decide import StrategyBasis
    from upcard.exact.strategy.game_solution import GameSolution
    from upcard.exact.strategy.solve import Solution

DECKS: Final = 6
"""The decks of the shoe where neither a submission nor a flag gives them."""

SubmissionFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[SUBMISSION]",
        help="A Rules Submission (TOML) whose rules hold where no flag says otherwise.",
        show_default=False,
    ),
]
Decks = Annotated[int | None, typer.Option(metavar="N", help="Decks of the full shoe; default 6.")]
HitsSoft17 = Annotated[
    bool | None,
    typer.Option("--h17/--s17", help="Whether the dealer hits soft 17; default: stands."),
]
Double = Annotated[
    str | None,
    typer.Option(
        metavar="TOTALS", help="Two cards that may double: any, 9-11 or 10-11; default any."
    ),
]
AfterSplit = Annotated[
    bool | None,
    typer.Option("--das/--no-das", help="Whether a split hand may double; default: yes."),
]
Resplits = Annotated[
    int | None, typer.Option(metavar="N", help="How often a pair may be split again; default 2.")
]
ResplitAces = Annotated[
    bool | None, typer.Option("--resplit-aces/--no-resplit-aces", help="Aces too; no.")
]
HitSplitAces = Annotated[
    bool | None,
    typer.Option(
        "--hit-split-aces/--no-hit-split-aces",
        help="Play split aces like other hands; default: one card each.",
    ),
]
Surrender = Annotated[
    str | None,
    typer.Option(metavar="WHEN", help="Surrender: none, late or early; default late."),
]
Peek = Annotated[
    bool | None,
    typer.Option(
        "--peek/--no-peek", help="Whether the dealer peeks or has no hole card; default: peeks."
    ),
]
OriginalOnly = Annotated[
    bool,
    typer.Option(
        "--original-only",
        help="With --no-peek: a dealer Blackjack takes no more than the original wager.",
    ),
]
Pays = Annotated[
    str | None, typer.Option(metavar="N:M", help="What a Blackjack pays; default 3:2.")
]
Composition = Annotated[
    str | None,
    typer.Option(
        metavar="COUNTS", help="The cards that are left, by value, as A=4,2=3; not whole decks."
    ),
]
PlayBy = Annotated[
    str, typer.Option(metavar="BY", help="Play hands by their composition or by their total.")
]
Cards = Annotated[
    str | None,
    typer.Option(
        "--hand", metavar="CARDS", help="Show only the actions of this hand, such as 10,6."
    ),
]
Against = Annotated[
    str | None, typer.Option("--upcard", metavar="CARD", help="The dealer's card against --hand.")
]
Details = Annotated[
    bool,
    typer.Option("--details", help="Also show values by upcard, Insurance and effects of removal."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV: cells and departures with their values.")]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the chart, as an SVG file.")]
Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write everything as an HTML page.")
]


def strategy(
    submission: SubmissionFile = None,
    *,
    decks: Decks = None,
    hits_soft_17: HitsSoft17 = None,
    double: Double = None,
    after_split: AfterSplit = None,
    resplits: Resplits = None,
    resplit_aces: ResplitAces = None,
    hit_split_aces: HitSplitAces = None,
    surrender: Surrender = None,
    peek: Peek = None,
    original_only: OriginalOnly = False,
    blackjack_pays: Pays = None,
    composition: Composition = None,
    play: PlayBy = "composition",
    hand: Cards = None,
    upcard: Against = None,
    details: Details = False,
    as_csv: AsCsv = False,
    svg: Svg = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Best play of Blackjack or a variation and its exact expected value, under any rules."""
    from upcard.cli.strategy import forms

    if original_only and peek is not False:
        raise BadInput("--original-only goes with --no-peek.")
    if decks is not None and composition is not None:
        raise BadInput("Use --decks or --composition, not both.")
    changes = {
        "hits_soft_17": hits_soft_17,
        "double": _one_of("--double", double, "any", "9-11", "10-11"),
        "double_after_split": after_split,
        "resplits": resplits,
        "resplit_aces": resplit_aces,
        "hit_split_aces": hit_split_aces,
        "surrender": _one_of("--surrender", surrender, "none", "late", "early"),
        "dealer_blackjack": _dealer_blackjack(peek=peek, original_only=original_only),
        "blackjack_pays": _ratio(blackjack_pays),
    }
    by = _one_of("--play", play, "composition", "total")
    shoe = None if composition is None else _counts(composition)
    game = _solved(submission, decks, shoe, changes, by, as_json=as_json)
    if hand is None and upcard is None:
        _show(game, details=details, as_json=as_json, as_csv=as_csv, svg=svg, html=html)
    elif as_csv or svg is not None or html is not None:
        raise BadInput("--csv, --svg and --html show the whole chart, not a --hand.")
    else:
        forms.print_hand(game, *_hand(game.solutions[0], hand, upcard), as_json=as_json)


def _show(
    game: "GameSolution",
    *,
    details: bool,
    as_json: bool,
    as_csv: bool,
    svg: Path | None,
    html: Path | None,
) -> None:
    """Prints the report as text, CSV or JSON, and writes the files that are asked for."""
    from upcard.cli.strategy import files, forms
    from upcard.reports.strategy_words import report

    if as_csv and as_json:
        raise BadInput("Use --csv or --json, not both.")
    shown = report(game, details=details)
    for place, write in ((svg, files.svg), (html, files.html)):
        if place is not None:
            place.write_text(write(shown), encoding="utf-8")
    if as_json:
        forms.print_json(shown)
    elif as_csv:
        files.print_csv(shown)
    else:
        forms.print_report(shown)


def _one_of(option: str, chosen: str | None, *choices: str) -> str | None:
    if chosen is not None and chosen not in choices:
        raise BadInput(f"{option} is one of {', '.join(choices)}, not {quoted(chosen)}.")
    return chosen


def _dealer_blackjack(*, peek: bool | None, original_only: bool) -> str | None:
    if peek is None:
        return None
    return "peek" if peek else "original" if original_only else "all"


def _ratio(text: str | None) -> "Fraction | None":
    """What a Blackjack pays, from a text such as 3:2."""
    from fractions import Fraction

    if text is None:
        return None
    win, colon, stake = text.partition(":")
    if not (colon and is_number(win) and is_number(stake) and int(win) and int(stake)):
        raise BadInput(f"{quoted(text)} are not odds such as 3:2.")
    return Fraction(int(win), int(stake))


def _solved(
    submission: Path | None,
    decks: int | None,
    shoe: "ValueCounts | None",
    changes: dict[str, Any],
    by: str | None,
    *,
    as_json: bool,
) -> "GameSolution":
    """Solves the game of a submission, or of chapter 633a, with the changes of the flags."""
    from upcard.exact.strategy.games import base_game, solve_table
    from upcard.exact.strategy.rules import Rules, full_shoe

    play: StrategyBasis = "total" if by == "total" else "composition"
    chosen = {name: value for name, value in changes.items() if value is not None}
    if submission is None:
        rules = Rules(**chosen)
        return base_game(rules, shoe or full_shoe(DECKS if decks is None else decks), play)
    table = complying(submission, as_json=as_json)
    if shoe is None and decks is not None:
        shoe = full_shoe(decks)
    return solve_table(table, play, shoe, chosen)


def _counts(text: str) -> "ValueCounts":
    """The cards that are left, from a text such as A=4,2=3; 0 of values that are not named."""
    from upcard.exact.strategy.rules import NAMES

    counts: dict[int, int] = {}
    for part in text.split(","):
        name, equals, number = part.partition("=")
        value = _value(name)
        if not equals or not is_number(number.strip()) or value is None:
            raise BadInput(f"{quoted(part.strip())} is not a number of cards such as A=4 or 10=16.")
        if value in counts:
            raise BadInput(f"The composition names {NAMES[value]} twice.")
        counts[value] = int(number)
    return tuple(counts.get(value, 0) for value in range(len(NAMES)))


def _value(name: str) -> int | None:
    """The value 0 to 9 of a card's name; None for anything else."""
    from upcard.exact.strategy.rules import NAMES

    name = name.strip().upper()
    if name in ("T", "J", "Q", "K"):
        return len(NAMES) - 1
    return NAMES.index(name) if name in NAMES else None


def _hand(
    solution: "Solution", hand: str | None, upcard: str | None
) -> tuple[tuple[int, ...], int]:
    """The values of the hand and of the upcard that are asked for."""
    from upcard.exact.strategy.cards import counts_of, places, without

    if hand is None or upcard is None:
        raise BadInput("--hand and --upcard go together.")
    values = [_value(name) for name in hand.replace(",", " ").split()]
    against = _value(upcard)
    if against is None:
        raise BadInput(f"{quoted(upcard)} is not a card such as A, 9 or 10.")
    cards = tuple(value for value in values if value is not None)
    if len(cards) < len(values) or counts_of(cards) not in places():
        raise BadInput(f"{quoted(hand)} is not a hand of two or more cards up to 21, such as 10,6.")
    if min(without(solution.shoe, against, *cards)) < 0:
        raise BadInput("The shoe does not have these cards.")
    return cards, against
