"""Prints the papers of example tables into the documentation site: a hook of MkDocs."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard.reports.filing import read_filing
from upcard.reports.report import write
from upcard.reports.source import source_of
from upcard.submission.check import check
from upcard.submission.read import read

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT: Final = Path(__file__).parents[1]
FILING: Final = ROOT / "docs" / "example-tables" / "filing.toml"
TABLES: Final = {
    "six-decks": ROOT / "docs" / "example-tables" / "six-decks.toml",
    "washington": ROOT / "docs" / "example-tables" / "washington.toml",
    "baccarat": ROOT / "submissions" / "baccarat.toml",
}
"""The example tables, by the folder of their papers on the site."""


def on_post_build(config: "MkDocsConfig") -> None:
    """Writes the papers (called by MkDocs)."""
    for name, file in TABLES.items():
        print_papers(file, Path(config.site_dir, "example-papers", name))


def print_papers(file: Path, out: Path) -> None:
    """Writes all papers of an example table into a folder."""
    document = read(file)
    submission, findings = check(document)
    assert submission is not None, findings
    write(source_of(document, submission), out, "letter", filing=read_filing(FILING))
