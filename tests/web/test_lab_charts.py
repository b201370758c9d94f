"""The lab's charts say what the records say."""

from fractions import Fraction
from xml.etree.ElementTree import Element, fromstring

import pytest

from amounts import dollars
from nightly import every
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.reports.rendering.figures import plain
from upcard.rules.violation import BadInput
from upcard.service.computing.lab import won_after
from upcard.service.computing.odds_query import (
    OddsQuery,
    meters_of,
    printed_pays,
    records_for,
    wagers,
)
from upcard.simulation.run import Progress
from upcard.web.lab import charts
from upcard.web.lab.plots import Area, Scale

PROGRESSIVE = "match-the-dealer-progressive"


def drawn(chart: str, name: str) -> list[Element]:
    """The elements of a name in a chart, in the order in which they are drawn."""
    return list(fromstring(f"<div>{chart}</div>").iter(name))


def told(chart: str, name: str) -> list[str]:
    """What the elements of a name say to who points at them."""
    return [element.findtext("title") or "" for element in drawn(chart, name)]


def across(element: Element, key: str) -> float:
    return float(element.attrib[key].removesuffix("%")) / 100


def test_outcomes_show_every_probability_and_contribution() -> None:
    (record,) = records("perfect-pairs", "pa", "A", 6)
    chart = charts.outcomes(record)
    rows = len(record.outcomes)
    bars, said = drawn(chart, "rect"), told(chart, "rect")
    assert len(bars) == 2 * rows
    scale = Scale(0.01, 1.0, logarithmic=True)
    for bar, words, row in zip(bars, said, record.outcomes, strict=False):
        assert across(bar, "width") == pytest.approx(scale.share(float(row.probability)), abs=1e-5)
        assert words == f"{plain(row.outcome)}: probability {float(row.probability):.6g}"
    widths = [across(bar, "width") for bar in bars[rows:]]
    added = [float(row.returns) for row in record.outcomes]
    assert widths == pytest.approx([value / added[0] * widths[0] for value in added], abs=1e-4)
    assert said[rows] == f"Perfect pair: adds {100 * added[0]:.4f} % to the return"


def test_edges_ring_the_record_that_is_shown() -> None:
    found = records("perfect-pairs", "pa")
    chosen = next(record for record in found if (record.paytable, record.decks) == ("B", 8))
    chart = charts.edges(found, chosen)
    assert len(drawn(chart, "circle")) == len(found)
    ringed = [
        words
        for dot, words in zip(drawn(chart, "circle"), told(chart, "circle"), strict=True)
        if "stroke" in dot.attrib
    ]
    assert ringed == [f"B, 8 decks: {float(100 * chosen.house_edge):.4f} %"]
    decks = {record.decks for record in found}
    assert len(drawn(chart, "i")) == len(decks)


def test_the_line_of_a_meter_crosses_zero_at_its_break_even() -> None:
    asked = OddsRequest(meters={"": dollars(50_000)})
    (record,) = records(PROGRESSIVE, "pa", "1", 6, request=asked)
    (name,) = record.break_even_meters
    chart = charts.meter(record, name)
    (line,) = drawn(chart, "polyline")
    (x0, y0), (x1, y1) = (map(float, end.split(",")) for end in line.attrib["points"].split())
    (zero,) = [
        drawn_line for drawn_line in drawn(chart, "line") if drawn_line.get("stroke-dasharray")
    ]
    even, shown = drawn(chart, "circle")
    assert zero.attrib["y1"] == even.attrib["cy"]
    at = x0 + (float(even.attrib["cy"]) - y0) * (x1 - x0) / (y1 - y0)
    assert 100 * across(even, "cx") == pytest.approx(at, abs=0.01)
    assert record.house_edge_at_meter is not None
    edge = float(100 * record.house_edge_at_meter)
    assert told(chart, "circle")[1] == f"meter $50,000: house edge −{-edge:.4f} %"
    on_line = y0 + (100 * across(shown, "cx") - x0) * (y1 - y0) / (x1 - x0)
    assert float(shown.attrib["cy"]) == pytest.approx(on_line, abs=0.02)


def test_the_results_after_many_rounds_are_a_distribution() -> None:
    (record,) = records("perfect-pairs", "pa", "A", 6)
    chart = charts.result(won_after(record, 500, charts.BARS))
    bars, said = drawn(chart, "rect"), told(chart, "rect")
    assert len(bars) <= charts.BARS
    chances = [float(words.removesuffix(" %").rpartition(" ")[2]) for words in said]
    assert 99.8 < sum(chances) <= 100.01
    most = max(chances)
    heights = [float(bar.attrib["height"]) for bar in bars]
    assert heights == pytest.approx([chance / most * max(heights) for chance in chances], abs=0.02)
    quantiles = [
        across(drawn_line, "x1")
        for drawn_line in drawn(chart, "line")
        if drawn_line.get("stroke-dasharray")
    ]
    assert quantiles == sorted(quantiles)
    assert len(quantiles) == 3


