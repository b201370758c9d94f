"""The counting panel of the lab: what a counter of the main game wins, by count and in all."""

import secrets
from typing import TYPE_CHECKING, Any, Final

from nicegui import ui

from upcard.rules.counts import count_systems
from upcard.rules.violation import BadInput
from upcard.service.computing.analysis import compute_counter
from upcard.text.words import with_minus
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.lab import analysis_charts as charts
from upcard.web.lab.panel import Asked, ComputedPanel
from upcard.web.lab.table_choice import TableChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upcard.analysis.counters.index_plays import IndexPlay
    from upcard.analysis.counters.ramp import CountRow, Wagered
    from upcard.library.counter import Counter

ROUNDS: Final = 500_000
MAX_ROUNDS: Final = 2_000_000
SPREAD: Final = 12

ROWS: Final = columns(
    ("count", "Count", "right"),
    ("rounds", "Rounds", "right"),
    ("mean", "Expected win", "right"),
    ("error", "Standard error", "right"),
    ("deviation", "Deviation", "right"),
    ("bet", "Units", "right"),
    ("boxes", "Boxes", "right"),
)


class CountingPanel(ComputedPanel):
    """What a card counter wins at a table with a system, a spread and a bankroll."""

    button = "Deal and count"
    working = "Solving the game, then dealing …"

    def _fields(self) -> None:
        systems = {system.slug: system.title for system in count_systems()}
        self._table = TableChoice(self._visitor, suits=lambda rules: rules.has_blackjack_wager)
        self._count = ui.select(systems, label="Count", value="hi-lo")
        self._penetration = ui.number("Dealt, %", value=75, min=1, max=99)
        self._spread = ui.number("Spread, units", value=SPREAD, min=1, max=1_000)
        self._boxes = ui.number("Boxes", value=1, min=1, max=7, precision=0)
        self._enter = ui.number("Sits down at", precision=0).props("clearable")
        self._leave = ui.number("Stands up below", precision=0).props("clearable")
        self._bankroll = ui.number("Bankroll, dollars", value=10_000, min=1).props("clearable")
        self._unit = ui.number("Unit, dollars", min=1).props("clearable")
        self._kelly = ui.number("Kelly fraction", value=1, min=0.01, max=1, step=0.25)
        self._rounds = ui.number("Rounds", value=ROUNDS, min=1, max=MAX_ROUNDS, precision=0)
        self._indices = ui.switch("Index plays")

    def _build_below_choices(self) -> None:
        self._table.paste()

    async def _request(self) -> Asked:
        rounds = int(self._rounds.value or 0)
        if not 1 <= rounds <= MAX_ROUNDS:
            raise BadInput(f"From 1 to {MAX_ROUNDS:,} rounds are counted here.")
        arguments: dict[str, Any] = {
            "penetration": (self._penetration.value or 0) / 100,
            "spread": float(self._spread.value or 0),
            "boxes": int(self._boxes.value or 0),
            "indices": self._indices.value,
            "enter": _whole(self._enter.value),
            "leave": _whole(self._leave.value),
            "bankroll": self._bankroll.value,
            "unit": self._unit.value,
            "kelly": float(self._kelly.value or 0),
            "rounds": rounds,
            "seed": secrets.randbits(32),
        }
        self._steps = rounds
        return compute_counter, (await self._table.rules(), self._count.value, arguments)

    def _show(self, counter: "Counter") -> None:
        played, free = counter.played, counter.free
        kind = "true" if counter.true_count else "running"
        facts = [
            (
                "Won in 100 rounds",
                f"{100 * played.mean:+.3f} units",
                f"± {100 * played.standard_error:.3f}, one standard error",
            ),
            (
                "SCORE",
                f"{free.score:.1f}",
                f"± {free.score_error:.1f}: the standardized comparison of risk and expectation, "
                "dollars won in 100 rounds by wagers of any size, with $10,000 at a risk of ruin "
                "of 13.5 %",
            ),
            ("c-SCORE", f"{played.score:.1f}", "the SCORE in whole units, as played"),
            (
                "N0 (“N zero”)",
                f"{played.n0:,.0f}" if played.n0 is not None and played.distinct else "–",
                f"rounds until the expected win is one standard deviation{_span(played)}",
            ),
            ("Deviation", f"{played.deviation:.3f}", "units in a round"),
            ("Played", f"{100 * counter.share_played:.2f} %", "of the rounds dealt"),
        ]
        risk = counter.risk
        if risk is not None:
            low, high = (100 * (bound or 0.0) for bound in risk.ruin_interval)
            words = (
                f"of ${risk.bankroll:,.0f}, units of ${risk.unit:,.2f}; "
                f"{low:.3g} to {high:.3g} % (95 %)"
            )
            facts.append(("Risk of ruin", f"{100 * risk.risk_of_ruin:.3g} %", words))
        if risk is not None and risk.best_unit is not None:
            words = f"at {risk.kelly:g} of Kelly: ruin {100 * risk.kelly_risk:.3g} %"
            facts.append(("Best unit", f"${risk.best_unit:,.2f}", words))
        figures(facts)
        dealt = (
            f"{counter.rounds:,} rounds, {100 * counter.penetration:g} % dealt, seed {counter.seed}"
        )
        ui.label(f"{counter.title} ({counter.source}), by the {kind} count: {dealt}.").classes(
            "uc-quiet"
        )
        with ui.element("div").classes("uc-halves"):
            with ui.element("section").classes("uc-panel"):
                caption("Expected win of one unit, by the count")
                chart(charts.expected_by_count(counter.rows, kind))
            with ui.element("section").classes("uc-panel"):
                caption("How often, and what is wagered")
                chart(charts.rounds_by_count(counter.rows, kind))
        with ui.element("section").classes("uc-panel"):
            caption("By the count")
            with ui.element("div").classes("uc-scroll"):
                rows = [_row(row, counter.count_label(row.count)) for row in counter.rows]
                ui.table(columns=ROWS, rows=rows, row_key="count").classes("uc-table w-full").props(
                    'dense flat aria-label="By the count"'
                )
        if counter.indices:
            _show_indices(counter.indices)


