"""A mystery meter on the papers: what the form says of it, what it costs, its own sheet."""

from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from reports.paper_tables import facts, part, rows, source_from, words
from upcard.analysis.meters.flow import lived_meters
from upcard.analysis.meters.long_run import long_run, long_run_edge
from upcard.exact.mystery import average_run, mystery_return
from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_CENT, UNITS_PER_DOLLAR
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import Facts, Paper, PaperTable
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_notes import hold_notes
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

TABLE: Final = """
[table]
name = "BJ-77"
decks = 6
positions = 7
minimum = 15
maximum = 2000

[wagers.perfect-pairs]
paytable = "A"
minimum = 5
maximum = 100

[wagers.blazing-7s]
paytable = "A"
wager = 1
must_hit_by = "A-1"
must_hit_by_paid = "{paid}"
seed = 2000
reseed = 2000
increment = "10%"
secondary_increment = "0%"
limit = 20000

[wagers.trilux-deluxe]
paytable = "TLX-3"
minimum = 5
maximum = 100
"""
"""Blazing 7's for $1 with the Must-Hit-By Mystery of $100 to $200, fed by 2 % of each wager."""

SUPER_4: Final = """
[table]
name = "BJ-78"

[wagers.super-4]
paytable = "1-1"
wager = 5
mystery = 1
"""


@cache
def mystery_table(paid: str = "slip") -> PaperSource:
    """The table whose mystery is paid by a slip or from the inventory."""
    return source_from(TABLE.format(paid=paid))


@pytest.mark.parametrize(
    ("paid", "words"),
    [("slip", "a progressive jackpot slip"), ("inventory", "the table inventory")],
)
def test_s633c_14_c_6_the_form_says_what_the_mystery_is_paid_by(paid: str, words: str) -> None:
    """§ 633c.14(c)(6): the Rules Submission indicates it."""
    form = rows(submission_form(mystery_table(paid)), "Wager: Blazing 7's")
    (row,) = [row for row in form if "is paid by" in row[0]]
    assert row[1:] == (words, "chosen", "58 Pa. Code § 633c.14(c)(6)")


def test_s633c_14_c_6_without_a_mystery_nothing_is_paid() -> None:
    plain = TABLE.format(paid="slip").replace("must_hit_by", "# must_hit_by")
    form = rows(submission_form(source_from(plain)), "Wager: Blazing 7's")
    assert not [row for row in form if "is paid by" in row[0]]


def test_s633c_14_c_4_the_form_says_what_a_configuration_is() -> None:
    form = rows(submission_form(mystery_table()), "Wager: Blazing 7's")
    (row,) = [row for row in form if "configuration" in row[0]]
    assert row[1] == "A-1: $100 to $200, 2 % of each wager"
    form = rows(submission_form(source_from(SUPER_4)), "Wager: Super 4")
    (row,) = [row for row in form if "mystery meter" in row[0]]
    assert row[1] == "1: $250 to $1,000, 5 % of each wager"
    assert row[3] == "58 Pa. Code § 633c.6(j)"


# What it costs


def blazing(table: PaperSource) -> tuple[ParRecord, OfferedWager]:
    """The record of Blazing 7's at the table, and the wager."""
    (record,) = [record for record in table.records if record.wager == "blazing-7s"]
    offered = table.offered(record)
    assert offered is not None
    return record, offered


@cache
def sheet_of(name: str) -> Paper:
    """A PAR sheet of the table."""
    (found,) = [paper for paper in par_sheets(mystery_table()) if paper.name == name]
    return found


def test_s633c_14_c_7_the_edge_of_the_wager_counts_the_mystery() -> None:
    """The first edge is that of all that the wager returns; the others say what they leave out."""
    (mystery,) = [record for record in mystery_table().records if record.note]
    values = facts(sheet_of("par-blazing-7s"), "Return")
    assert values["House edge"] == "17.9783 % in the long run, meters and the mystery counted"
    assert values["House edge before the mystery"] == "23.9771 %"
    assert values["House edge at the seeds"] == "32.5397 %, before the mystery"
    assert values["Return, mystery meter"] == percent(mystery.fixed_return) == "5.9988 %"
    assert values["Return in the long run"] == "82.0217 %"
    assert values["Held of 100 wagers of $1"] == "$17.98"


def test_a_wager_without_a_mystery_has_the_edge_that_it_had() -> None:
    record, offered = blazing(
        source_from(TABLE.format(paid="slip").replace("must_hit_by", "# must_hit_by"))
    )
    assert long_run(record, offered).mystery == 0
    assert percent(long_run_edge(record, offered)) == "23.9771 %"


