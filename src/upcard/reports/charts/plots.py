"""Draws charts of records as SVG, PNG or PDF: the same bytes for the same records."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final, Literal, TypeAlias

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from upcard.analysis.rounds.results import ResultDistribution
from upcard.exact.par import ZERO, ParRecord
from upcard.reports.charts import comparison_charts, record_charts
from upcard.reports.charts.record_charts import Beside
from upcard.reports.charts.record_names import line_of, record_name
from upcard.reports.part_cache import cached_drawing
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

Chart: TypeAlias = Literal["outcomes", "edge", "meter", "result", "ladder"]

CHARTS: Final = ("outcomes", "edge", "meter", "result", "ladder")
FORMS: Final = ("svg", "png", "pdf")
ROUNDS: Final = 1_000

MAX_LINES: Final = {"outcomes": 1, "meter": 1, "result": 1, "edge": 80, "ladder": 24}
"""The most lines in a chart; a line of ``edge`` has all numbers of decks of a paytable."""

STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "path",
    "svg.hashsalt": "upcard",
    "font.family": "STIXGeneral",
    "font.size": 10,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.edgecolor": "#8a8a8a",
    "savefig.dpi": 200,
}

NO_DATE: Final[dict[str, dict[str, str | None]]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
"""Metadata that would differ from day to day or from version to version."""


def default_chart(records: Sequence[ParRecord]) -> Chart:
    """The chart that is drawn by default: outcomes of one record, ladders of several."""
    return "outcomes" if len(records) == 1 else "ladder"


def plot(
    chart: str,
    records: Sequence[ParRecord],
    form: str,
    *,
    rounds: int = ROUNDS,
    own_record: ParRecord | None = None,
    beside: Beside | None = None,
    titled: bool = True,
) -> bytes:
    """A chart of records in one of `FORMS`; `rounds` is for the chart ``result``.

    `own_record` is marked among the others of ``edge``, `beside` is what counts in addition to the
    meters of ``meter``. Raises ``BadInput`` for a chart or a form that does not exist, and for
    records that the chart cannot show.
    """
    if chart not in CHARTS:
        raise BadInput(f"There is no chart {quoted(chart)}; there are {', '.join(CHARTS)}.")
    if form not in FORMS:
        raise BadInput(f"A chart is written as {', '.join(FORMS)}, not as {quoted(form)}.")
    _refuse(chart, records, rounds, beside)
    out = BytesIO()
    with mpl.rc_context(STYLE):
        match chart:
            case "outcomes":
                figure = record_charts.outcomes(records[0])
            case "meter":
                figure = record_charts.meter(records[0], beside)
            case "result":
                figure = record_charts.result(records[0], rounds)
            case "edge":
                figure = comparison_charts.edge(records, own_record)
            case _:
                figure = comparison_charts.ladder(records)
        if titled:
            figure.suptitle(_title(chart, records), fontsize=12, fontweight="bold")
        if form == "svg":
            return _as_svg(figure)
        figure.savefig(out, format=form, metadata=NO_DATE[form])
    return out.getvalue()


def distribution_svg(result: ResultDistribution) -> str:
    """The chart of a result after a number of rounds, as SVG."""
    with mpl.rc_context(STYLE):
        return _as_svg(record_charts.distribution(result)).decode()


def _as_svg(figure: Figure) -> bytes:
    """The same bytes as of `savefig`, which draws all once more to see how large it is."""
    out = BytesIO()
    canvas = FigureCanvasSVG(figure)
    canvas.print_svg(out, metadata=NO_DATE["svg"])  # type: ignore[no-untyped-call] # Matplotlib leaves it untyped
    return out.getvalue()


def svg(
    chart: str,
    records: Sequence[ParRecord],
    *,
    rounds: int = ROUNDS,
    own_record: ParRecord | None = None,
    beside: Beside | None = None,
) -> str:
    """A chart as SVG for a paper, without a title: the paper has a caption."""

    def draw() -> str:
        return plot(
            chart,
            records,
            "svg",
            rounds=rounds,
            own_record=own_record,
            beside=beside,
            titled=False,
        ).decode()

    return cached_drawing(f"{chart} {beside}", records, own_record, rounds, draw)


def _title(chart: str, records: Sequence[ParRecord]) -> str:
    title = records[0].title if len({record.title for record in records}) == 1 else "Odds"
    return title if chart in ("edge", "ladder") else f"{title}, {record_name(records[0])}"


def _refuse(
    chart: str, records: Sequence[ParRecord], rounds: int, beside: Beside | None = None
) -> None:
    first = records[0]
    if MAX_LINES[chart] == 1 and len(records) > 1:
        raise BadInput(f"This chart shows one record, not {len(records)}: narrow it down.")
    returns = ZERO if beside is None else beside.returns
    if chart == "meter" and not record_charts.even_amounts(first, returns):
        raise BadInput(f"{first.title} has no meter at which the house keeps nothing.")
    if chart == "result" and first.note:
        raise BadInput(f"{first.title} is no wager of its own: it has no result.")
    if chart == "result" and not 1 <= rounds <= 100_000:
        raise BadInput(f"A result is drawn after 1 to 100,000 rounds, not {rounds:,}.")
    lines = records if chart == "ladder" else {line_of(record) for record in records}
    number = len(lines)
    if number > MAX_LINES[chart]:
        raise BadInput(f"A drawing holds {MAX_LINES[chart]} records, not {number}: narrow it down.")
