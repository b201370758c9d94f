"""A submission names wagers, never paths: what is uploaded cannot make the server run code."""

import sys
from pathlib import Path

import pytest

from host.live import PLAIN
from service.floors import floor
from upcard.rules import external

WAGER = (
    'title = "Mark"\nslug = "mark"\nsettles = "initial-deal"\n[[paytable]]\nid = "A"\npays = {}\n'
)


@pytest.mark.parametrize(
    "line",
    [
        '[wagers."{folder}/mark"]',
        '[wagers."../../mark"]',
        '[wagers."os"]',
        "[wagers.mark]",
        '[wagers.perfect-pairs]\nmodule = "mark"',
        '[wagers.perfect-pairs]\nclassify = "{folder}/mark.py"',
        '[wagers.perfect-pairs]\npaytable = "{folder}/mark.toml"',
        "[wagers.perfect-pairs.pays]\nperfect-pair = \"__import__('mark')\"",
        '[variations]\nfolder = "{folder}"',
        '[paths]\nwagers = "{folder}"',
    ],
)
def test_an_uploaded_submission_runs_no_code(tmp_path: Path, line: str) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "mark.toml").write_text(WAGER, encoding="utf-8")
    (tmp_path / "mark.py").write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
    before = set(sys.modules)
    text = f"{PLAIN}\n{line.format(folder=tmp_path)}\n"
    with floor() as served:
        for path in ("/api/submissions/check", "/api/submissions"):
            answer = served.client_of("max").post(path, json={"text": text})
            assert answer.status_code in (200, 422)
            assert not answer.json().get("complies", False)
    assert not ran.exists()
    made = set(sys.modules) - before
    assert not [name for name in made if name.startswith(external.WAGER_MODULES)]
    assert external.external_wagers() == {}
