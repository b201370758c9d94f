"""The simulation panel of the lab: live progress, the running mean, the result of every wager."""

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from nicegui import ui

from upcard.analysis.intervals import NORMAL_95
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action, authorize
from upcard.service.simulation_runner import (
    MAX_ROUNDS,
    MAX_SEATS,
    RunningSimulation,
    SimulationRequest,
)
from upcard.service.tables.offers import titles_of
from upcard.text.words import with_minus
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.lab import charts
from upcard.web.lab.table_choice import TableChoice
from upcard.web.money import dollars, estimate, titled
from upcard.web.shell import explain, showing_refusals
from upcard.web.visitor import Visitor

if TYPE_CHECKING:
    from upcard.simulation.run import Result

ROUNDS: Final = 1_000_000
UPDATE_SECONDS: Final = 0.25
"""Seconds between two updates of a running simulation."""


class SimulationPanel:
    """Simulates a table that the visitor chooses; shows the progress, and can be stopped."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._simulation: RunningSimulation | None = None
        self._points = 0
        self._requests = 0
        with ui.row().classes("uc-choices w-full items-end"):
            self._table = TableChoice(visitor)
            self._rounds = ui.number(
                "Rounds", value=ROUNDS, min=1, max=MAX_ROUNDS, step=1_000_000, precision=0
            )
            self._seats = ui.number("Players", value=1, min=1, max=MAX_SEATS, precision=0)
            self._seed = ui.input("Seed, else random").props("inputmode=numeric")
            self._fresh = ui.switch("A new shoe each round", value=True)
        self._table.paste()
        with ui.row().classes("items-center w-full no-wrap"):
            begin = ui.button("Simulate", icon="play_arrow", on_click=self.start)
            self._stop = ui.button("Stop", icon="stop", on_click=self._stop_dealing).props(
                "outline"
            )
            for button in (begin, self._stop):
                button.props("no-caps no-wrap").classes("shrink-0")
            self._bar = ui.linear_progress(0, show_value=False, size="10px").props(
                'aria-label="Rounds dealt" animation-speed=200'
            )
        self._progress = ui.label().classes("uc-numeric")
        self._live = ui.element("div").classes("uc-lab uc-live w-full")
        self._results = ui.element("div").classes("uc-lab w-full").props('aria-live="polite"')
        self._timer = ui.timer(UPDATE_SECONDS, self._look, active=False)
        self._stop.disable()
        ui.context.client.on_delete(self._stop_dealing)

    async def start(self) -> None:
        """Begin to deal what the choices ask for, in place of what is dealt now.

        The tab begins by itself when it is opened: of two that ask at a time the later one counts.
        """
        self._requests += 1
        request_number = self._requests
        with showing_refusals() as refused:
            who = self._visitor.who
            authorize(who, Action.SIMULATE)
            rules = await self._table.rules()
            trial = SimulationRequest(
                rules,
                int(self._rounds.value or 0),
                self._chosen_seed(),
                int(self._seats.value or 0),
                self._fresh.value,
            )
            await self._end_running()
            if request_number != self._requests:
                return
            self._simulation = self._visitor.server.simulation_runner.begin(who, trial)
            self._points = 0
            self._progress.set_text(self._simulation.step)
            self._bar.set_value(0)
            self._stop.enable()
            self._results.clear()
            self._live.clear()
            with self._live, ui.element("section").classes("uc-panel"):
                caption("The mean as it settles, within its 95 % band")
                self._chart = chart(charts.running_mean((), None))
            self._timer.activate()
        if refused and self._simulation is None:
            with self._live:
                explain(f"Not simulated: {refused[0]}")

    async def _end_running(self) -> None:
        """Stop what this panel has dealt until now, and wait until its process is free."""
        self._stop_dealing()
        while self._simulation is not None and not self._simulation.over:
            await asyncio.sleep(UPDATE_SECONDS / 5)

    def _chosen_seed(self) -> int:
        text = (self._seed.value or "").strip()
        if not text:
            return secrets.randbits(32)
        if not (text.isascii() and text.isdecimal()):
            raise BadInput("A seed is a whole number.")
        return int(text)

    def _stop_dealing(self) -> None:
        """Stop the simulation: on request, or because the page was closed."""
        if self._simulation is not None:
            self._simulation.stop()

    def _look(self) -> None:
        running = self._simulation
        assert running is not None, "it was begun"
        over = running.over  # read first: the result is set before this is true
        self._progress.set_text(_progress(running))
        course = running.points
        if course:
            self._bar.set_value(course[-1].rounds / running.request.rounds)
        if len(course) != self._points:
            self._points = len(course)
            self._chart.set_content(charts.running_mean(course, running.exact))
        if not over:
            return
        self._timer.deactivate()
        self._stop.disable()
        with self._results:
            if running.result is not None:
                self._bar.set_value(running.result.rounds / running.request.rounds)
                _result(running, running.result)
            else:
                explain(running.problem)


def _progress(simulation: RunningSimulation) -> str:
    """The progress in words."""
    if not simulation.points:
        return "" if simulation.over else simulation.step
    last = simulation.points[-1]
    rate = last.rounds / last.seconds / 1e6
    line = f"{last.rounds:,} rounds, {rate:.1f} million a second, "
    line += f"{titles_of(simulation.request.rules).get(simulation.wager, simulation.wager)}: "
    line += with_minus(f"{100 * last.mean:+.4f} %")
    if last.standard_error is not None:
        line += f" ± {100 * NORMAL_95 * last.standard_error:.4f} %"
    return line


def _result(simulation: RunningSimulation, result: "Result") -> None:
    ending = "all that were asked for"
    if result.interrupted:
        ending = "in the time that you have for computing" if simulation.out_of_time else "stopped"
    figures(
        [
            ("Rounds", f"{result.rounds:,}", ending),
            ("Took", f"{result.seconds:.2f} s", f"{result.rounds_per_second:,.0f} rounds a second"),
            ("Seed", str(result.seed), "repeats this simulation"),
            ("Table", simulation.request.rules.name, result.strategy),
        ]
    )
    with ui.element("section").classes("uc-panel"):
        caption("Wagers, per unit of the initial wager")
        ui.table(columns=WAGERS, rows=_wagers(simulation, result), row_key="wager").classes(
            "uc-table w-full"
        ).props('dense flat aria-label="Wagers"')
        if not result.fresh_shoe:
            ui.label(
                "Exact values are those of a full shoe: dealt to the cover card, means differ a "
                "little and have no z."
            ).classes("uc-small uc-quiet")
        for wager in result.wagers:
            if wager.differs:
                ui.label(wager.difference).classes("uc-small text-negative")
    if result.meters:
        with ui.element("section").classes("uc-panel"):
            caption("Meters")
            ui.table(columns=METERS, rows=_meters(result), row_key="meter").classes(
                "uc-table w-full"
            ).props('dense flat aria-label="Meters"')


WAGERS: Final = columns(
    ("wager", "Wager", "left"),
    ("mean", "Mean", "right"),
    ("error", "± 95 %", "right"),
    ("deviation", "Deviation", "right"),
    ("exact", "Exact", "right"),
    ("z", "z", "right"),
)
METERS: Final = columns(
    ("meter", "Meter", "left"),
    ("hits", "Hits", "right"),
    ("rounds", "Rounds to a hit", "right"),
    ("mean", "Mean at a hit", "right"),
    ("returned", "Pays back", "right"),
    ("shows", "Shows", "right"),
)


def _wagers(simulation: RunningSimulation, result: "Result") -> list[dict[str, object]]:
    titles = titles_of(simulation.request.rules)
    return [
        {
            "wager": ": ".join(
                filter(None, (titles.get(wager.wager, wager.wager), wager.bonus or ""))
            ),
            "mean": with_minus(f"{100 * wager.mean:+.4f} %"),
            "error": _percent(wager.standard_error, NORMAL_95),
            "deviation": f"{wager.standard_deviation:.3f}",
            "exact": "" if wager.exact is None else with_minus(f"{100 * wager.exact:+.4f} %"),
            "z": "" if wager.z is None else with_minus(f"{wager.z:+.2f}"),
        }
        for wager in result.wagers
    ]


def _percent(number: float | None, times: float) -> str:
    return "" if number is None else f"{100 * times * number:.4f} %"


def _meters(result: "Result") -> list[dict[str, object]]:
    return [
        {
            "meter": titled(meter.meter),
            "hits": f"{meter.hits:,}",
            "rounds": ""
            if meter.mean_rounds_to_hit is None
            else f"{meter.mean_rounds_to_hit:,.0f}",
            "mean": "" if meter.mean_at_hit is None else estimate(meter.mean_at_hit),
            "returned": f"{100 * meter.returned:.4f} %",
            "shows": dollars(meter.shows),
        }
        for meter in result.meters
    ]
