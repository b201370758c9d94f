"""PAR sheets against figures that are worked out here from the cards, by fractions."""

from decimal import Decimal
from fractions import Fraction
from math import sqrt

import pytest

from amounts import dollars
from reports.paper_tables import (
    GAMES,
    base_of,
    drawings,
    facts,
    part,
    rows,
    sheets_of,
    source,
    source_from,
    words,
)
from upcard.analysis.envy import envy_at
from upcard.analysis.meters.long_run import long_run, long_run_edge
from upcard.cli.odds.forms import print_tables
from upcard.exact.pricing import house_set_rows
from upcard.exact.record import records
from upcard.exact.strategy.games import solve_table
from upcard.money.amount import printed_dollars
from upcard.reports.par.additional import additional_payouts
from upcard.reports.par.counting import counting
from upcard.reports.par.largest_win import blackjack_win, fee_of, largest_win, whole_table
from upcard.reports.par.outcomes import outcomes
from upcard.reports.par.risk_parts import exposure
from upcard.reports.par.sheet import amounts, par_sheets
from upcard.reports.rendering.paper import Facts, PaperTable, Words
from upcard.reports.report import figures
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.sign import payout_sign
from upcard.rules.loader import all_wagers

PROGRESSIVE = "match-the-dealer-progressive"

# Of 311 cards left of six decks, those that make a pair with the player's first card.
PERFECT, COLORED, MIXED, LEFT = 5, 6, 12, 311


def perfect_pairs(power: int) -> Fraction:
    """The mean of a power of what paytable A hands back: 25, 12 and 6 to 1 with the stake."""
    ways = {26: PERFECT, 13: COLORED, 7: MIXED}
    return sum((Fraction(count * back**power, LEFT) for back, count in ways.items()), Fraction())


def test_outcomes_of_perfect_pairs() -> None:
    """§ 633c.1(e): combinations, probability, cumulative, 1 in N, pays, contribution."""
    sheet = sheets_of("blackjack")["par-perfect-pairs"]
    found = rows(sheet, "Outcomes")
    assert found[0] == (
        "Perfect pair",
        "780",
        "0.01607717",
        "0.01607717",
        "62.20",
        "25 to 1",
        "0.418006",
    )
    assert found[1][0:4] == ("Colored pair", "936", "0.01929260", "0.03536977")
    assert found[2][3] == f"{23 / 311:.8f}", "as much or more: any pair"
    assert found[3][0:2] == ("Lose", "44,928")
    (table,) = [block for block in part(sheet, "Outcomes").blocks if isinstance(block, PaperTable)]
    assert table.total[1] == "48,516", "312 times 311 halved"
    assert facts(sheet, "Outcomes")["Hit frequency"] == f"{100 * 23 / 311:.4f} %, 1 in 13.52"
    assert rows(sheet, "Exact probabilities")[0] == ("Perfect pair", "5 / 311")


@pytest.mark.parametrize(
    "wagers",
    [
        '[wagers.super-4]\npaytable = "1-1"\nwager = 5\n',
        '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n',
        "[wagers.perfect-pairs]\n",
    ],
)
def test_outcomes_stand_in_the_order_of_the_sign(wagers: str) -> None:
    """§§ 633c.6(f), 633c.2(i), 633c.1(e): as the paytable prints its rows; a loss is the last."""
    table = source_from(f'[table]\nname = "A"\n{wagers}')
    (offered,) = table.table.wagers
    signed = [row[0].partition(":")[0] for row in rows(payout_sign(table), offered.data.title)]
    sheet = next(each for each in par_sheets(table) if each.name == f"par-{offered.slug}")
    for heading in ("Outcomes", "Exact probabilities"):
        assert [row[0] for row in rows(sheet, heading)] == [*signed, "Lose"]


@pytest.mark.parametrize("wager", ["match-the-dealer", "axman", "perfect-pairs"])
def test_or_better_grows_from_row_to_row(wager: str) -> None:
    """§§ 633c.1(e), 633a.13(d), 633c.12(k): outcomes stand by what they pay."""
    record = records(wager, "pa")[0]
    table = next(block for block in outcomes(record).blocks if isinstance(block, PaperTable))
    at = [column.heading for column in table.columns].index("Or better")
    chances = [float(row[at]) for row in table.rows]
    assert chances == sorted(chances)
    assert len(chances) == len(record.outcomes)