def _show_indices(plays: "Sequence[IndexPlay]") -> None:
    """The index plays of the first two cards, a column for each upcard."""
    from upcard.analysis.counters.index_chart import (  # noqa: PLC0415 - a page loads no analyzer
        HEADERS,
        index_lines,
    )

    with ui.element("section").classes("uc-panel"):
        caption("Index plays")
        ui.label(
            "3S is to stand from a count of 3 on, ≤−2H to hit at −2 and below; D doubles, "
            "P splits, R surrenders."
        ).classes("uc-quiet")
        with ui.element("div").classes("uc-scroll"):
            rows = [
                dict(zip(HEADERS, map(with_minus, line), strict=True))
                for line in index_lines(plays)
            ]
            heads = columns(*((head, head, "left") for head in HEADERS))
            ui.table(columns=heads, rows=rows, row_key=HEADERS[0]).classes("uc-table w-full").props(
                'dense flat aria-label="Index plays"'
            )


def _span(wagered: "Wagered") -> str:
    """The range of N0, or that it is not known."""
    span = wagered.n0_interval
    if span is None:
        return ": nothing is won"
    if not wagered.distinct or span[1] is None:
        return f": {span[0]:,.0f} or more, for the win cannot be told from zero"
    return f": {span[0]:,.0f} to {span[1]:,.0f} (95 %)"


def _row(row: "CountRow", label: str) -> dict[str, object]:
    return {
        "count": with_minus(label),
        "rounds": f"{100 * row.share:.3f} %",
        "mean": with_minus(f"{100 * row.mean:+.3f} %"),
        "error": f"{100 * row.standard_error:.3f} %",
        "deviation": f"{row.deviation:.3f}",
        "bet": f"{row.bet:g}",
        "boxes": str(row.boxes),
    }


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
