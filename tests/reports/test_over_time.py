"""The parts of PAR sheets on many rounds and on meters over time, against the library."""

from decimal import Decimal

import pytest

import upcard
from reports.paper_tables import WAGERS, base_of, rows, sheets_of, source
from upcard.library.rules import rules_of_text


@pytest.mark.nightly
def test_results_of_many_rounds_are_those_of_the_distribution() -> None:
    shown = rows(base_of("blackjack"), "Results of many rounds")
    found = [[cell.replace("−", "-") for cell in row] for row in shown]
    assert [row[0] for row in found] == ["100", "1,000", "10,000"]
    base = source("blackjack").base
    assert base.standard_deviation is not None
    assert float(found[1][1]) == pytest.approx(1_000 * base.expected_value, abs=0.005)
    assert float(found[1][2]) == pytest.approx(1_000**0.5 * base.standard_deviation, abs=0.005)
    known = upcard.distribution(rules_of_text('[table]\nname = "T-1"\n'), 1_000, play="total")
    assert found[1][3] == f"{100 * known.ahead:.2f} %"
    assert [float(cell) for cell in found[1][4:7]] == [
        known.quantile(share) for share in (0.05, 0.5, 0.95)
    ]
    assert found[1][7] == f"{100 * known.error_bound:.2f} %"


@pytest.mark.nightly
def test_no_law_where_hands_are_switched() -> None:
    assert source("blackjack-switch").base.law is None


@pytest.mark.nightly
def test_meters_over_time_are_the_library_s() -> None:
    table = rows(sheets_of("blackjack")["par-jackpot-party"], "Meters over time")
    text = f'[table]\nname = "T-1"\n{WAGERS["blackjack"]}'
    meters = upcard.meter_life(rules_of_text(text))
    assert len(table) == len(meters) == 3
    for row, meter in zip(table, meters, strict=True):
        assert meter.break_even is not None
        amounts = (meter.mean, meter.quantiles[0.5], meter.quantiles[0.95], meter.break_even)
        shown = [Decimal(cell.removeprefix("$").replace(",", "")) for cell in row[1:5]]
        assert [float(text) for text in shown] == pytest.approx(amounts, abs=0.51)
        assert row[5] == f"{100 * meter.favourable:.2f} %"
        assert float(row[6].removeprefix("$")) == pytest.approx(meter.win_per_hour, abs=0.51)