@pytest.mark.parametrize(("wager", "paytable"), [("jackpot-party", "P20-B"), ("super-4", "1-1")])
def test_or_better_adds_up_row_by_row_as_the_command_prints_it(
    wager: str, paytable: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """§§ 633c.2(i), 633c.6(f): a row comes before those below it, whatever its meter shows."""
    offered = f'[wagers.{wager}]\npaytable = "{paytable}"\nwager = 5\n'
    table = source_from(f'[table]\nname = "A"\n{offered}')
    record = next(record for record in table.records if record.wager == wager)
    block = next(block for block in outcomes(record).blocks if isinstance(block, PaperTable))
    headings = [column.heading for column in block.columns]
    single, summed = headings.index("Probability"), headings.index("Or better")
    total = 0.0
    for row in block.rows:
        total += float(row[single])
        assert float(row[summed]) == pytest.approx(total, abs=1e-7)
    print_tables(records(wager, "pa", paytable=paytable, decks=record.decks), "text")
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    for row in block.rows:
        assert any(f"{float(row[summed]):.8f}" in line for line in printed), row


def test_return_and_deviation_of_perfect_pairs() -> None:
    sheet = sheets_of("blackjack")["par-perfect-pairs"]
    mean, square = perfect_pairs(1), perfect_pairs(2)
    deviation = sqrt(square - mean**2)
    money = facts(sheet, "Return")
    assert mean == Fraction(292, 311)
    assert money["Return, fixed odds"] == f"{100 * 292 / 311:.4f} %"
    assert money["House edge"].startswith(f"{100 * 19 / 311:.4f} %")
    figures = facts(sheet, "Volatility")
    assert figures["Variance"] == f"{float(square - mean**2):.6f}"
    assert figures["Standard deviation"].startswith(f"{deviation:.6f} ")
    assert figures["Volatility index"].startswith(f"{1.6448536 * deviation:.4f}: 1.645 standard")


def test_intervals_narrow_with_the_root_of_the_rounds() -> None:
    sheet = sheets_of("blackjack")["par-perfect-pairs"]
    mean = float(perfect_pairs(1))
    deviation = sqrt(perfect_pairs(2) - perfect_pairs(1) ** 2)
    (row,) = [row for row in rows(sheet, "Volatility") if row[0] == "10,000"]
    for cell, quantile in zip(row[1:], (1.6448536, 1.9599640, 2.5758293), strict=True):
        margin = quantile * deviation / 100
        assert cell == f"{100 * (mean - margin):.2f} % to {100 * (mean + margin):.2f} %"


def test_exposure_is_the_largest_wager_at_the_best_odds() -> None:
    found = facts(sheets_of("blackjack")["par-perfect-pairs"], "Maximum exposure")
    assert found["Largest wager"] == "$100"
    assert found["Largest win of one wager"] == "$2,500"
    assert found["All 7 positions"] == (
        "$17,500, should each win it at once: an upper bound, whether or not the decks have "
        "the cards"
    )


def test_s633a_13_o_all_positions_win_within_the_aggregate_limit() -> None:
    """Two hands of $25 at 1,000 to 1 reach the limit of $50,000; five others have 25 to 1.

    Against that dealer's Blackjack no pair of queens of hearts is paid 200 to 1.
    """
    text = '[table]\nname = "A"\n{}[wagers.lucky-ladies]\nmaximum = 25\n'
    limited = source_from(text.format("aggregate_limit = 50000\n")).table
    (offered,) = limited.wagers
    assert largest_win(limited, offered).every == dollars(50_000 + 5 * 625)
    assert largest_win(limited, offered).total == dollars(25_000)
    (block,) = exposure(limited, offered).blocks
    assert isinstance(block, Facts)
    values = {fact.name: fact.value for fact in block.facts}
    assert values["All 7 positions"] == (
        "$53,125, should each win the most beside each other at once: an upper bound, whether or "
        "not the decks have the cards; within the aggregate limit"
    )
    free = source_from(text.format("")).table
    assert largest_win(free, free.wagers[0]).every == dollars(7 * 25_000)


def test_s633a_13_o_a_low_limit_is_less_than_pairs_without_a_dealers_blackjack() -> None:
    """Seven pairs of $100 at 200 to 1 win $140,000; against a dealer's Blackjack it is less."""
    text = '[table]\nname = "A"\naggregate_limit = 100000\n[wagers.lucky-ladies]\nmaximum = 100\n'
    table = source_from(text).table
    assert largest_win(table, table.wagers[0]).every == dollars(7 * 20_000)


def test_rules_assumed_say_that_pairs_are_not_split() -> None:
    """§ 633a.13(j): Bad Beat counts a pair as its total; Straight Jack has splits."""
    text = '[table]\nname = "A"\n'
    for slug in ("bad-beat", "straight-jack"):
        text += f'[wagers.{slug}]\nseed = 5000\nreseed = 5000\nincrement = "10%"\n'
    sheets = {paper.name: paper for paper in par_sheets(source_from(text))}
    unsplit = facts(sheets["par-bad-beat"], "Rules assumed")
    assert unsplit["Pairs"] == (
        "up to 4 hands, but not split in these figures: played as their total"
    )
    assert "Aces" not in unsplit
    split = facts(sheets["par-straight-jack"], "Rules assumed")
    assert split["Pairs"] == "up to 4 hands"
    assert "Aces" in split


def test_s633a_1_one_position_is_the_lucky_one() -> None:
    """Every position may hold the Magic Card at 20 for 1, one is drawn for 5 for 1."""
    text = '[table]\nname = "A"\npositions = 5\n[wagers.bad-beat]\nmaximum = 25\n'
    text += (
        'seed = 5000\nreseed = 5000\nincrement = "10%"\nmagic_card = true\nlucky_player = true\n'
    )
    found_source = source_from(text)
    (offered,) = found_source.table.wagers
    found = largest_win(found_source.table, offered)
    assert found.bonus == dollars(20 * 25 + 5 * 25)
    assert found.total == dollars(999 * 25) + found.bonus
    assert found.every == dollars(5 * (999 + 20) * 25 + 5 * 25)
    (record,) = [each for each in found_source.records if each.wager == "bad-beat"]
    (_, table) = additional_payouts(record, 5).blocks
    assert isinstance(table, PaperTable)
    seats = [row[2] for row in table.rows if row[2].startswith("with the wager")]
    assert [words.split()[4] for words in seats] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(("game", "ante"), [("switch-hands", 100), ("blackjack-premium", 0)])
def test_s633c_4_c_the_ante_is_no_win(game: str, ante: int) -> None:
    """$1 for every $5, never returned; at Premium a position may do without it."""
    text = f'[table]\nname = "A"\ngame = "{game}"\nmaximum = 500\n'
    table = source_from(text).table
    assert (fee_of(table), blackjack_win(table)) == (dollars(ante), dollars(4 * 2 * 500 - ante))


def test_insurance_is_exposed_to_half_of_the_largest_wager() -> None:
    """§ 633a.8(b): at most half of $2,000, at 2 to 1."""
    sheet = sheets_of("blackjack")["par-insurance"]
    found = facts(sheet, "Maximum exposure")
    assert found["Largest wager"] == "$1,000"
    assert found["Largest win of one wager"] == "$2,000"
    held = rows(sheet, "Hold by wager size")
    assert held[-1][0] == "$1,000", "half of each Blackjack wager, none of $0"
    assert not any("$0.00" in cells for cells in held)


def test_a_single_amount_is_told_once() -> None:
    text = '[table]\nname = "A"\n[wagers.perfect-pairs]\nwager = 5\n'
    assert amounts(source_from(text).table.wagers[0]) == "$5"


def test_one_hand_wins_one_row_of_a_progressive() -> None:
    """§ 633c.2(i): the mega meter or 150 to 1, and envy bonuses; § 633c.14(c)(4): the mystery."""
    found = facts(sheets_of("blackjack")["par-jackpot-party"], "Maximum exposure")
    assert found["Largest win by fixed odds"] == "$745, net of the stake of $5"
    assert found["Meters"].startswith("$25,500.10,")
    assert found["Largest win of one wager"] == "$25,495.10, net of the stake of $5"
    envies = 7 * 6 * 3_000
    rows = 25_000 + 5_000 + 5 * 750 - 7 * 5
    mystery = "500.10 and 6 times 100.11: the seed, a cent that was left and 2 % of $5"
    in_all = rows + envies + Decimal("500.10") + 6 * Decimal("100.11")
    assert found["All 7 positions"].startswith(f"${in_all:,}, "), (
        "one wins the mega meter, one the major, five 150 to 1, which is more than the minor; "
        f"{mystery}"
    )
    assert found["All 7 positions"].endswith(
        "have the cards; meters are shared; the mystery starts again from its seed for the next "
        f"winner; ${envies:,} of it are envy bonuses"
    )


def test_a_wager_of_one_amount_has_its_hold_beside_its_return() -> None:
    """§ 633c.2(e): $5 alone; no table of one row, and envy bonuses are said to be left out."""
    sheet = sheets_of("blackjack")["par-jackpot-party"]
    returned = facts(sheet, "Return")
    edge = float(returned["House edge"].split(" %")[0])
    held = float(returned["Held of 100 wagers of $5"].removeprefix("$"))
    assert held == pytest.approx(100 * 5 * edge / 100, abs=0.005)
    assert "Hold by wager size" not in [part.heading for part in sheet.parts]
    assert "not counted in any other figure" in words(sheet)


def test_a_row_that_pays_odds_and_the_meter_pays_both() -> None:
    """§ 633a.13(m): $100 at 200 to 1 and the meter, beside six winners of 10 % of it."""
    text = '[table]\nname = "A"\n[wagers.straight-jack]\nmaximum = 100\nincrement = "5%"\n'
    text += "seed = 5000\nreseed = 5000\n"
    table = source_from(text).table
    found = largest_win(table, table.wagers[0])
    assert (found.fixed, found.meters) == (dollars(20_000), dollars(5_000))
    every = 7 * 20_000 + 5_000 + 6 * 500
    assert (found.total, found.every) == (dollars(25_000), dollars(every))


@pytest.mark.parametrize("game", GAMES)
def test_a_win_is_what_the_engine_pays_above_the_stake(game: str) -> None:
    """Also in "for 1", and of a wager that is collected before the deal: one definition for all."""
    for offered in source(game).table.wagers:
        found = largest_win(source(game).table, offered)
        rows = range(len(offered.awards))
        paid = max(offered.paid(row, found.wager) for row in rows)
        assert found.fixed == max(paid - found.wager, 0), offered.slug


def test_odds_for_one_include_the_stake() -> None:
    """$25 at 1,000 for 1 win $24,975: what is handed out has the stake in it."""
    text = '[table]\nname = "A"\n[wagers.bad-beat]\nmaximum = 25\nseed = 5000\nreseed = 5000\n'
    table = source_from(text + 'increment = "10%"\n').table
    (offered,) = table.wagers
    assert "1,000 for 1" in {str(pay) for award in offered.awards for pay in award}
    found = largest_win(table, offered)
    assert found.fixed == dollars(24_975)


def test_s633c_09_f_all_positions_win_more_than_one_shared_meter() -> None:
    """One wins the meter of $2,000, the others 200 to 1: together more than a meter that all share.

    The meter returns no stake of $1; 200 to 1 does.
    This is what makes the figure an upper bound (the printed "All 7 positions").
    """
    text = '[table]\nname = "A"\n[wagers.blazing-7s]\nwager = 1\nincrement = "10%"\n'
    text += "seed = 2000\nreseed = 2000\n"
    table = source_from(text).table
    found = largest_win(table, table.wagers[0])
    assert (found.total, found.every) == (dollars(2_000 - 1), dollars(2_000 - 1 + 6 * 200))


def test_the_long_run_of_jackpot_party() -> None:
    """§ 633c.2(i): fixed odds, the printed seeds at their probabilities, 21 % of the wagers."""
    total, wager = 4_647_347_640, 5
    hits = {25_000: 7_776, 5_000: 23_328, 500: 2_331_648}
    seeds = sum(Fraction(seed * ways, total * wager) for seed, ways in hits.items())
    money = facts(sheets_of("blackjack")["par-jackpot-party"], "Return")
    assert money["Return, seed of the meters"] == f"{float(100 * seeds):.4f} %"
    assert money["Return, increment of the meters"] == "21.0000 %"
    fixed = float(money["Return, fixed odds"].removesuffix(" %"))
    run = float(money["Return in the long run"].removesuffix(" %"))
    assert money["Return, mystery meter"] == "2.9997 %"
    assert run == pytest.approx(fixed + float(100 * seeds) + 21 + 2.9997, abs=2e-4)
    at_seeds = float(money["House edge at the seeds"].removesuffix(" %, before the mystery"))
    assert at_seeds == pytest.approx(100 - fixed - float(100 * seeds), abs=2e-4)


def test_one_break_even_amount_stands_with_what_it_assumes() -> None:
    """§ 633c.2(i): the others at their means, envy bonuses of six other players; no edge is left.

    Return, the meters over time, the chart and the cash flow of the same table say the same.
    """
    table = source("blackjack")
    sheet = sheets_of("blackjack")["par-jackpot-party"]
    text = facts(sheet, "Return")["Break-even"]
    over_time = {row[0]: row for row in rows(sheet, "Meters over time")}
    assert list(over_time) == ["Mega", "Major", "Minor"]
    amounts = {name: row[4] for name, row in over_time.items()}
    assert text == (
        f"Mega {amounts['Mega']}, Major {amounts['Major']} and Minor {amounts['Minor']}, with the "
        "other meters at their means and the wager at all 7 positions, for envy bonuses"
    )
    columns = [
        column.heading
        for each in sheet.parts
        for block in each.blocks
        if isinstance(block, PaperTable)
        for column in block.columns
    ]
    assert [heading for heading in columns if "even" in heading.lower()] == ["Break-even"]
    (record,) = [each for each in table.records if each.wager == "jackpot-party" and not each.note]
    (mystery,) = [each for each in table.records if each.note]
    means = {row[0]: dollars_in(row[1]) for row in over_time.values()}
    chances = {share.meter: share.expected for share in record.shares}
    for name, amount in amounts.items():
        shown = means | {name: dollars_in(amount)}
        paid = sum(float(chances[each.lower()]) * units for each, units in shown.items()) / 5
        edge = float(record.house_edge - envy_at(record, 7) - mystery.fixed_return) - paid
        assert abs(edge) < 5e-5, "of whole dollars"
    flow = cash_flow(table)
    assert flow is not None
    ((_, *cells),) = [
        row
        for row in rows(flow, "Jackpot Party: when the wager favors players")
        if row[0] == "Break-even"
    ]
    assert cells == list(amounts.values())


def dollars_in(cell: str) -> float:
    return float(cell.replace("$", "").replace(",", ""))


def test_the_first_edge_of_a_progressive_is_that_of_the_expected_hold() -> None:
    """§ 633c.2(i): it counts what the meters pay; other edges say what they count."""
    table = source("blackjack")
    (record,) = [each for each in table.records if each.wager == "jackpot-party" and not each.note]
    edge = long_run_edge(record, table.offered(record))
    (block, *_) = part(sheets_of("blackjack")["par-jackpot-party"], "Return").blocks
    assert isinstance(block, Facts)
    names = [fact.name for fact in block.facts]
    assert block.facts[0].name == "House edge"
    counted = "in the long run, meters and the mystery counted"
    assert block.facts[0].value == f"{float(100 * edge):.4f} % {counted}"
    assert [name for name in names if name.startswith("House edge")] == [
        "House edge",
        "House edge before the mystery",
        "House edge, fixed odds alone",
        "House edge at the seeds",
        "House edge with envy",
    ]


WASHINGTON = """
[table]
name = "WA-1"
jurisdiction = "wa"
game = "match-the-dealer-blackjack"
decks = 4
maximum = 300
[wagers.match-the-dealer-progressive]
paytable = "4b-1-alt"
wager = 1
seed = 1000
increment = "15%"
prizes = { "{row}" = 50 }
prizes_paid = "{paid}"
"""


@pytest.mark.parametrize(
    ("wager", "chosen", "out"),
    [
        ("jackpot-party", "", "meters"),
        ("royal-match-21", 'paytable = "C"\ncrown_treasure = true', "bonuses"),
    ],
)
def test_figures_of_fixed_odds_say_what_they_leave_out(wager: str, chosen: str, out: str) -> None:
    """§§ 633c.2(i), 633a.13(f): the mean counts what deviation, chart and ring do not."""
    if chosen:
        text = f'[table]\nname = "A"\n[wagers.{wager}]\n{chosen}\n'
        made = {paper.name: paper for paper in par_sheets(source_from(text))}
    else:
        made = sheets_of("blackjack")
    sheet = made[f"par-{wager}"]
    first = part(sheet, "Volatility").blocks[0]
    assert isinstance(first, Words)
    assert first.text == f"Fixed odds only: {out} not counted."
    captions = [drawing.caption for drawing in drawings(sheet)]
    ring = [caption for caption in captions if "the ring is this table" in caption]
    assert len(ring) == (out == "bonuses"), "Jackpot Party has more paytables than a chart"
    assert all(line.endswith(f"; {out} not counted") for line in ring)
    result = [caption for caption in captions if caption.startswith("One unit a round; exact")]
    assert [line.endswith("; bonuses not counted") for line in result] == [out == "bonuses"]


@pytest.mark.parametrize("paid", ["house", "meter"])
def test_a_meter_that_pays_the_prizes_is_not_counted_twice(paid: str) -> None:
    """Whoever pays the house's prizes, players receive them once."""
    (rules,) = [
        wager
        for wager in all_wagers()
        if wager.data.slug == PROGRESSIVE and wager.data.jurisdiction == "wa"
    ]
    (paytable,) = [paytable for paytable in rules.paytables if paytable.id == "4b-1-alt"]
    row = next(iter(house_set_rows(paytable)))
    table = source_from(WASHINGTON.replace("{row}", row).replace("{paid}", paid))
    (record,) = [record for record in table.records if record.wager != "insurance"]
    offered = table.offered(record)
    assert offered is not None
    run, composed = long_run(record, offered), offered.wager.composed
    paid_rows = (
        (outcome.probability, composed.get(outcome.outcome, (outcome.outcome,)))
        for outcome in record.outcomes
    )
    prizes = sum(chance * 50 * prizes_won.count(row) for chance, prizes_won in paid_rows)
    assert prizes > 0
    assert run.increment == Fraction(15, 100) - (prizes if paid == "meter" else 0)


def test_a_mystery_meter_costs_what_it_adds() -> None:
    table = source("blackjack")
    (record,) = [record for record in table.records if record.note]
    assert long_run_edge(record, table.offered(record)) == -record.fixed_return
    sheet = sheets_of("blackjack")["par-must-hit-by-mystery-b-5"]
    assert facts(sheet, "Return")["Adds"] == "2.9997 %", "nearly 3 % of each wager"


def test_what_others_made() -> None:
    """Each sheet names its reading, method, play, engine and rule data; nothing is simulated."""
    for name, paper in sheets_of("hybrid-blackjack").items():
        if name.startswith("par-"):
            found = facts(paper, "How it was found")
            assert found["Seed of simulation"].startswith("none")
            assert len(found["Rule data, SHA-256"]) == 64
            assert found["Engine"].startswith("upcard ")
    play = facts(sheets_of("hybrid-blackjack")["par-buzzer-beater"], "How it was found")
    assert play["Method"] == "exact, for hands that are played as below", "no slug in print"
    assert "basic strategy" in play["Play"]


def test_washington_stands_beside_ours() -> None:
    """WSGC, Table 2: the printed advantage and ours, counted as the state does."""
    money = facts(sheets_of("match-the-dealer-blackjack")["par-match-the-dealer"], "Return")
    printed = float(money["House advantage as printed"].removesuffix(" %"))
    ours = float(money["House advantage computed here"].removesuffix(" %"))
    assert ours == pytest.approx(printed, abs=0.02)
    rules = part(sheets_of("match-the-dealer-blackjack")["par-insurance"], "Rules assumed")
    assert "Rules and Dealing Procedures" in rules.section, "once, for all of them"
    assert isinstance(rules.blocks[0], Facts)
    assert not any(fact.section == rules.section for fact in rules.blocks[0].facts)


@pytest.mark.parametrize(("increment", "taken"), [("20%", 20), ("10%", 10), ("15%", 15)])
def test_washington_s_progressive_counts_this_table_s_meter(increment: str, taken: int) -> None:
    """WSGC, Tables 3 to 5 and 8: the printed figure takes 21 % for the meter, a table its own."""
    table = source_from(
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        f'[wagers.{PROGRESSIVE}]\npaytable = "4d-1"\nwager = 1\nseed = 1000\nreseed = 1000\n'
        f'increment = "{increment}"\nsecondary_increment = "1%"\n[wagers.match-the-dealer]\n'
    )
    sheet = next(paper for paper in par_sheets(table) if paper.name == f"par-{PROGRESSIVE}")
    money = facts(sheet, "Return")
    (record,) = [record for record in table.records if record.wager == PROGRESSIVE]
    fixed = 100 * (1 - float(sum(row.returns for row in record.outcomes)))
    read = "less 21 % read as its meter's rates, which the text does not print"
    assert money["House advantage as printed"].endswith(read)
    counted, said = money["This table, counted so"].split(": ")
    assert float(counted.removesuffix(" %")) == pytest.approx(fixed - taken - 1, abs=1e-4)
    assert said == f"its meter takes {taken + 1} %"


def test_a_collected_wager_says_how_its_odds_are_read() -> None:
    """§ 633c.2(f): it is collected before the deal, so "150 to 1" returns no stake."""
    sheet = sheets_of("blackjack")["par-jackpot-party"]
    assert facts(sheet, "The wager")["Odds"] == (
        "the stake is not returned: it is collected before the deal"
    )
    (record,) = [each for each in source("blackjack").records if each.wager == "jackpot-party"]
    hits = sum(row.probability for row in record.outcomes if "to 1" in row.pays)
    edge = 100 * (1 - record.fixed_return - hits)
    read = facts(sheet, "How it was found")["Stakes of collected wagers"]
    assert read.startswith("not returned, whatever word the paytable prints; ")
    assert read.endswith(f"the house edge of fixed odds alone would be {float(edge):.4f} %")
    washington = sheets_of("down-under-blackjack")["par-match-the-dealer-progressive"]
    assert "In words" not in facts(washington, "The wager")


def test_choices_of_a_wager_are_words() -> None:
    """§ 633c.9(h): the third card; § 631a: a commission; § 617b.3: weights of the house."""
    table = source_from(
        '[table]\nname = "A"\n[wagers.blazing-7s]\npaytable = "A"\nwager = 1\n'
        'seed = 2000\nreseed = 2000\nincrement = "15%"\n'
    )
    sheet = next(paper for paper in par_sheets(table) if paper.name == "par-blazing-7s")
    (told,) = [
        fact
        for block in part(sheet, "The wager").blocks
        if isinstance(block, Facts)
        for fact in block.facts
        if fact.name == "Third card"
    ]
    assert (told.value, told.section) == ("the third card of the hand", "58 Pa. Code § 633c.9(h)")
    banker = facts(sheets_of("baccarat")["par-baccarat-banker"], "The wager")
    assert banker["In words"].startswith("19 to 20 is even money less a commission of 5 %")
    sheets = sheets_of("lightning-roulette")
    assumed = facts(sheets["par-split"], "Rules assumed").values()
    assert not [words for words in assumed if words.startswith("of 100")], "no Lucky Number pays it"
    weights = facts(sheets["par-lightning-straight"], "Rules assumed").values()
    chosen = [words for words in weights if words.startswith("of 100")]
    assert all(
        words.endswith("; chosen by the certificate holder, the text gives none")
        for words in chosen
    )
    assert len(chosen) == 2


def test_the_base_game_is_the_analyzers() -> None:
    sheet = base_of("blackjack")
    best, typical = (float(row[2].removesuffix(" %")) for row in rows(sheet, "Return"))
    assert 0.1 < best < 0.2, "six decks, dealer stands on 17, split aces are played"
    assert 0.6 < typical < 1.6, "common errors cost about one percent"
    assert facts(sheet, "Maximum exposure")["Largest win of one position"] == "$16,000"
    assert facts(sheet, "Maximum exposure")["All 7 positions"] == "$112,000: an upper bound"
    assert facts(sheet, "Rules assumed")["Pairs"] == "up to 4 hands"


def test_the_worst_round_of_a_table_is_a_bound_on_all_its_wagers() -> None:
    """Eight hands of $2,000 at 7 positions, and each side wager's largest win of all positions."""
    table = source("blackjack").table
    each = [largest_win(table, offered) for offered in table.wagers]
    whole = dollars(112_000) + sum(each.every + each.envies for each in each)
    assert whole_table(table) == whole > dollars(112_000)
    text = facts(base_of("blackjack"), "Maximum exposure")["Worst round of the table"]
    assert text == (
        f"at most {printed_dollars(whole, short=True)}, the sum of the largest wins of all wagers "
        "without Insurance, which wins only where the Blackjack wagers lose, and less, whether or "
        "not one deal can bring them all; meters at their seeds"
    )


def test_sheets_of_the_wheel_have_the_worst_round_too() -> None:
    """No Blackjack wager: the sum of all wagers' largest wins of all positions."""
    chosen = source("lightning-roulette")
    table = chosen.table
    most = sum(largest_win(table, offered).every for offered in table.wagers)
    assert whole_table(table) == most
    for sheet in par_sheets(chosen):
        text = facts(sheet, "Maximum exposure")["Worst round of the table"]
        assert text.startswith(f"at most {printed_dollars(most, short=True)}, the sum of")


def test_the_worst_round_of_baccarat_is_one_that_is_dealt() -> None:
    """Player's and Banker's Hand and Tie do not win together; two Royal Matches at 25 to 1 may."""
    chosen = source("baccarat")
    table, royals = chosen.table, 2 * 25 * 500
    most = {offered.slug: offered.maximum // 10_000 for offered in table.wagers}
    assert most["majestic-match"] == 500
    won = max(most["baccarat-player"], most["baccarat-banker"] * 19 / 20, 8 * most["baccarat-tie"])
    assert whole_table(table) == table.positions * (won + royals) * 10_000
    assert won > most["baccarat-player"], "here a tie is the worst"
    for sheet in par_sheets(chosen):
        told = facts(sheet, "Maximum exposure")["Worst round of the table"]
        assert told.startswith(f"${whole_table(table) // 10_000:,}, the most that the cards")


def test_how_often_a_round_is_won_pushed_and_lost() -> None:
    """They are the sums of the results, and are all there is."""
    sheet = base_of("blackjack")
    (best, typical) = rows(sheet, "Hit frequency")
    (table,) = part(sheet, "Hit frequency").blocks
    assert isinstance(table, PaperTable)
    assert [column.heading for column in table.columns[1:]] == ["Won", "Won 1 in", "Push", "Lost"]
    for found in (best, typical):
        won, pushed, lost = (float(found[at].removesuffix(" %")) for at in (1, 3, 4))
        assert won + pushed + lost == pytest.approx(100, abs=0.011)
        assert 40 < won < 45
        assert float(found[2]) == pytest.approx(100 / won, abs=0.01)
    results = rows(sheet, "Results of a round")
    won = sum(float(row[1].removesuffix(" %")) for row in results if "+" in row[0])
    assert won == pytest.approx(float(best[1].removesuffix(" %")), abs=0.006)


def test_results_of_a_round_are_a_distribution() -> None:
    """The law of a round has the exact mean and deviation; dealt rounds are within their errors."""
    base = source("blackjack").base
    assert base.played is not None
    assert base.standard_deviation is not None
    best = base.played.best
    assert sum(best.law.values()) == 1
    assert abs(best.mean - base.expected_value) < 4 * best.error
    assert best.deviation == pytest.approx(base.standard_deviation, rel=0.01)
    assert best.deviation == pytest.approx(base.standard_deviation, abs=5 * best.deviation_error)
    assert base.played.exact is not None
    law = {float(net): chance for net, chance in base.played.exact.law.items()}
    mean = sum(net * chance for net, chance in law.items())
    square = sum(net**2 * chance for net, chance in law.items())
    assert mean == pytest.approx(base.expected_value, abs=1e-9)
    assert square - mean**2 == pytest.approx(base.standard_deviation**2, abs=1e-9)
    solved = solve_table(source("blackjack").table, "total")
    assert base.standard_deviation == pytest.approx(solved.standard_deviation(), abs=1e-9)
    found = rows(base_of("blackjack"), "Results of a round")
    assert (found[-1][2], found[-1][4]) == ("100.0000 %", "100.000 %")
    assert [found[0][0], found[-1][0]] == ["≥ +5.0", "≤ −5.0"], "rare results are one row"


def test_counting_is_told_where_it_is_exact() -> None:
    """Effects of removal: a pair is the less likely, the fewer cards of one kind there are."""
    sheets = sheets_of("blackjack")
    text = facts(sheets["par-perfect-pairs"], "Exposure to counting")["Can a counter win?"]
    assert text.startswith("No: ")
    assert "no count of single cards helps" in text
    exposed = facts(sheets["par-jackpot-party"], "Exposure to counting")
    assert exposed["Removal that hurts players most"].startswith("ace of diamonds: −"), (
        "the ace of the royal flush"
    )


def test_what_the_best_whole_tags_win_is_exact() -> None:
    """§ 633c.2: the figure of the exposure itself, of no drawn shoe."""
    values = facts(sheets_of("blackjack")["par-jackpot-party"], "Exposure to counting")
    assert "exact for six cards a round" in values["Can a counter win?"]
    units = float(values["Can a counter win?"].removeprefix("Yes: ").split(" units")[0])
    dollars_won = float(values["With the largest wager"].removeprefix("$").split(" in 100")[0])
    assert dollars_won == pytest.approx(5 * units, abs=0.006)
    assert "With the largest wager" not in facts(
        sheets_of("blackjack")["par-perfect-pairs"], "Exposure to counting"
    )
    found = counting(records("lucky-ladies", None, None, 6)[0])
    assert found is not None
    of_ladies, _ = found.blocks
    assert isinstance(of_ladies, Facts)
    assert of_ladies.facts[0].value.startswith(
        "Yes: 0.6410 units in 100 rounds with 75 % of the shoe dealt, by the best whole tags"
    )


def test_a_count_that_wins_next_to_nothing_has_no_trigger_on_paper() -> None:
    """Baccarat: a count that places the wager in one of many millions of rounds is of no use."""
    for slug in ("par-baccarat-player", "par-baccarat-banker"):
        values = facts(sheets_of("baccarat")[slug], "Exposure to counting")
        won = values["Can a counter win?"]
        assert won.startswith("No, in practice: with 75 % of the shoe dealt, ")
        assert "0.0000" not in won
        assert "true count" not in won


def test_the_main_wager_tells_what_a_counter_wins() -> None:
    found = rows(base_of("blackjack"), "Exposure to counting")
    assert [row[0] for row in found] == ["1 to 1", "1 to 2", "1 to 4", "1 to 8", "1 to 12"]
    won = [float(row[1].replace("−", "-")) for row in found]
    assert won == sorted(won)
    assert found[0][1].startswith("−"), "who does not raise their wager loses"
    assert 0 < won[-1] < 10
    assert float(found[-1][5]) > float(found[1][5])
    text = facts(base_of("blackjack"), "Exposure to counting")["Can a counter win?"]
    errors = [float(row[2]) for row in found]
    clear = [row for row, mean, error in zip(found, won, errors, strict=True) if mean > 2 * error]
    units = clear[0][1].removeprefix("+")
    assert text == f"Yes, from a spread of {clear[0][0]} on, which wins {units} units in 100 rounds"


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("game", ["hybrid-blackjack", "blackjack-switch"])
def test_where_nobody_counts_the_sheet_says_why(game: str) -> None:
    text = facts(base_of(game), "Exposure to counting")["Can a counter win?"]
    without, _, why = text.rpartition("not worked out for this game: ")
    assert why
    won = source(game).base.expected_value
    best = f"Yes, without counting: the best play wins {100 * won:.2f} %. What counting adds is "
    assert without == (best if won > 0 else "")
    assert (won > 0) == (game == "blackjack-switch")


def test_hold_by_size_reaches_the_largest_wager() -> None:
    found = rows(sheets_of("blackjack")["par-perfect-pairs"], "Hold by wager size")
    assert [row[0] for row in found] == ["$5", "$10", "$25", "$50", "$100"]
    edge = Fraction(found[0][1].removesuffix(" %")) / 100
    assert float(100 * 100 * edge) == pytest.approx(float(found[-1][2].strip("$")), abs=0.1)


def test_the_unit_of_a_game_with_two_wagers_is_told() -> None:
    """§§ 633a.12(a)(1), 633c.4(c): two equal wagers; an ante that is collected in any case."""
    assert "half of it on each hand" in source("blackjack-switch").table.variation.unit
    assert "ante taken off" in source("switch-hands").table.variation.unit
    assert "first placed" in source("blackjack").table.variation.unit


@pytest.mark.nightly
def test_the_largest_round_of_two_equal_wagers_counts_every_hand() -> None:
    """§§ 633a.12(a)(1), 633a.11: two wagers of $2,000, four hands each, all doubled."""
    found = facts(base_of("blackjack-switch"), "Maximum exposure")
    assert found["Largest wager"] == "$2,000 on each of two hands"
    assert found["Hands of one wager"] == "4 after splits, each of them doubled"
    assert found["Largest win of one position"] == f"${2 * 4 * 2 * 2_000:,}: 8 hands, doubled"
    assert "each of two hands" in facts(base_of("blackjack-switch"), "The wager")["Amounts"]


def test_a_deviation_that_nobody_knows_is_not_made_up() -> None:
    """§ 633c.5(q): hands of a split share their cards."""
    sheet = base_of("hybrid-blackjack")
    found = facts(sheet, "Volatility")["Standard deviation"]
    assert "simulated, standard error 0.0" in found
    assert len(rows(sheet, "Volatility")) == 5, "intervals by rounds"


def test_figures_for_programs() -> None:
    found = {form["wager"]: form for form in figures(source("blackjack"))}
    pairs = found["perfect-pairs"]
    assert pairs["cycle"] == 48_516
    assert pairs["house_edge"] == pytest.approx(19 / 311)
    assert pairs["exposure"] == {"wager": "100.00", "win": "2500.00"}
    assert found["jackpot-party"]["long_run"]["increment"] == pytest.approx(0.21)
    assert found["blackjack"]["standard_deviation"] == pytest.approx(1.14, abs=0.03)


def test_what_long_outcomes_pay_leaves_them_room() -> None:
    """Washington's rows of two cards are long: their names are not set in five lines each."""
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        f'[wagers.{PROGRESSIVE}]\npaytable = "4d-1"\nwager = 1\nseed = 1000\n'
    )
    (record,) = [each for each in source_from(text).records if each.wager == PROGRESSIVE]
    (short,) = records("perfect-pairs", "pa", "A", 6)
    for priced, wide in ((record, True), (short, False)):
        (table,) = [each for each in outcomes(priced).blocks if isinstance(each, PaperTable)]
        assert [column.heading for column in table.columns if column.wide] == (
            ["Outcome", "Pays"] if wide else ["Outcome"]
        )


def test_what_is_short_stands_before_outcomes_of_many_lines() -> None:
    """Washington's progressive: its first page was a third blank."""
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        '[wagers.match-the-dealer-progressive]\npaytable = "4d-1"\nwager = 1\nseed = 1000\n'
        'reseed = 1000\nincrement = "20%"\n'
    )
    sheets = {sheet.name: sheet for sheet in par_sheets(source_from(text))}
    headings = [part.heading for part in sheets["par-match-the-dealer-progressive"].parts]
    in_order = ("Rules assumed", "Meters", "Meters over time", "Outcomes")
    assert sorted(in_order, key=headings.index) == list(in_order)


def test_no_abbreviation_of_a_sheet_is_left_unexplained() -> None:
    """The error of a counter's win is named and said to be a standard error."""
    counted = part(base_of("blackjack"), "Exposure to counting")
    (told, table) = counted.blocks[1:]
    assert isinstance(table, PaperTable)
    assert isinstance(told, Words)
    assert [column.heading for column in table.columns][1:3] == ["Units in 100", "Error"]
    assert "its standard error beside it" in told.text
