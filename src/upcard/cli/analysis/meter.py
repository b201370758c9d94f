"""``upcard meter``: what progressive meters do over time, for players and for the house."""

import csv
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.submissions import AsJson, SubmissionFile
from upcard.text.words import in_dollars, in_percent, in_percent_or_less

if TYPE_CHECKING:
    from upcard.library.meter_life import MeterOverTime

Wager = Annotated[str | None, typer.Option(metavar="WAGER", help="Only the meters of this wager.")]
Seats = Annotated[
    int | None,
    typer.Option(metavar="N", help="The wagers of a round; default: one in each position."),
]
RoundsPerHour = Annotated[
    float | None,
    typer.Option(metavar="N", help="The rounds of an hour; default: 60, as papers assume."),
]
HoursADay = Annotated[
    float | None,
    typer.Option(metavar="N", help="The hours of play a day; default: 16, as papers assume."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV: a row for each figure.")]


def meter(
    submission: SubmissionFile,
    *,
    wager: Wager = None,
    seats: Seats = None,
    rounds_per_hour: RoundsPerHour = None,
    hours_a_day: HoursADay = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """What meters do over time: amounts, time to a jackpot, players' edge, the house's cash."""
    from upcard.analysis.pace import HOURS, ROUNDS_PER_HOUR
    from upcard.cli.output import print_json, refuse_two_forms
    from upcard.cli.submissions import complying_rules
    from upcard.library import meter_life as library

    refuse_two_forms(as_csv=as_csv, as_json=as_json)
    rules = complying_rules(submission, as_json=as_json)
    meters = library.meter_life(
        rules,
        wager,
        seats=seats,
        rounds_per_hour=ROUNDS_PER_HOUR if rounds_per_hour is None else rounds_per_hour,
        hours_a_day=HOURS if hours_a_day is None else hours_a_day,
    )
    if as_json:
        print_json(meters.to_dict())
    elif as_csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        names = [column.name for column in library.COLUMNS]
        lines.writerow(names)
        for over_time in meters:
            lines.writerows([row[name] for name in names] for row in library.rows(over_time))
    else:
        for over_time in meters:
            _print(over_time)


def _print(meter: "MeterOverTime") -> None:
    """Print one meter: a heading, and a line for each figure."""
    from rich.table import Table

    from upcard.cli.output import console, plain, print_table
    from upcard.money.amount import printed_amount

    out = console()
    wager = printed_amount(meter.wager_amount)
    out.print(
        f"\n[bold]{plain(meter.meter)}[/bold], paytable {plain(meter.paytable)}: {meter.seats} "
        f"wagers of {wager} a round, {meter.rounds_per_hour:g} rounds an hour, "
        f"{meter.hours_a_day:g} hours a day\n"
    )
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column("")
    table.add_column("", justify="right")
    for row in _lines(meter):
        table.add_row(*row)
    print_table(out, table)
    notes = (
        "Means but for what is said to be in 95 % of years. Winners count as alone in their round."
    )
    if meter.model.winners > 1:
        notes += " But this jackpot is won by all seats of a table at once, which share it."
    if meter.model.envy:
        notes += (
            " What players win counts envy bonuses, with a player at each seat of one table; the "
            "house's money is that of the meter alone."
        )
    out.print(f"\n[dim]{notes}[/dim]")


def _lines(meter: "MeterOverTime") -> Iterator[tuple[str, str]]:
    from upcard.money.amount import printed_amount

    year = meter.year
    yield "mean amount, the house's mean liability", in_dollars(meter.mean)
    for chance, amount in meter.quantiles.items():
        yield f"{100 * chance:g} % of the time it shows at most", in_dollars(amount)
    together = meter.model.winners > 1
    yield f"{'rounds' if together else 'wagers'} to a jackpot", f"{meter.one_in:,.0f}"
    for chance, hours in meter.hours_to_hit.items():
        yield f"hours to a jackpot, {100 * chance:g} % of them within", f"{hours:,.1f}"
    if meter.break_even is None:
        yield "the wager favors players", "at any amount"
    else:
        even = in_dollars(meter.break_even)
        never = ", above the limit: never" if meter.model.is_never_even else ""
        yield "the wager is even at", f"{even}{never}"
    yield "wagers that find more", in_percent(meter.favourable, 4)
    if meter.favourable_hours is not None:
        yield "hours for which it then stays so", f"{meter.favourable_hours:,.1f}"
    yield "players' edge in these wagers", f"{100 * meter.edge_above:.4f} %"
    yield f"{meter.seats} seats win an hour with them", in_dollars(meter.win_per_hour)
    yield "a year: wagered", in_dollars(year.wagered)
    yield f"contributions, {100 * meter.increment:g} %", in_dollars(year.contributions)
    yield (
        f"to the reserve, {100 * meter.secondary_increment:g} %",
        in_dollars(year.to_reserve),
    )
    yield "jackpots", f"{year.jackpots:,.2f}"
    yield "years without one", in_percent_or_less(year.without_jackpot)
    yield f"seeds, {printed_amount(meter.reseed)} each", in_dollars(year.seeds)
    yield "added for prizes", in_dollars(year.restored)
    yield "paid to players", in_dollars(year.paid)
    adds = year.house_adds
    yield ("the house adds" if adds >= 0 else "the reserve grows by"), in_dollars(abs(adds))
    yield "jackpots in 95 % of years, at most", f"{year.most_jackpots:,}"
    yield "a reserve that pays such a year", in_dollars(year.reserve_needed)
