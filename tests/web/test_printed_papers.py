"""Pages of papers, printed by a browser: as many sheets as their PDFs, in the same font."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from example_papers import TABLES
from reports.paper_tables import GAMES, pages, source, source_from
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.fit import Size
from upcard.reports.report import File, write, write_paper
from upcard.reports.sheets.layout_sheet import layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

SEVEN_WAGERS = TABLES["six-decks"].read_text(encoding="utf-8")

SEVEN = "seven-wagers"
BLACKJACKS = [name for name in GAMES if "blackjack" in name or "hands" in name]

SIZES: tuple[Size, ...] = ("a4", "letter")


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as opened:
        yield opened


def source_named(name: str) -> PaperSource:
    return source_from(TABLES[name].read_text(encoding="utf-8")) if name in TABLES else source(name)


def size_of(content: bytes) -> list[float]:
    """The width and the height of a PDF's first page, in points."""
    (box, *_) = re.findall(rb"/MediaBox\s*\[([^\]]+)\]", content)
    return [float(side) for side in box.split()[2:]]


def sheets(paper: Page, files: Iterable[File]) -> list[tuple[str, int, int]]:
    """Of each paper how many sheets its page is printed on, and how many its PDF has."""
    found = []
    for file in files:
        if file.form == "pdf":
            paper.goto(Path(file.path).with_suffix(".html").as_uri())
            printed, pdf = paper.pdf(prefer_css_page_size=True), Path(file.path).read_bytes()
            assert size_of(printed) == pytest.approx(size_of(pdf), abs=2), file.paper
            found.append((file.paper, pages(printed), pages(pdf)))
    return found


@pytest.mark.parametrize("size", SIZES)
def test_a_page_has_as_many_sheets_as_its_pdf(size: Size, paper: Page, tmp_path: Path) -> None:
    found = source("blackjack")
    one_of_each = (
        payout_sign(found),
        rack_card(found),
        layout_sheet(found),
        next(par_sheets(found)),
    )
    files = [
        file
        for made in one_of_each
        for file in write_paper(made, tmp_path, size, found.table.as_of)
    ]
    counted = sheets(paper, files)
    assert len(counted) == len(one_of_each)
    assert all(printed == in_pdf for _, printed, in_pdf in counted), counted


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["six-decks", *GAMES])
def test_each_page_has_as_many_sheets_as_its_pdf(name: str, paper: Page, tmp_path: Path) -> None:
    found = source_named(name)
    for size in SIZES:
        counted = sheets(paper, write(found, tmp_path / size, size))
        assert len(counted) > 4
        assert all(printed == in_pdf for _, printed, in_pdf in counted), counted


@pytest.mark.parametrize(
    "name",
    [
        *(SEVEN, "baccarat", "lightning-roulette"),
        *(pytest.param(blackjack, marks=pytest.mark.nightly) for blackjack in BLACKJACKS),
    ],
)
def test_a_sign_fills_one_screen(name: str, browser: Browser, tmp_path: Path) -> None:
    """Nobody scrolls at a table: neither down nor to the side."""
    found = source_from(SEVEN_WAGERS) if name == SEVEN else source(name)
    write_paper(payout_sign(found), tmp_path, "letter", found.table.as_of)
    for width, height in ((1920, 1080), (1366, 768)):
        with browser.new_page(viewport={"width": width, "height": height}) as shown:
            shown.goto((tmp_path / "payout-sign.html").as_uri())
            shown.evaluate("document.fonts.ready")
            room = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            assert shown.evaluate(room) == [width, height]


def test_a_page_has_the_font_of_its_pdf(paper: Page, tmp_path: Path) -> None:
    """Its lines break where those of the PDF do, on a machine that lacks the font."""
    found = source("baccarat")
    write_paper(payout_sign(found), tmp_path, "a4", found.table.as_of)
    paper.goto((tmp_path / "payout-sign.html").as_uri())
    paper.evaluate("document.fonts.ready")
    faces = "[...document.fonts].map(face => face.family + face.weight + face.status)"
    assert sorted(paper.evaluate(faces)) == [
        "Libertinus Serif400loaded",
        "Libertinus Serif700loaded",
    ]


def test_a_name_cannot_leave_the_text_of_a_style_sheet(paper: Page, tmp_path: Path) -> None:
    """The head of each printed page has the table's name, whatever characters it has."""
    name = '"} body { display: none } </style> \\\\ §'
    quoted = name.replace('"', '\\"')
    found = source_from(f'[table]\nname = "{quoted}"\ngame = "baccarat"\n')
    write_paper(layout_sheet(found), tmp_path, "a4", found.table.as_of)
    html = (tmp_path / "layout.html").read_text(encoding="utf-8")
    assert html.count("</style>") == 1
    paper.goto((tmp_path / "layout.html").as_uri())
    assert paper.get_by_role("heading", name="Layout", exact=True).is_visible()
    assert re.search(r'@top-left \{ content: "[^"]*" \}', html)
