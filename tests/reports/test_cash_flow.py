"""The cash flow of progressive wagers, against sums by hand."""

from fractions import Fraction
from math import exp
from typing import get_args

import pytest

from amounts import dollars
from reports.paper_tables import facts, notes, part, rows, source, source_from
from upcard.analysis.envy import envy_at
from upcard.analysis.meters.flow import flow
from upcard.analysis.meters.life import life
from upcard.analysis.meters.long_run import long_run_edge
from upcard.analysis.pace import HOURS, ROUNDS_PER_HOUR
from upcard.cli.analysis.meter import HoursADay, RoundsPerHour
from upcard.progressives.meter import MeterRules
from upcard.reports.rendering.paper import PaperTable
from upcard.reports.sheets import dealt_flow
from upcard.reports.sheets.cash_flow import cash_flow


def test_what_is_put_on_a_meter_is_paid() -> None:
    """§ 633c.2(i): a $1 wager, 19 % and 4.25 %, a reseed of $10,000, won once in 50,000 wagers."""
    meter = MeterRules(
        name="w",
        link="T",
        wager="w",
        paytable="P3",
        section="§ 633c.2(i)",
        seed=dollars(10_000),
        reseed=dollars(10_000),
        increment=190_000,
        secondary_increment=42_500,
    )
    whole = {100: Fraction(1, 50_000)}
    found = flow(meter, life(meter, whole, dollars(1)), wager=dollars(1), wagers=400_000)
    assert found.added == Fraction(dollars(76_000)), "19 % of $400,000"
    assert found.reserved == Fraction(dollars(17_000))
    assert found.hits == 8
    assert found.seeds == 8 * dollars(10_000)
    assert found.paid == found.added + found.seeds
    assert found.house == found.seeds - found.reserved
    assert found.restored == 0
    whole_mean = dollars(10_000) + dollars(9_500)  # the reseed and 19 % of 50,000 wagers of $1
    assert float(found.shown) == pytest.approx(whole_mean, rel=1e-5)
    also = life(meter, {**whole, 10: Fraction(1, 5_000)}, dollars(1))
    shared = flow(meter, also, dollars(1), 400_000)
    assert also.taken == Fraction(2, 50_000), "ten awards of 10 % take as much as the one of 100 %"
    paid = float(400_000 * also.taken * shared.shown)
    assert float(shared.paid) == pytest.approx(paid, rel=1e-5), "what is put on it is paid"
    assert shared.restored == 0, "awards of a part leave less than the reseed"
    assert float(shared.shown) == pytest.approx(
        (8 * dollars(10_000) + dollars(76_000)) / 16, rel=1e-5
    )


def test_the_paper_says_which_meters_it_leaves_out_and_whose_wagers_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """§§ 633a.13(j), 605a.8: Bad Beat has no exact odds at Switch; a linked meter has others."""
    monkeypatch.setattr(dealt_flow, "dealt_wager", lambda *_: None)  # as if it were not dealt
    text = '[table]\nname = "S"\ngame = "blackjack-switch"\n[wagers.bad-beat]\nincrement = "5%"\n'
    text += "maximum = 25\nseed = 5000\nreseed = 5000\n"
    text += '[wagers.super-4]\npaytable = "1-1"\nwager = 5\n'
    alone, linked = (cash_flow(source_from(text + more)) for more in ("", 'link = "pit-1"\n'))
    assert alone is not None
    assert linked is not None
    shared = "Shared meters: of a meter that tables share, only this table's wagers count."
    assert (shared in notes(alone), shared in notes(linked)) == (False, True)
    assert "Left out: every meter of Bad Beat, for want of exact odds." in notes(alone)
    plain = cash_flow(source("blackjack"))
    assert plain is not None
    assert "Left out" not in notes(plain)


def test_what_the_house_keeps_says_what_is_in_the_reserve() -> None:
    """§ 633c.9: 5 % of $2,102,400 go to the reserve, which pays for seeds."""
    text = '[table]\nname = "B"\npositions = 6\n[wagers.blazing-7s]\npaytable = "A"\nwager = 1\n'
    text += 'seed = 2000\nreseed = 2000\nincrement = "15%"\nsecondary_increment = "5%"\n'
    paper = cash_flow(source_from(text))
    assert paper is not None
    (heading,) = [each.heading for each in paper.parts if each.heading.endswith("of a year")][-1:]
    (table, _) = part(paper, heading).blocks
    assert isinstance(table, PaperTable)
    money = {row[0]: row[1] for row in rows(paper, "Blazing 7's: money of a year")}
    values = facts(paper, heading)
    assert values["Of it, in the reserve"] == money["The reserve grows by"]
    kept, wagered = (
        float(text.replace("$", "").replace(",", "")) for text in (table.total[1], table.rows[0][1])
    )
    share = values["Of what is wagered"].removesuffix(" %")
    assert float(share) == pytest.approx(100 * kept / wagered, abs=1e-3)
    assert "Added for prizes" not in money
    assert "Awards of a percentage: leave the rest on the meter" in notes(paper)


