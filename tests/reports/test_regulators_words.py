"""What a regulator reads: rules with titles, weights in words, aligned figures, short cycles."""

from pathlib import Path

from reports.paper_tables import facts, pairs, rows, source, source_from
from upcard.exact import wheel
from upcard.exact.table import table_records
from upcard.games.roulette import lightning_rules
from upcard.reports.choice_words import value_in_words
from upcard.reports.rendering.html import page
from upcard.reports.rendering.paper import Paper, PaperPart, PaperTable, left, right
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.layout_sheet import layout_sheet
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse, read
from upcard.wagers.catalogue import wager

HOUSE = Path(__file__).parents[2] / "submissions" / "house.toml"
WASHINGTON = """
[table]
name = "WA-1"
jurisdiction = "wa"
game = "match-the-dealer-blackjack"
"""


def test_every_rule_of_a_house_has_its_title() -> None:
    submission, _ = check(read(HOUSE))
    assert submission is not None
    names = [fact.name for fact in rules_in_short(compile_table(submission))]
    assert "Rule" not in names
    assert {"The dealer", "Double down", "Pairs", "Aces", "Surrender"} <= set(names)
    assert len(names) == len(set(names))


def test_insurance_is_priced_where_washington_deals_it() -> None:
    submission, _ = check(parse(WASHINGTON))
    assert submission is not None
    (record,) = table_records(compile_table(submission))
    assert record.wager == "insurance"
    assert record.section.startswith("WSGC")


def test_a_washington_form_has_no_rows_on_what_the_table_does_not_have() -> None:
    """No prize for a row printed as "$" where no row is, and no limit in place of the printed."""
    progressive = (
        'decks = {}\n[wagers.match-the-dealer-progressive]\npaytable = "{}"\nwager = 1\n'
        'seed = 1000\nincrement = "15%"\n'
    )
    form = submission_form(source_from(WASHINGTON + progressive.format(6, "4d-1")))
    filed = {name for part in form.parts for name in pairs(form, part.heading)}
    assert not [name for name in filed if "prizes" in name]
    assert "The provision that permits it" not in filed
    assert "The largest wager of any kind, where it is not the printed one" not in filed
    prize = 'prizes = { three-card-suited-match = "$500" }\n'
    with_prizes = source_from(WASHINGTON + progressive.format(4, "3a-1-alt") + prize)
    values = pairs(submission_form(with_prizes), "Wager: Match the Dealer Progressive")
    assert [name for name in values if "prizes" in name]


def test_a_wheel_s_cycle_is_the_shortest() -> None:
    rules = lightning_rules(
        {1: 30, 2: 30, 3: 20, 4: 15, 5: 5},
        {49: 40, 99: 25, 149: 12, 199: 8, 249: 6, 299: 4, 349: 2, 399: 2, 499: 1},
    )
    counts = wheel.counts(wager("split"), rules)
    assert sum(counts.values()) == 37


def test_weights_are_words() -> None:
    said = value_in_words("lightning.payouts", {"49": 3, "99": 1})
    assert said == "of 4, 49 to 1: 3, 99 to 1: 1"


def test_figures_of_a_column_have_their_points_in_line() -> None:
    table = PaperTable((left("A"), *right("Wager")), (("a", "$0.50"), ("b", "$1"), ("c", "none")))
    paper = Paper("p", "P", "", source("blackjack").head, (PaperPart("", (table,)),))
    assert '$1<span class="room" data-room=".00">' in page(paper)
    assert "none</td>" in page(paper)


def test_who_offers_the_game_is_called_as_the_text_of_the_jurisdiction_calls_them() -> None:
    """Washington's rules speak of operators; a certificate holder is Pennsylvania's."""
    washington = source_from(WASHINGTON)
    form, layout = submission_form(washington), layout_sheet(washington)
    said = " ".join(map(str, (form.parts, layout.parts)))
    assert "certificate holder" not in said.lower()
    assert next(iter(facts(form, "Filing"))) == "Operator"
    assert "Approved for the operator" in [row[0] for row in rows(form, "Signatures")]
    assert "Name or logo of the operator" in [row[0] for row in rows(form, "Layout")]
    pennsylvania = submission_form(source("baccarat"))
    assert next(iter(facts(pennsylvania, "Filing"))) == "Certificate holder"
    signers = [row[0] for row in rows(pennsylvania, "Signatures")]
    assert "Approved for the certificate holder" in signers


def test_a_table_s_number_stays_beside_it() -> None:
    column = (left("Section", wide=True), left("A", wide=True))
    part = PaperPart("", (PaperTable(column, (("WSGC, Table 4d", "x"),)),))
    sheet = Paper("sheet", "Sheet", "", source("baccarat").head, (part,))
    assert "Table\N{NO-BREAK SPACE}4d" in page(sheet)
