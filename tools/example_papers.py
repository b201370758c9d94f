"""Prints the papers of example tables into the documentation site: hooks of MkDocs.

Beside the papers of a submission there are those of a change and of a day, which robots play.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from functools import cache
from html import escape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from upcard.analysis.diff import diff, house_edges
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import ValidateJackpot
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.play import question
from upcard.host.daily.heading import head_of
from upcard.host.daily.meter_day import meter_days
from upcard.host.daily.meters_shown import meters_shown, of_jackpot, slips_by_meter
from upcard.host.daily.sheets import meter_statement, table_statement
from upcard.host.daily.slips import jackpot_slip
from upcard.host.daily.table_day import table_day
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.journal.opening import open_journal
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.filing import read_filing
from upcard.reports.names import language
from upcard.reports.rendering.paper import Paper
from upcard.reports.rendering.pdf import picture
from upcard.reports.report import papers, write, write_paper
from upcard.reports.sheets.diff_sheet import diff_sheet
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource, source_of
from upcard.rules.digest import rules_digest
from upcard.submission.check import check
from upcard.submission.compiling.text import rules_of
from upcard.submission.read import read

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = ROOT / "docs" / "example-tables"
FILING: Final = EXAMPLES / "filing.toml"
TABLES: Final = {
    "six-decks": EXAMPLES / "six-decks.toml",
    "washington": EXAMPLES / "washington.toml",
    "baccarat": ROOT / "submissions" / "baccarat.toml",
}
"""The example tables, by the folder of their papers on the site."""

REVISED: Final = EXAMPLES / "six-decks-revised.toml"
FILINGS: Final = {REVISED: EXAMPLES / "filing-revised.toml"}
"""The filing of a submission that does not have the first one's."""

CHANGE, DAY = "change", "day"
"""The folders of the paper of a change, and of the papers of a day."""

LANGUAGES: Final = ("es",)
"""The languages of the signs beside English."""

PAGE: Final = "example-papers.md"
HEADINGS: Final = {
    "six-decks": "A Blackjack table with side wagers and a progressive",
    CHANGE: "A new version of it",
    DAY: "A day of it",
    "washington": "A table in Washington",
    "baccarat": "A table of baccarat",
}
"""The galleries of the page in their order."""

ROUNDS: Final = 60
SHUFFLES: Final = 31
"""Rounds of the day, and the seed of its shuffles: a whole meter is won in them."""

OPENED: Final = date(2024, 7, 1)
"""The day: that from which the filing is effective."""

SECONDS_A_RECORD: Final = 3
"""Seconds from one record of the day's journal to the next."""

MICROSECONDS: Final = 1_000_000

COUNT: Final = 25_000 * UNITS_PER_DOLLAR
"""What the table inventory was counted at when the day began."""

DEALER: Final = "M. Rossi"
FLOORPERSON: Final = "L. Chen"
TITLES: Final = {DEALER: "dealer", FLOORPERSON: "floorperson"}
"""The persons of the day, with their titles."""


def on_page_markdown(markdown: str, page: "Page", **_: object) -> str:
    """Add the galleries to the page of examples (called by MkDocs)."""
    return markdown + "".join(map(gallery, HEADINGS)) if page.file.src_uri == PAGE else markdown


def on_post_build(config: "MkDocsConfig") -> None:
    """Write the papers and their pictures (called by MkDocs)."""
    for name in HEADINGS:
        print_papers(name, Path(config.site_dir, "example-papers", name))


def gallery(name: str) -> str:
    """A picture of each paper of a folder, with a link to its page and its PDF."""
    figures = "\n".join(
        f'<figure><a href="{name}/{paper.name}.html">'
        f'<img src="{name}/{paper.name}.png" loading="lazy" '
        f'alt="The first page"></a><figcaption>{escape(paper.label)} '
        f'(<a href="{name}/{paper.name}.pdf">PDF</a>)</figcaption></figure>'
        for paper in papers_of(name)
    )
    return f'\n\n## {HEADINGS[name]}\n\n<div class="papers">\n{figures}\n</div>\n'


def print_papers(name: str, out: Path) -> None:
    """Write all papers of an example into a folder, with a picture of each."""
    if name in TABLES:
        write(source_named(TABLES[name]), out, "letter", signs=map(Path, LANGUAGES))
    for paper in papers_of(name):
        if name not in TABLES:
            write_paper(paper, out, "letter", source_named(REVISED).table.as_of)
        (out / f"{paper.name}.png").write_bytes(picture(paper, "letter"))


@cache
def papers_of(name: str) -> tuple[Paper, ...]:
    """The papers of an example."""
    if name == CHANGE:
        before, after = source_named(TABLES["six-decks"]), source_named(REVISED)
        changes = diff(before.submission, after.submission)
        return (diff_sheet(before.document, after, changes),)
    if name == DAY:
        return tuple(_of_a_day(TABLES["six-decks"].read_text(encoding="utf-8")))
    source = source_named(TABLES[name])
    signs = (payout_sign(source, code, language(code)) for code in LANGUAGES)
    return (*papers(source), *signs)


@cache
def source_named(file: Path) -> PaperSource:
    """The source of a submission, which complies, with its filing."""
    document = read(file)
    submission, findings = check(document)
    assert submission is not None, findings
    return source_of(document, submission, read_filing(FILINGS.get(file, FILING)))


def _of_a_day(submission: str) -> Iterator[Paper]:
    """The papers of a day: robots play at every position, and persons take a jackpot's steps."""
    bits, begin = seeded_bits(1), datetime.combine(OPENED, time(12), UTC)
    ticks = count(int(begin.timestamp()) * MICROSECONDS, SECONDS_A_RECORD * MICROSECONDS)
    journal = open_journal("memory:", rules=rules_digest(), clock=ticks.__next__)
    vault = Vault(Installation(bytes(32)))
    table = TableHost(journal, submission, rules_of, CardSupply(vault, seeded_bits(SHUFFLES)))
    table.automate(UNTIL_CLEARED & ~Automation.FLOOR)
    robots = [Robot(position, bits) for position in range(1, table.rules.positions + 1)]
    for _ in range(ROUNDS):
        for robot in robots:
            for command in robot.wagers(table.rules):
                table.send(replace(command, player=f"Patron {robot.position}"))
        table.send(CloseBets(), actor=DEALER)
        while (pending := question(table.state)) is not None:
            table.send(robots[pending.position - 1].answer(table.state, pending))
        while (step := floor_step(table.state)) is not None:
            table.send(step, actor=FLOORPERSON if isinstance(step, ValidateJackpot) else DEALER)
        table.send(ClearTable(), actor=DEALER)
    day_sheet = table_day(journal, table.rules.name, OPENED)
    filing = read_filing(FILING)
    yield table_statement(day_sheet, table.rules, filing, COUNT, house_edges(table.rules))
    by_slip = [paid for paid in day_sheet.jackpots if paid.source == "jackpot-slip"]
    shown = meters_shown(journal, OPENED)
    slips = slips_by_meter(by_slip, shown)
    meters, head = meter_days(journal, OPENED), head_of(table.rules)
    yield meter_statement(meters, OPENED.isoformat(), head, filing, slips)
    yield jackpot_slip(by_slip[0], table.rules, filing, TITLES, of_jackpot(by_slip[0], shown))
    journal.close()
