"""The lab's charts say what the records say."""

from fractions import Fraction

import pytest

from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.rules.violation import BadInput
from upcard.service.computing.lab import won_after
from upcard.service.computing.odds_query import OddsQuery, meters_of, records_for, wagers
from upcard.simulation.run import Progress
from upcard.web.lab import charts

PROGRESSIVE = "match-the-dealer-progressive"


def test_outcomes_show_every_probability_and_contribution() -> None:
    (record,) = records("perfect-pairs", "pa", "A", 6)
    drawn = charts.outcomes(record)
    chances, added = (one["data"] for one in drawn["series"])
    assert [bar["value"] for bar in chances] == [
        float(row.probability) for row in reversed(record.outcomes)
    ]
    assert sum(added) == pytest.approx(float(100 * record.fixed_return))
    assert drawn["yAxis"][0]["data"][-1] == "Perfect pair"


def test_edges_ring_the_record_that_is_shown() -> None:
    found = records("perfect-pairs", "pa")
    chosen = next(one for one in found if (one.paytable, one.decks) == ("B", 8))
    drawn = charts.edges(found, chosen)
    dots = [(one["name"], dot) for one in drawn["series"] for dot in one["data"]]
    assert len(dots) == len(found)
    (ringed,) = [(name, dot["value"]) for name, dot in dots if dot["itemStyle"]]
    assert ringed == ("8 decks", [float(100 * chosen.house_edge), "B"])


def test_the_line_of_a_meter_crosses_zero_at_its_break_even() -> None:
    asked = OddsRequest(meters={"": 50_000 * UNITS_PER_DOLLAR})
    (record,) = records(PROGRESSIVE, "pa", "1", 6, request=asked)
    (name,) = record.break_even_meters
    drawn = charts.meter(record, name)["series"][0]
    (x0, y0), (x1, y1) = drawn["data"]
    even, shown = drawn["markPoint"]["data"]
    assert even["coord"][0] == pytest.approx(x0 - y0 * (x1 - x0) / (y1 - y0))
    assert record.house_edge_at_meter is not None
    assert shown["coord"] == [50_000, pytest.approx(float(100 * record.house_edge_at_meter))]
    assert shown["name"] == "meter $50,000"


def test_the_results_after_many_rounds_are_a_distribution() -> None:
    (record,) = records("perfect-pairs", "pa", "A", 6)
    (bars,) = charts.result(won_after(record, 500, charts.BARS))["series"]
    assert len(bars["data"]) <= charts.BARS
    total = sum(bar["value"][1] for bar in bars["data"])
    assert 99.8 < total <= 100.0001
    low, middle, high = (mark["xAxis"] for mark in bars["markLine"]["data"])
    assert low < middle < 0 < high


def test_the_course_of_a_mean_lies_within_its_band() -> None:
    course = [Progress(10_000, 0.1, -0.02, 0.01), Progress(40_000, 0.4, -0.01, 0.005)]
    low, width, mean = charts.running_mean([Progress(5, 0.1, 1.0, None), *course], -0.004)["series"]
    assert [point[0] for point in mean["data"]] == [10_000, 40_000]
    assert low["data"][0][1] == pytest.approx(-2 - 1.96)
    assert low["data"][1][1] + width["data"][1][1] == pytest.approx(-1 + 0.98)
    assert mean["markLine"]["data"] == [{"yAxis": -0.4}]
    assert "markLine" not in charts.running_mean(course, None)["series"][2]


def test_every_wager_of_the_rulebook_can_be_chosen_and_has_records() -> None:
    there = wagers()
    assert {"pa/perfect-pairs", "wa/match-the-dealer", "pa/must-hit-by-mystery"} <= set(there)
    assert not {"pa/switch-hands-ante", "pa/blackjack"} & set(there)
    for asked in there:
        assert records_for(OddsQuery(asked)).records, asked


def test_a_meter_is_asked_about_in_dollars() -> None:
    query = OddsQuery(f"pa/{PROGRESSIVE}")
    assert meters_of(records_for(query).records) == ("",)
    higher = query.at("", "$61,234.50")
    assert higher.meters == (("", 612_345_000),)
    record = records_for(higher).records[0]
    edge = record.house_edge_at_meter
    assert edge is not None
    assert edge < record.house_edge
    assert isinstance(edge, Fraction)
    assert higher.at("", "") == query
    for dollars in ("a lot", "-5", "2000000000"):
        with pytest.raises(BadInput):
            query.at("", dollars)
