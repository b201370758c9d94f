"""The strategy panel of the lab: best play for rules that the visitor chooses, or a table's."""

from typing import TYPE_CHECKING, Any, Final

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from upcard.exact.strategy.rules import NAMES, UPCARDS, cards
from upcard.games.blackjack import DOUBLES_IN_WORDS
from upcard.service.access.authority import Action
from upcard.service.computing.lab import best_play
from upcard.web.background_work import PageComputation
from upcard.web.elements import busy, caption, figures
from upcard.web.lab.panel import DECKS
from upcard.web.shell import explain, showing_refusals
from upcard.web.visitor import Visitor

if TYPE_CHECKING:
    from upcard.reports.strategy.words import GameReport, Report

CHOSEN: Final = ""
"""In place of a table's name: stands for the rules that are chosen on the page."""

PAYS: Final = {"3/2": "3 to 2", "6/5": "6 to 5", "1/1": "1 to 1"}
MAX_DEPARTURES: Final = 60


class StrategyPanel:
    """The strategy chart and expected value for rules that the visitor chooses."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        tables = {name: f"Table {name}" for name in visitor.server.floor.shown_tables}
        with ui.row().classes("uc-choices w-full items-end"):
            self._table = ui.select(
                {CHOSEN: "Rules chosen here", **tables}, label="Rules", value=CHOSEN
            )
            self._play = ui.select(
                {"total": "by total", "composition": "by cards"},
                label="Hands played",
                value="total",
            )
            with ui.row().classes("uc-choices items-end") as rules_row:
                self._fields = self._rules_fields()
            rules_row.bind_visibility_from(self._table, "value", value=CHOSEN)
        for field in (self._table, self._play, *self._fields.values()):
            field.on_value_change(self.start)
        self._results = ui.element("div").classes("uc-lab w-full")
        self._computation = PageComputation(visitor, Action.SEE_ODDS)

    @staticmethod
    def _rules_fields() -> dict[str, Any]:
        return {
            "decks": ui.select(DECKS, label="Decks", value=6),
            "double": ui.select(
                dict(DOUBLES_IN_WORDS),
                label="Double",
                value="any",
            ),
            "surrender": ui.select(["none", "late", "early"], label="Surrender", value="late"),
            "blackjack_pays": ui.select(PAYS, label="Blackjack pays", value="3/2"),
            "dealer_blackjack": ui.select(
                {"peek": "peeks", "all": "no hole card", "original": "original wagers only"},
                label="Dealer Blackjack",
                value="peek",
            ),
            "resplits": ui.select({0: "no", 1: "once", 2: "twice"}, label="Resplit", value=2),
            "hits_soft_17": ui.checkbox("Dealer hits soft 17"),
            "double_after_split": ui.checkbox("Double after split", value=True),
            "resplit_aces": ui.checkbox("Resplit aces"),
            "hit_split_aces": ui.checkbox("Play split aces on"),
        }

    async def start(self) -> None:
        """Solve the game that is chosen, and show its report."""
        self._computation.cancel()
        self._results.clear()
        with self._results:
            busy("Working out the best play …")
        report = None
        with showing_refusals() as refused:
            choices = {name: field.value for name, field in self._fields.items()}
            table = self._table.value
            rules = self._visitor.server.floor.state(table).rules if table else None
            report = await self._computation.ask(best_play, rules, self._play.value, choices)
        is_outdated = report is None and not refused  # something newer was asked for
        if is_outdated or self._results.is_deleted:
            return
        self._results.clear()
        with self._results:
            if report is None:
                explain(f"Not worked out: {refused[0]}")
            else:
                _report(report)


def _report(report: "GameReport") -> None:
    from upcard.reports.strategy.words import describe  # noqa: PLC0415 - loads the solver

    expected = report.game.expected_value
    figures(
        [
            ("Expected value", f"{100 * expected:+.6f} %", f"exact, of {report.unit}"),
            ("House edge", f"{-100 * expected:.4f} %", "against this play"),
            *(
                [("Deviation", f"{report.deviation:.6f}", "of one round, exact")]
                if report.deviation is not None
                else []
            ),
        ]
    )
    ui.label("; ".join(describe(report.solution)) + ".").classes("uc-quiet")
    for chart in report.charts:
        _chart(chart)
    if report.table is not None:
        with ui.element("section").classes("uc-panel"):
            caption(report.table.title)
            ui.label(report.table.rule).classes("uc-small")
            _grid(report.table.title, report.table.rows)


def _chart(report: "Report") -> None:
    from upcard.reports.strategy.words import TITLES, code, legend, strips  # noqa: PLC0415 - loads the solver

    if report.heading:
        caption(report.heading)
    with ui.row().classes("uc-legend").props('aria-label="Legend"'):
        for entry, words in legend(report.lines).items():
            with ui.element("span").classes("uc-legend-entry"):
                TextElement(tag="span", text=entry).classes(f"uc-act uc-act-{entry[0]}")
                ui.label(words)
    with ui.element("div").classes("uc-halves"):
        for kind, title in TITLES.items():
            rows = [
                (strip.label, tuple(code(strip.cells.get(upcard)) for upcard in UPCARDS))
                for strip in strips(report.lines, kind)
            ]
            with ui.element("section").classes("uc-panel"):
                caption(title)
                _grid(f"{title} against the dealer's card", rows)
        _departures(report)


def _grid(words: str, rows: Any) -> None:
    """Show a chart by upcard: a colored cell with a code for each hand."""
    with (
        ui.element("div").classes("uc-scroll"),
        ui.element("table").classes("uc-strategy").props(f'aria-label="{words}"'),
    ):
        with ui.element("thead"), ui.element("tr"):
            TextElement(tag="th", text="Hand").props("scope=col")
            for upcard in UPCARDS:
                TextElement(tag="th", text=NAMES[upcard]).props("scope=col")
        with ui.element("tbody"):
            for label, entries in rows:
                with ui.element("tr"):
                    TextElement(tag="th", text=label).props("scope=row")
                    for entry in entries:
                        TextElement(tag="td", text=entry).classes(f"uc-act uc-act-{entry[0]}")


def _departures(report: "Report") -> None:
    """Show the hands that depart from the chart by their cards, two-card hands first."""
    if not report.departures:
        return
    with ui.element("section").classes("uc-panel"):
        caption("Hands that do otherwise, by their cards")
        with ui.element("div").classes("uc-departures"):
            for departure in report.departures[:MAX_DEPARTURES]:
                hand = cards(departure.values)
                upcard = NAMES[departure.upcard]
                ui.label(f"{hand} against {upcard}: {departure.action}")
        more = len(report.departures) - MAX_DEPARTURES
        if more > 0:
            ui.label(f"And {more:,} more: `upcard strategy --csv` lists them.").classes("uc-quiet")
