"""Rows and notes that depend on a table: on a reading, and on two hands for each player."""

import pytest

from reports.paper_tables import facts, papers_of, rows, source, source_from, words
from upcard.reports.names import language, languages, row_name
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.paper import Paper, PaperTable, Words
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.rules.loader import all_wagers
from upcard.rules.readings import COMBINATIONS
from upcard.wagers.catalogue import read_form, wager

SUPER_4 = """
[table]
name = "T-1"
positions = 5
decks = 6
game = "{game}"
[wagers.super-4]
paytable = "1-1"
wager = 5
reading = "{reading}"
"""
READ = {
    "text": ("Two suited pairs", "Suited pair"),
    "industry": ("Two pair", "Pair"),
}
"""The two rows of § 633c.6(a)(6) and (8), by the reading."""


def super_4_papers(reading: str, game: str = "blackjack") -> dict[str, Paper]:
    made = source_from(SUPER_4.format(reading=reading, game=game))
    sheets = [sheet for sheet in par_sheets(made) if sheet.name == "par-super-4"]
    papers = [*sheets, payout_sign(made), rack_card(made), submission_form(made)]
    return {paper.name: paper for paper in papers}


def cells(paper: Paper) -> set[str]:
    tables = [block for part in paper.parts for block in part.blocks]
    return {
        cell
        for block in tables
        if isinstance(block, PaperTable)
        for row in block.rows
        for cell in row
    }


@pytest.mark.parametrize("reading", READ)
def test_rows_of_super_4_are_named_as_they_are_read(reading: str) -> None:
    """§ 633c.6(a)(6), (8): pairs agree in suit and rank, or as the industry pays in rank alone."""
    found = super_4_papers(reading)
    for name in ("payout-sign", "rack-card"):
        printed = [row[0].partition(":")[0] for row in rows(found[name], "Super 4")]
        assert set(READ[reading]) <= set(printed)
    assert set(READ[reading]) <= {row[0] for row in rows(found["par-super-4"], "Outcomes")}
    unread = set(READ["industry" if reading == "text" else "text"])
    form = cells(found["submission-form"])
    assert {f"Pays: {row}" for row in READ[reading]} <= form
    assert not {f"Pays: {row}" for row in unread} & form


@pytest.mark.parametrize("code", languages())
def test_each_reading_with_other_combinations_has_rows_of_its_own(code: str) -> None:
    said, alike = language(code), []
    for rules in all_wagers():
        data = rules.data
        for reading in data.readings[COMBINATIONS].values if COMBINATIONS in data.readings else ():
            form = read_form(data, "", {COMBINATIONS: reading})
            if wager(data.slug, data.jurisdiction, form) != wager(data.slug, data.jurisdiction):
                named = said.rows_of.get(f"{data.slug}-{reading}", {})
                usual = said.rows_of[data.slug]
                alike += [] if named and named != usual else [f"{data.slug} {reading}"]
                assert set(named) <= set(rules.paytables[0].data.pays)
    assert alike == []


def test_blackjack_match_names_what_two_blackjacks_have_in_common() -> None:
    """§ 633c.10(a)(1)—(3), by the three readings."""
    row = "player-and-dealer-suited-blackjacks"
    names = {
        row_name("blackjack-match", row, reading) for reading in ("", "card-by-card", "row-name")
    }
    assert len(names) == 3
    assert row_name("blackjack-match", row, "text") == row_name("blackjack-match", row)


DEALT = "The player's first hand counts, with the two cards dealt to it before a switch."


def test_papers_of_blackjack_switch_say_which_hand_counts() -> None:
    found = super_4_papers("text", "blackjack-switch")
    assert DEALT in words(found["payout-sign"])
    assert DEALT in words(found["rack-card"])
    assert facts(found["par-super-4"], "The wager")["Which cards"] == DEALT.rstrip(".")
    assert "first hand" not in words(super_4_papers("text")["payout-sign"])


def test_a_wager_on_both_hands_names_no_first_one() -> None:
    """§ 633a.13(i): Super Match looks at the cards of both hands."""
    assert "first hand counts" not in words(papers_of("blackjack-switch")["payout-sign"])


BY_PLAY = """
[table]
name = "T-1"
positions = 5
decks = 6
maximum = 500
game = "blackjack-switch"
[wagers.hit-and-run]
seed = 5000
reseed = 5000
increment = "10%"
maximum = 100
[wagers.buster-blackjack]
bonus = "B1"
[wagers.bad-beat]
seed = 5000
reseed = 5000
increment = "10%"
maximum = 100
"""


def test_what_counts_of_the_first_hand_depends_on_the_wager() -> None:
    """The dealer's hand alone, a bonus beside it, or the player's hand as it was played."""
    sign = payout_sign(source_from(BY_PLAY))
    said = {
        part.heading: [block.text for block in part.blocks if isinstance(block, Words)]
        for part in sign.parts
    }
    assert not any("first hand" in text for text in said["Hit and Run"])
    assert any(
        "For the bonus the player's first hand counts." in text for text in said["Buster Blackjack"]
    )
    assert any("The player's first hand counts." in text for text in said["Bad Beat"])


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("switch-hands", "The hand that the player keeps or switches to counts."),
        ("blackjack-premium", "The two cards dealt face up count"),
    ],
)
def test_papers_say_which_cards_count_beside_face_down_ones(game: str, told: str) -> None:
    """§ 633c.4(g), (m): optional wagers follow the switch, or come before it."""
    found = super_4_papers("text", game)
    assert told in words(found["payout-sign"])
    assert told in words(found["rack-card"])


@pytest.mark.parametrize("suit", ["", "spades", "hearts", "diamonds", "clubs"])
@pytest.mark.parametrize("reading", READ)
def test_a_sign_says_which_suit_is_chosen(suit: str, reading: str) -> None:
    """§ 633c.6(a)(1): spades where the submission names none."""
    text = SUPER_4.format(game="blackjack", reading=reading)
    text += f'chosen_suit = "{suit}"\n' if suit else ""
    made = source_from(text)
    assert f"The chosen suit is {suit or 'spades'}." in words(payout_sign(made))
    assert "El palo elegido son" in words(payout_sign(made, "es"))


def test_a_surrender_without_a_hole_card_waits_for_the_second_one() -> None:
    """§§ 633c.5(z), 633a.9(a)(2)(i): no dealer looks at a card that is not there."""
    card = papers_of("hybrid-blackjack-no-hole-card")["rack-card"]
    told = facts(card, "When the hand is settled")["A surrendered hand"]
    assert told == "settled at once, against an ace or ten when the dealer's second card is dealt"


def test_one_position_has_no_ranges_of_a_table() -> None:
    """They would be those of the position once more."""
    headings = {part.heading for part in papers_of("hybrid-blackjack")["expected-hold"].parts}
    several = {part.heading for part in papers_of("blackjack")["expected-hold"].parts}
    assert ("Ranges of the table" in headings) == (source("hybrid-blackjack").table.positions > 1)
    assert "Ranges of the table" in several


def test_rules_of_two_hands_are_no_rules_of_a_wager_settled_before() -> None:
    """Super 4 is decided by the cards dealt: no switch and no dealer's 22 changes it."""
    sheet = super_4_papers("text", "blackjack-switch")["par-super-4"]
    assert set(facts(sheet, "Rules assumed")) == {"Played with"}
