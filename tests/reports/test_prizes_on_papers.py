"""Washington's prizes that a meter pays are in its life, with a limit too, and in every edge."""

from fractions import Fraction

import pytest

from amounts import dollars
from reports.paper_tables import facts, notes, part, rows, source_from
from upcard.analysis.meters.flow import lived_meters
from upcard.analysis.meters.life import life, prizes_of
from upcard.analysis.meters.long_run import long_run, long_run_edge
from upcard.exact.par import ParRecord
from upcard.reports.par.largest_win import largest_win
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import PaperTable
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.combined_wagers import Mean
from upcard.reports.sheets.loss_chances import laws_of
from upcard.reports.source import PaperSource

TABLE = """[table]
name = "W"
jurisdiction = "wa"
game = "match-the-dealer-blackjack"
decks = 4
[wagers.match-the-dealer]
mandatory = true
[wagers.match-the-dealer-progressive]
paytable = "3a-1-alt"
wager = 5
seed = 4000
secondary_increment = "6%"
prizes = { three-card-suited-match = 3500 }
prizes_paid = "meter"
"""

SLUG = "match-the-dealer-progressive"
NAME = "Match the Dealer Progressive"

LIMITED = source_from(TABLE + 'increment = "15%"\nlimit = 12000\n')


def _record(source: PaperSource) -> ParRecord:
    (record,) = [record for record in source.records if record.wager == SLUG]
    return record


def test_prizes_keep_a_meter_below_its_limit() -> None:
    """Attachment A: $3,500 in 7,699 wagers, of 75 cents each, leave less at the limit."""
    record, offered = _record(LIMITED), LIMITED.table.wager(SLUG)
    (meter,) = offered.meters
    prizes = prizes_of(record, offered, meter)
    assert prizes == {dollars(3_500): Fraction(4, 30_797)}
    shares = {share.percent: share.probability for share in record.shares}
    without = life(meter, shares, dollars(5)).above[-1]
    with_prizes = life(meter, shares, dollars(5), prizes).above[-1]
    assert with_prizes < without - 0.1
    run = long_run(record, offered)
    assert float(run.overflow) == pytest.approx(0.15 * with_prizes)
    assert run.restored > 0


def test_what_a_meter_pays_is_all_that_is_put_on_it() -> None:
    """The means of its shares and prizes are its increments, seeds, and what prizes bring."""
    record, offered = _record(LIMITED), LIMITED.table.wager(SLUG)
    run, (lived,) = long_run(record, offered), lived_meters(record, offered, 7)
    of_shares = float(lived.life.taken) * lived.life.mean / record.wager_units
    assert float(run.seed + run.increment + run.restored) == pytest.approx(of_shares, rel=1e-4)
    assert float(run.total) == pytest.approx(float(run.fixed) + of_shares, rel=1e-6)


def test_the_papers_say_what_is_added_for_prizes() -> None:
    record, offered = _record(LIMITED), LIMITED.table.wager(SLUG)
    paper = cash_flow(LIMITED)
    assert paper is not None
    money = {row[0]: row[1] for row in rows(paper, f"{NAME}: money of a year")}
    (table, _) = part(paper, f"{NAME}: what the house keeps of a year").blocks
    assert isinstance(table, PaperTable)
    kept, wagered, added = (
        int(cell.replace("$", "").replace(",", ""))
        for cell in (table.total[1], table.rows[0][1], money["Added for prizes"])
    )
    run = long_run(record, offered)
    assert added / wagered == pytest.approx(float(run.restored), rel=1e-4)
    assert kept / wagered == pytest.approx(float(long_run_edge(record, offered)), abs=1e-6)
    assert "Added for prizes: what the meter lacks for a prize" in notes(paper)
    (sheet,) = [paper for paper in par_sheets(LIMITED) if paper.name == f"par-{SLUG}"]
    told = facts(sheet, "Return")["Return, added for prizes of the meters"]
    assert told == percent(run.restored)


