"""The cash flow of progressive wagers, against sums by hand."""

from fractions import Fraction

import pytest

from reports.paper_tables import rows, source
from upcard.analysis.meters.flow import flow
from upcard.analysis.meters.life import life
from upcard.progressives.meter import MeterRules
from upcard.reports.sheets.cash_flow import cash_flow


def test_what_is_put_on_a_meter_is_paid() -> None:
    """§ 633c.2(i): a $1 wager, 19 % and 4.25 %, a reseed of $10,000, won once in 50,000 wagers."""
    meter = MeterRules(
        name="w",
        link="T",
        wager="w",
        paytable="P3",
        section="§ 633c.2(i)",
        seed=100_000_000,
        reseed=100_000_000,
        increment=190_000,
        secondary_increment=42_500,
    )
    whole = {100: Fraction(1, 50_000)}
    found = flow(meter, life(meter, whole, 10_000), wager=10_000, wagers=400_000)
    assert found.added == Fraction(760_000_000), "19 % of $400,000"
    assert found.reserved == Fraction(170_000_000)
    assert found.hits == 8
    assert found.seeds == 8 * 100_000_000
    assert found.paid == found.added + found.seeds
    assert found.house == found.seeds - found.reserved
    assert found.restored == 0
    whole_mean = 100_000_000 + 95_000_000  # the reseed and 19 % of 50,000 wagers of $1
    assert float(found.shown) == pytest.approx(whole_mean, rel=1e-5)
    also = life(meter, {**whole, 10: Fraction(1, 5_000)}, 10_000)
    shared = flow(meter, also, 10_000, 400_000)
    assert also.taken == Fraction(2, 50_000), "ten awards of 10 % take as much as the one of 100 %"
    paid = float(400_000 * also.taken * shared.shown)
    assert float(shared.paid) == pytest.approx(paid, rel=1e-5), "what is put on it is paid"
    assert shared.restored > 0, "awards of a part leave less than the reseed"
    assert shared.shown > meter.reseed


def test_the_paper_has_every_meter_and_its_play() -> None:
    paper = cash_flow(source("blackjack"))
    assert paper is not None
    mega = {row[0]: row[1] for row in rows(paper, "Jackpot Party: money of a year")}
    assert mega["Wagered"] == "$12,264,000", "7 positions, 60 rounds, 16 hours, 365 days, $5"
    assert mega["Part of each wager for the meter"] == "7 %"
    assert mega["Contributions"] == "$858,480"
    assert float(mega["Expected jackpots"].removesuffix(" a year")) == pytest.approx(
        7 * 60 * 16 * 365 / 597_652.73, abs=0.01
    )
    assert cash_flow(source("baccarat")) is None, "no meter"
