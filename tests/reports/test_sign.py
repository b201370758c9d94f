"""The payout sign: rows in the rulebook's order and words, conditions, limits, meters."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from reports.paper_tables import facts, pages, pairs, part, rows, source, source_from, words
from upcard.reports.names import language, language_file, languages
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.figures import JURISDICTIONS, dollars
from upcard.reports.rendering.fit import Size
from upcard.reports.rendering.paper import Facts, PaperTable, Words
from upcard.reports.rendering.pdf import fitted, pdf
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.untranslated import untranslated
from upcard.rules.loader import all_wagers
from upcard.rules.violation import BadInput, UnknownName
from upcard.wagers.catalogue import wager

SHOE = '[table]\nname = "A"\ndecks = 6\n'
BLAZING = 'seed = 2000\nreseed = 2000\nincrement = "15%"\n'
TERMS = 'seed = 1000\nreseed = 1000\nincrement = "10%"\n'
WASHINGTON = """
[table]
name = "WA"
jurisdiction = "wa"
game = "match-the-dealer-blackjack"
decks = 6
[wagers.match-the-dealer]
maximum = 100
[wagers.match-the-dealer-progressive]
paytable = "4d-1"
wager = 1
seed = 1000
"""


FIELD = re.compile(r"\{\w+\}")

UNTRANSLATED = (
    "game.blackjack",
    "game.win",
    "game.even-money",
    "rows-of.insurance.win",
    "notes.upcard-luck",
    "notes.times-blackjack-1",
    "rows-of.upcard-luck.blackjack",
    "rows-of.upcard-luck.9-10-or-11",
    "rows-of.upcard-luck.18-19-or-20",
)
"""What a file of words leaves in English that has one row of Upcard Luck alone."""


@pytest.mark.parametrize("code", languages())
def test_every_row_of_every_paytable_has_words(code: str) -> None:
    """No slug on paper: neither a printed row's nor that of rows that are paid together."""
    said, bare = language(code), []
    for rules in all_wagers():
        slug = rules.data.slug
        found = set()
        for table in rules.paytables:
            rule = wager(slug, rules.data.jurisdiction, table.data.form)
            found |= set(table.data.pays) | (set(rule.composed) & set(rule.outcomes))
        bare += [
            f"{slug}: {row}"
            for row in sorted(found)
            if row not in said.rows and row not in said.rows_of.get(slug, {})
        ]
    assert bare == []


@pytest.mark.parametrize("code", languages())
def test_every_text_of_a_sign_is_in_its_language(code: str) -> None:
    """The same keys, each with the values that are put into it."""
    english, said = language(), language(code)
    for name in ("phrases", "notes", "each", "bonus", "game", "rows"):
        of, own = getattr(english, name), getattr(said, name)
        assert {key: FIELD.findall(text) for key, text in of.items()} == {
            key: FIELD.findall(text) for key, text in own.items()
        }
    keys = {slug: set(rows) for slug, rows in english.rows_of.items()}
    assert keys == {slug: set(rows) for slug, rows in said.rows_of.items()}
    titled = {rules.data.slug for rules in all_wagers()} | JURISDICTIONS.keys()
    assert set(said.titles) <= titled


def test_an_unknown_language_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnknownName, match="There are no words for signs in 'xx'"):
        language("xx")


def test_a_sign_in_words_of_ones_own(tmp_path: Path) -> None:
    """Phrases are all given; rows that are not stay in English."""
    file, said = tmp_path / "es.toml", language()
    phrases = {**said.phrases, "pays": "Paga"}
    lines = [f"{key} = {json.dumps(value)}" for key, value in phrases.items()]
    rows = '[rows-of.upcard-luck]\nace-spades-and-jack-spades = "As y jota de picas"\n'
    file.write_text("\n".join(["[phrases]", *lines, rows]), encoding="utf-8")
    source = source_from(f"{SHOE}[wagers.upcard-luck]\nmaximum = 100\n")
    sign = payout_sign(source, "es", language_file(file))
    assert (sign.name, sign.language) == ("payout-sign-es", "es")
    compared, table = part(sign, "Upcard Luck").blocks
    assert isinstance(compared, Words)
    assert isinstance(table, PaperTable)
    assert table.columns[-1].heading == "Paga"
    (_, english) = part(payout_sign(source), "Upcard Luck").blocks
    assert isinstance(english, PaperTable)
    assert untranslated(source, file) == UNTRANSLATED
    assert [row[1:] for row in table.rows] == [row[1:] for row in english.rows]
    assert table.rows[1:] == english.rows[1:]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[phrases]\npays = 'Paga'\n", "lacks the phrases also, and, any_dealer"),
        ("language = 'Español'\n", r"has no words for signs: it has no \[phrases\]"),
        ("[phrases", "has no words for signs: "),
        ("[phrases]\npays = 3\n", "has no words for signs: "),
    ],
    ids=["incomplete", "without", "broken", "number"],
)
def test_a_file_without_words_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "es.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        language_file(tmp_path / "es.toml")


