"""The cash flow of progressive wagers, against sums by hand."""

from fractions import Fraction

import pytest

from reports.paper_tables import facts, source
from upcard.progressives.meter import MeterRules
from upcard.reports.cash_flow import cash_flow, flow


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
    found = flow(meter, {100: Fraction(1, 50_000)}, wager=10_000, wagers=400_000)
    assert found.added == Fraction(760_000_000), "19 % of $400,000"
    assert found.reserved == Fraction(170_000_000)
    assert found.hits == 8
    assert found.seeds == 8 * 100_000_000
    assert found.paid == found.added + found.seeds
    assert found.house == found.seeds - found.reserved
    assert found.shown == 100_000_000 + 95_000_000, "the reseed and 19 % of 50,000 wagers of $1"
    shared = flow(meter, {100: Fraction(1, 50_000), 10: Fraction(1, 5_000)}, 10_000, 400_000)
    assert shared.shown == found.shown / 2, "ten awards of 10 % take as much as the one of 100 %"


def test_the_paper_has_every_meter_and_its_play() -> None:
    paper = cash_flow(source("blackjack"))
    assert paper is not None
    mega = facts(paper, "Jackpot Party: Mega meter")
    assert mega["Wagered"] == "$12,264,000", "7 positions, 60 rounds, 16 hours, 365 days, $5"
    assert mega["Contributions, 7 %"] == "$858,480"
    assert float(mega["Expected jackpots"]) == pytest.approx(
        7 * 60 * 16 * 365 / 597_652.73, abs=0.01
    )
    assert cash_flow(source("baccarat")) is None, "no meter"
