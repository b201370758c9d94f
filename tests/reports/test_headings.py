"""Headings and labels of papers are words for readers: no class, no slug, no syntax of a file."""

import re
from collections.abc import Iterator

import pytest

from reports.paper_tables import GAMES, MANY_WAGERS, papers_of, source_from
from upcard.analysis.diff import diff
from upcard.reports.names import language
from upcard.reports.rendering.paper import Drawing, Facts, Paper, PaperTable
from upcard.reports.report import papers
from upcard.reports.sheets.diff_sheet import diff_sheet
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.sign import payout_sign
from upcard.rules.loader import all_games, all_mysteries, all_wagers
from upcard.submission.fields import fields_of
from upcard.submission.schema import WagerSection, tables
from upcard.wagers.catalogue import wager

CLASS = re.compile(r"[a-z][A-Z]")
SYNTAX = re.compile(r"\w_\w|\b\w+\.[a-z]\w*\b|[\[\]{}=⟦⟧]|\bNone\b|\bTrue\b|\bFalse\b")
NAMES = ("AxMan", "TriLux")
"""Names that are printed so in the rulebook."""

FILES = ("layout.svg",)


def labels(paper: Paper) -> Iterator[str]:
    """What names something on a paper: its title, headings of parts and columns, names of facts."""
    yield paper.title
    yield paper.subtitle
    for part in paper.parts:
        yield part.heading
        for block in part.blocks:
            if isinstance(block, Facts):
                yield from (fact.name for fact in block.facts)
            elif isinstance(block, PaperTable):
                yield from (column.heading for column in block.columns)
                yield from (row[0] for row in block.rows)
            elif isinstance(block, Drawing):
                yield block.caption


def slugs() -> set[str]:
    """The names of code and files that are no words: those of several words."""
    found = {mystery.slug for mystery in all_mysteries()} | {game.slug for game in all_games()}
    for rules in all_wagers():
        found.add(rules.data.slug)
        for table in rules.paytables:
            rule = wager(rules.data.slug, rules.data.jurisdiction, table.data.form)
            found |= {*table.data.pays, *rule.outcomes}
    found |= {*tables(), *fields_of(WagerSection)}
    words = {row.lower() for row in language().rows.values()}
    return {slug for slug in found if re.search("[-_]", slug)} - words


def unreadable(paper: Paper) -> list[str]:
    """The labels that are not words for readers."""
    found, names = [], slugs()
    for label in labels(paper):
        words = label
        for name in (*NAMES, *FILES):
            words = words.replace(name, name.capitalize().replace(".", " "))
        tokens = set(re.findall(r"[\w-]+", words))
        if CLASS.search(words) or SYNTAX.search(words) or names & tokens:
            found.append(label)
    return found


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("game", GAMES)
def test_no_label_of_a_paper_is_code(game: str) -> None:
    for paper in papers_of(game).values():
        assert unreadable(paper) == [], paper.name


@pytest.mark.nightly
def test_no_label_of_a_table_with_many_wagers_is_code() -> None:
    for paper in papers(source_from(MANY_WAGERS)):
        assert unreadable(paper) == [], paper.name


def test_no_label_of_a_form_or_sign_is_code_whatever_is_offered() -> None:
    """Every wager that a table of Blackjack may have alone."""
    for rules in all_wagers():
        if "blackjack" not in rules.data.games or rules.data.jurisdiction != "pa":
            continue
        meter = 'seed = 5000\nreseed = 5000\nincrement = "10%"\n' if rules.data.meter else ""
        text = f'[table]\nname = "T"\ndecks = 6\n[wagers.{rules.data.slug}]\n{meter}'
        try:
            made = source_from(text)
        except AssertionError:  # it needs choices of its own; a table above has it
            continue
        for paper in (submission_form(made), payout_sign(made)):
            assert unreadable(paper) == [], (rules.data.slug, paper.name)


def test_no_label_of_a_difference_is_code() -> None:
    table = '[table]\nname = "T"\npositions = 7\nminimum = {}\nmaximum = {}\n'
    more = '[wagers.lucky-ladies]\n[wagers.perfect-pairs]\npaytable = "A"\n'
    before, after = source_from(table.format(15, 1000)), source_from(table.format(25, 2000) + more)
    paper = diff_sheet(before.document, after, diff(before.submission, after.submission))
    assert unreadable(paper) == []


@pytest.mark.parametrize(
    "heading", ["WagerMoments of the hands", "table.decks", "lucky-ladies", "split_aces", "a = 1"]
)
def test_code_is_found(heading: str) -> None:
    paper = papers_of("baccarat")["expected-hold"]
    named = Paper("sheet", heading, "", paper.head, ())
    assert unreadable(named) == [heading]
