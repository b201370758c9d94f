"""Wagers from a folder outside: found, tried before they are imported, refused where broken."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from upcard import bootstrap
from upcard.exact.record import records
from upcard.rules import external
from upcard.rules.loader import all_wagers, wager_rules
from upcard.rules.violation import BadInput, RulebookError
from upcard.service.settings import Settings
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.own import trial

DATA = """
title = "Suited Sum"
slug = "suited-sum"
section = "Approval 2026-14"
settles = "initial-deal"
[[paytable]]
id = "A"
pays = { suited-21 = "10 to 1", sum-21 = "3 to 1" }
"""

CLASSIFIER = """
import upcard
from upcard.cards.totals import is_blackjack

OUTCOMES = ("lose", "sum-21", "suited-21")

@upcard.kernel
def classify(first: int, second: int) -> int:
    if is_blackjack(first, second) == 0:
        return 0
    return 2 if first & 3 == second & 3 else 1
"""

Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a wager to a folder that the rulebook then reads."""
    monkeypatch.setenv(external.WAGER_FOLDERS, str(tmp_path))

    def write(body: str = CLASSIFIER, data: str = DATA, name: str = "suited_sum") -> None:
        (tmp_path / f"{name}.toml").write_text(data, encoding="utf-8")
        (tmp_path / f"{name}.py").write_text(body, encoding="utf-8")
        external._found_wagers.cache_clear()

    yield write
    monkeypatch.undo()
    external._found_wagers.cache_clear()
    for module in [name for name in sys.modules if name.startswith(external.WAGER_MODULES)]:
        del sys.modules[module]


def test_a_wager_of_two_files_is_one_of_the_rulebook(write: Write) -> None:
    write()
    data = wager_rules("suited-sum", "house").data
    assert (data.section, data.collects, data.games) == ("Approval 2026-14",) * 2 + (
        ("blackjack",),
    )
    assert all_wagers()[-1].data is data
    (record,) = records("suited-sum", decks=8)
    ways = {row.outcome: row.combinations for row in record.outcomes}
    assert ways == {"suited-21": 4 * 4 * 8 * 8, "sum-21": 4 * 12 * 8 * 8, "lose": 86_320 - 4_096}
    assert record.section == "Approval 2026-14"


def test_its_trial_costs_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    own = external.external_wagers()["suited-sum"]
    trial.refuse_broken(own)
    monkeypatch.setattr(subprocess, "run", None)  # a second trial would fail
    trial.refuse_broken(own)


BROKEN = {
    "return 0 // (first - 7)": "(first=0, second=7) raises ZeroDivisionError",
    "return 99 if first == second else 0": "(first=0, second=0) is 99, no index into its outcomes",
    "return first / 52": "(first=0, second=0) is 0.0, no whole number",
    "return -1": "is -1, no index",
    "return 1 if first < second else 0": "(first=0, second=1) is 1, and 0 with the two cards exch",
    "return len({first, second}) - 1 if first else open(0) and 0": "(first=0, second=0) raises",
    "return int(f'{first + second}') % 2": "cannot be compiled",
    "return (first + 1) * (second + 1) << 62 > 9 and 1 or 0": "in Python and 0 compiled",
}


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_classifier_is_refused_with_the_reason(write: Write, line: str) -> None:
    head, _, _ = CLASSIFIER.partition("    if is_blackjack")
    write(f"{head}    {line}\n")
    with pytest.raises(RulebookError, match=r"^suited-sum is refused: ") as refused:
        checked_rules("suited-sum", "house")
    assert BROKEN[line] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_classifier_that_does_not_end_is_stopped(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "SECONDS", 1)
    head, _, _ = CLASSIFIER.partition("    if is_blackjack")
    write(f"{head}    while first >= 0:\n        pass\n    return 0\n")
    with pytest.raises(RulebookError, match="does not end; it was stopped after"):
        checked_rules("suited-sum", "house")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (CLASSIFIER.replace("second", "down"), "suited_sum.py asks for 'down', which is no fact"),
        (CLASSIFIER.replace("@upcard.kernel", ""), "is not marked @upcard.kernel"),
        (CLASSIFIER.replace('"lose"', '"none"'), "The outcomes of suited-sum are 'lose' and then"),
        ("import nothing_there", "its module raises ModuleNotFoundError"),
        ("import sys; sys.exit(7)", "ends the process that tries it, with the status 7"),
        ("x = 1", "suited_sum.py has neither WAGER nor OUTCOMES and classify"),
        ("WAGER = 3", "suited_sum.py has 3 where a WagerRule has to be"),
    ],
)
def test_a_module_that_holds_no_wager_is_refused(write: Write, body: str, reason: str) -> None:
    write(body)
    with pytest.raises(RulebookError, match=r"^suited-sum is refused: ") as refused:
        wager("suited-sum", "house")
    assert reason in str(refused.value)


@pytest.mark.parametrize("name", ["suited_sum.toml", "suited_sum.py"])
def test_a_file_that_is_no_text_is_refused_by_its_path(
    write: Write, tmp_path: Path, name: str
) -> None:
    write()
    (tmp_path / name).write_bytes(b"\xff")
    with pytest.raises(BadInput) as refused:
        wager("suited-sum", "house")
    assert str(refused.value) == f"{tmp_path / name} is not UTF-8 text."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"initial-deal"', '"at-night"', "settles at 'at-night'"),
        (', sum-21 = "3 to 1"', "", "paytable A: sum-21 has no price\\."),
        ('"suited-sum"', '"other-sum"', "is not the file's name"),
        ("title", "tilte", r"suited_sum\.toml: the key tilte is not known"),
        ("[[paytable]]", "paytable = 5\n[[tables]]", "paytable"),
    ],
)
def test_its_data_are_checked_as_the_rulebook_s(
    write: Write, old: str, new: str, reason: str
) -> None:
    write(data=DATA.replace(old, new))
    with pytest.raises(RulebookError, match=reason):
        checked_rules("suited-sum", "house")


def test_it_settles_when_its_facts_are_known(write: Write) -> None:
    write(CLASSIFIER.replace("second: int", "second: int, hole: int"))
    with pytest.raises(RulebookError, match="settles at 'initial-deal', when 'hole' is not known"):
        checked_rules("suited-sum", "house")


def test_a_name_of_the_rulebook_is_taken(write: Write) -> None:
    write(data=DATA.replace("suited-sum", "lucky-ladies"), name="lucky_ladies")
    with pytest.raises(RulebookError, match="the rulebook has the name 'lucky-ladies' already"):
        checked_rules("lucky-ladies", "house")


def test_a_folder_without_a_wager_is_an_error(write: Write, tmp_path: Path) -> None:
    write()
    (tmp_path / "suited_sum.py").unlink()
    with pytest.raises(BadInput, match=r"suited_sum\.toml without suited_sum\.py"):
        external.external_wagers()
    (tmp_path / "suited_sum.toml").unlink()
    with pytest.raises(BadInput, match="has no wager"):
        external.external_wagers()


def test_a_server_names_the_folder_not_a_submission(write: Write, tmp_path: Path) -> None:
    submission = tmp_path / "bet.submission"
    submission.write_text('[table]\nname = "LAB-1"\njurisdiction = "house"\n', encoding="utf-8")
    write()
    (tmp_path / "suited_sum.py").unlink()
    (tmp_path / "suited_sum.toml").unlink()
    with pytest.raises(BadInput, match=f"^{re.escape(str(tmp_path))} has no wager"):
        bootstrap.serve(
            [submission], "memory:", bootstrap.Address("127.0.0.1", 0), Settings(), print
        )
