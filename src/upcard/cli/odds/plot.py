"""``upcard odds --plot``: writes a chart of the records in the format of the file's suffix."""

from pathlib import Path

from upcard.exact.par import ParRecord
from upcard.text.extras import needs_extras


def write(records: list[ParRecord], file: Path, chart: str | None, rounds: int) -> None:
    """Draw the chart; by default outcomes of one record, ladders of several.

    Raises ``BadInput`` for a chart, a form or records that cannot be drawn.
    """
    with needs_extras("`upcard odds --plot`"):
        from upcard.reports.charts.plots import default_chart, plot

    form = file.suffix.removeprefix(".").lower()
    file.write_bytes(plot(chart or default_chart(records), records, form, rounds=rounds))
