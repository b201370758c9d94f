"""Prints the progress and the results of ``upcard sim``."""

from collections.abc import Iterator
from datetime import timedelta
from statistics import fmean
from types import TracebackType
from typing import Final

from msgspec.structs import replace
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table

from upcard.analysis.intervals import NORMAL_95
from upcard.analysis.risk.bankroll import Risk
from upcard.cli.output import console, plain, print_json, print_table
from upcard.cli.sim import counting as sim_counting
from upcard.cli.sim import risk as sim_risk
from upcard.cli.sim.covariances import print_covariances
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.library.simulation.result import Simulation
from upcard.money.amount import printed_amount
from upcard.simulation import run
from upcard.simulation.figures import DOUBTFUL, WagerEstimate
from upcard.simulation.games.families import raw_because
from upcard.simulation.games.family import DEEPEST

SECONDS_OF_A_DAY: Final = 86_400
SECONDS_OF_A_YEAR: Final = 365 * SECONDS_OF_A_DAY
INTERRUPTED: Final = "Interrupted: this is what was dealt."


def print_note(text: str) -> None:
    """Print a line on standard error."""
    console(err=True).print(text, markup=False)


class Bar:
    """A progress bar on standard error with the rate, the estimate so far and the time left.

    It is hidden without a terminal. `rounds` and `until_se` say when the simulation ends.
    """

    def __init__(self, rounds: int | None, until_se: float | None) -> None:
        err = console(err=True)
        self._rounds = rounds
        self._until_se = until_se
        self._bar = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=None),
            TextColumn("{task.fields[line]}"),
            console=err,
            transient=True,
            disable=not err.is_terminal,
        )
        self._task = self._bar.add_task("", total=rounds, line="dealing")

    def __enter__(self) -> "Bar":
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, progress: run.Progress) -> None:
        """Show the progress of the simulation."""
        rate = progress.rounds / progress.seconds
        line = f"{progress.rounds / 1e6:,.1f} M rounds, {rate / 1e6:.1f} M/s, "
        line += _percent(progress.mean)
        total = self._rounds
        if progress.standard_error is not None:
            line += f" ± {_percent(NORMAL_95 * progress.standard_error, sign='')}"
            if self._until_se is not None:
                ratio = progress.standard_error / self._until_se
                rounds_needed = progress.rounds * ratio * ratio
                total = round(min(rounds_needed, self._rounds or run.UNLIMITED))
        line += f", {_time_left(max(total - progress.rounds, 0) / rate) if total else '-'} left"
        self._bar.update(self._task, completed=progress.rounds, total=total, line=line)


def _time_left(seconds: float) -> str:
    """The time left, in days where it is more than a year."""
    if seconds > SECONDS_OF_A_YEAR:
        return f"{seconds / SECONDS_OF_A_DAY:,.0f} days"
    return str(timedelta(seconds=round(seconds)))


def print_result(
    simulation: Simulation, risk: Risk | None, corrected: Risk | None, *, as_json: bool
) -> None:
    """Print the result with its risks, of what was dealt and by corrected means."""
    if as_json:
        print_json(simulation.to_dict(risk, corrected))
        return
    rules, result, counting = simulation.rules.table, simulation.result, simulation.counting
    out = console()
    seats = "1 seat" if result.seats == 1 else f"{result.seats} seats"
    out.print(
        f"\n[bold]{plain(rules.name)}[/bold]: {result.rounds:,} rounds, {seats}, "
        f"{plain(result.strategy)}, {_depth_in_words(rules, result)}, seed {result.seed}"
    )
    out.print(f"{_millions(result.rounds_per_second)} in {result.seconds:.2f} s\n")
    table = Table(box=None, pad_edge=False)
    table.add_column("wager", no_wrap=True)
    for head in ("mean", "± 95 %", "deviation", "exact", "z"):
        table.add_column(head, justify="right")
    for row in _spots(result) if rules.variation.has_wheel else map(_row, result.wagers):
        table.add_row(*row)
    house = result.table
    table.add_row(
        "all together",
        _percent(house.mean),
        _error(house.standard_error),
        "" if house.standard_deviation is None else f"{house.standard_deviation:.3f}",
        style="bold",
    )
    print_table(out, table)
    out.print("\n[dim]Per unit of the initial wager; a negative mean is the house's.[/dim]")
    out.print(f"[dim]{_estimator(rules, result.wagers, raw=simulation.raw)}[/dim]")
    if rules.variation.has_wheel:
        out.print(
            "[dim]Of the spots of a wager: their mean, and the error of the farthest z.[/dim]"
        )
    for wager in result.wagers:
        if wager.differs:
            out.print(plain(wager.difference), style="red")
    print_covariances(simulation)
    if result.meters:
        print_table(out, _meters(result))
    if counting is not None:
        sim_counting.print_counting(counting)
    if risk is not None:
        sim_risk.print_risk(risk, corrected)
    if result.interrupted:
        out.print(plain(f"{result.lost} This is what was dealt." if result.lost else INTERRUPTED))


