"""Hit and Run: the dealer's hand pays all positions at once, which share the meter."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

import upcard
from amounts import dollars
from reports.paper_tables import facts, rows, source_from, words
from upcard.analysis.diff import diff
from upcard.analysis.meters.flow import flow, lived_meters
from upcard.analysis.meters.long_run import long_run_edge
from upcard.analysis.meters.together import at_table, edge_at_table, winners
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.library.rules import rules_of_text
from upcard.reports.par.sheet import par_sheets
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.diff_sheet import diff_sheet
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.submission.check import check
from upcard.submission.read import parse

POSITIONS = 5
TEXT = f"""[table]
name = "H"
positions = {POSITIONS}
[wagers.hit-and-run]
wager = 5
seed = 1000
reseed = 1000
increment = "10%"
secondary_increment = "1%"
"""
OPEN, LIMITED = source_from(TEXT), source_from(TEXT + "limit = 3000\n")

YEAR = 365 * 16 * 60
"""Rounds."""


def _wager() -> tuple[ParRecord, OfferedWager]:
    (record,) = [record for record in OPEN.records if record.wager == "hit-and-run"]
    return record, OPEN.table.wager("hit-and-run")


def test_wagers_of_the_dealers_hand_alone_are_won_together() -> None:
    text = (
        '[table]\nname = "A"\n[wagers.hit-and-run]\nincrement = "10%"\nseed = 1000\nreseed = 1000\n'
    )
    text += '[wagers.jackpot-party]\npaytable = "P1"\n[wagers.bad-beat]\nincrement = "5%"\n'
    table = source_from(text + "seed = 5000\nreseed = 5000\n").table
    found = {offered.slug: winners(offered, 4) for offered in table.wagers}
    assert found == {"hit-and-run": 4, "jackpot-party": 1, "bad-beat": 1}


@pytest.mark.parametrize("limit", [0, 3_000])
def test_s633a_7_o_2_ii_c_a_walk_from_round_to_round(limit: int) -> None:
    """A meter that five players feed, and that all of them win at once with one award and one seed.

    The walk has a chance of its own, so that it is short: 1 in 50 rounds.
    """
    record, offered = _wager()
    (share,) = record.shares
    quick = replace(record, shares=(replace(share, probability=Fraction(1, 50)),))
    (meter,) = offered.meters
    meter = replace(meter, limit=dollars(limit), reseed=dollars(1_000), increment=6_000_000)
    offered = replace(offered, meters=(meter,))
    (lived,) = lived_meters(quick, offered, POSITIONS)
    random, rounds = Random(1), 200_000
    shown, hits, paid, amount = 0, 0, 0, meter.reseed
    added = POSITIONS * 6 * quick.wager_units
    for _ in range(rounds):
        amount += added
        if limit:
            amount = min(amount, meter.limit)
        shown += amount
        if random.random() < 1 / 50:
            paid, hits, amount = paid + amount, hits + 1, meter.reseed
    year = flow(meter, lived.life, quick.wager_units, rounds * POSITIONS)
    assert float(year.hits) == rounds / 50
    assert hits == pytest.approx(float(year.hits), rel=0.05)
    assert shown / rounds == pytest.approx(lived.life.mean + added / 2, rel=0.03)
    assert paid == pytest.approx(float(year.paid), rel=0.05)
    assert share.percent == 100


def test_each_position_wins_its_part_of_the_meter() -> None:
    record, offered = _wager()
    alone, full = (edge_at_table(record, offered, players) for players in (1, POSITIONS))
    chance, seed = record.shares[0].probability, Fraction(dollars(1_000), record.wager_units)
    assert alone == long_run_edge(record, offered)
    assert full - alone == chance * seed * (1 - Fraction(1, POSITIONS)), "a fifth of each seed"
    assert at_table(record, offered, 1) is record


def test_the_cash_flow_has_one_jackpot_a_round() -> None:
    record, _ = _wager()
    paper = cash_flow(OPEN)
    assert paper is not None
    found = {row[0]: row[1] for row in rows(paper, "Hit and Run: money of a year")}
    jackpots = float(record.shares[0].probability) * YEAR
    assert found["Expected jackpots"] == f"{jackpots:,.2f} a year"
    assert found["Seeds"] == f"${1_000 * jackpots:,.0f}"
    edge = edge_at_table(record, OPEN.table.wager("hit-and-run"), POSITIONS)
    kept = facts(paper, "Hit and Run: what the house keeps of a year")["Of what is wagered"]
    assert kept == f"{100 * float(edge):.4f} %"
    assert "won by all positions" in facts(paper, "How to read it")["Winners"]


def test_the_sheet_the_command_and_the_library_agree() -> None:
    (sheet,) = [paper for paper in par_sheets(LIMITED) if paper.name == "par-hit-and-run"]
    returned = facts(sheet, "Return")
    (record,) = [record for record in LIMITED.records if record.wager == "hit-and-run"]
    edge = edge_at_table(record, LIMITED.table.wager("hit-and-run"), POSITIONS)
    assert returned["House edge at a full table"].startswith(f"{100 * float(edge):.4f} %, with")
    (over_time,) = rows(sheet, "Meters over time")
    meter = upcard.meter_life(rules_of_text(TEXT + "limit = 3000\n"))["hit-and-run"]
    assert over_time[1] == f"${meter.mean:,.0f}"
    assert meter.one_in == pytest.approx(float(1 / record.shares[0].probability))
    assert meter.year.jackpots == pytest.approx(YEAR / meter.one_in)


def test_the_hold_is_that_of_the_seats_in_play() -> None:
    record, offered = _wager()
    (row,) = [
        row
        for row in rows(hold_sheet(OPEN), "A table, 60 rounds an hour")
        if row[0] == "Hit and Run"
    ]
    for seats, cell in zip((1, 3, POSITIONS), row[3:6], strict=True):
        held = float(edge_at_table(record, offered, seats)) * 5 * 60 * seats
        assert cell == f"${held:,.0f}"


def test_changes_are_those_of_a_full_table() -> None:
    before, after = (check(parse(text))[0] for text in (TEXT, TEXT + "limit = 3000\n"))
    assert before is not None
    assert after is not None
    changes = diff(before, after)
    (effect,) = changes.effects
    record, offered = _wager()
    assert effect.before is not None
    assert effect.before.house_edge == float(edge_at_table(record, offered, POSITIONS))
    paper = diff_sheet(parse(TEXT), LIMITED, changes)
    assert "Players at every position share the meter of Hit and Run." in words(paper)
