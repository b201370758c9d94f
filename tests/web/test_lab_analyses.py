"""The lab's analyses: what they compute apart, and what their charts say."""

from fractions import Fraction
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.ramp import CountRow
from upcard.analysis.rounds.results import NEAR
from upcard.library.rules import rules_of_text
from upcard.service.computing.analysis import (
    MetersProgress,
    PricingProgress,
    ResultsProgress,
    compute_counter,
    compute_distribution,
    compute_exposure,
    compute_meters,
)
from upcard.service.computing.lab import SHARES
from upcard.web.lab import analysis_charts as charts
from web.at_the_table import no_violations
from web.conftest import Enter
from web.test_lab_charts import across, drawn, told
from web.test_lab_page import choose, figure

METER: Final = 'seed = 2000\nreseed = 2000\nincrement = "10%"\n'
TABLE: Final = '[table]\nname = "T"\n[wagers.jackpot-party]\n[wagers.lucky-ladies]\n'


FEW_SHOES: Final = 2_000
"""Enough for what is told of an exposure; a page deals ten times as many."""


def row(count: int, mean: float, bet: float) -> CountRow:
    return CountRow(count, 100, 0.1 * (3 - count), mean, 0.001, 1.1, 0.5, 0.0, bet, 2)


ROWS: Final = [row(-1, -0.01, 1.0), row(0, -0.002, 1.0), row(1, 0.006, 4.0)]


def test_the_expected_win_by_count_has_its_error() -> None:
    chart = charts.expected_by_count(ROWS, "true")
    assert told(chart, "circle") == [
        "true count −1: −1.000 % ± 0.196 %",
        "true count +0: −0.200 % ± 0.196 %",
        "true count +1: +0.600 % ± 0.196 %",
    ]
    places = [float(dot.attrib["cy"]) for dot in drawn(chart, "circle")]
    assert (places[0] - places[1]) == pytest.approx(places[1] - places[2], rel=1e-3)
    errors = [line for line in drawn(chart, "line") if line.get("stroke-width") == "1.5"]
    high = [float(line.attrib["y1"]) - float(line.attrib["y2"]) for line in errors]
    assert high == pytest.approx([2 * 0.196 / 0.8 * (places[0] - places[1])] * 3, rel=1e-3)


def test_bars_tell_how_often_a_count_is_and_what_is_wagered_in_all_boxes() -> None:
    chart = charts.rounds_by_count(ROWS, "true")
    said = told(chart, "rect")
    assert said[:3] == [
        f"true count {count}: {share}.000 % of the rounds"
        for count, share in (("−1", 40), ("+0", 30), ("+1", 20))
    ]
    assert said[3:] == [
        f"true count {count}: {units} units" for count, units in (("−1", 2), ("+0", 2), ("+1", 8))
    ]
    high = [float(bar.attrib["height"]) for bar in drawn(chart, "rect")]
    assert high[5] == pytest.approx(4 * high[3], rel=1e-3)


def test_exposure_has_a_line_for_each_count_that_is_named() -> None:
    rows = [
        Penetration(name, depth, 0.1, 1.0, 0.02, depth * times)
        for name, times in (("a", 1.0), ("b", 2.0))
        for depth in (0.5, 0.9)
    ]
    chart = charts.exposure_by_penetration(rows, {"b": "Best"})
    assert len(drawn(chart, "polyline")) == 1
    assert len(told(chart, "circle")) == 2
    assert told(chart, "circle")[1].startswith("Best, 90 % dealt: ")


def test_a_meter_over_time_marks_mean_and_even_amount() -> None:
    rules = rules_of_text(TABLE).table
    (found,) = compute_meters(rules, {"seats": 7})
    chart = charts.meter_over_time(found)
    (line,) = drawn(chart, "polyline")
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert [y for _, y in points] == sorted(y for _, y in points), "it falls from left to right"
    words = [text.text or "" for text in drawn(chart, "text")]
    even = found.meter.break_even
    assert even is not None
    assert f"even ${even:,.0f}" in words
    low, high = found.points[0][0], found.points[-1][0]
    marks = [
        drawn_line
        for drawn_line in drawn(chart, "line")
        if drawn_line.get("stroke-dasharray") == "2 3"
    ]
    places = [across(mark, "x1") for mark in marks]
    assert places == pytest.approx(
        [(amount - low) / (high - low) for amount in (found.meter.mean, even)], abs=1e-4
    )


def test_results_are_the_library_s() -> None:
    rules = rules_of_text(TABLE).table
    chosen: dict[str, Any] = {"rounds": 100, "loss_limit": 20.0}
    found = compute_distribution(rules, ("lucky-ladies",), 80, chosen)
    assert found.won.rounds == found.figures["rounds"] == 100
    assert found.won.quantiles[1] == (SHARES[1], found.figures["quantiles"]["0.5"])
    assert found.figures["loss_limit"]["units"] == 20
    # Lucky Ladies wins too much at once for a chart of everything.
    assert sum(chance for _, chance in found.won.bars) == pytest.approx(NEAR, abs=0.002)


def test_exposure_and_a_counter_are_computed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.service.computing.analysis.SHOES", FEW_SHOES)
    found = compute_exposure("pa/insurance", "standard", 6, "ko")
    assert (found.wager, found.decks) == ("insurance", 6)
    assert {"ko"} <= {penetration.count for penetration in found.penetrations}
    counter = compute_counter(
        rules_of_text(TABLE).table, "hi-lo", {"rounds": 500, "indices": False, "seed": 1}
    )
    assert counter.rounds >= 500
    assert sum(Fraction(of_count.rounds) for of_count in counter.rows) == counter.rounds