def test_years_without_a_jackpot_are_few_and_not_none() -> None:
    """39 jackpots a year: exp(-39) of the years has none."""
    wager = '[wagers.blazing-7s]\npaytable = "A"\nwager = 1\nseed = 2000\nreseed = 2000\n'
    rates = 'increment = "10%"\nsecondary_increment = "0%"\n'
    paper = cash_flow(source_from(f'[table]\nname = "B"\n{wager}{rates}'))
    assert paper is not None
    money = {row[0]: row[1] for row in rows(paper, "Blazing 7's: money of a year")}
    assert money["Expected jackpots"].startswith("39.")
    assert money["Years without a jackpot"] == "< 0.01 %"


def test_a_share_of_years_below_the_least_float_is_small_and_not_none() -> None:
    """More than a thousand jackpots a year: exp(-1000) is zero as a float."""
    wager = '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n'
    paper = cash_flow(source_from(f'[table]\nname = "B"\n{wager}'))
    assert paper is not None
    money = {row[0]: row[3] for row in rows(paper, "Jackpot Party: money of a year")}
    assert money["Expected jackpots"].startswith("1,"), "the Minor meter's"
    assert money["Years without a jackpot"] == "< 0.01 %"


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


def test_s633c_02_i_what_the_house_keeps_is_its_edge_at_a_full_table() -> None:
    """§ 633c.2(i): all that is wagered, less fixed odds, meters and envy bonuses."""
    table = source("blackjack")
    paper = cash_flow(table)
    assert paper is not None
    found = part(paper, "Jackpot Party: what the house keeps of a year").blocks[0]
    assert isinstance(found, PaperTable)
    amounts = {name: dollars_of(amount) for name, amount in (*found.rows, found.total)}
    assert amounts["Wagered"] == 12_264_000
    money = rows(paper, "Jackpot Party: money of a year")
    (meters,) = [row[1:] for row in money if row[0] == "Paid to players"]
    assert amounts["Paid from meters"] == pytest.approx(-sum(map(dollars_of, meters)), abs=2)
    (record,) = [each for each in table.records if each.wager == "jackpot-party" and not each.note]
    edge = long_run_edge(record, table.offered(record)) - envy_at(record, 7)
    assert amounts["Kept by the house"] == pytest.approx(float(edge) * 12_264_000, abs=1)
    assert sum(amounts.values()) - 2 * amounts["Kept by the house"] == pytest.approx(0, abs=3)


def dollars_of(amount: str) -> int:
    """Whole dollars of a cell."""
    return int(amount.replace("$", "").replace(",", "").replace("−", "-"))


def test_the_pace_that_is_assumed_is_that_of_the_command() -> None:
    """`upcard meter` names in its help what papers assume; both come from one place."""
    assert f"default: {ROUNDS_PER_HOUR}, as papers assume" in get_args(RoundsPerHour)[1].help
    assert f"default: {HOURS}, as papers assume" in get_args(HoursADay)[1].help


def test_the_paper_has_the_reserve_that_pays_95_of_100_years() -> None:
    """By hand for the mega meter: seeds of the most jackpots, less what goes to the reserve."""
    table = source("blackjack")
    paper = cash_flow(table)
    assert paper is not None
    money = {row[0]: row[1] for row in rows(paper, "Jackpot Party: money of a year")}
    mean, hits = float(money["Expected jackpots"].removesuffix(" a year")), 0
    term = total = exp(-mean)
    while total < 0.95:
        hits += 1
        term *= mean / hits
        total += term
    names = ("To the reserve", "Seed after each jackpot")
    received, seed = (dollars_of(money[name]) for name in names)
    needed = max(0, hits * seed - received)
    assert dollars_of(money["A reserve that pays 95 % of years"]) == pytest.approx(needed, abs=2)
    assert needed > 0
    assert "A reserve that pays 95 % of years: what has to be in it" in notes(paper)
