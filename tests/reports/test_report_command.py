"""``upcard report``: what it writes, prints and refuses."""

import json
from pathlib import Path

import pytest
import typer

from upcard.cli.diff import diff
from upcard.cli.report import report
from upcard.reports.names import language
from upcard.reports.paper_cache import cached_papers
from upcard.reports.rendering.paper import Paper
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource, source_of
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.read import parse

BACCARAT = Path(__file__).parents[2] / "submissions" / "baccarat.toml"

Printed = pytest.CaptureFixture[str]


def test_files_and_figures(capsys: Printed, tmp_path: Path) -> None:
    report(BACCARAT, out=tmp_path, paper="letter", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == "BAC-01"
    assert {file["path"] for file in found["files"]} == {str(file) for file in tmp_path.iterdir()}
    wagers = {form["wager"]: form for form in found["figures"]}
    assert set(wagers) == {"baccarat-player", "baccarat-banker", "baccarat-tie", "majestic-match"}
    assert wagers["baccarat-banker"]["house_edge"] == pytest.approx(0.0105791, abs=1e-7)
    content = (tmp_path / "par-baccarat-tie.pdf").read_bytes()
    assert b"/MediaBox[0 0 612 792]" in content


def test_signs_in_other_languages(capsys: Printed, tmp_path: Path) -> None:
    """Spanish is there; of words of one's own the command names what they leave in English."""
    phrases = [f"{key} = {json.dumps(text)}" for key, text in language().phrases.items()]
    own = tmp_path / "fr.toml"
    own.write_text("\n".join(["[phrases]", *phrases]), encoding="utf-8")
    report(BACCARAT, out=tmp_path / "out", language=[Path("es"), own], as_json=True)
    left = json.loads(capsys.readouterr().out)["untranslated"]
    assert left["payout-sign-es"] == []
    assert "rows-of.majestic-match.royal-match" in left["payout-sign-fr"]
    spanish = (tmp_path / "out" / "payout-sign-es.html").read_text(encoding="utf-8")
    assert "Mano de la Banca" in spanish
    assert "Banker" not in spanish
    report(BACCARAT, out=tmp_path / "out", language=[own])
    told = capsys.readouterr().out
    assert f"payout-sign-fr: {len(left['payout-sign-fr'])} texts are in English" in told


def test_what_does_not_comply_gets_no_papers(capsys: Printed, tmp_path: Path) -> None:
    file, out = tmp_path / "refused.toml", tmp_path / "papers"
    file.write_text('[table]\nname = "BJ"\npositions = 8\n', encoding="utf-8")
    with pytest.raises(typer.Exit) as ended:
        report(file, out=out, as_json=True)
    assert ended.value.exit_code == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["complies"] is False
    assert answer["findings"][0]["section"] == "58 Pa. Code § 633a.2(a)"
    assert not out.exists()


def test_what_was_made_before_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Papers are kept by a digest of code, rule data and submission; others are made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made: list[str] = []

    def make(source: PaperSource) -> tuple[Paper, ...]:
        made.append(source.table.name)
        return (payout_sign(source),)

    text = BACCARAT.read_text(encoding="utf-8")
    first = cached_papers(_source(text), make)
    assert cached_papers(_source(text), make) == first
    assert made == ["BAC-01"], "once"
    cached_papers(_source(text.replace("BAC-01", "BAC-02")), make)
    cached_papers(_source(text.replace("minimum = 10", "minimum = 15")), make)
    assert made == ["BAC-01", "BAC-02", "BAC-01"]


def _source(text: str) -> PaperSource:
    document = parse(text)
    submission, _ = check(document)
    assert submission is not None
    return source_of(document, submission)


FILING = """
certificate_holder = "Example Casino"
revision = "3"
effective = 2024-07-01
attachments = ["Floor plan"]
[[history]]
number = "2"
date = 2024-05-25
what = "Surrender"
"""


@pytest.mark.nightly
def test_a_form_has_the_filing_and_lines_for_the_rest(capsys: Printed, tmp_path: Path) -> None:
    """Who files what, from when on; what the filing leaves out is written on a line.

    The command prints a line for each file.
    """
    filing = tmp_path / "filing.toml"
    filing.write_text(FILING, encoding="utf-8")
    report(BACCARAT, out=tmp_path, filing=filing)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{tmp_path}/index.html")
    assert lines[-1] == f"{len(lines) - 1} files for BAC-01."
    form = (tmp_path / "submission-form.html").read_text(encoding="utf-8")
    for told in (
        "Example Casino",
        "2024-07-01",
        "Floor plan",
        "Surrender",
        "PAR sheet: Banker&#x27;s Hand",
    ):
        assert told in form
    assert "<dt>Licensed facility</dt><dd>____" in form
    filing.write_text("revision = 3\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"filing\.toml' is no filing: revision is a whole"):
        report(BACCARAT, out=tmp_path, filing=filing)


def test_the_paper_of_a_difference(tmp_path: Path) -> None:
    """Every change in words with its section, and its effect on edge and hold."""
    after = tmp_path / "after.toml"
    text = BACCARAT.read_text(encoding="utf-8")
    after.write_text(text.partition("[wagers.majestic-match]")[0], encoding="utf-8")
    diff(BACCARAT, after, out=tmp_path)
    paper = (tmp_path / "changes.html").read_text(encoding="utf-8")
    assert "Majestic Match" in paper
    assert "not offered" in paper
    assert (tmp_path / "changes.pdf").read_bytes().startswith(b"%PDF")
