"""What papers say of games whose players choose their cards: results, wagers without exact odds."""

from math import exp, sqrt

import pytest

import upcard
from amounts import dollars
from reports.paper_tables import (
    base_of,
    facts,
    notes,
    part,
    rows,
    sheets_of,
    source,
    source_from,
    words,
)
from upcard.exact.strategy.games import solve_table
from upcard.exact.table import unpriced_titles
from upcard.library.rules import rules_of_text
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.par.dealt_sheet import dealt_sheets
from upcard.reports.par.dealt_wagers import dealt_wager
from upcard.reports.par.largest_win import largest_win
from upcard.reports.rendering.paper import Paper, PaperTable, Words
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.sheets.winners import winners_of

SWITCHED = """[table]
name = "SW-1"
game = "blackjack-switch"
maximum = 1000
[wagers.bad-beat]
seed = 5000
reseed = 5000
increment = "10%"
secondary_increment = "0%"
"""


def most_jackpots(mean: float, chance: float) -> int:
    """The jackpots that a year has at most with a chance, where their number is Poisson's."""
    term, found = exp(-mean), 0
    total = term
    while total < chance:
        found += 1
        term *= mean / found
        total += term
    return found


def dollars_of(text: str) -> int:
    return int(text.replace("−", "-").replace("$", "").replace(",", ""))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "game", ["down-under-blackjack", "switch-hands", "blackjack-premium", "blackjack-switch"]
)
def test_ch633a_a_variation_has_the_results_of_its_rounds(game: str) -> None:
    """Rounds of the best play have the exact mean; a typical player does worse."""
    base = source(game).base
    assert base.played is not None
    best, typical = base.played.best, base.played.typical
    assert sum(best.law.values()) == 1
    assert abs(best.mean - base.expected_value) < 4 * best.error
    assert typical.mean < base.expected_value - 3 * typical.error
    sheet = base_of(game)
    assert [row[0] for row in rows(sheet, "Return")] == ["Best play", "Typical play"]
    assert rows(sheet, "Results of a round")[-1][2].startswith("100.000")
    assert "Standard deviation" in facts(sheet, "Volatility")


@pytest.mark.nightly
def test_ch685a_the_light_leaves_the_law_of_a_round_exact() -> None:
    """Down Under: the law over all ranges of the hole card has the exact mean and deviation."""
    base = source("down-under-blackjack").base
    assert base.played is not None
    assert base.played.exact is not None
    law = {float(net): chance for net, chance in base.played.exact.law.items()}
    mean = sum(net * chance for net, chance in law.items())
    square = sum(net**2 * chance for net, chance in law.items())
    assert mean == pytest.approx(base.expected_value, abs=1e-9)
    solved = solve_table(source("down-under-blackjack").table, "total")
    assert square - mean**2 == pytest.approx((solved.standard_deviation() or 0) ** 2, abs=1e-9)


def test_ch685a_insurance_is_asked_before_the_light() -> None:
    """§ 633a.8: the light follows it, so its odds are those of Blackjack with as many decks."""
    down_under, blackjack = (
        {record.wager: record for record in source(game).records}["insurance"]
        for game in ("down-under-blackjack", "blackjack")
    )
    assert down_under.house_edge == blackjack.house_edge
    assert not source("down-under-blackjack").without_odds
    assert "par-insurance" in sheets_of("down-under-blackjack")


def test_s633a_12_a_insurance_at_switch_is_for_both_hands() -> None:
    """§ 633a.8(b): at most half of the Blackjack wager, here of two equal ones of $2,000."""
    table = source("blackjack-switch").table
    most = largest_win(table, table.insurance)
    assert (most.wager, most.total) == (dollars(2_000), dollars(4_000))
    values = {fact.name: fact.value for fact in rules_in_short(table)}
    assert (
        values["Insurance"]
        == "pays 2 to 1, at most half of both wagers or the next amount that can be wagered"
    )
    (insured,) = part(payout_sign(source("blackjack-switch")), "Insurance").blocks
    assert isinstance(insured, PaperTable)
    assert (
        insured.columns[0].heading
        == "At most half of both Blackjack wagers, or the next amount that can be wagered"
    )


@pytest.mark.nightly
def test_s633a_08_b_the_sheet_of_insurance_at_switch_says_what_it_insures() -> None:
    """The sizes go up to half of both wagers."""
    sheet = sheets_of("blackjack-switch")["par-insurance"]
    assert (
        facts(sheet, "The wager")["Amounts"]
        == "at most 1/2 of both Blackjack wagers together, or the next amount that can be wagered"
    )
    assert facts(sheet, "Maximum exposure")["Largest wager"] == "$2,000"
    assert rows(sheet, "Hold by wager size")[-1][0] == "$2,000"


