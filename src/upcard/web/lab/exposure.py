"""The exposure panel of the lab: what counting cards is worth against a side wager."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from nicegui import ui

from upcard.cards.card import in_decks
from upcard.reports.rendering.figures import plain
from upcard.rules.counts import count_systems
from upcard.rules.loader import wager_rules
from upcard.rules.violation import BadInput
from upcard.service.computing.analysis import SHOES, PricingProgress, compute_exposure
from upcard.service.computing.odds_query import paytables_of, wagers
from upcard.text.words import unbroken, with_minus
from upcard.wagers.catalogue import offered_where
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.filtered_select import FilteredSelect
from upcard.web.lab import analysis_charts as charts
from upcard.web.lab.panel import DECKS, Asked, ComputedPanel
from upcard.web.money import estimate

if TYPE_CHECKING:
    from upcard.analysis.counters.count_wins import CountWin
    from upcard.analysis.counters.penetration import Penetration
    from upcard.analysis.counters.perfect_counter import PerfectCounter
    from upcard.analysis.exposure.wagers import Exposure

FIRST_WAGER: Final = "pa/lucky-ladies"
NO_COUNT: Final = ""
MAX_LINES: Final = 6
MAX_SHOES: Final = 50_000

OTHERS: Final = {"perfect": "exact odds of every shoe"}
"""The titles of results that are not those of a count."""

COUNTS: Final = columns(
    ("count", "Count", "left"),
    ("dealt", "Dealt", "right"),
    ("share", "Placed", "right"),
    ("win", "Won in 100 rounds", "right"),
    ("error", "Standard error", "right"),
    ("bankroll", "Bankroll", "right"),
)


class ExposurePanel(ComputedPanel):
    """What counts win against one paytable, by the part of the shoe that is dealt."""

    button = "Compute the exposure"
    working = "Pricing thousands of shoes …"

    def _fields(self) -> None:
        self._rows: tuple[Penetration, ...] = ()
        self._live: ui.html | None = None
        self._wager = FilteredSelect(
            wagers(), label="Wager", value=FIRST_WAGER, on_change=self._other_wager
        ).classes("uc-wide")
        tables = paytables_of(FIRST_WAGER)
        self._paytable = ui.select(tables, label="Paytable", value=tables[0])
        self._decks = ui.select(DECKS, label="Decks", value=6)
        systems = {system.slug: system.title for system in count_systems()}
        self._count = ui.select({NO_COUNT: "none", **systems}, label="Also deal", value=NO_COUNT)
        self._shoes = ui.number("Shoes", value=SHOES, min=1_000, max=MAX_SHOES, precision=0)

    def _other_wager(self) -> None:
        if self._wager.value is not None:
            tables = paytables_of(self._wager.value)
            self._paytable.set_options(tables, value=next(iter(tables), None))

    async def _request(self) -> Asked:
        if self._wager.value is None or self._paytable.value is None:
            raise BadInput("Choose a wager that has a paytable.")
        shoes = int(self._shoes.value or 0)
        count = self._count.value or None
        if not 1_000 <= shoes <= MAX_SHOES:
            raise BadInput(f"From 1,000 to {MAX_SHOES:,} shoes are priced here.")
        self._steps, self._rows, self._live = 1, (), None
        arguments = self._wager.value, self._paytable.value, self._decks.value, count, shoes
        return compute_exposure, arguments

    def _hear(self, so_far: PricingProgress) -> bool:
        self._rows = so_far.rows
        return super()._hear(so_far.share)

    def _show_progress(self) -> None:
        if self._rows:
            drawing = charts.exposure_by_penetration(
                self._rows, _titles_of_best(self._rows, OTHERS)
            )
            if self._live is None:
                self._live = chart(drawing)
            self._live.set_content(drawing)

    def _show(self, exposure: "Exposure") -> None:
        where = offered_where(exposure.wager, exposure.jurisdiction)
        off_the_top = f"off the top, where {where}" if where else "off the top"
        facts = [("Expected value", f"{100 * exposure.expected_value:+.4f} %", off_the_top)]
        if exposure.perfect is not None:
            facts.append(
                (
                    "Exact odds of every shoe",
                    f"{exposure.perfect.win_per_100:.4f}",
                    f"{_error(exposure.perfect)} units in 100 rounds, "
                    f"{100 * exposure.penetration:g} % dealt",
                )
            )
        best = exposure.best_count
        if best is not None:
            side = "above" if best.correlation > 0 else "below"
            facts += [
                (
                    "Best count of integers",
                    f"{best.win_per_100:.4f}",
                    f"{_error(best)} units in 100 rounds",
                ),
                ("Places it", f"{side} {with_minus(f'{best.trigger:.2f}')}", "true count"),
                ("That is", f"{100 * best.share_of_rounds:.2f} %", "of all rounds"),
            ]
        for name, dollars in exposure.break_even_meter.items():
            facts.append(("Break-even", estimate(dollars), plain(name)))
        figures(facts)
        title = wager_rules(exposure.wager, exposure.jurisdiction).data.title
        words = f"{title}, paytable {exposure.paytable}, {in_decks(exposure.decks)}"
        with ui.row().classes("items-center"):
            ui.label(f"{words}: {exposure.shoes:,} shoes.")
            ui.label(unbroken(exposure.section)).classes("uc-section")
        if not exposure.penetrations:
            ui.label("Every card has the same effect, so no count of single cards helps.")
            return
        names = {count.name: count.title for count in exposure.counts} | OTHERS
        with ui.element("div").classes("uc-halves"):
            with ui.element("section").classes("uc-panel"):
                caption("Won in 100 rounds, by the part of the shoe that is dealt")
                best_titles = _titles_of_best(exposure.penetrations, names)
                chart(charts.exposure_by_penetration(exposure.penetrations, best_titles))
            with ui.element("section").classes("uc-panel"):
                caption("Counts")
                with ui.element("div").classes("uc-scroll"):
                    table = ui.table(
                        columns=COUNTS,
                        rows=_rows(exposure, names),
                        row_key="key",
                        pagination={"rowsPerPage": 12},
                    )
                    table.classes("uc-table w-full").props('dense flat aria-label="Counts"')
                ui.label("Bankrolls have a risk of ruin of 5 %, in units of the wager.").classes(
                    "uc-small uc-quiet"
                )


def _error(count: "CountWin | PerfectCounter") -> str:
    """The error of what is won, that it is exact, or a bound, before the unit."""
    if count.win_at_most is not None:
        return count.error_in_words
    return f"± {count.error_in_words}" if count.standard_error else "exact,"


def _titles_of_best(rows: Sequence["Penetration"], titles: dict[str, str]) -> dict[str, str]:
    """The counts that win most at some penetration, with their titles."""
    won: dict[str, float] = {}
    for row in rows:
        won[row.count] = max(won.get(row.count, row.win_per_100), row.win_per_100)
    order = sorted(won, key=lambda name: -won[name])[:MAX_LINES]
    return {name: titles.get(name, plain(name)) for name in order}


def _rows(exposure: "Exposure", names: dict[str, str]) -> list[dict[str, object]]:
    return [
        {
            "key": number,
            "count": names.get(row.count, plain(row.count)),
            "dealt": f"{100 * row.penetration:g} %",
            "share": f"{100 * row.share:.3f} %",
            "win": with_minus(f"{row.win_per_100:.4f}"),
            "error": row.error_in_words,
            "bankroll": "–" if row.bankroll is None else f"{row.bankroll:,.0f}",
        }
        for number, row in enumerate(exposure.penetrations)
    ]