def test_the_amount_of_a_fee_is_in_the_words_of_the_sign() -> None:
    """§ 633c.4(c): $1 for every $5, in another language too."""
    english = language()
    part_of = "${part} por cada ${whole} de la apuesta"
    spanish = replace(english, phrases={**english.phrases, "part": part_of})
    made = source_from('[table]\nname = "A"\ngame = "switch-hands"\n')
    assert "$1 por cada $5 de la apuesta." in words(payout_sign(made, "es", spanish))


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        (f"hit-and-run]\nmaximum = 100\n{TERMS}", True),  # every row is "for 1"
        (f"hit-and-run]\nmaximum = 100\nstake_beside_meter = true\n{TERMS}", False),
        ('super-4]\npaytable = "1-1"\nwager = 5\n', True),  # collected before the deal
        ("perfect-pairs]\nmaximum = 100\n", False),
        ('royal-match-21]\npaytable = "C"\ncrown_treasure = true\n', False),
    ],
)
def test_a_wager_that_is_not_returned_says_so(chosen: str, kept: bool) -> None:
    """§§ 633a.13(l), 633c.6(f): "for 1", and what was collected before the deal."""
    table = source_from(f"{SHOE}[wagers.{chosen}")
    for paper in (payout_sign(table), rack_card(table)):
        assert ("The wager is not returned with a payout." in words(paper)) is kept


def test_upcard_luck_says_the_upcard_in_each_row() -> None:
    """§ 633c.15(g)."""
    sign = payout_sign(source_from(f"{SHOE}[wagers.upcard-luck]\nmaximum = 100\n"))
    assert rows(sign, "Upcard Luck") == [
        ("Ace and jack of spades, with the dealer's upcard 2 through 7", "80 to 1"),
        ("Blackjack, with the dealer's upcard 2 through 7", "8 to 1"),
        ("9, 10 or 11, with the dealer's upcard 2 through 7", "4 to 1"),
        ("18, 19 or 20, including soft totals, with the dealer's upcard 2 through 7", "3 to 1"),
    ]


@pytest.mark.parametrize(
    ("wagers", "told"),
    [
        ("upcard-luck]", "The player's first two cards, with the dealer's upcard. At most the Bl"),
        (f"blazing-7s]\nwager = 1\n{BLAZING}", "the third card drawn. Two sevens against a dealer"),
        (f'blazing-7s]\nwager = 1\nthird_card = "upcard"\n{BLAZING}', "upcard as the third."),
        ("trilux-deluxe]", "not against a dealer's Blackjack. At most twice the Blackjack wager."),
    ],
)
def test_a_sign_says_which_cards_are_compared(wagers: str, told: str) -> None:
    """§§ 633c.15(d), (f), 633c.9(d)(4), (h), 633c.11(c), (e), (f); also on the rack card."""
    table = source_from(f"{SHOE}[wagers.{wagers}\n")
    assert told in words(payout_sign(table))
    assert told in words(rack_card(table))


def test_signs_of_switch_and_baccarat_say_which_cards_are_compared() -> None:
    """§ 633a.6(e)(7), § 631b.7(b)."""
    assert "The player's first four cards." in words(payout_sign(source("blackjack-switch")))
    told = "a wager on either or both. No Baccarat wager is needed."
    assert told in words(payout_sign(source("baccarat")))


def test_the_form_and_the_par_sheet_have_the_limit_by_the_blackjack_wager() -> None:
    """§ 633c.11(c): $5 to $100, but at most twice the Blackjack wager; (e): may be pressed."""
    table = source_from(f"{SHOE}[wagers.trilux-deluxe]\nminimum = 5\nmaximum = 100\n")
    filed = pairs(submission_form(table), "Wager: TriLux Deluxe")
    assert filed["Beside a Blackjack wager"] == "at most twice the Blackjack wager"
    assert filed["Winnings may be added to the Blackjack wager"].startswith("all or a portion")
    sheet = next(paper for paper in par_sheets(table) if paper.name == "par-trilux-deluxe")
    text = facts(sheet, "The wager")["Amounts"]
    assert text == "$5 to $100, at most twice the Blackjack wager"


