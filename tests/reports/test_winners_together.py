"""Bad Beat's jackpot is won by all positions with a 20 together: they share it, once."""

from fractions import Fraction
from math import sqrt

import pytest

from amounts import dollars
from reports.paper_tables import facts, notes, part, rows, source, source_from
from simulation.strategies import basic
from upcard.analysis.given_hands import winners_together
from upcard.analysis.meters.flow import lived_meters
from upcard.analysis.meters.long_run import long_run_edge
from upcard.reports.rendering.paper import Facts, PaperTable
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.hold_notes import hold_notes
from upcard.reports.sheets.winners import ALONE, winners_of
from upcard.simulation.run import simulate

BAD_BEAT = """[table]
name = "B"
positions = {positions}
[wagers.bad-beat]
minimum = 5
maximum = 25
seed = 5000
reseed = 5000
increment = "10%"
secondary_increment = "0%"
"""

SEVEN = source_from(BAD_BEAT.format(positions=7))

SEED = 5


def whole(text: str) -> int:
    return int(text.replace("$", "").replace(",", "").replace("−", "-"))


@pytest.mark.nightly
def test_s633a_07_o_as_many_win_together_as_in_a_simulation() -> None:
    """§ 633a.7(o)(1)(ii)(C): one hit each time; the awards of it are those of the positions."""
    played = simulate(SEVEN.table, basic(6), 4_000_000, SEED, seats=7, workers=1)
    (meter,) = played.meters
    winners = winners_of(SEVEN, SEVEN.table.wager("bad-beat"))
    together = meter.awards / meter.hits
    assert meter.hits > 40
    assert abs(together - winners.mean) < 4 / sqrt(meter.hits)
    assert together > 1.2


@pytest.mark.nightly
def test_s633a_13_j_a_player_by_himself_wins_alone() -> None:
    alone = source_from(BAD_BEAT.format(positions=1))
    offered = alone.table.wager("bad-beat")
    assert winners_of(alone, offered) == ALONE
    jackpot = "21-with-seven-or-more-cards"
    found = winners_together(alone.table, offered, jackpot, 20_000, SEED)
    assert found is not None
    assert (found.mean, found.error) == (1, 0)


def test_wagers_on_a_player_s_own_cards_count_winners_as_alone() -> None:
    table = source("blackjack")
    party = table.table.wager("jackpot-party")
    assert winners_of(table, party) == ALONE


@pytest.mark.nightly
def test_s633a_13_j_the_cash_flow_counts_a_jackpot_once() -> None:
    """As many times fewer jackpots and seeds; what the house keeps is more than of one player."""
    paper = cash_flow(SEVEN)
    assert paper is not None
    (record,) = [record for record in SEVEN.records if record.wager == "bad-beat"]
    offered = SEVEN.table.wager("bad-beat")
    winners = winners_of(SEVEN, offered)
    (jackpot,) = [share.probability for share in record.shares]
    money = {row[0]: row[1] for row in rows(paper, "Bad Beat: money of a year")}
    hits = 7 * 60 * 16 * 365 * float(jackpot) / winners.mean
    assert float(money["Expected jackpots"].removesuffix(" a year")) == pytest.approx(
        hits, abs=0.01
    )
    assert whole(money["Seeds"]) == pytest.approx(5_000 * hits, abs=1)
    assert whole(money["Paid to players"]) == whole(money["Contributions"]) + whole(money["Seeds"])
    (table, kept_facts) = part(paper, "Bad Beat: what the house keeps of a year").blocks
    assert isinstance(table, PaperTable)
    assert isinstance(kept_facts, Facts)
    wagered, kept = whole(table.rows[0][1]), whole(table.total[1])
    more = float(jackpot) * dollars(5_000) / dollars(5) * (1 - 1 / winners.mean)
    edge = float(long_run_edge(record, offered))
    assert kept / wagered == pytest.approx(edge + more, abs=1e-6)
    told = facts(paper, "Bad Beat: what the house keeps of a year")["Of what is wagered"]
    assert told.endswith("; the house edge of the PAR sheet is that of one player")
    assert f"share a jackpot, {winners.mean:.2f} of Bad Beat" in notes(paper)
    alone, shared = (next(lived_meters(record, offered, 7, each)) for each in (1.0, winners.mean))
    assert alone.even == shared.even, "of one who shares with nobody"
    assert shared.life.jackpot == jackpot / Fraction(winners.mean)
    block = hold_notes(SEVEN, simulated=False)
    meters = [
        fact.value
        for each in block.blocks
        if isinstance(each, Facts)
        for fact in each.facts
        if fact.name == "Meters"
    ]
    assert "those with Bad Beat mostly share a jackpot" in meters[0]
