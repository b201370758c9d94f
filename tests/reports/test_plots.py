"""Charts: what they show, in which forms, and what they refuse."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from amounts import dollars
from upcard.cli.odds.command import odds
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.charts import comparison_charts
from upcard.reports.charts import record_charts as charts
from upcard.reports.charts.plots import CHARTS, default_chart, plot
from upcard.rules.violation import BadInput

PAIRS = records("perfect-pairs", "pa")
(ONE,) = records("perfect-pairs", "pa", "A", 6)
(PARTY,) = records("jackpot-party", "pa", "P20-B", 6)


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("chart", CHARTS)
def test_each_chart_is_a_drawing_and_the_same_again(chart: str) -> None:
    found = {"meter": [PARTY], "edge": PAIRS, "ladder": PAIRS}.get(chart, [ONE])
    drawing = plot(chart, found, "svg")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert plot(chart, found, "svg") == drawing
    assert b"<dc:date>" not in drawing


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF-")])
def test_other_forms(form: str, start: bytes) -> None:
    content = plot("outcomes", [ONE], form)
    assert content.startswith(start)
    assert plot("outcomes", [ONE], form) == content


def test_bars_are_probabilities_and_contributions() -> None:
    chances, parts = charts.outcomes(ONE).axes
    widths = [bar.get_width() for bar in chances.patches]  # type: ignore[attr-defined] # rectangles
    assert widths == pytest.approx([float(row.probability) for row in ONE.outcomes[::-1]])
    widths = [bar.get_width() for bar in parts.patches]  # type: ignore[attr-defined] # rectangles
    assert widths == pytest.approx([float(100 * row.returns) for row in ONE.outcomes[::-1]])
    labels = [label.get_text() for label in chances.get_yticklabels()]
    assert labels == ["Lose", "Mixed pair", "Colored pair", "Perfect pair"]


def test_no_probability_is_marked_above_one() -> None:
    chances, _ = charts.outcomes(ONE).axes
    assert max(chances.get_xticks()) == 1
    assert chances.get_xlim()[1] > 1, "room for the words beside a long bar"


def test_five_meters_stand_in_two_rows() -> None:
    """§ 633c.6(i): the five meters of Super 4."""
    figure = charts.meter(records("super-4", "pa", "3-1", 6)[0])
    tops = [round(axes.get_position().y0, 6) for axes in figure.axes]
    assert len(tops) == 5
    assert len(set(tops)) == 2


def test_no_two_steps_of_a_ladder_look_alike() -> None:
    """Twelve records and eight colors: the line differs where the color comes again."""
    looks = [
        (line.get_color(), line.get_linestyle())
        for line in comparison_charts.ladder(PAIRS).axes[0].lines
    ]
    assert len(set(looks)) == len(looks) == len(PAIRS)


def test_the_edge_is_zero_at_the_break_even_meter() -> None:
    """§ 633c.2(i): a line for each meter, from an empty one; the mark is where it is zero."""
    figure = charts.meter(PARTY)
    assert [axes.get_xlabel() for axes in figure.axes] == [
        f"what the {name} shows" for name in ("mega", "major", "minor")
    ]
    for axes, even in zip(figure.axes, PARTY.break_even_meters.values(), strict=True):
        line, _, mark = axes.lines[:3]
        across, edges = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        crossing = across[1] * edges[0] / (edges[0] - edges[1])
        assert crossing == pytest.approx(float(even) / UNITS_PER_DOLLAR)
        assert np.asarray(mark.get_xdata())[0] == pytest.approx(crossing)


def test_the_meter_that_was_asked_about_is_marked() -> None:
    asked = OddsRequest(meters={"mega": dollars(60_000)})
    (record,) = records("jackpot-party", "pa", "P20-B", 6, request=asked)
    notes = [text.get_text() for text in charts.meter(record).axes[0].texts]
    assert "shown $60,000" in notes


def test_edges_by_paytable_and_decks() -> None:
    (axes,) = comparison_charts.edge(PAIRS, own_record=ONE).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["A", "B"]
    by_decks = {str(line.get_label()): np.asarray(line.get_xdata()) for line in axes.lines}
    assert by_decks["6 decks"][0] == pytest.approx(100 * 19 / 311)
    assert by_decks["this table"] == pytest.approx([100 * 19 / 311])
    unnamed = [label for label in by_decks if label.startswith("_")]
    assert len(by_decks) - len(unnamed) == 6 + 1
    (own_dot,) = unnamed
    assert by_decks[own_dot] == pytest.approx(by_decks["this table"]), "above those of other decks"


def test_the_ladder_ends_at_the_best_outcome() -> None:
    (axes,) = comparison_charts.ladder([ONE]).axes
    (line,) = axes.lines
    assert np.asarray(line.get_xdata())[-1] == 26
    assert np.asarray(line.get_ydata())[-1] == pytest.approx(5 / 311)


def test_bars_of_the_result_hold_nearly_everything() -> None:
    (axes,) = charts.result(ONE, 1_000).axes
    heights = [height for stairs in axes.patches for height in stairs.get_data().values]  # type: ignore[attr-defined] # stairs
    assert sum(heights) == pytest.approx(99.9, abs=0.1)
    assert "1,000 rounds" in axes.get_xlabel()


def test_what_cannot_be_drawn() -> None:
    for chart, found, form, words in (
        ("pie", [ONE], "svg", "There is no chart 'pie'"),
        ("edge", PAIRS, "gif", "not as 'gif'"),
        ("outcomes", PAIRS, "svg", "shows one record, not 12"),
        ("meter", [ONE], "svg", "has no meter"),
        ("ladder", records("jackpot-party", "pa"), "svg", "A drawing holds 24 records, not 76"),
        ("edge", records("match-the-dealer-progressive", "wa"), "svg", "A drawing holds 80"),
        ("result", records("must-hit-by-mystery", "pa")[:1], "svg", "no wager of its own"),
    ):
        with pytest.raises(BadInput, match=words):
            plot(chart, found, form)
    with pytest.raises(BadInput, match="1 to 100,000 rounds"):
        plot("result", [ONE], "svg", rounds=200_000)


# upcard odds --plot


def drawn(file: Path, capsys: pytest.CaptureFixture[str], **choices: Any) -> bytes:
    odds("perfect-pairs", plot=file, as_json=True, **choices)
    capsys.readouterr()
    return file.read_bytes()


def test_the_form_is_that_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one: dict[str, Any] = {"paytable": "A", "decks": 6}
    assert drawn(tmp_path / "a.svg", capsys, **one).lstrip().startswith(b"<?xml")
    assert drawn(tmp_path / "a.PNG", capsys, **one).startswith(b"\x89PNG")
    assert drawn(tmp_path / "a.pdf", capsys, chart="edge").startswith(b"%PDF-")
    with pytest.raises(BadInput, match="not as 'txt'"):
        drawn(tmp_path / "a.txt", capsys, **one)
    assert not (tmp_path / "a.txt").exists()
    with pytest.raises(BadInput, match="--chart needs --plot"):
        odds("perfect-pairs", chart="edge")


def test_the_chart_where_nobody_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of one record its outcomes, of several a line each."""
    assert default_chart([ONE]) == "outcomes"
    several = drawn(tmp_path / "several.svg", capsys).decode()
    assert re.findall(r'id="record-(\d+)"', several) == [str(number) for number in range(12)]
