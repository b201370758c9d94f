"""What a limit keeps off a meter is in every edge: on papers, in differences, in a simulation."""

from fractions import Fraction
from math import exp, hypot, sqrt
from pathlib import Path

import numpy as np
import pytest

from amounts import dollars
from command_line import upcard
from reports.paper_tables import facts, part, rows, source_from
from simulation.strategies import basic
from upcard.analysis.diff import diff
from upcard.analysis.meters.flow import flow, lived_meters
from upcard.analysis.meters.life import life
from upcard.analysis.meters.long_run import long_run, long_run_edge, paid_by_meters
from upcard.exact.par import ZERO
from upcard.progressives.meter import MeterRules
from upcard.reports.charts.record_charts import Beside, meter
from upcard.reports.par import chart_parts
from upcard.reports.par.dealt_meters import DealtMeter, meter_part, returned_by
from upcard.reports.par.dealt_rounds import ROUNDS
from upcard.reports.par.dealt_wagers import DealtWager
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.figures import percent, whole_dollars
from upcard.reports.rendering.paper import Facts, Paper, PaperTable
from upcard.reports.report import figures
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.combined_wagers import Mean
from upcard.reports.sheets.hold_notes import hold_notes
from upcard.reports.sheets.loss_chances import laws_of
from upcard.reports.source import PaperSource
from upcard.service.history.wager_moments import edges_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.run import simulate

TABLE = """[table]
name = "B"
decks = 8
positions = 6
[wagers.blazing-7s]
paytable = "B"
wager = 5
seed = 10000
reseed = 10000
increment = "10%"
secondary_increment = "1%"
"""
LIMIT = "limit = 100000\n"

LIMITED = source_from(TABLE + LIMIT)

SEED = 5


def _sheet(source: PaperSource) -> Paper:
    (paper,) = [paper for paper in par_sheets(source) if paper.name == "par-blazing-7s"]
    return paper


def _edge(source: PaperSource) -> Fraction:
    (record,) = [record for record in source.records if record.wager == "blazing-7s"]
    return long_run_edge(record, source.offered(record))


# By hand


def test_s605a_07_what_is_above_a_limit_is_not_returned() -> None:
    """§ 605a.7: the meter is at $100,000 more than a quarter of the time."""
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    offered = LIMITED.table.wager("blazing-7s")
    run = long_run(record, offered)
    assert run.increment + run.overflow == Fraction(1, 10), "what each wager puts on the meter"
    jackpot = {share.percent: share.probability for share in record.shares}[100]
    hits = float(jackpot) * 90_000 / 0.5  # while 50 cents a wager fill $90,000
    assert float(run.overflow) < 0.1 * exp(-hits), "awards of 10 % keep it lower"
    assert float(run.overflow) == pytest.approx(0.0272, abs=5e-5)
    (lived,) = lived_meters(record, offered, 6)
    paid = float(lived.life.taken) * lived.life.mean / record.wager_units
    assert float(run.seed + run.increment) == pytest.approx(paid, abs=2e-5), "mean × share"
    assert run.total == run.fixed + run.seed + run.increment
    assert paid_by_meters(record, offered) == run.seed + run.increment


def test_without_a_limit_all_increments_are_returned() -> None:
    source = source_from(TABLE)
    (record,) = [record for record in source.records if record.wager == "blazing-7s"]
    run = long_run(record, source.offered(record))
    assert (run.increment, run.overflow) == (Fraction(1, 10), ZERO)
    assert "Above the limit, not returned" not in facts(_sheet(source), "Return")
    assert "above a limit" not in _told_of_meters(source)


# A simulation


def test_a_simulation_pays_what_the_long_run_says() -> None:
    """The relative error of what is paid is about that of the number of jackpots."""
    result = simulate(LIMITED.table, basic(8), 8_000_000, SEED, seats=6, workers=2)
    (meter,) = result.meters
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    run = long_run(record, LIMITED.offered(record))
    paid, error = float(run.seed + run.increment), meter.returned / sqrt(meter.hits)
    assert meter.hits > 180
    assert abs(meter.returned - paid) < 3 * error
    assert abs(meter.returned - paid - float(run.overflow)) > 3 * error, "all of it is not paid"


# Papers


