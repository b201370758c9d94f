"""``upcard report``: what it writes, prints and refuses."""

import json
from pathlib import Path

import pytest
import typer

from upcard.cli.report import report

BACCARAT = Path(__file__).parents[2] / "submissions" / "baccarat.toml"

Printed = pytest.CaptureFixture[str]


def test_files_and_figures(capsys: Printed, tmp_path: Path) -> None:
    report(BACCARAT, out=tmp_path, paper="letter", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == "BAC-01"
    assert {file["path"] for file in found["files"]} == {str(one) for one in tmp_path.iterdir()}
    wagers = {form["wager"]: form for form in found["figures"]}
    assert set(wagers) == {"baccarat-player", "baccarat-banker", "baccarat-tie", "majestic-match"}
    assert wagers["baccarat-banker"]["house_edge"] == pytest.approx(0.0105791, abs=1e-7)
    content = (tmp_path / "par-baccarat-tie.pdf").read_bytes()
    assert b"/MediaBox[0 0 612 792]" in content


def test_a_line_for_each_file(capsys: Printed, tmp_path: Path) -> None:
    report(BACCARAT, out=tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{tmp_path}/index.html")
    assert lines[-1] == f"{len(lines) - 1} files for BAC-01."


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