@pytest.mark.parametrize("dollars", [5, 7, 12.5])
def test_the_mystery_of_a_larger_wager_is_that_of_its_own_contributions(dollars: float) -> None:
    """2 % of each wager, and the seed once for each run of such wagers."""
    _, offered = blazing(mystery_table())
    assert offered.mystery is not None
    wager = int(dollars * UNITS_PER_DOLLAR)
    run = average_run(100 * UNITS_PER_DOLLAR, 200 * UNITS_PER_DOLLAR, wager // 50)
    seed = 100 * UNITS_PER_DOLLAR / (run.wagers * wager)
    assert mystery_return(offered.mystery, wager) == Fraction(2, 100) + seed
    (record,) = records("must-hit-by-mystery", paytable="A-1")
    assert mystery_return(offered.mystery, record.wager_units) == record.fixed_return


@pytest.mark.parametrize("part", [UNITS_PER_CENT * 15 // 4, UNITS_PER_CENT * 11 // 10])
def test_what_is_put_on_a_mystery_meter_is_paid_by_quarters_and_tenths_of_a_cent(part: int) -> None:
    """Fractions of a cent stay on the meter: in the long run all that is put there is paid."""
    low = 100 * UNITS_PER_DOLLAR
    run = average_run(low, 2 * low, part)
    assert run.award == low + part * run.wagers


def test_break_even_counts_the_mystery() -> None:
    """At the break-even amount fixed odds, the mystery and the meter return the whole wager."""
    record, offered = blazing(mystery_table())
    (lived,) = lived_meters(record, offered, 7)
    run = long_run(record, offered)
    shares = sum(share.probability * share.percent for share in record.shares) / 100
    returned = run.fixed + run.mystery + shares * lived.even / record.wager_units
    assert float(returned) == pytest.approx(1, abs=1e-9)
    assert "The mystery counts in it." in words(sheet_of("par-blazing-7s"))


def test_the_cash_flow_has_the_mystery_among_what_is_paid() -> None:
    paper = cash_flow(mystery_table())
    assert paper is not None
    money = part(paper, "Blazing 7's: what the house keeps of a year").blocks[0]
    assert isinstance(money, PaperTable)
    assert ("Mystery bonus", "−$147,139") in money.rows, "5.9988 % of $2,452,800"
    assert money.total == ("Kept by the house", "$440,971"), "17.9783 % of it"
    assert "what its meter pays in the long run" in facts(paper, "How to read it")["Mystery bonus"]


def test_the_hold_counts_the_mystery() -> None:
    table = mystery_table()
    record, offered = blazing(table)
    ((units, edge),) = table.edges(record, offered)
    assert (units, percent(edge)) == (UNITS_PER_DOLLAR, "17.9783 %")
    values = {
        fact.name: fact.value
        for block in hold_notes(table, simulated=False).blocks
        if isinstance(block, Facts)
        for fact in block.facts
    }
    assert values["Mystery meters"].startswith("counted in the edge")


# Its own sheet


def test_s633c_14_c_the_sheet_of_the_mystery_says_how_it_is_fed_won_and_paid() -> None:
    values = facts(sheet_of("par-must-hit-by-mystery-a-1"), "The meter")
    assert values == {
        "Qualifies": "a player with a Blackjack wager and a Blazing 7's wager",
        "Seed, and reseed after each award": "$100",
        "Part of each wager that is added": "2 %",
        "Secret value": "from $100 to $200",
        "Won by": "the player whose wager raises the meter above the secret value",
        "Pays": "100 % of the meter",
        "Paid by": "a progressive jackpot slip",
    }
    (block, *_) = part(sheet_of("par-must-hit-by-mystery-a-1"), "The meter").blocks
    assert isinstance(block, Facts)
    cited = [fact.section.removeprefix("58 Pa. Code § 633c.14") for fact in block.facts]
    assert cited == ["(c)(1)", "(c)(4)", "(c)(4)", "(c)(4)", "(c)(3)", "(c)(7)", "(c)(6)"]


def test_the_awards_of_the_mystery_are_those_of_its_odds() -> None:
    (record,) = [record for record in mystery_table().records if record.note]
    won = record.outcomes[0]
    values = facts(sheet_of("par-must-hit-by-mystery-a-1"), "Awards")
    assert values["Won"] == f"once in {float(1 / won.probability):,.2f} wagers in the mean"
    assert values["Mean award"] == f"${float(won.back):.2f}", "for a wager of $1"
    hours = float(1 / won.probability / (7 * 60))
    assert values["Time between awards"].startswith(f"{hours:.2f} hours of 60 rounds in the mean, ")
    even = 100 / 12**0.5  # the spread of a value between $100 and $200
    assert values["Standard deviation of an award"] == f"${even:.2f}"
    assert values["Largest award"].startswith("$200 and at most ")


def test_the_sheet_of_the_mystery_is_for_the_wager_of_the_table() -> None:
    """A-1 takes wagers from $1 on; of $5 each, 10 cents go on the meter, by hand below."""
    text = TABLE.format(paid="slip").replace("wager = 1\n", "wager = 5\n")
    table = source_from(text.replace("seed = 2000", "seed = 10000"))
    (sheet,) = [paper for paper in par_sheets(table) if paper.name == "par-must-hit-by-mystery-a-1"]
    runs = [1 + max(0, value) // 10 for value in range(10_001)]  # wagers to pass each whole cent
    mean = sum(runs) / len(runs)
    values = facts(sheet, "Awards")
    assert (
        values["Won"]
        == f"once in {mean:,.2f} wagers in the mean"
        == "once in 500.55 wagers in the mean"
    )
    assert values["Time between awards"].startswith(f"{mean / 420:.2f} hours of 60 rounds")
    assert values["Mean award"] == f"${100 + mean / 10:.2f}"
    assert values["Assumed"].endswith("every wager is $5")
    assert (
        facts(sheet, "Return")["Adds"] == f"{100 * (0.02 + 100 / (5 * mean)):.4f} %" == "5.9956 %"
    )
    assert facts(sheet, "The wager")["Figures are for"].endswith("a wager of $5")
    edges = facts(next(paper for paper in par_sheets(table) if "blazing" in paper.name), "Return")
    assert edges["Return, mystery meter"] == "5.9956 %", "as on the sheet of the wager"
    (record,) = [record for record in table.records if record.note]
    assert record.note.endswith("with wagers of $5.")


STRAIGHT_JACK: Final = """
[table]
name = "BJ-79"
positions = 5

[wagers.straight-jack]
minimum = 5
maximum = 100
must_hit_by = "B-5"
must_hit_by_paid = "slip"
seed = 5000
reseed = 5000
increment = "10%"
secondary_increment = "0%"
"""
"""Straight Jack for $5 to $100 with the mystery of $100 to $500, fed by 2 % of each wager."""


def _naive_mystery(wager: int) -> tuple[float, float]:
    """By hand, a wager of dollars: mean wagers to an award of B-5, and the mean award in dollars.

    2 cents of each dollar: fractions of a cent never arise.
    """
    part = 2 * wager
    wagers = [value // part + 1 for value in range(40_001)]
    awards = [100 + number * part / 100 for number in wagers]
    return sum(wagers) / len(wagers), sum(awards) / len(awards)


def test_s633c_14_the_sheet_of_the_mystery_has_each_size_of_its_wager() -> None:
    """§ 633c.14(c)(4): a larger wager wins it sooner and overshoots the secret value more."""
    table = source_from(STRAIGHT_JACK)
    sheets = {paper.name: paper for paper in par_sheets(table)}
    sheet = sheets["par-must-hit-by-mystery-b-5"]
    found = rows(sheet, "Mystery by wager size")
    assert [row[0] for row in found] == ["$5", "$10", "$25", "$50", "$100"]
    for (wager, won, hours, award, added), size in zip(found, (5, 10, 25, 50, 100), strict=True):
        number, mean = _naive_mystery(size)
        assert wager == f"${size}"
        assert won == f"{number:,.2f}"
        assert hours == f"{number / 300:,.2f} hours"
        assert award == f"${mean:,.2f}"
        assert added == f"{100 * mean / (number * size):.4f} %"
    values = facts(sheet, "Return")
    assert values["Adds"] == f"{found[0][4]} with wagers of $5; of other sizes below"
    by_size = rows(sheets["par-straight-jack"], "Hold by wager size")
    assert [row[0] for row in by_size] == [row[0] for row in found], "as the edge by size"


def test_the_sheet_of_the_mystery_has_no_rules_of_the_hand() -> None:
    """It has no cards: neither the rules of play nor a lost stake."""
    headings = [each.heading for each in sheet_of("par-must-hit-by-mystery-a-1").parts]
    assert headings == ["The wager", "Return", "The meter", "Awards", "How it was found"]


def test_s633c_06_j_the_sheet_of_super_4s_mystery() -> None:
    sheets = {paper.name: paper for paper in par_sheets(source_from(SUPER_4))}
    values = facts(sheets["par-super-4-mystery-1"], "The meter")
    assert values["Secret value"] == "from $250 to $1,000"
    assert values["Qualifies"] == "a player with a Blackjack wager and a Super 4 wager"
    assert "Paid by" not in values, "the text does not say it"


# The sign


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Mystery meter: won by the player whose Blazing 7's wager raises it above a secret "
            "amount from $100 to $200 (58 Pa. Code § 633c.14(c)(3)).",
        ),
        (
            "es",
            "Progresivo misterioso: lo gana el jugador cuya apuesta Blazing 7's lo eleva por "
            "encima de un importe secreto entre $100 y $200 (58 Pa. Code § 633c.14(c)(3)).",
        ),
    ],
)
def test_s633c_14_c_3_the_sign_says_who_wins_the_mystery(language: str, told: str) -> None:
    assert told in words(payout_sign(mystery_table(), language))
