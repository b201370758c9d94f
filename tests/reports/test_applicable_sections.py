"""Papers say what applies to their table, by the sections of its game."""

import pytest

from nightly import NIGHTLY
from reports.paper_tables import (
    facts,
    notes,
    papers_of,
    part,
    rows,
    sheets_of,
    source,
    source_from,
    words,
)
from upcard.exact.record import records
from upcard.reports.charts.record_names import line_of
from upcard.reports.names import paytable_in_words
from upcard.reports.own_rules import as_cited
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.paper import Facts, Paper, PaperTable
from upcard.reports.rendering.pdf import fitted
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.layout_sheet import layout_sheet, seats_felt
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign

HOUSE = """
[table]
name = "H-1"
jurisdiction = "house"
decks = 7
minimum = 10
maximum = 500
[blackjack]
peek = false
[wagers.lucky-ladies]
maximum = 25
[wagers.buster-blackjack]
paytable = "A"
"""


def sections(paper: Paper) -> set[str]:
    """Every section that a paper cites."""
    found = {part.section for part in paper.parts}
    for block in (block for each in paper.parts for block in each.blocks):
        if isinstance(block, Facts):
            found |= {fact.section for fact in block.facts}
        if isinstance(block, PaperTable):
            cited = [at for at, column in enumerate(block.columns) if column.heading == "Section"]
            found |= {row[at] for row in block.rows for at in cited}
    return found - {""}


def test_s685c_01_papers_of_down_under_blackjack_cite_its_own_chapters() -> None:
    """§ 685c.1 has the text of § 633c.3; Washington's prizes are no matter of this table."""
    made = source("down-under-blackjack")
    cheap = (payout_sign(made), rack_card(made), layout_sheet(made), submission_form(made))
    sheets = sheets_of("down-under-blackjack").values()
    by_day = [as_cited(paper, made.table.cite) for paper in (*sheets, *cheap)]
    for paper in papers_of("down-under-blackjack").values() if NIGHTLY else by_day:
        cited = sections(paper)
        assert not {section for section in cited if "§ 633" in section or "WSGC" in section}, (
            paper.name
        )


def test_ch685a_papers_tell_the_light_and_the_vendor_s_rules() -> None:
    values = {
        fact.name: fact.value for fact in rules_in_short(source("down-under-blackjack").table)
    }
    assert values["Hole card"].startswith("a light tells its range")
    assert values["A dealer's 22"].startswith("returns all wagers but those of a 21")
    sign = payout_sign(source("down-under-blackjack"))
    assert "A dealer's 22 returns all wagers" in words(sign)


def test_a_house_s_insurance_is_at_most_half_of_the_wager() -> None:
    sheets = {paper.name: paper for paper in par_sheets(source_from(HOUSE))}
    insurance = sheets["par-insurance"]
    assert (
        facts(insurance, "The wager")["Amounts"]
        == "at most 1/2 of the Blackjack wager, or the next amount that can be wagered"
    )
    assert facts(insurance, "Maximum exposure")["Largest wager"] == "$250"
    assert [row[0] for row in rows(insurance, "Hold by wager size")][:2] == ["$5", "$10"]
    assert facts(sheets["par-buster-blackjack"], "The wager")["Paytable"] == "A"


def test_without_a_hole_card_a_house_has_no_card_reader_and_looks_for_no_blackjack() -> None:
    house = source_from(HOUSE)
    assert "card reader" not in seats_felt(house)
    (settled,) = part(rack_card(house), "When optional wagers are paid and collected").blocks
    assert isinstance(settled, Facts)
    ladies = next(fact.value for fact in settled.facts if fact.name.startswith("Lucky"))
    assert ladies.endswith("when the dealer's second card is dealt")


def test_s633c_05_aa_split_aces_without_a_hole_card_take_one_card() -> None:
    table = source("hybrid-blackjack-no-hole-card").table
    aces = next(fact for fact in rules_in_short(table) if fact.name == "Aces")
    assert (aces.value, aces.section) == (
        "split once, one card each",
        "58 Pa. Code § 633c.5(aa)(3)(i)",
    )


def test_s633a_02_b_the_form_has_the_area_of_each_wager() -> None:
    form = submission_form(source("blackjack-switch"))
    area = next(row for row in rows(form, "Wager: Super Match") if row[0].startswith("An area"))
    assert area == (
        "An area for each player",
        "yes",
        "by default",
        "58 Pa. Code § 633a.2(b)(10)(ii)",
    )
    ante = rows(submission_form(source("switch-hands")), "Wager: Switch Hands ante")
    assert "Paytable" not in [row[0] for row in ante], "a fee has none"


