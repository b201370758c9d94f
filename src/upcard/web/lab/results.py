"""The results panel of the lab: what one player has won with some wagers after many rounds."""

import secrets
from collections.abc import Iterator
from typing import Any, Final

from nicegui import ui

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.rules.violation import BadInput
from upcard.service.computing.analysis import ResultsProgress, TableResults, compute_distribution
from upcard.service.computing.lab import WonAfter
from upcard.service.tables.offers import titles_of
from upcard.text.words import with_minus
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.lab import charts
from upcard.web.lab.panel import Asked, ComputedPanel
from upcard.web.lab.table_choice import TableChoice
from upcard.web.money import dollars

ROUNDS: Final = 1_000
MAX_ROUNDS: Final = 100_000
SHOE_ROUNDS: Final = 500_000
"""The rounds dealt from real shoes, to say what is different there."""

QUANTILES: Final = columns(
    ("share", "Players below", "right"),
    ("fresh", "New shoe each round", "right"),
    ("shoes", "Real shoes", "right"),
    ("stops", "Stops at the limit", "right"),
)
COVARIANCES: Final = columns(
    ("wagers", "Wagers", "left"),
    ("value", "Covariance", "right"),
    ("error", "Standard error", "right"),
)


class ResultsPanel(ComputedPanel):
    """The distribution of one player's result at a table, exact where it can be."""

    button = "Compute the results"
    working = "Solving the game and adding up the rounds …"

    def _fields(self) -> None:
        self._titles: dict[str, str] = {}
        self._so_far: WonAfter | None = None
        self._live: ui.html | None = None
        self._table = TableChoice(self._visitor, self._other_table)
        self._wagers = ui.select({}, label="Wagers", multiple=True).classes("uc-wide")
        self._rounds = ui.number("Rounds", value=ROUNDS, min=1, max=MAX_ROUNDS, precision=0)
        self._limit = ui.number("Loss limit, units", min=1).props("clearable")
        self._shoes = ui.switch("Real shoes beside it")
        self._other_table()

    def _build_below_choices(self) -> None:
        self._table.paste()

    def _other_table(self) -> None:
        rules = self._table.rules_of_floor
        self._titles = {BLACKJACK_WAGER: "Blackjack wager"} if rules is None else titles_of(rules)
        kept = [wager for wager in self._wagers.value or () if wager in self._titles]
        self._wagers.set_options(self._titles, value=kept or self._quick())

    def _quick(self) -> list[str]:
        """A side wager, if there is one: its law is known at once, a whole game's is computed."""
        return [*self._titles][1:2] or [*self._titles][:1]

    async def _request(self) -> Asked:
        rounds, wagers = int(self._rounds.value or 0), tuple(self._wagers.value or ())
        if not 1 <= rounds <= MAX_ROUNDS:
            raise BadInput(f"A result is known after 1 to {MAX_ROUNDS:,} rounds.")
        arguments: dict[str, Any] = {
            "rounds": rounds,
            "loss_limit": self._limit.value,
            "shoe_rounds": SHOE_ROUNDS if self._shoes.value else 0,
            "seed": secrets.randbits(32),
        }
        self._steps, self._so_far, self._live = 1, None, None
        return compute_distribution, (await self._table.rules(), wagers, charts.BARS, arguments)

    def _hear(self, so_far: ResultsProgress) -> bool:
        self._so_far = so_far.won
        return super()._hear(so_far.share)

    def _show_progress(self) -> None:
        if self._so_far is not None:
            drawing = charts.result(self._so_far)
            if self._live is None:
                self._live = chart(drawing)
            self._live.set_content(drawing)

    def _show(self, results: TableResults) -> None:
        known = results.figures
        error = known["ahead_error"]
        method = "exact but for resplits" if known["error_bound"] else "exact"
        if error is not None:
            method = f"± {100 * error:.3f} %, simulated"
        shoe, stopped = known["shoe"], known["loss_limit"]
        facts = [
            ("Mean", f"{known['mean']:+,.3f}", f"units of {dollars(known['unit'])}{_error(known)}"),
            ("Deviation", f"{known['standard_deviation']:,.3f}", "units"),
            ("Ahead", f"{100 * known['ahead']:.3f} %", method),
        ]
        if known["error_bound"]:
            bound = f"{100 * known['error_bound']:.2g} %"
            facts.append(("Resplits", bound, "the most by which a chance is wrong"))
        if shoe is not None:
            moved = f"{shoe['mean_difference']:+,.3f}"
            facts.append(
                ("Real shoes", moved, f"± {shoe['mean_error']:,.3f} units beside this mean")
            )
        if stopped is not None:
            words = f"at a loss of {stopped['units']:g}, after {stopped['rounds']:,.0f} rounds"
            facts.append(("Stops", f"{100 * stopped['stopped']:.2f} %", words))
        figures(facts)
        with ui.element("div").classes("uc-halves"):
            with ui.element("section").classes("uc-panel"):
                caption(f"Won after {known['rounds']:,} rounds")
                chart(charts.result(results.won))
                ui.label("Each round has a new shoe.").classes("uc-small uc-quiet")
            with ui.element("section").classes("uc-panel"):
                caption("Results, in units, by the share of players below")
                absent = [
                    name for name, field in (("shoes", shoe), ("stops", stopped)) if field is None
                ]
                cells = [column for column in QUANTILES if column["name"] not in absent]
                ui.table(columns=cells, rows=[*_quantiles(known)], row_key="share").classes(
                    "uc-table w-full"
                ).props('dense flat aria-label="Results"')
            if len(known["wagers"]) > 1:
                with ui.element("section").classes("uc-panel"):
                    caption("Covariances in one round, per unit of each wager")
                    rows = [*_covariances(known, self._titles)]
                    ui.table(columns=COVARIANCES, rows=rows, row_key="wagers").classes(
                        "uc-table w-full"
                    ).props('dense flat aria-label="Covariances"')


def _error(results: dict[str, Any]) -> str:
    error = results["mean_error"]
    return "" if error is None else f", ± {error:,.3f}"


def _quantiles(results: dict[str, Any]) -> Iterator[dict[str, object]]:
    shoe, stopped = results["shoe"], results["loss_limit"]
    for share, result in results["quantiles"].items():
        row: dict[str, object] = {
            "share": f"{100 * float(share):g} %",
            "fresh": with_minus(f"{result:+,.10g}"),
        }
        if shoe is not None:
            row["shoes"] = with_minus(f"{shoe['quantiles'][share]:+,.2f}")
        if stopped is not None:
            row["stops"] = with_minus(f"{stopped['quantiles'][share]:+,.10g}")
        yield row


def _covariances(results: dict[str, Any], titles: dict[str, str]) -> Iterator[dict[str, object]]:
    names = [titles.get(name, name) for name in results["wagers"]]
    values, errors = results["covariance"], results["covariance_error"]
    for row, first in enumerate(names):
        for column in range(row, len(names)):
            error = errors[row][column]
            yield {
                "wagers": first if row == column else f"{first}, {names[column]}",
                "value": with_minus(f"{values[row][column]:.4f}"),
                "error": "exact" if error is None else f"{error:.4f}",
            }
