"""``upcard strategy``: the chart, the expected value and the deviation of a game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.options import Svg
from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text.words import is_number, quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from upcard.library.strategy.strategy import Strategy

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
        metavar="TOTALS",
        help="Two cards that may double: any, any-with-21 (also a split hand's 21), 9-11 or 10-11; "
        "default any.",
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
    if original_only and peek is not False:
        raise BadInput("--original-only goes with --no-peek.")
    if decks is not None and composition is not None:
        raise BadInput("Use --decks or --composition, not both.")
    changes = {
        "hits_soft_17": hits_soft_17,
        "double": _one_of("--double", double, "any", "any-with-21", "9-11", "10-11"),
        "double_after_split": after_split,
        "resplits": resplits,
        "resplit_aces": resplit_aces,
        "hit_split_aces": hit_split_aces,
        "surrender": _one_of("--surrender", surrender, "none", "late", "early"),
        "dealer_blackjack": _dealer_blackjack(peek=peek, original_only=original_only),
        "blackjack_pays": _ratio(blackjack_pays),
    }
    play_by = _one_of("--play", play, "composition", "total")
    shoe = decks if composition is None else _counts(composition)
    answer = _solve(submission, shoe, changes, play_by, as_json=as_json)
    if hand is None and upcard is None:
        _show(answer, details=details, as_json=as_json, as_csv=as_csv, svg=svg, html=html)
    elif as_csv or svg is not None or html is not None:
        raise BadInput("--csv, --svg and --html show the whole chart, not a --hand.")
    elif hand is None or upcard is None:
        raise BadInput("--hand and --upcard go together.")
    else:
        from upcard.cli.strategy import forms

        forms.print_hand(answer, hand, upcard, as_json=as_json)


def _show(
    answer: "Strategy",
    *,
    details: bool,
    as_json: bool,
    as_csv: bool,
    svg: Path | None,
    html: Path | None,
) -> None:
    """Print the strategy as text, CSV or JSON, and write the files that are asked for."""
    from upcard.cli.output import print_json, refuse_two_forms
    from upcard.cli.strategy import forms
    from upcard.reports.strategy import drawing as strategy_drawing

    refuse_two_forms(as_csv=as_csv, as_json=as_json)
    report = answer.reported(details=details)
    for place, write in ((svg, strategy_drawing.svg), (html, strategy_drawing.html)):
        if place is not None:
            place.write_text(write(report), encoding="utf-8")
    if as_json:
        print_json(answer.to_dict(details=details))
    elif as_csv:
        forms.print_csv(answer)
    else:
        forms.print_report(report)


def _one_of(option: str, value: str | None, *choices: str) -> str | None:
    if value is not None and value not in choices:
        raise BadInput(f"{option} is one of {', '.join(choices)}, not {quoted(value)}.")
    return value


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


def _solve(
    submission: Path | None,
    shoe: "int | dict[str, int] | None",
    changes: dict[str, Any],
    play_by: str | None,
    *,
    as_json: bool,
) -> "Strategy":
    """Solve the game of a submission, or of chapter 633a, with the changes of the flags."""
    from upcard.cli.submissions import complying_rules
    from upcard.library.strategy.strategy import strategy as solved

    own_rules = {name: value for name, value in changes.items() if value is not None}
    rules = None if submission is None else complying_rules(submission, as_json=as_json)
    return solved(rules, "total" if play_by == "total" else "composition", shoe, changes=own_rules)


def _counts(text: str) -> dict[str, int]:
    """The cards that are left by value, from a text such as A=4,2=3."""
    from upcard.exact.strategy.rules import NAMES
    from upcard.library.arguments.hands import value_of_name

    counts: dict[str, int] = {}
    for part in text.split(","):
        name, equals, number = part.partition("=")
        value = value_of_name(name)
        if not equals or not is_number(number.strip()) or value is None:
            raise BadInput(f"{quoted(part.strip())} is not a number of cards such as A=4 or 10=16.")
        if NAMES[value] in counts:
            raise BadInput(f"The composition names {NAMES[value]} twice.")
        counts[NAMES[value]] = int(number)
    return counts