@pytest.mark.parametrize("least", [5, 15])
def test_the_cash_bonus_stands_under_its_condition(least: int) -> None:
    """§ 633c.13(d), (i): a Blackjack, and a wager of $5 or of this table's minimum at least."""
    text = f"minimum = {least}\n[wagers.buster-blackjack]\nminimum = {least}\nmaximum = 100\n"
    sign = payout_sign(source_from(f'{SHOE}{text}bonus = "B1"\n'))
    printed, bonus = part(sign, "Buster Blackjack").blocks[1:]
    assert isinstance(printed, PaperTable)
    assert isinstance(bonus, PaperTable)
    assert bonus.columns[0].heading == (
        f"Cash bonus: the player has a Blackjack and a winning wager of ${least} or more"
    )
    assert bonus.rows[0] == ("Dealer busts with eight or more cards", "$8,000")
    assert printed.rows[0] == ("Dealer busts with eight or more cards", "250 to 1")


def test_the_limit_says_which_hands_share_it() -> None:
    """§ 633a.13(o): two rows, one round, in proportion to the wagers."""
    text = "aggregate_limit = 100000\n[wagers.lucky-ladies]\nmaximum = 25\n"
    told = words(payout_sign(source_from(f"{SHOE}{text}[wagers.kings-bounty]\nmaximum = 25\n")))
    assert "Pair of queens of hearts and dealer Blackjack (Lucky Ladies" in told
    assert "Pair of kings of spades and dealer Blackjack (King's Bounty" in told
    assert "at most $100,000 is paid to all winning hands of one round together" in told
    assert "in proportion to its wager" in told


def test_a_sign_has_the_approved_rows_and_pays_each_card() -> None:
    """WSGC Match the Dealer Blackjack, Tables 2 and 4d: no rows of two cards together."""
    sign = payout_sign(source_from(WASHINGTON))
    assert rows(sign, "Match the Dealer (up card)") == [
        ("Suited match: the up card's rank and suit", "11 to 1"),
        ("Unsuited match: the up card's rank alone", "4 to 1"),
    ]
    assert "Each of the player's first two cards that matches is paid." in words(sign)
    assert rows(sign, "Match the Dealer Progressive")[:3] == [
        ("Two suited matches with the dealer's up and down cards", "100 % of the meter"),
        ("Two suited matches with the dealer's up or down card", "10 % of the meter"),
        ("One non-suited and one suited match", "6 for 1"),
    ]
    assert rows(sign, "Insurance") == [("The dealer has a Blackjack", "2 to 1")], "it is dealt"


def test_a_rack_card_says_the_rules_in_short() -> None:
    """What a player asks first: decks, soft 17, double, split, aces, surrender, insurance."""
    wagers = "[wagers.lucky-ladies]\nminimum = 5\nmaximum = 25\n"
    card = rack_card(source_from(SHOE + "[blackjack]\nresplits = 1\n" + wagers))
    block = part(card, "At this table").blocks[0]
    values = {fact.name: fact.value for fact in getattr(block, "facts", ())}
    assert values["Played with"] == "6 decks, from a shoe"
    assert values["The dealer"] == "draws to 16, stands on all 17s"
    assert values["Pairs"] == "up to 3 hands"
    assert (
        values["Insurance"]
        == "pays 2 to 1, at most half the wager or the next amount that can be wagered"
    )
    assert {"Double down", "Aces", "Surrender", "Even money"} <= values.keys()
    (settled,) = part(card, "When optional wagers are paid and collected").blocks
    assert isinstance(settled, Facts)
    last = settled.facts[-1]
    assert last.name == "Lucky Ladies Twenty Point Bonus"
    assert last.value == (
        "after the first two cards; two queens of hearts against a dealer's ten-value card or ace: "
        "after the dealer has looked for a Blackjack"
    ), "a pair of queens of hearts is held"


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sign_is_one_page_and_a_rack_card_one_sheet(size: Size) -> None:
    """Both comply with PDF/UA-1, also where the wagers take all four panels of the card."""
    slugs = ("lucky-ladies", "match-the-dealer", "upcard-luck", "kings-bounty", "three-card-poker")
    text = "".join(f"[wagers.{slug}]\nmaximum = 25\n" for slug in slugs)
    table = source_from(SHOE + text + '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n')
    for paper, most in ((payout_sign(table), 1), (rack_card(table), 2)):
        assert pages(pdf(paper, size, table.table.as_of)) == most


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sign_and_a_rack_card_keep_the_rulebook_s_order(size: Size) -> None:
    """Down the left column, then the right: on both sizes of paper, and in Spanish."""
    slugs = ("lucky-ladies", "match-the-dealer", "upcard-luck", "buster-blackjack")
    text = "".join(f"[wagers.{slug}]\nmaximum = 25\n" for slug in slugs)
    text = f"{SHOE}aggregate_limit = 100000\n{text}"
    table = source_from(f'{text}[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n')
    sign, spanish = payout_sign(table), payout_sign(table, "es", language("es"))
    assert [each.heading for each in sign.parts[:2]] == ["Blackjack wager", "Insurance"]
    assert sign.parts[-1].heading == "Payout limit"
    for paper in (sign, spanish, rack_card(table)):
        placed = [number for column in fitted(paper, size).columns for number in column]
        assert placed == list(range(len(paper.parts)))


