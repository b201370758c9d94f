"""Where pages break: never in the middle of a part whose facts, words and table say one thing."""

import re
from importlib import resources

import pytest
from msgspec.structs import replace

from reports.paper_tables import source_from
from upcard.reports.par.risk_parts import volatility
from upcard.reports.rendering.fit import NOT_FITTED, Size
from upcard.reports.rendering.html import page
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.rendering.pdf import FITS, block_ends, filled, fitted, repeated_headings
from upcard.reports.sheets.form import submission_form

HEIGHTS: dict[Size, float] = {"a4": 842, "letter": 792}
"""How high a page is, in points."""

ROW = 14.5
BESIDE = 2
"""How high a row is in points, and a heading with the head of its table in rows."""

TABLE = '[table]\nname = "HM-1"\n[wagers.house-money]\nminimum = 5\nmaximum = 100\n'


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_intervals_stay_with_the_deviation_that_they_follow_from(size: Size) -> None:
    """The facts of a volatility, wherever they come to stand near the foot of a page."""
    made = source_from(TABLE)
    (record,) = [each for each in made.records if each.wager == "house-money"]
    told = volatility(record)
    assert len(told.blocks) == 3
    pages = set()
    for lines in range(24, 40, 3):
        before = PaperPart("Before", (Facts((PaperFact("Line", "of a list"),) * lines),))
        sheet = Paper("sheet", "Sheet", "", made.head, (before, told))
        places = [at for at, _ in block_ends(sheet, size, NOT_FITTED)]
        assert len(places) == 4
        assert len(set(places[1:])) == 1, lines
        pages.add(places[1])
    assert pages == {1, 2}, "it stood at the foot of the first page, and moved to the second"
    assert "dl:has(+ p) { break-after: avoid; }" in page(sheet), "a browser prints it so"


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_results_of_a_round_at_switch_stay_together(size: Size) -> None:
    """21 rows, of quarters of a unit: wherever they are, all stand below the head of a page."""
    head = source_from(TABLE).head
    table = PaperTable(right("Result", "Best play"), (("+1.00", "1 %"),) * 21)
    moved = set()
    for lines in range(29, 38, 3):
        before = PaperPart("Before", (Facts((PaperFact("Line", "of a list"),) * lines),))
        sheet = Paper("sheet", "Sheet", "", head, (before, PaperPart("Results", (table,))))
        _, (at, down) = block_ends(sheet, size, NOT_FITTED)
        assert at == 2
        moved.add(round(down, 3))
    assert len(moved) == 1, "no row is left on the first page"
    assert '<table class="even whole">' in page(sheet), "a browser prints it so"


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_no_single_row_begins_a_table_at_the_foot_of_a_page(size: Size) -> None:
    """A long table breaks, but its head and three rows stand together: else it moves whole."""
    head = source_from(TABLE).head
    table = PaperTable((left("Slip", wide=True), *right("Amount")), (("1-1", "$10.00"),) * 26)
    for lines in range(26, 44):
        before = PaperPart("Before", (Facts((PaperFact("Line", "of a list"),) * lines),))
        sheet = Paper("sheet", "Sheet", "", head, (before, PaperPart("Payouts", (table,))))
        ends = filled(sheet, size, NOT_FITTED)
        above = filled(replace(sheet, parts=(before,)), size, NOT_FITTED)
        rows = (ends[len(above) - 1] - above[-1]) * HEIGHTS[size] / ROW
        assert rows < 1 or rows > 3 + BESIDE, lines


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_table_that_a_page_breaks_repeats_the_heading_of_its_part(size: Size) -> None:
    """No page begins with rows of a wager that it does not name; one that fits has no second."""
    head = source_from(TABLE).head
    table = PaperTable((left("Choice", wide=True), *right("In force")), (("Row", "yes"),) * 120)
    short = PaperPart("Wager: House Money", (replace(table, rows=table.rows[:20]),))
    long = PaperPart("Wager: Jackpot Party", (table,))
    sheet = Paper("sheet", "Sheet", "", head, (short, long))
    found = repeated_headings(sheet, size, NOT_FITTED)
    last, _ = block_ends(sheet, size, NOT_FITTED)[-1]
    assert last > 2
    assert found == [(at, "Wager: Jackpot Party, continued") for at in range(2, last + 1)]
    printed = page(sheet)
    assert '<th colspan="2">Wager: Jackpot Party, continued</th>' in printed
    covers = "section > :has(+ .scroll .again) { position: relative;"
    assert covers in printed, "by the heading on the first page"


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("rows", [14, 40], ids=["whole", "broken"])
def test_what_begins_a_page_in_the_middle_of_a_part_has_its_heading(size: Size, rows: int) -> None:
    """A part of words and several tables: each page after its first has the heading again."""
    head = source_from(TABLE).head
    table = PaperTable((left("Choice", wide=True), *right("In force")), (("Row", "yes"),) * rows)
    told = PaperPart("Wager", (table, Words("Of the next table:")) * 8)
    sheet = Paper("sheet", "Sheet", "", head, (told,))
    last, _ = block_ends(sheet, size, NOT_FITTED)[-1]
    assert last > 2
    expected = [(at, "Wager, continued") for at in range(2, last + 1)]
    assert repeated_headings(sheet, size, NOT_FITTED) == expected


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_browser_repeats_the_heading_where_the_pdf_does(size: Size) -> None:
    head = source_from(TABLE).head
    table = PaperTable((left("Choice", wide=True), *right("In force")), (("Row", "yes"),) * 14)
    sheet = Paper("sheet", "Sheet", "", head, (PaperPart("Wager", (table,) * 8),))
    fit = fitted(sheet, size)
    pages = len(filled(sheet, size, fit))
    assert len(fit.begins) == pages - 1 > 0
    assert all(part == 0 < block for part, block in fit.begins)
    printed = page(sheet, fit, size)
    again = '<p class="continued" aria-hidden="true">Wager, continued</p>'
    assert printed.count(again) == len(fit.begins)
    assert ".continued { display: block; break-before: page;" in printed


