"""``upcard odds --plot``: a chart of the records in a file, in the form that its name asks for."""

from pathlib import Path

from upcard.exact.par import Record
from upcard.reports.rendering.plots import default_chart, plot


def write(found: list[Record], file: Path, chart: str | None, rounds: int) -> None:
    """Draws the chart, of one record its outcomes and of several their ladders unless it is named.

    Raises ``BadInput`` for a chart, a form or records that cannot be drawn.
    """
    form = file.suffix.removeprefix(".").lower()
    file.write_bytes(plot(chart or default_chart(found), found, form, rounds=rounds))
