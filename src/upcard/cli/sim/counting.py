"""Prints the results of a card counter for ``upcard sim``."""

from rich.table import Table

from upcard.analysis.counters.bets_by_count import CountingResult
from upcard.cli.output import console, plain, print_table


def print_counting(counting: CountingResult) -> None:
    """Prints the average wager, the rounds at each count, and the index plays."""
    out = console()
    kind = "true" if counting.true_count else "running"
    out.print(
        f"\nCounting {plain(counting.title)} ({plain(counting.source)}), by the {kind} count: "
        f"{counting.average_bet:.4f} units on average, "
        f"{100 * counting.win_per_average_bet:+.4f} % of them won."
    )
    out.print("[dim]Means are per unit of the smallest wager.[/dim]")
    table = Table(box=None, pad_edge=False)
    for head in ("count", "rounds", "part"):
        table.add_column(f"\n{head}", justify="right")
    total = sum(counting.rounds.values())
    for count, rounds in counting.rounds.items():
        table.add_row(f"{count:+d}", f"{rounds:,}", f"{100 * rounds / total:.3f} %")
    print_table(out, table)
    if counting.indices:
        print_table(out, _indices(counting))


def _indices(counting: CountingResult) -> Table:
    """The index plays, a row each; a negative true count stands for itself and lower ones."""
    table = Table(box=None, pad_edge=False)
    for head in ("hand", "upcard", "from", "play"):
        table.add_column(f"\n{head}", justify="right" if head == "from" else "left")
    for one in counting.indices:
        hand = one.hand if one.kind in ("hard", "insurance") else f"{one.kind} {one.hand}"
        below = "≤ " if one.below is True else ""
        table.add_row(hand, one.upcard, f"{below}{one.count:+d}", one.action)
    return table