def test_the_par_sheet_and_the_cash_flow_agree() -> None:
    """What awards of 10 % leave stays on the meter: nothing is added to it after them."""
    values = facts(_sheet(LIMITED), "Return")
    assert values["House edge"] == "24.9699 % in the long run, meters counted"
    assert values["Return, increment of the meters"] == "7.2786 %"
    assert values["Above the limit, not returned"].startswith("2.7214 %: it goes to the reserve")
    assert values["Held of 100 wagers of $5"] == "$124.85"
    paper = cash_flow(LIMITED)
    assert paper is not None
    heading = "Blazing 7's: what the house keeps of a year"
    (table, _) = part(paper, heading).blocks
    assert isinstance(table, PaperTable)
    money = {row[0]: row[1] for row in rows(paper, "Blazing 7's: money of a year")}
    assert "Added for prizes" not in money
    kept, wagered = (
        int(cell.replace("$", "").replace(",", "")) for cell in (table.total[1], table.rows[0][1])
    )
    assert kept / wagered == pytest.approx(float(_edge(LIMITED)), abs=1e-6)
    told = facts(paper, heading)["Of what is wagered"]
    assert told == percent(Fraction(kept, wagered))


def _told_of_meters(source: PaperSource) -> str:
    blocks = hold_notes(source, simulated=False).blocks
    values = [fact for block in blocks if isinstance(block, Facts) for fact in block.facts]
    return {fact.name: fact.value for fact in values}["Meters"]


def test_the_hold_and_its_chances_count_the_limit() -> None:
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    offered = LIMITED.table.wager("blazing-7s")
    assert LIMITED.edges(record, offered) == ((dollars(5), _edge(LIMITED)),)
    assert _told_of_meters(LIMITED).endswith(
        "without what is above a limit, which goes to the reserve"
    )
    mean = Mean("Blazing 7's", "blazing-7s", dollars(5), 0, None)
    aside = [laws_of(each, [mean])["Blazing 7's"].aside for each in (LIMITED, source_from(TABLE))]
    assert aside[1] - aside[0] == pytest.approx(float(_edge(LIMITED) - _edge(source_from(TABLE))))


def test_a_larger_wager_is_at_the_limit_more_often() -> None:
    """Each size is counted as if all wagers were of it."""
    text = '[table]\nname = "B"\n[wagers.bad-beat]\nminimum = 5\nmaximum = 25\nseed = 5000\n'
    text += 'reseed = 5000\nincrement = "10%"\nsecondary_increment = "0%"\nlimit = 30000\n'
    source = source_from(text)
    (record,) = [record for record in source.records if record.wager == "bad-beat"]
    offered = source.table.wager("bad-beat")
    of_sizes = [
        float(edge + seed)
        for units, edge in source.edges(record, offered)
        for seed in [long_run(record, offered).seed * record.wager_units / units]
    ]
    assert of_sizes == sorted(set(of_sizes)), "the edge but for the seed"


def test_the_figures_of_programs_and_of_tables_are_those_of_the_papers() -> None:
    (row,) = [row for row in figures(LIMITED) if row["wager"] == "blazing-7s"]
    assert (
        row["long_run"]["house_edge"] == float(_edge(LIMITED)) == pytest.approx(0.249699, abs=5e-7)
    )
    worth = edges_of(LIMITED.table).moments["blazing-7s"]
    assert worth.edge == float(_edge(LIMITED))
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    assert worth.edge + worth.meters == pytest.approx(float(record.house_edge))


def test_a_change_of_the_limit_alone_has_an_effect() -> None:
    higher = source_from(TABLE + LIMIT.replace("100000", "500000"))
    found = diff(LIMITED.submission, higher.submission, 60)
    (effect,) = found.effects
    assert effect.before is not None
    assert effect.after is not None
    assert effect.before.house_edge == float(_edge(LIMITED))
    assert effect.after.house_edge == float(_edge(higher)) < effect.before.house_edge
    assert found.hold[0] - found.hold[1] > 5, "dollars an hour of a position"


# Break-even amounts that no meter shows


def test_a_break_even_amount_above_the_limit_is_never_reached() -> None:
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    (lived,) = lived_meters(record, LIMITED.table.wager("blazing-7s"), 6)
    assert lived.is_never_even
    even = whole_dollars(lived.even)
    sheet = _sheet(LIMITED)
    told = facts(sheet, "Return")["Break-even"]
    assert told == f"{even} (above the meter's limit, $100,000: never reached)"
    (row,) = rows(sheet, "Meters over time")
    assert row[4:] == (f"{even}: never reached", "0.00 %", "$0")
    paper = cash_flow(LIMITED)
    assert paper is not None
    cells = {row[0]: row[1] for row in rows(paper, "Blazing 7's: when the wager favors players")}
    assert cells["Break-even"] == f"{even}: never reached"
    shown = {row[0]: row[1] for row in rows(paper, "Blazing 7's: what the meters show")}
    assert shown["At its limit"] == "27.21 % of the time"


def test_a_break_even_amount_below_the_limit_is_an_amount() -> None:
    higher = source_from(TABLE + LIMIT.replace("100000", "500000"))
    (record,) = [record for record in higher.records if record.wager == "blazing-7s"]
    (lived,) = lived_meters(record, higher.table.wager("blazing-7s"), 6)
    assert not lived.is_never_even
    assert facts(_sheet(higher), "Return")["Break-even"] == whole_dollars(lived.even)


