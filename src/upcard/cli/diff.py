"""``upcard diff``: what changes between two submissions, in words, odds and expected hold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from upcard.cli.submissions import AsJson, Filed, complying_submission
from upcard.text import schemas
from upcard.text.words import in_dollars

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.analysis.difference import Change, Diff, Effect, Value

Before = Annotated[Path, typer.Argument(metavar="A", help="A Rules Submission (TOML).")]
After = Annotated[
    Path, typer.Argument(metavar="B", help="The submission to compare with, or the next version.")
]


def diff(
    before: Before,
    after: After,
    rounds_per_hour: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            min=1,
            help="For the expected hold; default: 60, as on its paper.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also write the paper for a cover letter there."),
    ] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The size of the PDF.")] = "a4",
    filing: Filed = None,
    as_json: AsJson = False,
) -> None:
    """Compare two submissions: choices, house edge, expected hold."""
    from upcard.analysis.diff import diff as difference
    from upcard.cli.output import console, print_document, print_table

    former, old = complying_submission(before, as_json=as_json)
    document, new = complying_submission(after, as_json=as_json)
    result = difference(old, new, rounds_per_hour)
    if out is not None:
        from upcard.reports.filing import read_filing
        from upcard.reports.report import write_paper
        from upcard.reports.sheets.diff_sheet import diff_sheet
        from upcard.reports.source import source_of

        filed = None if filing is None else read_filing(filing)
        source = source_of(document, new, filed)
        write_paper(diff_sheet(former, source, result), out, paper, source.table.as_of)
    if as_json:
        print_document(schemas.DIFF, result)
        return
    console_out = console()
    for line in _words(result):
        console_out.print(line, markup=False, soft_wrap=True)
    if result.effects:
        print_table(console_out, _effects(result))


def _words(result: "Diff") -> list[str]:
    """A sentence for each change, then one on the expected hold."""
    from upcard.analysis.difference import favored_words
    from upcard.games.blackjack import BLACKJACK_WAGER

    if not result.changes:
        return ["Nothing changes: every choice in force is the same."]
    totals = {
        effect.wager: effect for effect in result.effects if None in (effect.before, effect.after)
    }
    parts = {change.field: change for change in result.changes}
    wager_parts = [part for field, part in parts.items() if field.split(".")[1] not in totals]
    lines = [_change(change) for change in wager_parts]
    lines += [
        _offer_sentence(part, parts) for slug, part in totals.items() if slug != BLACKJACK_WAGER
    ]
    old, new = (round(100 * held) / 100 for held in result.hold)  # the change is of these
    rates = " and ".join(f"{rate:g}" for rate in dict.fromkeys(result.rounds_per_hour))
    return [
        *lines,
        "",
        f"Expected hold of one position with the smallest of every wager, at {rates} rounds an "
        f"hour: {in_dollars(old)} before, {in_dollars(new)} after "
        f"({_signed_dollars(new - old)}). {result.counted}".rstrip(),
        *favored_words(result),
    ]


def _change(change: "Change") -> str:
    if change.before is None:
        return f"{change.field}: new, {change.after}. {change.summary} ({change.section})"
    if change.after is None:
        return (
            f"{change.field}: removed; it was {change.before}. {change.summary} ({change.section})"
        )
    became = f"{change.before} becomes {change.after}"
    return f"{change.field}: {became}. {change.summary} ({change.section})"


def _offer_sentence(effect: "Effect", parts: "dict[str, Change]") -> str:
    """The sentence on a wager that is newly offered or no longer offered, with its choices."""
    wager_parts = [
        part for field, part in parts.items() if field.startswith(f"wagers.{effect.wager}.")
    ]
    changes = ", ".join(
        f"{part.field.split('.')[2]} {part.after or part.before}" for part in wager_parts
    )
    offered = "is offered" if effect.before is None else "is no longer offered"
    return f"{effect.title} {offered}: {changes} ({wager_parts[0].section})"


def _effects(result: "Diff") -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head, side in (
        ("wager", "left"),
        ("edge before", "right"),
        ("after", "right"),
        ("hold/h before", "right"),
        ("after", "right"),
    ):
        table.add_column(f"\n{head}", justify="right" if side == "right" else "left")
    for effect in result.effects:
        table.add_row(effect.title, *_columns(effect))
    return table


def _columns(effect: "Effect") -> list[str]:
    from upcard.analysis.difference import edge_text

    sides = (effect.before, effect.after)
    return [edge_text(side) for side in sides] + [_hold(side) for side in sides]


def _hold(value: "Value | None") -> str:
    from upcard.money.amount import printed_amount

    return (
        ""
        if value is None or value.hold is None
        else f"{in_dollars(value.hold)} on {printed_amount(value.wager)}"
    )


def _signed_dollars(dollars: float) -> str:
    return f"{'+' if dollars >= 0 else ''}{in_dollars(dollars)}"