def test_an_exposure_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exact is known from the start; the share of the shoes grows."""
    steps: list[PricingProgress] = []
    monkeypatch.setattr("upcard.service.computing.analysis.tell", steps.append)
    monkeypatch.setattr("upcard.service.computing.analysis.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("upcard.service.computing.analysis.SHOES", FEW_SHOES)
    found = compute_exposure("pa/lucky-ladies", "standard", 6, None)
    shares = [step.share for step in steps]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    exact = [row for row in found.penetrations if row.count == "ranks-1"]
    first = [row for row in steps[0].rows if row.count == "ranks-1"]
    assert first == exact
    assert {row.count for row in steps[1].rows} == {row.count for row in found.penetrations}


@pytest.mark.parametrize(
    "wagers",
    [("lucky-ladies",), pytest.param(("blackjack", "buster-blackjack"), marks=pytest.mark.nightly)],
)
def test_results_tell_what_is_known_while_rounds_are_dealt(
    monkeypatch: pytest.MonkeyPatch, wagers: tuple[str, ...]
) -> None:
    """An exact chart stands from the start; one of dealt rounds settles."""
    steps: list[ResultsProgress] = []
    monkeypatch.setattr("upcard.service.computing.analysis.tell", steps.append)
    monkeypatch.setattr("upcard.service.computing.analysis.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("upcard.simulation.run.REFRESH_SECONDS", 0.0)
    rules = rules_of_text(TABLE + "[wagers.buster-blackjack]\n").table
    chosen: dict[str, Any] = {"rounds": 100, "seed": 1, "shoe_rounds": 60_000}
    found = compute_distribution(rules, wagers, 80, chosen | {"simulated_rounds": 120_000})
    shares = [step.share for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] > 0.7
    assert steps[-1].won == found.won
    exact = found.figures["method"] == "exact"
    assert (steps[0].won == found.won) == exact
    assert exact == (len(wagers) == 1)


def test_meters_are_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[MetersProgress] = []
    monkeypatch.setattr("upcard.service.computing.analysis.tell", steps.append)
    found = compute_meters(
        rules_of_text(f"{TABLE}[wagers.blazing-7s]\n{METER}").table, {"seats": 7}
    )
    assert [len(step.curves) for step in steps] == [*range(1, len(found) + 1)]
    assert len(found) > 1
    assert steps[-1].curves == found
    assert steps[-1].share == 1


@pytest.mark.nightly
def test_exposure_in_the_browser_shows_what_is_known(enter: Enter) -> None:
    page = enter("manager", "/lab", width=390)
    page.get_by_role("tab", name="Exposure").click()
    live = page.get_by_role("progressbar", name="Progress")
    drawing = page.get_by_role("img", name="What counts win in 100 rounds")
    expect(live.or_(drawing).first).to_be_visible()
    # Computed behind whatever else the machine does.
    expect(page.get_by_text("4,000 shoes.")).to_be_visible(timeout=120_000)
    expect(drawing).to_be_visible()
    assert figure(page, "Best count of integers").startswith("0.")
    expect(page.get_by_text("exact, units in 100 rounds")).to_be_visible()
    for label, typed, option in (
        ("Wager", "buster", "Buster Blackjack (Pennsylvania)"),
        ("Paytable", "", "standard"),
        ("Decks", "", "1 deck"),
    ):
        field = page.get_by_label(label, exact=True).locator("visible=true").first
        field.click()
        if typed:
            field.fill(typed)
        page.get_by_role("option", name=option, exact=True).click()
    page.get_by_role("button", name="Compute the exposure").click()
    refused = "Not computed: Buster Blackjack paytable standard is for 4 decks, not 1."
    expect(page.get_by_text(refused)).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_meters_in_the_browser(enter: Enter) -> None:
    page = enter("manager", "/lab", width=390)
    page.get_by_role("tab", name="Meters").click()
    choose(page, "Table", "Table T-JACKPOT")
    begin = page.get_by_role("button", name="Compute the meters")
    begin.click()
    expect(page.get_by_role("img", name="How often the meter")).to_be_visible()
    assert figure(page, "Won").startswith("1 in ")
    no_violations(page)
    choose(page, "Table", "Table T-LOST")
    begin.click()
    expect(page.get_by_text("Not computed: T-LOST has no meter")).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


@pytest.mark.nightly
def test_results_and_counting_in_the_browser(enter: Enter) -> None:
    page = enter("manager", "/lab", width=390)
    page.get_by_role("tab", name="Results").click()
    live = page.get_by_role("progressbar", name="Progress")
    result = page.get_by_role("img", name="Distribution of a player's result")
    expect(live.or_(result).first).to_be_visible()
    expect(page.get_by_text("Each round has a new shoe.")).to_be_visible()
    expect(result).to_be_visible()
    page.get_by_role("tab", name="Counting").click()
    page.get_by_label("Rounds", exact=True).locator("visible=true").fill("2000")
    page.get_by_role("button", name="Deal and count").click()
    expect(page.get_by_role("img", name="The expected win of one unit")).to_be_visible()
    no_violations(page)
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