def test_s633a_07_o_a_wager_that_players_decide_is_named_where_it_is_missing() -> None:
    """Bad Beat at Switch: which cards a player keeps decides it, so no odds of it are exact."""
    switched = source_from(SWITCHED)
    assert unpriced_titles(switched.table) == ["Bad Beat"]
    told = "Bad Beat has no exact odds here"
    assert told in words(submission_form(switched))


@pytest.mark.nightly
def test_s633a_07_o_the_hold_says_what_it_does_not_count() -> None:
    """The paper of the hold names Bad Beat, which it does not count."""
    super_match = "[wagers.super-match]\nminimum = 5\nmaximum = 100\n"
    sheet = hold_sheet(source_from(SWITCHED + super_match))
    assert "Bad Beat has no exact odds here" in notes(sheet)
    assert "not known" not in str(rows(sheet, "Ranges of a position"))
    names = [row[0] for row in rows(sheet, "Ranges of a position")]
    assert "All wagers but Bad Beat, best play" in names
    assert "a month has 30 days, a year 365" in words(sheet)
    (told, table) = part(sheet, "Bad Beat").blocks
    assert isinstance(told, Words)
    assert isinstance(table, PaperTable)
    assert "Simulated, from 1,000,000 dealt rounds with the seed 1" in told.text
    assert told.text.endswith("With what the meter pays in the long run, if each winner is alone.")
    edge, error = (float(cell) for cell in table.rows[0][1].split(" ± "))
    assert edge > 4 * error > 0
    assert "What has no exact odds is not counted in sums." in notes(sheet)


@pytest.mark.nightly
def test_a_dealt_wager_is_within_its_error_of_exact_odds() -> None:
    """§ 633a.13(i)(1): Super Match, whose odds are exact, dealt like a wager that has none."""
    switch = source("blackjack-switch")
    offered = switch.table.offered("super-match")
    assert offered is not None
    dealt = dealt_wager(switch, offered)
    assert dealt is not None
    (record,) = [each for each in switch.records if each.wager == "super-match"]
    assert abs(dealt.mean + float(record.house_edge)) < 4 * dealt.error
    assert dealt.deviation == pytest.approx(record.standard_deviation, rel=0.02)
    wrong = abs(dealt.mean + float(record.house_edge) + 0.01)
    assert wrong > 4 * dealt.error, "an edge that is wrong by one percent is told"


@pytest.mark.nightly
def test_s633c_04_g_the_sheet_of_a_wager_on_the_kept_hand_is_from_dealt_rounds() -> None:
    """§ 633c.4(g): the edge has its error, and both papers say what decides the wager."""
    offered = "[wagers.perfect-pairs]\nminimum = 5\nmaximum = 100\n"
    table = source_from(f'[table]\nname = "SH-1"\ngame = "switch-hands"\n{offered}')
    (sheet,) = dealt_sheets(table)
    assert sheet.name == "par-perfect-pairs"
    edge, error = _edge_of(sheet)
    assert edge < -4 * error
    returned, hold = words(sheet), hold_sheet(table)
    for paper in (returned, f"{words(hold)} {notes(hold)}"):
        assert "decided by the two cards that are played" in paper
        assert "§ 633c.4(g)" in paper
    chances = [float(row[2].removesuffix(" %")) for row in rows(sheet, "Outcomes")]
    assert sum(chances) == pytest.approx(100, abs=1e-3)
    assert [row[1] for row in rows(sheet, "Outcomes")] == ["+25", "+12", "+6", "−1"]
    text = words(submission_form(table, (sheet.title,)))
    assert "The PAR sheet of Perfect Pairs is from dealt rounds" in text


@pytest.mark.nightly
def test_s633a_13_j_the_cash_flow_of_a_dealt_meter_has_its_errors() -> None:
    """10 % of $5 by seven positions; 4.95 jackpots in a million rounds, known to 0.7 % of it."""
    switched = source_from(SWITCHED)
    paper = cash_flow(switched)
    assert paper is not None
    found = {name: cells for name, *cells in rows(paper, "Bad Beat: money of a year")}
    (offered,) = switched.unpriced
    wagers = 7 * 60 * 16 * 365
    wagered = wagers * offered.minimum // 10_000
    assert found["Wagered"] == [f"${wagered:,}", "exact"]
    assert found["Contributions"] == [f"${wagered // 10:,}", "exact"]
    assert found["Part of each wager for the reserve"] == ["0 %", "exact"]
    rounds = dealt_wager(switched, offered)
    assert rounds is not None
    chance = rounds.chances["21-with-seven-or-more-cards"]
    assert float(chance) == pytest.approx(1_450 / 300_000_000, abs=4 * sqrt(1_450) / 300_000_000)
    hits = float(found["Expected jackpots"][0].split()[0])
    error = float(found["Expected jackpots"][1].split()[0])
    winners = winners_of(switched, offered)
    assert 1.7 < winners.mean < 1.85, "a 20 at 7 positions, against one hand of the dealer"
    mean = float(wagers * chance) / winners.mean
    assert hits == pytest.approx(mean, abs=0.06)
    assert error == pytest.approx(0.008 * hits, abs=0.06)
    needed, of_needed = (dollars_of(cell) for cell in found["A reserve that pays 95 % of years"])
    assert needed == 5_000 * most_jackpots(mean, 0.95)
    assert of_needed == 0, "an error of the chance is no jackpot more"
    seeds, of_seeds = (dollars_of(cell) for cell in found["Seeds"])
    assert abs(seeds - 5_000 * hits) <= of_seeds / 2
    (table, _) = part(paper, "Bad Beat: what the house keeps of a year").blocks
    assert isinstance(table, PaperTable)
    kept, wide = dollars_of(table.total[1]), dollars_of(table.total[2])
    assert abs(kept - sum(dollars_of(row[1]) for row in table.rows)) <= 2 * wide
    told = notes(hold_sheet(switched))
    assert "have no cash flow" not in told
    assert "Meters: as they pay" not in told
    form = submission_form(switched, (paper.label,))
    assert ("1", "Cash flow of progressives") in rows(form, "Attachments")
    assert "Jackpots of Bad Beat: counted in dealt rounds" in notes(paper)
    (sheet,) = dealt_sheets(switched)
    edge, error = _edge_of(sheet)
    assert edge > 4 * error
    assert "Fixed odds only: meters not counted." in words(sheet)
    first, *_, last = rows(sheet, "Outcomes")
    assert first[0].endswith("of seven or more cards, without its meter"), "a row of its own"
    assert last[0] == "Lose"


