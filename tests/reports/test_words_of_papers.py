"""Papers speak in words: cards, rules of every game, and no key of a house's file."""

import re
from fractions import Fraction
from typing import Final

import pytest

from reports.paper_tables import source, source_from
from upcard.games.baccarat import BANKER, NOBODY, BaccaratRules, third_card_due
from upcard.reports.names import cards_in_words, outcome_name, paytable_name, row_name
from upcard.reports.own_rules import without_keys
from upcard.reports.rendering.figures import exact
from upcard.reports.rendering.html import page
from upcard.reports.rendering.paper import Paper, PaperPart, PaperTable, Words, cited_once, left
from upcard.reports.sheets.layout_sheet import felt_file, layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

HOUSE: Final = """
[table]
name = "HOUSE-1"
jurisdiction = "house"
decks = 7
[wagers.lucky-ladies]
minimum = 5
maximum = 100
"""


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (range(4, 32), "any 2 through 8"),
        ([*range(4), *range(36, 40)], "any ace or 10"),
        ([46], "queen of diamonds"),
        ([*range(8, 12), 45], "any 3, queen of hearts"),
    ],
)
def test_cards_are_named_in_words(cards: list[int], words: str) -> None:
    assert cards_in_words(cards) == words


def test_paytables_have_their_printed_names() -> None:
    assert paytable_name("P20-B") == "P20-B"
    assert paytable_name("multiple-deck") == "Multiple deck"


def test_the_rules_of_baccarat_say_when_the_banker_draws() -> None:
    """Each count of the Banker's Hand, after each third card, as the rule itself deals."""
    (line,) = [line for line in BaccaratRules().explained() if line.startswith("After a third")]
    assert "the Banker's Hand draws on 0 to 2; on 3 except to an 8; on 4 to a 2 through 7;" in line
    for banker in range(3, 8):
        told = re.search(rf"on {banker} (except to|to) an? (\d)(?: through (\d))?", line)
        for third in range(10):
            draws = third_card_due(0, banker, third) == BANKER
            if told is None:
                assert third_card_due(0, banker, third) == NOBODY
                continue
            first, last = int(told[2]), int(told[3] or told[2])
            within = first <= third <= last
            assert draws == (not within if told[1] == "except to" else within)


def test_papers_of_house_rules_name_no_key_of_the_file() -> None:
    made = source_from(HOUSE)
    for paper in (payout_sign(made), layout_sheet(made), rack_card(made)):
        assert "submission: " in page(paper) or paper.name == "rack-card"
        assert "submission: " not in page(without_keys(paper))


@pytest.mark.parametrize("game", ["lightning-roulette", "hybrid-blackjack", "blackjack"])
def test_every_layout_is_to_scale_with_the_letters_of_its_areas(game: str) -> None:
    made: PaperSource = source(game)
    drawn = felt_file(made)
    size = re.search(r'<svg width="([\d.]+)mm".*?viewBox="0 0 (\d+)', drawn)
    bar = re.search(r'M ([\d.]+) ([\d.]+) H ([\d.]+)"[^>]*stroke="#1c1c1c"', drawn)
    assert size
    assert bar
    unit = float(size[1]) / int(size[2])
    assert (float(bar[3]) - float(bar[1])) * unit == pytest.approx(500, rel=0.001)
    areas = [row[0] for row in layout_sheet(made).parts[1].blocks[0].rows]  # type: ignore[union-attr]
    if game == "hybrid-blackjack":
        areas = ["A"]
    assert all(f">{key}<" in drawn for key in areas)


def test_s633a_13_d_a_row_paid_for_each_card_is_one_card_among_outcomes() -> None:
    """The sign has the printed row; on a PAR sheet two matches are an outcome of their own."""
    row, outcome = "Each matching card of the same suit", "One match of the same suit"
    assert row_name("match-the-dealer", "same-suit-match") == row
    assert outcome_name("match-the-dealer", "same-suit-match") == outcome
    assert outcome_name("axman", "two-pair-5x") == "Two pair, times 5"
    assert outcome_name("perfect-pairs", "perfect-pair") == row_name(
        "perfect-pairs", "perfect-pair"
    )


def test_a_table_whose_heading_has_all_sections_has_no_column_of_them() -> None:
    columns = (left("Choice"), left("Section"))
    (table,) = cited_once("A", columns, [("x", "§ 1"), ("y", "§ 1"), ("z", "§ 1")]).blocks
    assert isinstance(table, PaperTable)
    assert ([column.heading for column in table.columns], table.rows[0]) == (["Choice"], ("x",))
    (table,) = cited_once("A", columns, [("x", "§ 1"), ("y", "§ 2"), ("z", "§ 1")]).blocks
    assert isinstance(table, PaperTable)
    assert table.rows == (("x", ""), ("y", "§ 2"), ("z", ""))


def test_all_numbers_are_grouped_alike() -> None:
    """Lines may break after a comma of a long number, at a space that has no width."""
    assert (
        exact(Fraction(1_000, 10**15 + 1))
        == "1,000 / 1,\u200b000,\u200b000,\u200b000,\u200b000,\u200b001"
    )


def test_a_long_number_is_copied_from_a_page_without_what_breaks_it() -> None:
    head = source("blackjack").head
    words = PaperPart("A", (Words(exact(Fraction(1, 10**15 + 1))),))
    printed = page(Paper("a", "A", "", head, (words,)))
    assert "\u200b" not in printed
    assert "1,<wbr/>000,<wbr/>000,<wbr/>000,<wbr/>000,<wbr/>001" in printed