def test_the_hold_sheet_explains_what_it_has() -> None:
    told = notes(hold_sheet(source("baccarat")))
    assert "simulated" not in told
    assert "shares of meters" not in told.lower()


def test_a_sheet_speaks_of_meters_and_bonuses_where_there_are_some() -> None:
    ladies = sheets_of("blackjack-premium")["par-lucky-ladies"]
    assert facts(ladies, "Return")["House edge"] == "17.6391 %"
    ((_, size),) = [
        (block.columns[0].heading, block.columns[1].heading)
        for block in part(ladies, "Hold by wager size").blocks
        if isinstance(block, PaperTable)
    ]
    assert size == "House edge"
    progressive = sheets_of("down-under-blackjack")["par-match-the-dealer-progressive"]
    values = facts(progressive, "Return")
    assert values["House edge"].endswith(" % in the long run, meters counted")
    assert values["House edge, fixed odds alone"].endswith(" %")


def test_the_only_paytable_of_a_wager_has_no_name() -> None:
    """Its chart is one by the number of decks."""
    record = records("lucky-ladies", None, None, 6)[0]
    assert line_of(record) == "Lucky Ladies Twenty Point Bonus"
    part(sheets_of("blackjack-premium")["par-lucky-ladies"], "House edge by number of decks")
    assert paytable_in_words("match-the-dealer", "wa", "standard") == "Standard"


def test_s631b_07_majestic_match_may_be_won_on_both_hands_at_once() -> None:
    values = facts(sheets_of("baccarat")["par-majestic-match"], "Maximum exposure")
    assert values["Largest win of one wager"] == "$12,500"
    assert values["All 7 positions"] == (
        "$175,000, should each win it at once on both hands: an upper bound, whether or not the "
        "decks have the cards"
    )


def test_s617b_03_the_sheet_has_the_weights_that_its_figures_rest_on() -> None:
    values = facts(sheets_of("lightning-roulette")["par-lightning-straight"], "Rules assumed")
    weights = [value for value in values.values() if value.startswith("of 100, ")]
    assert len(weights) == 2
    assert "one Lucky Number: 30" in weights[0]


def test_a_sign_of_many_wagers_keeps_their_order() -> None:
    sign = papers_of("lightning-roulette")["payout-sign"]
    columns = fitted(sign, "letter").columns
    assert sum(columns, ()) == tuple(range(len(sign.parts)))


def test_s633c_14_a_mystery_meter_is_told_by_the_wager_that_it_stands_beside() -> None:
    sheets = sheets_of("blackjack")
    mystery = sheets["par-must-hit-by-mystery-b-5"]
    assert mystery.subtitle == "Paytable B-5, 58 Pa. Code § 633c.14(c)(4)"
    assert "Played with" not in facts(mystery, "The wager")
    assert words(mystery).startswith("A meter beside Jackpot Party: ")
    party = facts(sheets["par-jackpot-party"], "Return")
    counted = " % in the long run, meters and the mystery counted"
    assert party["House edge"].endswith(counted), "no envy bonus"
    values = facts(sheets["par-jackpot-party"], "Maximum exposure")
    assert values["Meters"] == (
        "$25,500.10, meters at the seeds, the mystery at its maximum and what the wager adds"
    )


def test_s633c_06_j_the_form_has_the_mystery_that_is_offered() -> None:
    equipment = [row[0] for row in rows(submission_form(source("blackjack")), "Equipment")]
    assert [row for row in equipment if "mystery" in row.lower()] == [
        "Random number generator for the Must-Hit-By Mystery"
    ]


@pytest.mark.parametrize(("dealing", "decks"), [("shoe", 6), ("from-the-hand", 2)])
def test_a_form_asks_for_a_shoe_where_the_table_has_one(dealing: str, decks: int) -> None:
    """§ 633a.12(b): cards dealt from the hand are in no shoe, which nothing loads."""
    made = source_from(f'[table]\nname = "T"\ndealing = "{dealing}"\ndecks = {decks}\n')
    choices = {row[0] for row in rows(submission_form(made), "Equipment")}
    assert ("Dealing shoe or dealing device in its approved place" in choices) == (
        dealing == "shoe"
    )
    assert "The shuffler loads the shoe by itself" not in choices
