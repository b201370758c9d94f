"""Every page names the submission that it is filed with: digest, revision, effective date."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from reports.paper_tables import part, rows, source_from
from upcard.analysis.diff import diff
from upcard.reports.filing import LINE as FILL_IN
from upcard.reports.filing import Filing, Revision
from upcard.reports.page_head import page_head
from upcard.reports.paper_cache import cached_papers
from upcard.reports.par.sheet import wager_sheet
from upcard.reports.part_cache import cached_fit
from upcard.reports.rendering.fit import NOT_FITTED, Fit
from upcard.reports.rendering.html import index, page
from upcard.reports.rendering.paper import Facts, Paper, PaperFact, PaperTable, Words
from upcard.reports.rendering.pdf import pdf
from upcard.reports.sheets.diff_sheet import diff_sheet
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.layout_sheet import layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource, source_of
from upcard.submission.check import check
from upcard.submission.read import read

BACCARAT = Path(__file__).parents[2] / "submissions" / "baccarat.toml"
DIGEST = sha256(BACCARAT.read_bytes()).hexdigest()
FILING = Filing(revision="3", effective=date(2024, 7, 1))
LINE = f"Revision 3, effective 2024-07-01, submission sha256 {DIGEST}"


def source(filing: Filing | None = FILING) -> PaperSource:
    document = read(BACCARAT)
    submission, _ = check(document)
    assert submission is not None
    return source_of(document, submission, filing)


def cheap(made: PaperSource) -> list[Paper]:
    """Papers without drawings of odds; all papers have the same head."""
    signs = [payout_sign(made), rack_card(made)]
    return [*signs, layout_sheet(made), submission_form(made), hold_sheet(made)]


def test_every_paper_names_digest_revision_and_effective_date() -> None:
    """The digest is that of the file, as ``sha256sum`` prints it."""
    for paper in cheap(source()):
        assert paper.head.filed == LINE, paper.name


def test_what_is_not_given_is_not_invented() -> None:
    bare = f"Revision not given, effective date not given, submission sha256 {DIGEST}"
    assert payout_sign(source(None)).head.filed == bare
    only = f"Revision 3, effective date not given, submission sha256 {DIGEST}"
    assert payout_sign(source(Filing(revision="3"))).head.filed == only


@pytest.mark.parametrize("make", [payout_sign, rack_card, layout_sheet])
def test_it_stands_in_the_foot_of_the_page_and_of_every_printed_page(
    make: Callable[[PaperSource], Paper],
) -> None:
    paper = make(source())
    html = page(paper)
    assert f"<span>{LINE}</span><span>upcard " in html
    printed = LINE.replace("-", "\\2d ")
    assert f'@bottom-left {{ content: "{printed}\\a upcard ' in html
    bare = msgspec.structs.replace(paper, head=msgspec.structs.replace(paper.head, filed=""))
    assert pdf(paper, "a4", date(2024, 7, 1), NOT_FITTED) != pdf(
        bare, "a4", date(2024, 7, 1), NOT_FITTED
    )
    assert LINE in index(source().head, (paper,))


def test_a_sheet_of_a_wager_alone_is_of_no_submission() -> None:
    record = source().records[0]
    made, sheet = wager_sheet(record)
    assert sheet.head.filed == made.head.filed == ""
    assert "sha256" in page(sheet), "the rule data"
    assert "submission sha256" not in page(sheet)
    assert page_head(source().table, "", FILING).filed == ""


def test_a_new_revision_is_printed_on_kept_papers_as_they_fitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fitted: list[str] = []

    def fit() -> Fit:
        fitted.append("fitted")
        return Fit("0.94")

    for revision in ("3", "3", "4"):
        chosen = source(Filing(revision=revision))
        (sign,) = cached_papers(chosen, lambda made: (payout_sign(made),))
        assert f"Revision {revision}, " in sign.head.filed
        assert cached_fit(sign, "a4", fit) == Fit("0.94")
    assert fitted == ["fitted"]


def test_a_difference_has_what_a_wager_pays_before_and_after() -> None:
    """§ 633c.1(e): paytable B pays 30, 10 and 5 to 1; what pays as before is left out."""
    text = '[table]\nname = "T"\n[wagers.match-the-dealer]\n{}'
    pairs = '[wagers.perfect-pairs]\npaytable = "{}"\n'
    tables = [source_from(text.format(more)) for more in ("", *map(pairs.format, "AB"))]
    without, paytable_a, paytable_b = tables
    for before, after, earlier in (
        (paytable_a, paytable_b, ("25 to 1", "12 to 1", "6 to 1")),
        (without, paytable_b, ("–", "–", "–")),
    ):
        found = diff(before.submission, after.submission)
        paper = diff_sheet(before.document, after, found)
        told = [each for each in paper.parts if each.heading.endswith("what it pays")]
        assert [each.heading for each in told] == ["Perfect Pairs: what it pays"]
        (table,) = told[0].blocks
        assert isinstance(table, PaperTable)
        now = ("30 to 1", "10 to 1", "5 to 1")
        names = ("Perfect pair", "Colored pair", "Mixed pair")
        assert table.rows == tuple(zip(names, earlier, now, strict=True))


def test_a_difference_has_the_exposure_who_files_it_and_changes_that_add_up() -> None:
    """Eight hands of the largest wager; each change is the difference of the printed amounts."""
    table = '[table]\nname = "T"\npositions = 7\nminimum = {}\nmaximum = {}\n'
    before, after = (source_from(table.format(*both)) for both in ((15, 1000), (25, 2000)))
    paper = diff_sheet(before.document, after, diff(before.submission, after.submission))
    most, worst = rows(paper, "Effect on the maximum exposure")
    assert most[1:] == ("$8,000", "$16,000")
    assert worst[1:] == ("$56,000", "$112,000")
    for _, *amounts in rows(paper, "Effect on the table"):
        old, new, change = (
            round(100 * float(text.strip("$").replace(",", ""))) for text in amounts
        )
        assert new - old == change
    assert paper.parts[0].heading == "Filing"
    assert paper.parts[-1].heading == "Signatures"


def test_the_author_of_a_pdf_is_who_prepared_it() -> None:
    paper = payout_sign(source(Filing(preparer="Ann Example")))
    assert b"Ann Example" in pdf(paper, "letter", date(2024, 7, 1), NOT_FITTED)
    unnamed = payout_sign(source(Filing()))
    assert b"Ann Example" not in pdf(unnamed, "letter", date(2024, 7, 1), NOT_FITTED)


def test_a_difference_names_both_files() -> None:
    table = '[table]\nname = "T"\ngame = "baccarat"\nmaximum = {}\n'
    before, after = (source_from(table.format(most)) for most in (500, 1000))
    found = diff(before.submission, after.submission)
    paper = diff_sheet(before.document, after, found)
    (facts,) = part(paper, "The two submissions").blocks
    assert isinstance(facts, Facts)
    old, new = (sha256(table.format(most).encode()).hexdigest() for most in (500, 1000))
    told = {fact.name: fact.value for fact in facts.facts}
    assert (told["Before, SHA-256"], told["After, SHA-256"]) == (old, new)
    assert new in paper.head.filed
    assert told["Before, revision and date"] == FILL_IN, "a line to be written on"
    (effect,) = part(paper, "Effect on edge and hold").blocks
    assert isinstance(effect, Words)
    assert effect.text.startswith("None: every house edge is as before"), "a larger maximum"


def test_a_difference_names_choices_as_the_form_does() -> None:
    text = (
        '[table]\nname = "T"\nmaximum = {}\n[wagers.perfect-pairs]\npaytable = "{}"\nmaximum = {}\n'
    )
    before, after = (source_from(text.format(*both)) for both in ((500, "A", 50), (900, "B", 75)))
    paper = diff_sheet(before.document, after, diff(before.submission, after.submission))
    changed = {row[0] for row in rows(paper, "What changes")}
    form = submission_form(after)
    of_table = {row[0] for row in rows(form, "The table")}
    of_wager = {row[0] for row in rows(form, "Wager: Perfect Pairs")}
    named = {name for name in changed if ": " not in name}
    assert named == {"Largest Blackjack wager"} <= of_table
    assert {name.partition(": ")[2].capitalize() for name in changed - named} <= of_wager
    assert changed - named == {"Perfect Pairs: paytable", "Perfect Pairs: maximum"}


def test_a_difference_names_the_revision_before_the_one_that_is_filed() -> None:
    table = source_from('[table]\nname = "T"\ngame = "baccarat"\n')
    history = tuple(Revision(number, date(2024, 1, int(number)), "") for number in "312")
    filed = replace(table, filing=Filing(revision="3", history=history))
    paper = diff_sheet(table.document, filed, diff(table.submission, table.submission))
    (told,) = part(paper, "The two submissions").blocks
    assert isinstance(told, Facts)
    assert told.facts[0] == PaperFact("Before, revision and date", "2, 2024-01-02")
    assert told.facts[2].name == "After, revision and date"
    assert told.facts[2].value == "3", "its effective date is not given"
