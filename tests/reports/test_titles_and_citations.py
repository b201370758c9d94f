"""What a paper is called outside of it, and citations that no line breaks."""

import re
from datetime import date

import pytest

from reports.paper_tables import source
from upcard.reports.rendering.html import page
from upcard.reports.rendering.paper import Drawing, Paper, PaperPart, Words
from upcard.reports.rendering.pdf import pdf
from upcard.reports.sheets.layout_sheet import layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign


def test_a_sign_and_a_card_say_in_their_titles_which_they_are() -> None:
    made = source("baccarat")
    for paper, kind in ((payout_sign(made), "Payout sign"), (rack_card(made), "Rack card")):
        title = f"{kind}: {paper.title}, {made.table.name}"
        printed = pdf(paper, "letter", date(2024, 6, 29))
        assert f">{title}<".encode() in printed, "in the metadata of the PDF"
        assert f"<title>{title}</title>" in page(paper)


def test_a_sign_in_another_language_has_its_title_in_that_language() -> None:
    made = source("baccarat")
    sign = payout_sign(made, "es")
    title = f"Cartel de pagos: {sign.title}, {made.table.name}"
    assert f">{title}<".encode() in pdf(sign, "letter", date(2024, 6, 29))
    assert f"<title>{title}</title>" in page(sign)
    assert sign.label == f"Cartel de pagos: {sign.title} (es)", "in the index"


def test_the_head_of_a_rack_card_s_page_does_not_say_its_title_again() -> None:
    made = source("baccarat")
    (head,) = re.findall(r'<div class="head">(.*?)</div>', page(rack_card(made)))
    assert made.table.name in head
    assert made.head.game not in head
    (head,) = re.findall(r'<div class="head">(.*?)</div>', page(layout_sheet(made)))
    assert made.head.game in head


@pytest.mark.parametrize("cited", ["§ 633c.14(c)(3)", "§§ 633a.13(o)", "§ 605a.7"])
def test_no_line_of_running_text_breaks_a_citation(cited: str) -> None:
    """The template has the same pattern, and boxes what it finds."""
    text = f"By {cited} and more of it"
    sheet = Paper("sheet", "Sheet", "", source("baccarat").head, (PaperPart("", (Words(text),)),))
    printed = page(sheet)
    assert f'By <span class="citation">{cited}</span> and more' in printed
    assert ".citation { white-space: nowrap; }" in printed


def test_the_layout_s_alternative_says_what_is_on_it() -> None:
    (drawing,) = layout_sheet(source("blackjack")).parts[0].blocks
    assert isinstance(drawing, Drawing)
    assert "a felt" in drawing.alt
    assert "7 positions, each with an area for" in drawing.alt
    assert "Perfect Pairs" in drawing.alt


@pytest.mark.parametrize(
    ("game", "divided"),
    [
        ("blackjack", False),
        ("blackjack-switch", True),
        ("baccarat", True),
        ("lightning-roulette", False),
    ],
)
def test_the_key_of_the_layout_names_dotted_lines_where_it_has_them(
    game: str, divided: bool
) -> None:
    (drawing,) = layout_sheet(source(game)).parts[0].blocks
    assert isinstance(drawing, Drawing)
    assert ("a dotted line between two positions" in drawing.caption) == divided
    assert ('stroke-dasharray="3 5"' in drawing.svg) == divided
