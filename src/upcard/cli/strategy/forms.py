"""Prints the report of ``upcard strategy``: the colored chart in the terminal, and JSON."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from upcard.cli import output
from upcard.exact.play.hands import ACE, TEN
from upcard.exact.strategy.chart import Departure, Kind
from upcard.exact.strategy.column import HandAction
from upcard.exact.strategy.dealer import OUTCOMES, blackjack_against_ace, dealer_outcomes, insurance
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NAMES, Rules
from upcard.exact.strategy.solve import Solution
from upcard.exact.strategy.switch_table import UPCARDS, SwitchTable, cards
from upcard.reports.strategy_words import (
    TITLES,
    GameReport,
    Report,
    code,
    decks_of,
    describe,
    in_words,
    legend,
    pays,
    strips,
)
from upcard.text import schemas

STYLES: Final = {
    "H": "black on green",
    "S": "white on red",
    "D": "white on blue",
    "P": "black on yellow",
    "R": "white on magenta",
    "K": "white on red",
    "F": "black on green",
}
"""Styles by the first letter of a code."""

LABEL: Final = 8
CELL: Final = 3
SIDE: Final = LABEL + CELL * len(UPCARDS)
"""The width of one chart; two stand side by side within 80 columns."""


# In the terminal


def print_report(report: GameReport) -> None:
    """Prints charts with legends and departures, the table of switching, and the figures."""
    out = output.console()
    out.print(f"\n[bold]{report.title}[/bold]: {'; '.join(describe(report.solution))}.\n")
    for chart in report.charts:
        _print_chart(out, chart)
    if report.table is not None:
        _print_table(out, report.table)
    _print_figures(out, report)
    if report.details:
        _print_details(out, report)


def _print_chart(out: Console, report: Report) -> None:
    if report.heading:
        out.print(f"\n[bold]{report.heading}[/bold]\n")
    hard, right = list(_block(report, "hard")), list(_block(report, "soft"))
    right += [Text(), *_block(report, "pairs")]
    if out.width < 2 * SIDE + 2:
        hard, right = [*hard, Text(), *right], []
    for one, other in zip_longest(hard, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(SIDE + 2 - line.cell_len)
        out.print(line.append_text(other), no_wrap=True)
    out.print()
    _print_legend(out, report)
    _print_departures(out, report)


def _block(report: Report, kind: Kind) -> Iterator[Text]:
    heads = "".join(NAMES[upcard].center(CELL) for upcard in UPCARDS)
    yield Text(f"{TITLES[kind]:<{LABEL}}{heads}", style="bold")
    for strip in strips(report.lines, kind):
        line = Text(f"{strip.label:<{LABEL}}")
        for upcard in UPCARDS:
            entry = code(strip.cells.get(upcard))
            line.append(f" {entry:<{CELL - 1}}", style=STYLES.get(entry[0], "dim"))
        yield line


def _print_legend(out: Console, report: Report) -> None:
    entries = []
    for entry, words in legend(report.lines).items():
        text = Text(f" {entry} ", style=STYLES[entry[0]])
        entries.append(Text().append_text(text).append(f" {words}"))
    _print_filled(out, entries, "   ")


def _print_departures(out: Console, report: Report) -> None:
    short = [departure for departure in report.departures if len(departure.values) == 2]
    longer = len(report.departures) - len(short)
    if not report.departures:
        return
    out.print("\n[bold]Hands that do otherwise[/bold], by their cards:")
    _print_filled(out, [Text(_departure(departure)) for departure in short], "; ")
    if longer:
        hands = "hand" if longer == 1 else "hands"
        out.print(f"And {longer} {hands} of three or more cards: --csv and --json list them.")


def _departure(departure: Departure) -> str:
    return f"{cards(departure.values)} against {NAMES[departure.upcard]}: {departure.action}"


def _print_filled(out: Console, entries: list[Text], gap: str) -> None:
    """Prints entries, as many on a line as there is room for, without breaking one."""
    line = Text()
    for entry in entries:
        if line and line.cell_len + len(gap) + entry.cell_len > out.width:
            out.print(line)
            line = Text()
        line.append(gap if line else "").append_text(entry)
    if line:
        out.print(line)


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
        expected = float(blackjack_against_ace(solution.rules, solution.shoe))
        out.print(f"A Blackjack against an ace wins {expected:.6f}; even money wins 1.")


def print_hand(game: GameSolution, values: tuple[int, ...], upcard: int, *, as_json: bool) -> None:
    """Prints the value of each action of one hand, best first, for each light that there is."""
    by_light = {
        light: _best_first(solution.worth(values, upcard)) for light, solution in game.parts
    }
    if as_json:
        actions = {"lights": by_light} if game.lights else {"actions": by_light[""]}
        form = {"hand": cards(values), "upcard": NAMES[upcard], **actions}
        output.print_document(schemas.STRATEGY_HAND, form)
        return
    out = output.console()
    known = ", no dealer Blackjack" if game.solutions[0].rules.acts_after_peek else ""
    for light, worth in by_light.items():
        lit = f", {light} light" if light else ""
        out.print(f"\n[bold]{cards(values)} against {NAMES[upcard]}[/bold]{lit}{known}")
        for action, mean in worth.items():
            out.print(f"{action:<10}{mean:+.9f}")


def _best_first(worth: dict[HandAction, float]) -> dict[HandAction, float]:
    return dict(sorted(worth.items(), key=lambda item: -item[1]))


# JSON


def print_json(report: GameReport) -> None:
    """Prints the solution as JSON, with the additions of `--details` and of variations."""
    solution = report.solution
    form: dict[str, Any] = {
        "game": report.game.game,
        "rules": _rules(solution),
        "decks": decks_of(solution),
        "composition": _by_value(dict(enumerate(solution.shoe))),
        "play": solution.play,
        "expected_value": report.game.expected_value,
        "standard_deviation": report.deviation,
        "method": "exact",
    }
    if report.game.lights:
        form["lights"] = {chart.light: _chart(chart) for chart in report.charts}
    else:
        form |= _chart(report.charts[0])
    if report.game.switching is not None:
        form["switch"] = report.game.switching.form()
    if report.details:
        form |= _details(report)
    output.print_document(schemas.STRATEGY, form)


def _chart(report: Report) -> dict[str, Any]:
    form: dict[str, Any] = {kind: _entries(report, kind, otherwise=False) for kind in TITLES}
    form["otherwise"] = {kind: _entries(report, kind, otherwise=True) for kind in TITLES}
    form["exceptions"] = [_exception(departure) for departure in report.departures]
    answers = report.solution.answers
    form["expected_value_by_upcard"] = _by_value(
        {upcard: answer.expected_value for upcard, answer in answers.items()}
    )
    return form


def _rules(solution: Solution) -> dict[str, Any]:
    rules = solution.rules
    return {
        "soft_17": "hit" if rules.hits_soft_17 else "stand",
        "double": rules.double,
        "double_after_split": rules.double_after_split,
        "resplits": rules.resplits,
        "resplit_aces": rules.resplit_aces,
        "hit_split_aces": rules.hit_split_aces,
        "surrender": rules.surrender,
        "dealer_blackjack": rules.dealer_blackjack,
        "blackjack_pays": pays(rules),
        **_rules_of_variations(rules),
    }


def _rules_of_variations(rules: Rules) -> dict[str, Any]:
    """The rules that only variations have."""
    odds = {
        "blackjack_one_color": rules.blackjack_one_color,
        "blackjack_against_21": rules.blackjack_against_21,
        "blackjack_against_22": rules.blackjack_against_22,
        "blackjack_tied": rules.blackjack_tied or None,
    }
    form: dict[str, Any] = {name: in_words(one) for name, one in odds.items() if one is not None}
    if rules.dealer_22 != "loses":
        form["dealer_22"] = rules.dealer_22
    if rules.shared_cards:
        form["shared_cards"] = True
    return form


def _by_value(of_values: dict[int, Any]) -> dict[str, Any]:
    return {NAMES[value]: of_values[value] for value in UPCARDS if value in of_values}


def _entries(report: Report, kind: Kind, *, otherwise: bool) -> dict[str, dict[str, HandAction]]:
    """Actions of one kind by line and upcard; `otherwise`, those to take where they are refused."""
    entries: dict[str, dict[str, HandAction]] = {}
    for line in report.lines:
        if line.kind == kind:
            actions = {
                upcard: cell.otherwise if otherwise else cell.action
                for upcard, cell in line.cells.items()
            }
            present = {upcard: action for upcard, action in actions.items() if action is not None}
            if present:
                entries[line.label] = _by_value(present)
    return entries


def _exception(departure: Departure) -> dict[str, Any]:
    return {
        "cards": [NAMES[value] for value in departure.values],
        "upcard": NAMES[departure.upcard],
        "action": departure.action,
        "chart": departure.chart,
        "gain": departure.gain,
    }


def _details(report: GameReport) -> dict[str, Any]:
    solution = report.solution
    dealer = {}
    for upcard in solution.answers:
        outcomes = dealer_outcomes(solution.rules, solution.shoe, upcard)
        dealer[upcard] = {outcome: float(chance) for outcome, chance in outcomes.items()}
    form: dict[str, Any] = {
        "effects_of_removal": _by_value(report.effects),
        "dealer": _by_value(dealer),
    }
    if solution.shoe[ACE]:
        form["insurance"] = float(insurance(solution.shoe))
    if solution.shoe[ACE] > 1 and solution.shoe[TEN]:
        expected = float(blackjack_against_ace(solution.rules, solution.shoe))
        form["blackjack_against_ace"] = {"kept": expected, "even_money": 1.0}
    return form