def test_the_chart_of_a_meter_ends_at_its_limit() -> None:
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    ends, told = {}, {}
    for limit in (0, dollars(100_000), dollars(400_000)):
        limits = {"": limit} if limit else {}
        (axes,) = meter(record, Beside(ZERO, "seed", limits)).axes
        ends[limit] = float(np.max(np.asarray(axes.lines[0].get_xdata(), dtype=float)))
        told[limit] = " ".join(label.get_text() for label in axes.texts)
    even = float(record.break_even_meters[""]) / 10_000
    assert ends == {
        0: pytest.approx(2 * even),
        dollars(100_000): 100_000,
        dollars(400_000): 400_000,
    }
    assert ["never reached" in told[limit] for limit in ends] == [False, True, False]


def test_the_sheet_draws_the_meter_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Beside] = []

    def draw(*_: object, beside: Beside) -> str:
        drawn.append(beside)
        return ""

    monkeypatch.setattr(chart_parts, "svg", draw)
    (record,) = [record for record in LIMITED.records if record.wager == "blazing-7s"]
    offered = LIMITED.table.wager("blazing-7s")
    assert list(chart_parts.meter_parts(record, offered, [*lived_meters(record, offered, 6)], 6))
    assert drawn[0].limits == {"": dollars(100_000)}


def test_the_command_says_that_the_amount_is_never_reached(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE + LIMIT)
    assert "above the limit: never" in upcard("meter", str(path)).stdout
    path.write_text(TABLE)
    assert "never" not in upcard("meter", str(path)).stdout


# A meter whose jackpots were counted in dealt rounds


def _dealt(limit: int) -> DealtMeter:
    """A wager of $5 that pays 1 to 1, and a meter that 30 of all dealt rounds won."""
    column = WagerColumn(
        "w", dollars(5), ("lose", "win", "jackpot"), (-dollars(5), dollars(5), -dollars(5))
    )
    chances = {"jackpot": Fraction(30, ROUNDS), "win": Fraction(4, 10)}
    chances["lose"] = 1 - sum(chances.values(), ZERO)
    law = {Fraction(1): chances["win"], Fraction(-1): 1 - chances["win"]}
    rules = MeterRules(
        name="w",
        link="T",
        wager="w",
        paytable="standard",
        section="§ 633a.13(j)(2)",
        seed=dollars(5_000),
        reseed=dollars(5_000),
        increment=100_000,
        limit=limit,
    )
    return DealtMeter(rules, DealtWager(law, basic(6), column, chances), "jackpot")


def test_s633a_13_j_a_dealt_meter_returns_what_is_below_its_limit() -> None:
    meter, units = _dealt(dollars(15_000)), dollars(5)
    lived = life(meter.rules, {100: Fraction(30, ROUNDS)}, units)
    cash = flow(meter.rules, lived, units, 1_000_000)
    paid = float(cash.paid / cash.wagered)
    assert meter.overflow(units) == pytest.approx(0.1 * exp(-0.6)), "$10,000 in steps of 50 cents"
    assert meter.edge(units) == pytest.approx(0.2 - paid)
    assert _dealt(0).edge(units) == pytest.approx(0.2 - 0.1 - 0.03), "5,000 × 30 in a million"
    values = {fact.name: fact.value for fact in returned_by(meter, units)}
    assert values["House edge in the long run"].startswith(percent(0.2 - paid, 2))
    (block,) = meter_part(meter).blocks
    assert isinstance(block, Facts)
    values = {fact.name: fact.value for fact in block.facts}
    assert values["Above the limit, not returned"].startswith("5.49 % with a wager of $5, standard")
    assert values["Return, increment of the meter"].startswith("4.51 % with a wager of $5, ")


def test_the_error_of_a_dealt_meter_counts_what_a_jackpot_makes_room_for() -> None:
    """By hand: the edge at one standard error of the chance more, and at one less."""
    meter, units = _dealt(dollars(15_000)), dollars(5)
    of_meter = (
        sum(
            sign * (0.1 * (1 - exp(-20_000 * chance)) + 1_000 * chance)
            for sign, chance in ((1, 30e-6 + meter.chance_error), (-1, 30e-6 - meter.chance_error))
        )
        / 2
    )
    assert meter.error(units) == pytest.approx(hypot(of_meter, meter.rounds.error), rel=0.01)
    assert meter.error(units) > 1.1 * _dealt(0).error(units)
    assert meter.overflow_error(units) == pytest.approx(of_meter - 1_000 * meter.chance_error)
    assert _dealt(0).overflow_error(units) == 0