def test_a_meter_that_does_not_grow_pays_prizes_that_the_house_adds() -> None:
    """Nothing but seeds and what prizes bring is put on it, so shares have no more."""
    source = source_from(TABLE + 'increment = "0%"\n')
    record, offered = _record(source), source.table.wager(SLUG)
    run = long_run(record, offered)
    shares = sum(share.expected for share in record.shares) * dollars(4_000) / dollars(5)
    assert 0 < run.seed + run.increment + run.restored < shares
    assert run.seed + run.increment + run.restored > Fraction(97, 100) * shares


def test_the_chance_of_a_loss_has_the_mean_of_the_edge() -> None:
    """Prizes are paid of the increments: no player wins both."""
    for source in (LIMITED, source_from(TABLE + 'increment = "15%"\n')):
        record, offered = _record(source), source.table.wager(SLUG)
        mean = Mean(NAME, SLUG, dollars(5), 0, None)
        law = laws_of(source, [mean])[NAME]
        won = sum(float(net * chance) for net, chance in law.law.items()) + law.aside
        assert won == pytest.approx(-float(long_run_edge(record, offered)), abs=1e-9)


@pytest.mark.parametrize(
    ("decks", "paytable", "returned"), [(1, "A", 0), (2, "A", 10), (2, "B", 0)]
)
def test_s633c_09_nothing_is_returned_of_a_meter_that_no_hand_wins(
    decks: int, paytable: str, returned: int
) -> None:
    """§ 633c.9(f): three sevens of one suit take three decks, of one color in A two."""
    text = f'[table]\nname = "B"\ndecks = {decks}\n[wagers.blazing-7s]\npaytable = "{paytable}"\n'
    text += 'wager = 1\nseed = 2000\nreseed = 2000\nincrement = "10%"\nsecondary_increment = "0%"\n'
    source = source_from(text)
    (record,) = [record for record in source.records if record.wager == "blazing-7s"]
    run = long_run(record, source.offered(record))
    assert run.seed == 0
    assert run.increment == Fraction(returned, 100)


def test_s605a_07_a_meter_of_which_only_parts_are_won_has_a_limit_too() -> None:
    """By hand: $300 of $3,000 in 22,763 wagers of 10 cents, a little less before it is full."""
    text = '[table]\nname = "B"\ndecks = 2\n[wagers.blazing-7s]\npaytable = "A"\nwager = 1\n'
    text += 'seed = 2000\nreseed = 2000\nincrement = "10%"\nsecondary_increment = "0%"\n'
    source = source_from(text + "limit = 3000\n")
    (record,) = [record for record in source.records if record.wager == "blazing-7s"]
    run = long_run(record, source.offered(record))
    chance = float(sum(share.probability for share in record.shares))
    at_limit = 300 / (0.1 / chance)  # what an award takes, of what wagers put on it until the next
    assert 0.99 * 0.1 * at_limit < run.increment < 0.1 * at_limit
    assert run.increment + run.overflow == Fraction(1, 10)


def test_wsgc_each_winner_of_a_round_may_find_the_meter_reseeded() -> None:
    """Progressive Rules: the meter starts again before the next award, and each wins $4,000."""
    table = source_from(TABLE + 'increment = "15%"\n').table
    won = largest_win(table, table.wager(SLUG))
    assert won.meters == dollars(4_000)
    assert won.total == dollars(4_000 - 5), "less the stake, which is taken before the deal"
    assert won.every == table.positions * won.total
    (sheet,) = [paper for paper in par_sheets(LIMITED) if paper.name == f"par-{SLUG}"]
    told = facts(sheet, "Maximum exposure")["All 7 positions"]
    assert told.endswith("; a meter that is won starts again for the next winner")
    more = source_from(TABLE.replace("seed = 4000", "seed = 9000\nreseed = 4000")).table
    first = largest_win(more, more.wager(SLUG))
    assert (first.meters, first.total) == (dollars(9_000), dollars(9_000 - 5))
    assert first.every == table.positions * dollars(4_000 - 5) + dollars(5_000)