def test_a_browser_begins_a_page_with_the_part_that_begins_it_in_the_pdf() -> None:
    head = source_from(TABLE).head
    list_of = Facts((PaperFact("Line", "of a list"),) * 18)
    parts = tuple(PaperPart(f"Part {number}", (list_of,)) for number in range(5))
    sheet = Paper("sheet", "Sheet", "", head, parts)
    fit = fitted(sheet, "letter")
    (second,) = fit.begins
    assert second == (2, 0)
    printed = page(sheet, fit, "letter")
    assert '<section class="begins">\n<h2><span>Part 2</span>' in printed
    assert printed.count('class="begins"') == 1
    assert ".begins { break-before: page; }" in printed


def test_a_form_of_a_progressive_names_the_wager_on_each_page() -> None:
    wager = '[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\nenvy = true\n'
    found = source_from(f'[table]\nname = "JP-1"\n{wager}')
    form = submission_form(found)
    told = {
        words
        for at in range(3)
        for _, words in repeated_headings(_lower(form, at), "letter", NOT_FITTED)
    }
    assert "Wager: Jackpot Party, continued" in told


def _lower(form: Paper, lines: int) -> Paper:
    """A form with more lines before its parts."""
    before = PaperPart("", (Facts((PaperFact("Line", "of a list"),) * 5 * lines),))
    return replace(form, parts=(before, *form.parts))


READABLE = 7.5
TEXT, CELLS = 10, 8.8
"""The smallest type of a sheet in points, and the types of its text and of its tables."""


def test_heads_and_sections_of_a_small_sheet_are_readable() -> None:
    """By the smallest scale too; a browser prints them as the PDF has them."""
    smallest = min(float(fit.scale) for fit in FITS)
    files = resources.files("upcard.reports")
    typst, css = ((files / f"paper.{kind}").read_text(encoding="utf-8") for kind in ("typ", "css"))
    parts = []
    places = {
        r"em \}, fill: soft, section": r"\n  \.cite \{ font-size: ([0-9.]+)rem; \}",
        r"em \}, fill: felt": r"\n  th \{ font-size: ([0-9.]+)em;",
    }
    for in_pdf, in_page in places.items():
        (of_pdf,), (of_page,) = (
            re.findall(r"else \{ ([0-9.]+)" + in_pdf, typst),
            re.findall(in_page, css),
        )
        assert float(of_pdf) == float(of_page)
        parts.append(float(of_pdf))
    section, head = parts
    assert min(TEXT * section, CELLS * head) * smallest >= READABLE
