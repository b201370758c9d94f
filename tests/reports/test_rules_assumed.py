"""The decks and the rules of play that papers name: those of the table, and of each wager alone."""

import pytest

from reports.paper_tables import LIGHTNING, facts, pairs, sheets_of, source, source_from
from upcard.reports.par.sheet import assumed, par_sheets
from upcard.reports.rendering.paper import Facts, Paper
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.form import submission_form

DEALT = '[table]\nname = "T"\ndecks = {}\ndealing = "{}"\n{}'
PAIRS = '[wagers.perfect-pairs]\npaytable = "A"\n'
OF_TWO_SIDES = {
    "double-shoe": (4, "on each side"),
    "automated-shuffler": (8, "in each of two batches"),
    "from-the-hand": (2, "in each of two batches"),
}


@pytest.mark.parametrize("dealing", OF_TWO_SIDES)
def test_s633a_03_b_c_decks_are_those_of_each_side_or_batch(dealing: str) -> None:
    """Two sides of four decks are eight decks on the table: no paper says that there are four."""
    decks, where = OF_TWO_SIDES[dealing]
    made = source_from(DEALT.format(decks, dealing, PAIRS if decks > 2 else ""))
    assert pairs(submission_form(made), "The table")["Decks"] == f"{decks} {where}"
    played = {fact.name: fact.value for fact in rules_in_short(made.table)}["Played with"]
    assert played.startswith(f"{decks} decks {where}, from ")
    for sheet in par_sheets(made):
        assert f"{decks} decks {where}, " in sheet.subtitle
        assert facts(sheet, "The wager")["Dealt from"] == f"{decks} decks {where}"


def test_s633a_03_a_one_shoe_has_all_decks() -> None:
    made = source_from(DEALT.format(6, "shoe", ""))
    assert pairs(submission_form(made), "The table")["Decks"] == "6"


def test_s633c_05_f_cards_of_a_hybrid_table_are_not_in_batches() -> None:
    hybrid = '[table]\nname = "T"\ngame = "hybrid-blackjack"\ndealing = "automated-shuffler"\n'
    assert pairs(submission_form(source_from(hybrid)), "The table")["Decks"] == "6"


def subjects(sheet: Paper) -> set[str]:
    """The subjects of the rules that a sheet assumes."""
    return set(facts(sheet, "Rules assumed"))


def test_s633c_05_insurance_is_decided_without_a_drawn_card() -> None:
    sheets = sheets_of("hybrid-blackjack")
    drawn = {"Community cards", "Card of a double down", "Countdown", "No decision in time"}
    assert not drawn & subjects(sheets["par-insurance"])
    assert drawn <= subjects(sheets["par-buzzer-beater"]), "hands are played out for it"


def test_s617b_03_lucky_numbers_are_told_where_they_are_paid() -> None:
    text = f'[table]\nname = "T"\ngame = "lightning-roulette"\n{LIGHTNING}'
    told = {sheet.name: subjects(sheet) for sheet in par_sheets(source_from(text))}
    of_numbers = {"Lucky Numbers", "Straight wager"}
    assert {name for name, said in told.items() if of_numbers & said} == {"par-lightning-straight"}
    assert all("Played with" in said for said in told.values())


def test_s631b_07_two_cards_decide_majestic_match() -> None:
    """No third card changes it, and limits of other wagers are not its own."""
    assert subjects(sheets_of("baccarat")["par-majestic-match"]) == {"Played with"}
    assert "A tie" in subjects(sheets_of("baccarat")["par-baccarat-tie"])


def test_s685c_insurance_keeps_what_is_told_of_the_hole_card() -> None:
    """The light of Down Under Blackjack tells players what Insurance is about."""
    sheets = sheets_of("down-under-blackjack")
    assert "Hole card" in subjects(sheets["par-insurance"])
    assert "A dealer's 22" not in subjects(sheets["par-insurance"])
    assert subjects(sheets["par-match-the-dealer-progressive"]) == {"Played with"}


def test_a_house_reads_no_text() -> None:
    """A paytable as printed is no reading: the house claims no State's text."""
    text = '[table]\nname = "T"\njurisdiction = "{}"\n[wagers.super-4]\npaytable = "1-1"\n'
    read = {}
    for place in ("house", "pa"):
        sheets = {sheet.name: sheet for sheet in par_sheets(source_from(text.format(place)))}
        read[place] = facts(sheets["par-super-4"], "How it was found").get("Reading of the text")
    assert read == {"house": None, "pa": "as the section is worded"}


def test_the_limits_of_blackjack_are_called_its_own() -> None:
    """Side wagers have limits of their own."""
    (block,) = (each for each in assumed(source("blackjack")).blocks if isinstance(each, Facts))
    named = {fact.name: fact.value for fact in block.facts}
    assert named["Blackjack wager"] == "$15 to $2,000"
    assert "Wagers" not in named
