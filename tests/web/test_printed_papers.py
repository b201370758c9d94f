"""Pages of papers, printed by a browser: as many sheets as their PDFs, in the same font."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from example_papers import TABLES
from nightly import every
from reports.paper_tables import GAMES, pages, source, source_from
from upcard.reports.rendering.pdf import Size
from upcard.reports.report import write, write_paper
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

SEVEN_WAGERS = TABLES["six-decks"].read_text(encoding="utf-8")

SIZES: dict[Size, str] = {"a4": "A4", "letter": "Letter"}


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as opened:
        yield opened


def sources() -> list[str]:
    return ["six-decks", *every(4, GAMES)]


def source_named(name: str) -> PaperSource:
    return source_from(TABLES[name].read_text(encoding="utf-8")) if name in TABLES else source(name)


@pytest.mark.parametrize("name", sources())
def test_a_page_has_as_many_sheets_as_its_pdf(name: str, paper: Page, tmp_path: Path) -> None:
    printed, counted = {}, {}
    for size, named in SIZES.items():
        for file in write(source_named(name), tmp_path / size, size):
            if file.form == "pdf":
                paper.goto(Path(file.path).with_suffix(".html").as_uri())
                printed[file.paper, size] = pages(paper.pdf(format=named))
                counted[file.paper, size] = pages(Path(file.path).read_bytes())
    assert len(counted) > 8
    assert printed == counted


@pytest.mark.parametrize("name", ["seven-wagers", *GAMES])
def test_a_sign_fills_one_screen(name: str, browser: Browser, tmp_path: Path) -> None:
    """Nobody scrolls at a table: neither down nor to the side."""
    found = source_from(SEVEN_WAGERS) if name == "seven-wagers" else source(name)
    write_paper(payout_sign(found), tmp_path, "letter", found.table.as_of)
    for width, height in ((1920, 1080), (1366, 768)):
        with browser.new_page(viewport={"width": width, "height": height}) as shown:
            shown.goto((tmp_path / "payout-sign.html").as_uri())
            shown.evaluate("document.fonts.ready")
            room = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            assert shown.evaluate(room) == [width, height]


def test_a_page_has_the_font_of_its_pdf(paper: Page, tmp_path: Path) -> None:
    """Its lines break where those of the PDF do, on a machine that lacks the font."""
    write(source("baccarat"), tmp_path, "a4")
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
    write(source_from(f'[table]\nname = "{quoted}"\ngame = "baccarat"\n'), tmp_path, "a4")
    html = (tmp_path / "layout.html").read_text(encoding="utf-8")
    assert html.count("</style>") == 1
    paper.goto((tmp_path / "layout.html").as_uri())
    assert paper.get_by_role("heading", name="Layout", exact=True).is_visible()
    assert re.search(r'@top-left \{ content: "[^"]*" \}', html)
