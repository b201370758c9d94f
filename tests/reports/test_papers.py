"""Every paper of every game: well-formed pages, PDFs that open, the same bytes again."""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nightly import NIGHTLY, every
from reports.paper_tables import GAMES, pages, papers_of, source, source_from
from upcard.reports.par.sheet import sheet_name
from upcard.reports.rendering import pdf as rendering
from upcard.reports.rendering.fit import NOT_FITTED, Fit, Size
from upcard.reports.rendering.html import index, page
from upcard.reports.rendering.paper import Paper, PaperPart, Words
from upcard.reports.rendering.pdf import filled, fitted, pdf
from upcard.reports.report import papers, write
from upcard.reports.source import source_of

NAME = '<script>alert(1)</script> & "q" #eval("1") $x^2$ *b* _i_ `c` \\ [ ] @ref // end'
"""A table's name that would do something in HTML or in typst."""

SIZES: tuple[Size, ...] = ("a4", "letter")
SIZED = [
    (game, size)
    for number, game in enumerate(every(3, GAMES[::-1]))
    for size in (SIZES if NIGHTLY else SIZES[number % 2 :][:1])
]
"""Games and the sizes of their papers: by day one size of each, in turn."""

PAPERS = {"expected-hold", "payout-sign", "rack-card", "layout", "submission-form"}


def parsed(html: str) -> ElementTree.Element:
    """The page as XML, which is stricter than a browser."""
    assert html.startswith("<!doctype html>\n")
    return ElementTree.fromstring(html.removeprefix("<!doctype html>\n"))


def text_of(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


@pytest.mark.nightly
@pytest.mark.parametrize("game", every(3, GAMES))
def test_every_paper_of_a_game(game: str) -> None:
    made = papers_of(game)
    sheets = {name for name in made if name.startswith("par-")}
    assert set(made) >= PAPERS
    assert {sheet_name(record) for record in source(game).records} <= sheets
    for name, paper in made.items():
        html = page(paper)
        root = parsed(html)
        assert root.find("head/title") is not None
        assert paper.head.rules in text_of(root)
        assert f'id="{name}"' not in html, "a page stands alone"
        content = pdf(paper, "a4", source(game).table.as_of)
        assert content.startswith(b"%PDF-")
        assert pages(content) >= 1
    links = {
        link.get("href")
        for link in parsed(index(source(game).head, tuple(made.values()))).iter("a")
    }
    assert links == {f"{name}.{form}" for name in made for form in ("html", "pdf")}


def test_a_page_needs_nothing_else() -> None:
    """No address but those of XML's namespaces, no script, nothing to load."""
    for paper in papers_of("baccarat").values():
        root = parsed(page(paper))
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not tags & {"script", "iframe", "object", "link", "img"}
        for element in root.iter():
            for key, value in element.attrib.items():
                if key.rpartition("}")[2] in ("href", "src"):
                    assert value.startswith("#")


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("game", "size"), SIZED)
def test_no_page_is_nearly_empty(game: str, size: Size) -> None:
    """The last page of a paper is filled to more than half, each page before it to two thirds."""
    for paper in papers_of(game).values():
        if paper.form == "sheet":
            *before, last = filled(paper, size, rendering.fitted(paper, size))
            assert all(end > 0.66 for end in before), paper.name
            assert not before or last > 0.55, paper.name


def test_a_sheet_of_one_page_is_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other fit has fewer pages, and each costs something: none of them is tried."""
    tried: list[Fit] = []

    def watched(paper: Paper, size: Size, fit: Fit) -> list[float]:
        tried.append(fit)
        return filled(paper, size, fit)

    monkeypatch.setattr(rendering, "filled", watched)
    words = PaperPart("Part", blocks=(Words("One line."),))
    sheet = Paper("sheet", "Sheet", "", source("baccarat").head, (words,))
    assert fitted(sheet, "a4") == NOT_FITTED
    assert tried == [], "where its blocks stand is asked once"


def test_a_sign_and_a_card_tell_how_they_fit() -> None:
    """Every part stands in one column of the sign, and on one panel of the card."""
    for name in ("payout-sign", "rack-card"):
        paper = papers_of("baccarat")[name]
        fit = rendering.fitted(paper, "a4")
        assert fit.size > 5
        assert sorted(sum(fit.columns, ())) == list(range(len(paper.parts)))
    assert len(rendering.fitted(papers_of("blackjack")["rack-card"], "a4").columns) in (2, 4)


@pytest.mark.parametrize(("size", "box"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_size_of_the_paper(size: Size, box: tuple[int, int]) -> None:
    content = pdf(papers_of("baccarat")["layout"], size, source("baccarat").table.as_of)
    found = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert {(round(float(x)), round(float(y))) for x, y in found} == {box}


@pytest.mark.nightly
def test_the_same_bytes_again() -> None:
    """No moment of making: a paper is dated by its rules."""
    once = source("baccarat")
    again, as_of = papers(source_of(once.document, once.submission)), once.table.as_of
    for one, other in zip(papers_of("baccarat").values(), again, strict=True):
        assert page(one) == page(other)
        assert pdf(one, "a4", as_of) == pdf(other, "a4", as_of)


# A name with markup in it


@pytest.fixture(scope="module")
def named() -> tuple[Paper, ...]:
    quoted = NAME.replace("\\", "\\\\").replace('"', '\\"')
    return papers(source_from(f'[table]\nname = "{quoted}"\ngame = "baccarat"\n'))


def test_markup_in_a_name_is_text_on_a_page(named: tuple[Paper, ...]) -> None:
    for paper in named:
        root = parsed(page(paper))
        assert not [element for element in root.iter() if element.tag == "script"]
        assert NAME in text_of(root)
    assert NAME in text_of(parsed(index(named[0].head, named)))


def test_the_index_is_as_wide_as_its_page(named: tuple[Paper, ...]) -> None:
    """A cell that is not `wide` is on one line: a long subtitle put the links out of sight."""
    cells = parsed(index(named[0].head, named)).iter("td")
    on_one_line = [
        "".join(cell.itertext()) for cell in cells if "wide" not in cell.get("class", "")
    ]
    assert on_one_line == ["PDF"] * len(named)


def test_markup_in_a_name_is_text_in_a_pdf(named: tuple[Paper, ...], tmp_path: Path) -> None:
    """typst takes a name as a string: it compiles, and says what the name says."""
    (layout,) = [paper for paper in named if paper.name == "layout"]
    file = tmp_path / "layout.pdf"
    file.write_bytes(pdf(layout, "a4", source("baccarat").table.as_of))
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    found = subprocess.run(
        ["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True, text=True
    ).stdout
    for word in ("<script>alert(1)</script>", '#eval("1")', "$x^2$", "*b*", "_i_", "@ref"):
        assert word in found


def test_files_of_a_table(tmp_path: Path) -> None:
    files = write(source("hybrid-blackjack-no-hole-card"), tmp_path / "new" / "papers", "letter")
    assert {Path(file.path).name for file in files} == {
        file.name for file in (tmp_path / "new" / "papers").iterdir()
    }
    assert files[0].paper == "index"
    assert {file.form for file in files} == {"html", "pdf", "svg"}