def test_s617b_03_d_a_sign_tells_lucky_numbers_apart() -> None:
    """§ 617b.3(d), (g): how many there are, and each row by what it shows; in Spanish too."""
    table = source("lightning-roulette")
    sign = payout_sign(table)
    assert rows(sign, "Straight wager")[0] == ("Lucky Number at 499", "499 to 1")
    assert rows(sign, "Straight wager")[-1] == ("Any other number", "29 to 1")
    assert "1 to 5 Lucky Numbers are selected" in words(sign)
    spanish = payout_sign(table, "es", language("es"))
    assert rows(spanish, "Pleno")[0] == ("Número de la suerte a 499", "499 a 1")
    for paper, heading in ((sign, "Straight wager"), (spanish, "Pleno")):
        names = [row[0] for row in rows(paper, heading)]
        assert len(names) == len(set(names)) == 10
    assert "de 1 a 5 números de la suerte" in words(spanish)


@pytest.mark.parametrize("game", ["baccarat", "lightning-roulette"])
def test_the_headline_of_a_table_has_the_limits_of_all_its_wagers(game: str) -> None:
    """A straight wager from $0.50 stands below no headline that begins at $1."""
    table = source(game)
    least = min(wager.minimum for wager in table.table.wagers)
    most = max(wager.maximum for wager in table.table.wagers)
    for paper in (payout_sign(table), rack_card(table)):
        assert paper.subtitle == f"Wagers from {dollars(least)} to {dollars(most)}"


def test_washington_has_one_spelling_of_the_up_card() -> None:
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        "[wagers.match-the-dealer]\n[wagers.match-the-dealer-progressive]\n"
        'paytable = "4d-1"\nwager = 1\nseed = 1000\n'
    )
    said = str(payout_sign(source_from(text)))
    assert "up card" in said
    assert "upcard" not in said.replace("upcard 0.", "")


@pytest.mark.parametrize("code", languages())
def test_s633a_07_g3_a_sign_says_between_what_the_upcard_falls(code: str) -> None:
    """One line under the title; the rows are spreads alone, as § 633a.13(e) prints them."""
    sign = payout_sign(source_from(f"{SHOE}[wagers.in-between]\n"), code)
    said = language(code)
    told, _ = part(sign, said.title("in-between", "In Between")).blocks
    assert told == Words(said.notes["in-between"])
    spreads = [row[0] for row in rows(sign, said.title("in-between", "In Between"))][1:]
    assert not [row for row in spreads if "," in row]


@pytest.mark.parametrize(("read", "told"), [("returned", "Returned"), ("collected", "Lost")])
def test_s633c_05_u_a_sign_says_what_becomes_of_equal_hands(read: str, told: str) -> None:
    """A player with a 21 against a dealer's 21 has no row; the reading decides."""
    offered = f'[wagers.buzzer-beater]\nminimum = 1\nmaximum = 100\nunprovided = "{read}"\n'
    table = f'[table]\nname = "T"\ngame = "hybrid-blackjack"\n{offered}'
    said = words(payout_sign(source_from(table)))
    assert f"{told} when both hands have the same total below 19" in said
