"""Prints how the results of several wagers of a round depend on each other."""

from itertools import combinations
from typing import Final

from rich.table import Table

from upcard.cli.output import console, plain, print_table
from upcard.library.simulation.result import Simulation

CLEAR: Final = 2
"""The standard errors from 0 of a covariance that is shown."""


def print_covariances(simulation: Simulation) -> None:
    """The covariances that differ from 0, with their errors, largest first."""
    values, errors = simulation.round_covariance, simulation.round_covariance_error
    if values is None or errors is None:
        return
    pairs = list(combinations(range(len(values)), 2))
    clear = [pair for pair in pairs if abs(values[pair]) > CLEAR * errors[pair]]
    if not pairs:
        return
    table = Table(box=None, pad_edge=False)
    for head in ("wager", "and", "covariance", "±"):
        table.add_column(head, justify="left" if head in ("wager", "and") else "right")
    for row, column in sorted(clear, key=lambda pair: -abs(values[pair])):
        names = (plain(simulation.wagers[number].name) for number in (row, column))
        table.add_row(*names, f"{values[row, column]:+.4f}", f"{errors[row, column]:.4f}")
    out = console()
    out.print()
    if clear:
        print_table(out, table)
    unclear = len(pairs) - len(clear)
    several = "pairs are" if unclear > 1 else "pair is"
    others = f" {unclear} other {several} within {CLEAR} of 0." if unclear else ""
    out.print(
        "[dim]Covariances are of one seat in one round, per unit of each wager, ± 1 standard error."
        f"{others}[/dim]"
    )
