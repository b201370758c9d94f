"""Prints the report of ``upcard strategy`` in the terminal, and as CSV."""

import csv
import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from upcard.cli import output
from upcard.exact.play.hands import ACE, TEN
from upcard.exact.strategy.column import ACTIONS
from upcard.exact.strategy.dealer import OUTCOMES, blackjack_against_ace, dealer_outcomes, insurance
from upcard.exact.strategy.rules import NAMES, UPCARDS
from upcard.exact.strategy.switch_table import SwitchTable
from upcard.library.strategy.strategy import Strategy
from upcard.reports.strategy.terminal import LABEL, STYLES, print_chart
from upcard.reports.strategy.words import GameReport, describe
from upcard.text import schemas

# In the terminal


def print_report(report: GameReport) -> None:
    """Print charts with legends and departures, the table of switching, and the figures."""
    out = output.console()
    out.print(f"\n[bold]{report.title}[/bold]: {'; '.join(describe(report.solution))}.\n")
    for chart in report.charts:
        print_chart(out, chart)
    if report.table is not None:
        _print_table(out, report.table)
    _print_figures(out, report)
    if report.details:
        _print_details(out, report)


def _print_table(out: Console, table: SwitchTable) -> None:
    out.print(f"\n[bold]{table.title}[/bold]. {table.rule}\n")
    width = max(len(entry) for _, entries in table.rows for entry in entries) + 1
    label = max(LABEL, *(len(name) + 1 for name, _ in table.rows))
    heads = "".join(f"{NAMES[upcard]:>{width}} " for upcard in UPCARDS)
    out.print(Text(f"{'':<{label}}{heads}", style="bold"))
    for name, entries in table.rows:
        line = Text(f"{name:<{label}}")
        for entry in entries:
            line.append(f"{entry:>{width}} ", style=STYLES.get(entry, ""))
        out.print(line, no_wrap=True)


def _print_figures(out: Console, report: GameReport) -> None:
    out.print()
    figures = [("expected value", f"{100 * report.game.expected_value:+.9f} %, exact")]
    if report.deviation is not None:
        figures.append(("standard deviation", f"{report.deviation:.6f}, exact, splits included"))
    if report.table is not None:
        figures += [(name, f"{100 * value:.6f} %") for name, value in report.table.figures.items()]
    for name, figure in figures:
        out.print(f"{name:<20}{figure}")
    out.print(f"For each unit of {report.unit}, of a round off the top of the shoe.")


def _print_details(out: Console, report: GameReport) -> None:
    solution = report.solution
    table = Table(box=None, padding=(0, 0, 0, 1))
    for heading in ("upcard", "expected", *OUTCOMES, "removed"):
        table.add_column(heading, justify="right", no_wrap=True)
    for upcard in UPCARDS:
        if upcard in solution.answers:
            outcomes = dealer_outcomes(solution.rules, solution.shoe, upcard)
            table.add_row(
                NAMES[upcard],
                f"{100 * solution.answers[upcard].expected_value:+.3f}",
                *(f"{100 * float(chance):.3f}" for chance in outcomes.values()),
                f"{100 * report.effects[upcard]:+.4f}",
            )
    out.print(
        "\n[bold]By upcard[/bold], in per cent: the expected value, the dealer's hand, and what"
    )
    out.print("the expected value gains where one card of the value is removed from the shoe.")
    output.print_table(out, table)
    if solution.shoe[ACE]:
        out.print(f"\nInsurance wins {100 * float(insurance(solution.shoe)):+.4f} % of its wager.")
    if solution.shoe[ACE] > 1 and solution.shoe[TEN]:
        kept = float(blackjack_against_ace(solution.rules, solution.shoe))
        out.print(f"A Blackjack against an ace wins {kept:.6f}; even money wins 1.")


def print_hand(strategy: Strategy, hand: str, upcard: str, *, as_json: bool) -> None:
    """Print the value of each action of one hand, best first, for each light that there is."""
    values = {
        light: strategy.values(hand, upcard, light=light) for light in strategy.lights or ("",)
    }
    cell, against = strategy.named(hand, upcard)
    if as_json:
        actions = {"lights": values} if strategy.lights else {"actions": values[""]}
        form = {"hand": cell, "upcard": against, **actions}
        output.print_document(schemas.STRATEGY_HAND, form)
        return
    out = output.console()
    condition = ", no dealer Blackjack" if strategy.acts_after_peek else ""
    for light, worth in values.items():
        lit = f", {light} light" if light else ""
        out.print(f"\n[bold]{cell} against {against}[/bold]{lit}{condition}")
        for action, mean in worth.items():
            out.print(f"{action:<10}{mean:+.9f}")


# CSV


def print_csv(strategy: Strategy) -> None:
    """Print a row for each cell, then one for each departing hand, with the value of each action.

    Where there are lights, the first column names them; the table of switching comes last.
    """
    rows = csv.writer(sys.stdout, lineterminator="\n")
    lights = ("light",) if strategy.lights else ()
    rows.writerow((*lights, "kind", "hand", "upcard", "action", "otherwise", *ACTIONS))
    for light in strategy.lights or ("",):
        light_cells = (light,) if light else ()
        for cell in strategy.chart():
            if cell.light == light:
                cell_fields = (cell.kind, cell.hand, cell.upcard, cell.action, cell.otherwise or "")
                rows.writerow((*light_cells, *cell_fields, *_values_in_order(cell.values)))
        for departure in strategy.exceptions:
            if departure.light == light:
                cell_fields = (
                    "exception",
                    departure.hand,
                    departure.upcard,
                    departure.action,
                    departure.chart,
                )
                rows.writerow((*light_cells, *cell_fields, *_values_in_order(departure.values)))
    table = strategy.report.table
    if table is not None:
        for hand, entries in table.rows:
            for upcard, entry in zip(UPCARDS, entries, strict=True):
                rows.writerow(("switch", hand, NAMES[upcard], entry, "", *("" for _ in ACTIONS)))


def _values_in_order(values: Mapping[str, float]) -> list[float | str]:
    return [values.get(action, "") for action in ACTIONS]
