"""The documentation site: its pages, links and reference are whole. `make docs` builds it."""

import json
import re
import unicodedata
from functools import cache
from importlib import import_module
from inspect import getdoc, isfunction
from pathlib import Path
from typing import Any, Final

import pytest

import upcard
from documentation.blocks import DOCS, FENCE, PAGES, ROOT, name_of
from example_papers import DAY, FILING, FILINGS, HEADINGS, PAGE, REVISED, TABLES, gallery, papers_of
from notebook_pages import on_page_markdown
from notebook_pages import page as page_of_notebook
from site_drawings import DIAGRAM, FOLDER, mermaid, with_mermaid
from upcard.reports.filing import read_filing
from upcard.submission.check import check
from upcard.submission.read import read

NAVIGATION: Final = re.findall(
    r"^ +- (?:.+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE
)
NOTEBOOKS: Final = sorted((DOCS / "notebooks").glob("*.ipynb"))
MADE: Final = [path.relative_to(DOCS).with_suffix(".md").as_posix() for path in NOTEBOOKS]
"""The pages that are made from notebooks when the site is built."""

PLACES: Final = re.findall(
    r"^::: ([\w.]+)$",
    "\n".join(path.read_text(encoding="utf-8") for path in sorted((DOCS / "api").glob("*.md"))),
    re.MULTILINE,
)
"""What the reference of the library describes."""


def test_every_page_is_in_the_navigation_once() -> None:
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(NAVIGATION) == sorted([*pages, *MADE])


def test_diagrams_are_drawn_from_files_of_the_site() -> None:
    page = f"<head></head>{DIAGRAM}flowchart LR</pre>"
    assert f'import {{ mermaid }} from "../{FOLDER}/index.js"' in with_mermaid(page, "design/")
    assert with_mermaid("<head></head>", "design/") == "<head></head>"
    assert "as mermaid}" in (mermaid() / "index.js").read_text(encoding="utf-8")


def test_the_example_tables_comply() -> None:
    """The site's hook prints them: an example that does not comply would fail the build."""
    for filing in (FILING, *FILINGS.values()):
        assert read_filing(filing).certificate_holder == "Example Casino"
    for file in (*TABLES.values(), REVISED):
        submission, findings = check(read(file))
        assert submission is not None
        assert [finding.message for finding in findings if finding.severity == "error"] == []


def test_the_page_of_examples_shows_the_papers_of_a_day() -> None:
    """The site's hook adds a picture of each paper; those of a day need a jackpot that was paid."""
    assert PAGE in NAVIGATION
    assert set(TABLES) < set(HEADINGS)
    kinds = [paper.name.partition("-")[0] for paper in papers_of(DAY)]
    assert kinds == ["daily", "daily", "jackpot"]
    assert gallery(DAY).count(f'<img src="{DAY}/') == len(kinds)


def test_there_is_a_tutorial_for_each_kind_of_reader() -> None:
    assert {"mathematician.md", "researcher.md", "design-a-side-bet.md", "manager.md"} <= set(
        NAVIGATION
    )
    assert len(NOTEBOOKS) == 3


def test_a_link_to_a_notebook_leads_to_its_page_on_the_site() -> None:
    """In the repository the notebook itself is there, and its page is not."""
    linked = "[Odds and design](notebooks/odds-and-design.ipynb), [sim](simulation.md)"
    assert on_page_markdown(linked, page=None) == linked.replace(".ipynb", ".md")
    for name in ("mathematician.md", "researcher.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert "(notebooks/" in text
        assert re.search(r"\(notebooks/[\w-]+\.md\)", text) is None


@pytest.mark.parametrize("name", [*map(name_of, PAGES), *(f"docs/{page}" for page in MADE)])
def test_every_link_leads_somewhere(name: str) -> None:
    text = FENCE.sub("", _text(name))
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        place, _, anchor = target.partition("#")
        if place.startswith(("http://", "https://")):
            continue
        found = (ROOT / name).parent.joinpath(place).resolve() if place else ROOT / name
        there = found.exists() or found.with_suffix(".ipynb").exists()
        if not there or (anchor and anchor not in _anchors(found.relative_to(ROOT).as_posix())):
            broken.append(target)
    assert broken == []


def test_a_page_links_only_to_what_is_on_the_site() -> None:
    outside = {
        f"{name_of(page)}: {target}"
        for page in PAGES
        if page.is_relative_to(DOCS)
        for target in re.findall(r"\]\(([^)\s#]+)", FENCE.sub("", page.read_text(encoding="utf-8")))
        if not target.startswith("http")
        and not (page.parent / target).resolve().is_relative_to(DOCS)
    }
    assert outside == set()


def test_every_public_name_is_in_the_reference() -> None:
    public = {place.removeprefix("upcard.") for place in PLACES if place.count(".") == 1}
    assert public == set(upcard.__all__)
    assert len(PLACES) == len(set(PLACES))


@pytest.mark.parametrize("place", PLACES)
def test_the_reference_describes_what_there_is(place: str) -> None:
    """A function that takes arguments says what it raises, a class describes its members."""
    found = _object(place)
    if isfunction(found) and found.__code__.co_argcount + found.__code__.co_kwonlyargcount:
        assert "Raises" in (getdoc(found) or ""), place
    if isinstance(found, type):
        members = {name: member for name, member in vars(found).items() if not name.startswith("_")}
        missing = [
            name
            for name, member in members.items()
            if (isfunction(member) or isinstance(member, property)) and not getdoc(member)
        ]
        assert getdoc(found)
        assert missing == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_executed_from_top_to_bottom(path: Path) -> None:
    """Every cell has run, in order and without an error; the page shows what came out."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == [*range(1, len(cells) + 1)]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert [output for output in outputs if output["output_type"] == "error"] == []
    text = page_of_notebook(notebook)
    assert text.startswith("# ")
    assert text.count("```python\n") == len(cells)
    assert '<div class="output">' in text
    assert len(text) < 500_000


def _object(place: str) -> Any:
    """The module, or what a module has, that a dotted name names."""
    try:
        return import_module(place)
    except ModuleNotFoundError:
        home, _, name = place.rpartition(".")
        return getattr(import_module(home), name)


@cache
def _text(name: str) -> str:
    path = ROOT / name
    if path.exists():
        return path.read_text(encoding="utf-8")
    notebook = path.with_suffix(".ipynb").read_text(encoding="utf-8")
    return page_of_notebook(json.loads(notebook))


@cache
def _anchors(name: str) -> set[str]:
    """The anchors of a page: of its headings, as MkDocs makes them, and of the reference."""
    text = FENCE.sub("", _text(name))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {*map(_slug, headings), *re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)}


def _slug(heading: str) -> str:
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


KINDS_OF_CHANGES: Final = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The headings of Keep a Changelog, in its order."""


def test_the_changelog_tells_what_is_not_released() -> None:
    """A merge had emptied the file, and nothing noticed."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = text.split("\n## Unreleased\n")[1].split("\n## ")[0]
    first, *groups = re.split(r"^### ", unreleased, flags=re.MULTILINE)
    assert not first.strip(), "each entry stands under a heading"
    headings = [group.partition("\n")[0] for group in groups]
    assert headings == [name for name in KINDS_OF_CHANGES if name in headings]
    for heading, group in zip(headings, groups, strict=True):
        assert re.search(r"^- ", group, re.MULTILINE), heading
    entries = re.findall(r"^- (?:.+\n)(?:  .+\n)*", unreleased, re.MULTILINE)
    assert len(entries) == len(set(entries)), "each fact has one entry"
