"""Prints the results of a card counter for ``upcard sim``."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table

from upcard.analysis.counters.bets_by_count import CountingResult, CountMean, DepthMean
from upcard.analysis.intervals import NORMAL_95
from upcard.cli.output import console, plain, print_table

OF_A_MEAN: Final = ("mean", "± 95 %", "gain")


def print_counting(counting: CountingResult) -> None:
    """Print the average wager, the rounds at each count, and the index plays."""
    out = console()
    kind = "true" if counting.true_count else "running"
    out.print(
        f"\nCounting {plain(counting.title)} ({plain(counting.source)}), by the {kind} count: "
        f"{counting.average_bet:.4f} units on average, "
        f"{100 * counting.win_per_average_bet:+.4f} % of them won."
    )
    out.print("[dim]Means are per unit of the smallest wager.[/dim]")
    print_table(out, _count_table(counting.by_count))
    out.print(
        "[dim]At a count the mean is of one unit on the Blackjack wager, without Insurance; by the "
        "part of the shoe that is dealt before the round it is what the units wagered win."
        f"{_estimator(counting)}[/dim]"
    )
    print_table(out, _depth_table(counting))
    for slug, means in counting.side_wagers.items():
        out.print(f"\n{plain(slug)}, one unit at each count:")
        print_table(out, _count_table(means.by_count))
    if counting.indices:
        print_table(out, _indices(counting))


def _estimator(counting: CountingResult) -> str:
    """What the last column of both tables is; empty where means are raw."""
    if not any(row.gain is not None for row in counting.by_count):
        return " Means are raw: of what was dealt."
    return (
        " Means are corrected for the luck of the cards; raw, each would need its gain times as "
        "many rounds."
    )


def _count_table(rows: Sequence[CountMean]) -> Table:
    table = _table("count", "rounds", "part", *OF_A_MEAN)
    total = sum(row.rounds for row in rows)
    for row in rows:
        part = f"{100 * row.rounds / total:.3f} %"
        table.add_row(f"{row.count:+d}", f"{row.rounds:,}", part, *_mean(row))
    return table


def _depth_table(counting: CountingResult) -> Table:
    table = _table("dealt", "rounds", *OF_A_MEAN)
    for row in counting.by_depth:
        dealt = f"{100 * row.since:g} to {100 * row.until:g} %"
        table.add_row(dealt, f"{row.rounds:,}", *_mean(row))
    return table


def _mean(row: CountMean | DepthMean) -> tuple[str, str, str]:
    return (
        "" if row.mean is None else f"{100 * row.mean:+.4f} %",
        "" if row.standard_error is None else f"{100 * NORMAL_95 * row.standard_error:.4f} %",
        "" if row.gain is None else f"{row.gain:,.0f}",
    )


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(f"\n{head}", justify="right")
    return table


def _indices(counting: CountingResult) -> Table:
    """The index plays, a row each; a negative true count stands for itself and all lower ones."""
    table = Table(box=None, pad_edge=False)
    for head in ("hand", "upcard", "from", "play"):
        table.add_column(f"\n{head}", justify="right" if head == "from" else "left")
    for index in counting.indices:
        hand = index.hand if index.kind in ("hard", "insurance") else f"{index.kind} {index.hand}"
        below = "≤ " if index.below is True else ""
        table.add_row(hand, index.upcard, f"{below}{index.count:+d}", index.action)
    return table
