"""Prints the risk and the expected hold of a table for ``upcard sim``."""

from collections.abc import Iterator
from typing import Final

from rich.table import Table

from upcard.analysis.intervals import NORMAL_95, Interval
from upcard.analysis.risk.bankroll import ExpectedHold, Risk, SideRisk, Trip
from upcard.cli.output import console, print_table
from upcard.money.amount import printed_amount
from upcard.text.words import in_dollars, listed

MIN_CHANCE: Final = 1e-8
"""A smaller chance is printed as small: a normal law tells no more of its far tails."""


def print_risk(dealt: Risk, corrected: Risk | None) -> None:
    """Print the risk in words, then the expected hold by the number of players.

    By the `corrected` means where there are any, else by those of what was `dealt`.
    """
    out = console()
    risk = corrected or dealt
    out.print(
        f"\nA round wagers {_printed_amount(risk.wagered)} on {listed(risk.chosen)} and wins "
        f"players {_mean(risk)}, deviation {in_dollars(risk.standard_deviation)}; "
        f"volatility index {risk.volatility_index:.3f} (90 %)."
    )
    if corrected is not None:
        out.print(
            "This mean, and all that follows from it, is corrected for the luck of the cards; the "
            f"deviation is that of what was dealt, whose raw mean is {_mean(dealt)}."
        )
    for line in _lines(risk):
        out.print(line)
    if risk.hold:
        print_table(out, _holds(risk.hold))


def _mean(risk: Risk) -> str:
    """What a round wins, to a hundredth of a cent: its error is often below a cent."""
    sign = "−" if risk.mean < 0 else ""
    return f"{sign}${abs(risk.mean):,.4f} ± ${NORMAL_95 * risk.mean_error:,.4f}"


def _printed_amount(dollars: str | None) -> str:
    """An exact amount; nothing where there is none."""
    return printed_amount(dollars or "0")


def _lines(risk: Risk) -> Iterator[str]:
    yield "Ranges in parentheses, and ±, are those of 95 % for what was simulated."
    if not risk.distinct:
        yield (
            "The mean cannot be told from zero: N0 and what a bankroll risks for ever are not "
            f"known from so few rounds. N0 is {_range(risk.n0_interval, '{:,.0f}')} rounds."
        )
    elif risk.n0 is not None and risk.hours_per_standard_error is not None:
        yield (
            f"N0 is {risk.n0:,.0f} rounds ({_range(risk.n0_interval, '{:,.0f}')}): at "
            f"{risk.rounds_per_hour:g} an hour the expected win is one standard error after "
            f"{risk.hours_per_standard_error:,.1f} hours."
        )
    for name, side in (("player", risk.player), ("house", risk.house)):
        yield from _side(name, side, risk)
    if risk.risk_of_ruin_within is not None:
        yield (
            f"Chance that the player loses {_printed_amount(risk.bankroll)} "
            f"within {risk.hours:g} hours: "
            f"{_percent(risk.risk_of_ruin_within)} ({_percents(risk.within_interval)})."
        )
    if risk.trip is not None:
        yield from _trip(risk.trip, risk)


def _trip(trip: Trip, risk: Risk) -> Iterator[str]:
    yield (
        f"After {risk.hours:g} hours ({trip.rounds:,.0f} rounds) the player has won "
        f"{in_dollars(trip.mean)} ± {in_dollars(NORMAL_95 * trip.mean_error)} in the mean; "
        f"nine of ten results lie between {in_dollars(trip.low)} and {in_dollars(trip.high)}, and "
        f"{_percent(trip.ahead)} are a win ({_percents(trip.ahead_interval)})."
    )


def _side(name: str, side: SideRisk, risk: Risk) -> Iterator[str]:
    if side.risk_of_ruin is not None:
        yield (
            f"Chance that the {name} ever loses {_printed_amount(risk.bankroll)}: "
            f"{_percent(side.risk_of_ruin)} "
            f"({_percents(side.ruin_interval)})."
        )
    if side.bankroll_for_risk is not None and risk.distinct:
        yield (
            f"With a bankroll of {in_dollars(side.bankroll_for_risk)} "
            f"({_range(side.bankroll_interval, '${:,.0f}')}) the {name}'s risk of ruin is "
            f"{100 * risk.risk:g} %."
        )


def _range(interval: Interval | None, form: str) -> str:
    assert interval is not None, "the figure is known, so its range is"
    low, high = interval
    return (
        f"{form.format(low)} or more"
        if high is None
        else f"{form.format(low)} to {form.format(high)}"
    )


def _percents(interval: Interval | None) -> str:
    assert interval is not None, "the chance is known, so its range is"
    low, high = interval
    return f"{_percent(low)} to {_percent(1.0 if high is None else high)}"


def _percent(chance: float) -> str:
    """A chance in percent."""
    return f"{100 * chance:.4g} %" if chance >= MIN_CHANCE else "under 0.000001 %"


def _holds(holds: list[ExpectedHold]) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in ("players", "rounds/h", "wagered/h", "to meters/h", "kept/h", "hold"):
        table.add_column(f"\n{head}", justify="right")
    for row in holds:
        table.add_row(
            str(row.seats),
            f"{row.rounds_per_hour:g}",
            in_dollars(row.wagered),
            in_dollars(row.to_meters),
            in_dollars(row.win),
            f"{100 * row.hold:.4f} %",
        )
    return table
