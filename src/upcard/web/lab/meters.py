"""The meters panel of the lab: what progressive meters do over time, for players and the house."""

from collections.abc import Callable
from typing import Any, Final

from nicegui import ui

from upcard.analysis.pace import HOURS, ROUNDS_PER_HOUR
from upcard.money.amount import UNITS_PER_DOLLAR, parse_dollars
from upcard.service.computing.analysis import MeterCurve, MetersProgress, compute_meters
from upcard.text.words import in_percent, in_percent_or_less
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.lab import analysis_charts as charts
from upcard.web.lab.panel import Asked, ComputedPanel
from upcard.web.lab.table_choice import TableChoice
from upcard.web.money import dollars, estimate, titled

REFRESH_SECONDS: Final = 2.0
"""Seconds between readings of a live meter's display."""

YEAR: Final = columns(("what", "A year of play", "left"), ("amount", "Mean", "right"))


class MetersPanel(ComputedPanel):
    """The meters of a table: amounts, time to a jackpot, players' edge, a year's cash flow."""

    button = "Compute the meters"
    working = "Following the meters …"

    def _fields(self) -> None:
        self._curves: tuple[MeterCurve, ...] = ()
        self._drawn, self._of = 0, ""
        self._table = TableChoice(self._visitor, suits=lambda rules: bool(rules.metered_wagers))
        self._seats = ui.number("Wagers a round", placeholder="every position", precision=0)
        self._seats.props("clearable")
        self._rounds = ui.number("Rounds an hour", value=ROUNDS_PER_HOUR, min=1)
        self._hours = ui.number("Hours a day", value=HOURS, min=1, max=24)

    def _build_below_choices(self) -> None:
        self._table.paste()

    async def _request(self) -> Asked:
        seats = self._seats.value
        arguments: dict[str, Any] = {
            "seats": None if seats is None else int(seats),
            "rounds_per_hour": float(self._rounds.value or 0),
            "hours_a_day": float(self._hours.value or 0),
        }
        self._steps, self._curves, self._drawn = 1, (), 0
        rules_of_floor = self._table.rules_of_floor
        self._of = "" if rules_of_floor is None else rules_of_floor.name
        return compute_meters, (await self._table.rules(), arguments)

    def _hear(self, so_far: MetersProgress) -> bool:
        self._curves = so_far.curves
        return super()._hear(so_far.share)

    def _show_progress(self) -> None:
        for curve in self._curves[self._drawn :]:
            caption(titled(curve.meter.meter))
            chart(charts.meter_over_time(curve))
            self._drawn += 1

    def _show(self, curves: tuple[MeterCurve, ...]) -> None:
        for curve in curves:
            _meter(curve, self._shown_amount)
        ui.label("Winners count as alone in their round; nothing is simulated.").classes("uc-quiet")

    def _shown_amount(self, name: str) -> str:
        """What a meter of the table of the floor shows now, in dollars; "" if none is live."""
        live = self._visitor.server.floor.board.last_read
        amounts = (view.amount for view in live if view.name == name and self._of in view.tables)
        return next(amounts, "")


def _meter(curve: MeterCurve, now: Callable[[str], str]) -> None:
    meter = curve.meter
    wager = dollars(meter.wager_amount)
    caption(f"{titled(meter.meter)}, paytable {meter.paytable}, a wager of {wager}")
    if now(meter.meter):
        label = ui.label()

        def look() -> None:
            label.set_text(_now_in_words(now(meter.meter), meter.break_even))

        ui.timer(REFRESH_SECONDS, look, immediate=True)
    even, side = "–", "players favored at any amount"
    if meter.break_even is not None:
        even = estimate(meter.break_even)
        side = "no edge for either side"
        if meter.model.is_never_even:
            side = "above the limit: never reached"
    stays = "always" if meter.favourable_hours is None else f"{meter.favourable_hours:,.1f} hours"
    days = [hours / meter.hours_a_day for hours in meter.hours_to_hit.values()]
    figures(
        [
            ("Shows in the mean", estimate(meter.mean), "the house's mean liability"),
            ("Won", f"1 in {meter.one_in:,.0f}", f"half within {days[0]:,.1f} days"),
            ("Even at", even, side),
            ("Wagers that find more", in_percent(meter.favourable), f"then for {stays}"),
            ("Players' edge then", f"{100 * meter.edge_above:.2f} %", "in the mean"),
            (
                "Won an hour then",
                estimate(meter.win_per_hour),
                f"by {meter.seats} seats, {meter.rounds_per_hour:g} rounds an hour",
            ),
        ]
    )
    with ui.element("div").classes("uc-halves"):
        with ui.element("section").classes("uc-panel"):
            caption("How often it shows more than an amount")
            chart(charts.meter_over_time(curve))
        with ui.element("section").classes("uc-panel"):
            caption("The house's cash flow")
            ui.table(columns=YEAR, rows=_year(curve), row_key="what").classes(
                "uc-table w-full"
            ).props('dense flat aria-label="A year of play"')


def _now_in_words(amount: str, break_even: float | None) -> str:
    """What a live meter shows, next to the amount at which neither side has an edge."""
    words = f"It shows {dollars(amount)} now"
    if break_even is None:
        return f"{words}."
    more = parse_dollars(amount) > break_even * UNITS_PER_DOLLAR
    return f"{words}, {'more' if more else 'less'} than the amount without an edge for either side."


def _year(curve: MeterCurve) -> list[dict[str, object]]:
    meter, year = curve.meter, curve.meter.year
    adds = year.house_adds
    rows = [
        ("Wagered", estimate(year.wagered)),
        (f"Contributions, {100 * meter.increment:g} %", estimate(year.contributions)),
        (f"To the reserve, {100 * meter.secondary_increment:g} %", estimate(year.to_reserve)),
        ("Jackpots", f"{year.jackpots:,.2f}"),
        ("Years without one", in_percent_or_less(year.without_jackpot)),
        (f"Seeds, ${meter.reseed:,.0f} each", estimate(year.seeds)),
        ("Added for prizes", estimate(year.restored)),
        ("Paid to players", estimate(year.paid)),
        ("The house adds" if adds >= 0 else "The reserve grows by", estimate(abs(adds))),
        ("Jackpots in 95 % of years, at most", f"{year.most_jackpots:,}"),
        ("A reserve that pays such a year", estimate(year.reserve_needed)),
    ]
    return [{"what": label, "amount": amount} for label, amount in rows]