def test_the_course_of_a_mean_lies_within_its_band() -> None:
    course = [Progress(10_000, 0.1, -0.02, 0.01), Progress(40_000, 0.4, -0.01, 0.005)]
    chart = charts.running_mean([Progress(5, 0.1, 1.0, None), *course], -0.004)
    (band,), (mean,) = drawn(chart, "polygon"), drawn(chart, "polyline")
    corners, points = (
        [tuple(map(float, point.split(","))) for point in path.attrib["points"].split()]
        for path in (band, mean)
    )
    assert [x for x, _ in points] == [0, 100]
    low, high = corners[:2], corners[:1:-1]
    for (_, under), (_, middle), (_, over) in zip(low, points, high, strict=True):
        assert under - middle == pytest.approx(middle - over, abs=0.02)
    # 1.96 standard errors: twice as far at a quarter of the rounds.
    assert low[0][1] - high[0][1] == pytest.approx(2 * (low[1][1] - high[1][1]), abs=0.05)
    assert "exact −0.4000 %" in chart
    assert "exact" not in charts.running_mean(course, None).replace("exact value", "")
    assert charts.running_mean([], -0.004) == ""


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]),
        (Scale(-1.3, 2.1), ["−1", "0", "1", "2"]),
        (Scale(0.0, 12_000.0), ["0", "5,000", "10,000"]),
        (Scale(-60_000.0, 90_000.0), ["−50k", "0", "50k"]),
        (Scale(4.61, 4.72), ["4.65", "4.70"]),
        (Scale(1e-5, 1.0, logarithmic=True), ["1e-4", "0.01", "1"]),
        (Scale(200_000, 400_000, logarithmic=True), ["200,000", "400,000"]),
        (Scale(10_000, 2_000_000, logarithmic=True), ["10,000", "100,000", "1,000,000"]),
    ],
)
def test_ticks_are_round(scale: Scale, ticks: list[str]) -> None:
    assert [scale.words(value) for value in scale.ticks()] == ticks


def test_every_wager_of_the_rulebook_can_be_chosen_and_has_records() -> None:
    there = wagers()
    assert {"pa/perfect-pairs", "wa/match-the-dealer", "pa/must-hit-by-mystery"} <= set(there)
    assert not {"pa/switch-hands-ante", "pa/blackjack"} & set(there)
    for asked in every(3, [*there]):
        assert records_for(OddsQuery(asked)).records, asked


def test_a_meter_is_asked_about_in_dollars() -> None:
    query = OddsQuery(f"pa/{PROGRESSIVE}")
    assert meters_of(records_for(query).records) == ("",)
    higher = query.with_meter("", "$61,234.50")
    assert higher.meters == (("", 612_345_000),)
    record = records_for(higher).records[0]
    edge = record.house_edge_at_meter
    assert edge is not None
    assert edge < record.house_edge
    assert isinstance(edge, Fraction)
    assert higher.with_meter("", "") == query
    for amount in ("a lot", "-5", "2000000000"):
        with pytest.raises(BadInput):
            query.with_meter("", amount)


def test_a_paytable_of_ones_own_takes_the_place_of_the_printed_ones() -> None:
    printed = printed_pays("pa/perfect-pairs", "A")
    assert printed == {"perfect-pair": "25 to 1", "colored-pair": "12 to 1", "mixed-pair": "6 to 1"}
    own = tuple((printed | {"perfect-pair": "30 to 1"}).items())
    found = records_for(OddsQuery("pa/perfect-pairs", pays=own)).records
    assert {record.paytable for record in found} == {"house"}
    (six,) = (record for record in found if record.decks == 6)
    (base,) = records("perfect-pairs", "pa", "A", 6)
    perfect = next(row.probability for row in base.outcomes if row.outcome == "perfect-pair")
    assert six.house_edge == base.house_edge - 5 * perfect
    assert printed_pays("pa/must-hit-by-mystery", "A") == {}


@pytest.mark.parametrize(("value", "side"), [(59.0, ("start", "8")), (60.0, ("end", "-8"))])
def test_words_stand_on_the_side_of_a_place_where_there_is_room(
    value: float, side: tuple[str, str]
) -> None:
    """Right of a place in the first 60 % of the plot's width, left of any other."""
    (words,) = drawn(Area(100, Scale(0.0, 100.0)).label("here", value, 20.0), "text")
    assert (words.attrib["text-anchor"], words.attrib["dx"]) == side
    assert (words.attrib["x"], words.text) == (f"{value:.3f}%", "here")