def _estimator(rules: TableRules, wagers: list[WagerEstimate], *, raw: bool) -> str:
    """How the means are estimated, why they are raw, and by what factor corrections helped."""
    because = raw_because(rules)
    if because and not raw:
        return f"Means are raw, of what was dealt: {because}."
    gains = [f"{_name_of(wager)} {wager.gain:,.0f}" for wager in wagers if wager.gain is not None]
    if not gains:
        return "Means are raw: of what was dealt."
    raw_names = [_name_of(wager) for wager in wagers if wager.gain is None]
    left = (
        " Raw, because their expectation given the cards left is not kept up to date: "
        f"{', '.join(raw_names)}."
    )
    return (
        "Means are corrected for the luck of the cards. Raw, they would need more rounds by a "
        f"factor of: {', '.join(gains)}.{left if raw_names else ''}"
    )


def _depth_in_words(rules: TableRules, result: run.Result) -> str:
    """How far a shoe is dealt, in words."""
    if rules.variation.has_wheel:
        return "spin after spin"
    if result.fresh_shoe:
        return "a new shoe each round"
    if result.penetration is None:
        return "until a round may not fit"
    dealt = f"to the cover card at {100 * result.penetration:g} % of the shoe"
    deeper = ", deeper than § 633a.5(d) has it" if result.penetration > DEEPEST else ""
    return dealt + deeper


def _spots(result: run.Result) -> Iterator[list[str]]:
    """A row for each wager at a wheel: the mean over its spots and their most extreme `z`."""
    spots: dict[str, list[WagerEstimate]] = {}
    for estimate in result.wagers:
        spots.setdefault(wager_of(estimate.wager), []).append(estimate)
    for wager, group in spots.items():
        several = replace(
            max(group, key=lambda spot: abs(spot.z or 0)),
            wager=f"{wager}, {len(group)} spots",
            mean=fmean(spot.mean for spot in group),
            standard_deviation=fmean(spot.standard_deviation for spot in group),
        )
        yield _row(several)


def _name_of(wager: WagerEstimate) -> str:
    return f"{wager.wager}: {wager.bonus}" if wager.bonus else wager.wager


def _row(wager: WagerEstimate) -> list[str]:
    return [
        _name_of(wager),
        _percent(wager.mean),
        _error(wager.standard_error),
        f"{wager.standard_deviation:.3f}",
        "" if wager.exact is None else _percent(wager.exact),
        "" if wager.z is None else _z(wager.z),
    ]


def _meters(result: run.Result) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("\nmeter", no_wrap=True)
    for head in ("hits", "rounds to a hit", "mean at a hit", "pays back", "shows"):
        table.add_column(f"\n{head}", justify="right")
    for meter in result.meters:
        table.add_row(
            meter.meter,
            f"{meter.hits:,}",
            "" if meter.mean_rounds_to_hit is None else f"{meter.mean_rounds_to_hit:,.0f}",
            "" if meter.mean_at_hit is None else f"${meter.mean_at_hit:,.2f}",
            _percent(meter.returned, sign=""),
            printed_amount(meter.shows),
        )
    return table


def _z(z: float) -> str:
    return f"[red]{z:+.2f}[/red]" if abs(z) > DOUBTFUL else f"{z:+.2f}"


def _error(error: float | None) -> str:
    return "" if error is None else _percent(NORMAL_95 * error, sign="")


def _percent(number: float, sign: str = "+") -> str:
    return f"{100 * number:{sign}.4f} %"


def _millions(rate: float) -> str:
    return f"{rate / 1e6:.1f} million rounds a second"