@pytest.mark.nightly
def test_s633a_13_j_a_dealt_sheet_and_the_odds_count_the_same_rounds() -> None:
    """§ 633a.13(j): Bad Beat has one edge, wherever it is asked for."""
    switched = source_from(SWITCHED)
    (offered,) = switched.unpriced
    dealt = dealt_wager(switched, offered)
    found = upcard.odds("bad-beat", rules=rules_of_text(SWITCHED)).one()
    assert dealt is not None
    assert -dealt.mean == pytest.approx(float(found.house_edge), abs=1e-12)
    assert dealt.error == pytest.approx(found.standard_error, rel=0.01)
    counted = {row.outcome: row.combinations for row in found.outcomes}
    total = sum(counted.values())
    for name, chance in dealt.chances.items():
        assert chance * total == counted[name]
    assert sum(chance for *_, chance, _ in dealt.rows) == sum(dealt.law.values()) == 1


@pytest.mark.nightly
def test_s633a_13_j_a_dealt_sheet_has_its_meter() -> None:
    """§ 633a.13(j)(2): seed and rate as filed; the edge of the long run adds what they return."""
    switched = source_from(SWITCHED)
    (sheet,) = dealt_sheets(switched)
    values = facts(sheet, "Meter")
    assert (values["Seed"], values["Increment"]) == ("$5,000", "10 % of each wager")
    (offered,) = switched.unpriced
    dealt = dealt_wager(switched, offered)
    assert dealt is not None
    chance = float(dealt.chances["21-with-seven-or-more-cards"])
    units = dealt.column.wagered
    reseeds = chance * dollars(5_000) / units
    edge = f"{100 * (-dealt.mean - 0.1 - reseeds):.2f} %"
    returned = facts(sheet, "Return")
    assert returned["House edge in the long run"].startswith(edge)
    even = -dealt.mean * units / UNITS_PER_DOLLAR / chance
    shown = int(returned["Break-even"].partition(" ")[0].strip("$").replace(",", ""))
    assert abs(shown - even) < 0.01 * even
    about = round(1 / chance, -3)
    assert values["Won"].startswith(f"about 1 in {about:,.0f}: the mean of its exact chances in ")
    assert values["Won"].endswith(
        "a standard error of 0.7 % of it (3 of 1,000,000 dealt rounds won it)"
    )
    (of_outcome,) = (row for row in rows(sheet, "Outcomes") if "seven or more" in row[0])
    assert of_outcome[4] == f"≈ {about:,.0f}", "as many digits here"
    assert rows(sheet, "Hold by wager size")[0][1] == edge
    assert "not determined" in facts(sheet, "Exposure to counting")["Can a counter win?"]


def _edge_of(sheet: Paper) -> tuple[float, float]:
    """The house edge of a sheet and its standard error, in percent."""
    values = facts(sheet, "Return")
    of_odds = values.get("House edge, fixed odds alone") or values["House edge"]
    edge, error = of_odds.split(" %, standard error ")
    return float(edge.replace("−", "-")), float(error.removesuffix(" %"))


def test_a_wager_of_no_solved_play_is_not_dealt() -> None:
    """Baccarat has no Blackjack wager beside which a wager could be dealt."""
    table = source("baccarat")
    assert dealt_wager(table, table.table.wagers[0]) is None


def test_a_table_of_exact_odds_says_nothing_of_missing_ones() -> None:
    """All wagers of the base game have odds."""
    assert not source("blackjack").without_odds
