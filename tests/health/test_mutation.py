"""Mutation testing: what operators change, which are drawn, which tests run, what is told."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

operators = importlib.import_module("operator_mutants")
mutation = importlib.import_module("mutation")
runs = importlib.import_module("mutant_runs")
reach = importlib.import_module("reach")
mutants = importlib.import_module("mutants")

SOURCE = '''"""Pays."""
from upcard.money.amount import Money, Odds
class Hand(Struct, frozen=True, tag=True):
    wager: int | None = 3
    @cache
    def paid(self, odds: Odds | None) -> int | None:
        assert odds > 7
        if odds == self.wager:
            return (
                self.wager
                * odds
            )
        return None
'''


def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str = SOURCE) -> list[Any]:
    """Where operators change a module of this text, the one file of a subject."""
    monkeypatch.setattr(operators, "SUBJECTS", {"settlement": ("money/*.py",)})
    path = tmp_path / mutants.PACKAGE / "money" / "pays.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    return list(operators.places(tmp_path))


def test_what_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither annotations, imports, asserts, caches nor `frozen`; a name tells where and what."""
    found = places(tmp_path, monkeypatch)
    assert {place.position[0] for place in found} == {3, 4, 8, 11}
    names = [mutant.name for place in found for mutant in place.mutants]
    assert len(names) == len(set(names))
    assert "Hand: TrueWithFalse: class Hand(Struct, frozen=True, tag=True): (2)" not in names
    assert "Hand: NumberReplacer: wager: int | None = 3" in names
    assert "Hand: NumberReplacer: wager: int | None = 3 (2)" in names
    (product,) = [place for place in found if place.position[0] == 11]
    assert product.start == 9
    added = {mutant.name: mutant for mutant in product.mutants}["Hand.paid: Mul_Add: * odds"]
    assert added.text() == SOURCE.replace("* odds", "+ odds")


def test_the_sample_outlives_an_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One mutant of a place; an edit of a line changes what was drawn of that line alone."""
    before = operators.sample(places(tmp_path, monkeypatch), 4, 1)
    assert len({place.position for place, _ in before}) == 4
    moved = SOURCE.replace("assert odds > 7", "print(self)\n        assert odds > 7")
    after = operators.sample(places(tmp_path, monkeypatch, moved), 4, 1)
    assert [mutant.name for _, mutant in before] == [mutant.name for _, mutant in after]


def test_what_an_operator_cannot_make_is_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """cosmic-ray fails at one of several exceptions that has a dot in its name."""
    source = "try:\n    pay()\nexcept (KeyError, money.Short):\n    raise\n"
    drawn = operators.sample(places(tmp_path, monkeypatch, source), 9, 1)
    assert [mutant.text().splitlines()[2] for _, mutant in drawn] == [
        "except (CosmicRayTestingException, money.Short):"
    ]


def test_the_nearest_and_quickest_tests_run_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = {"test_a": 2.0, "test_b": 1.0, "test_c": 0.5}
    lines = {"pays.py": {"8": ["test_a", "test_c"], "9": ["test_b", "test_a", "failed"], "1": [""]}}
    told = json.dumps({"seconds": seconds, "lines": lines})
    (tmp_path / "gw0.json").write_text(told, "utf-8")
    found = reach.Reach.read(tmp_path)
    assert found.tests("pays.py", 9, 9) == ["test_b", "test_a"]
    assert found.tests("pays.py", 11, 9) == ["test_b", "test_a"], "a part of the statement before"
    assert found.tests("pays.py", 1, 1) == [], "run on import"
    assert found.of_file("pays.py") == ["test_c", "test_b", "test_a"]
    mutant = mutants.Mutant("settlement", "pays.py", "Eq_Lt", str)
    place = operators.Place("settlement", "pays.py", (9, 0), 9, (mutant,))
    monkeypatch.setattr(mutation, "importers", lambda _: {"pays.py": {"test_a"}})
    campaign = mutation.ByReach(found, {("pays.py", "Eq_Lt"): place}, 300)
    (stage,) = campaign.stages(mutant)
    assert list(stage.tests) == ["test_a", "test_b", "test_c"], "of a file that imports it first"
    campaign.learn(runs.Verdict(mutant, "killed", "test_c", 1.0))
    (stage,) = campaign.stages(mutant)
    assert list(stage.tests) == ["test_c", "test_a", "test_b"]


def test_a_listed_survivor_is_looked_at_for_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reach.Reach()
    found.seconds = {"test_a": 10.0, "test_b": 20.0, "test_c": 25.0}
    found.lines = {"pays.py": {9: {"test_a", "test_b", "test_c"}}}
    mutant = mutants.Mutant("settlement", "pays.py", "Eq_Lt", str)
    place = operators.Place("settlement", "pays.py", (9, 0), 9, (mutant,))
    monkeypatch.setattr(mutation, "importers", lambda _: {})
    run = []
    for listed in ((), {("pays.py", "Eq_Lt")}):
        campaign = mutation.ByReach(found, {("pays.py", "Eq_Lt"): place}, 300, listed)
        run.append([test for stage in campaign.stages(mutant) for test in stage.tests])
    assert run == [["test_a", "test_b", "test_c"], ["test_a"]]


def test_tests_that_are_named_run_in_their_order() -> None:
    mutant = mutants.Mutant("settlement", "pays.py", "Eq_Lt", str)
    stages = mutation.ByName(["tests/b.py", "tests/a.py::test_one"], 300).stages(mutant)
    assert [list(stage.tests) for stage in stages] == [["tests/b.py"], ["tests/a.py::test_one"]]


@pytest.mark.parametrize(
    ("survived", "listed", "status"),
    [
        (0, (), 0),
        (1, (), 1),  # not listed
        (1, (False,), 0),
        (2, (False, False), 1),  # 18 of 20
        (2, (True, True), 0),
    ],
)
def test_the_exit_status(survived: int, listed: tuple[bool, ...], status: int) -> None:
    """Of twenty mutants, 95 % of those not equivalent are killed and every survivor is listed."""
    every = [mutants.Mutant("odds", "a.py", str(number), str) for number in range(20)]
    verdicts = [
        runs.Verdict(one, "survived" if at < survived else "killed", "", 0.0)
        for at, one in enumerate(every)
    ]
    known = {
        ("a.py", str(at)): operators.Survivor("why", equivalent)
        for at, equivalent in enumerate(listed)
    }
    assert mutation.summary(verdicts, known, 0.0) == status


def test_a_listed_survivor_that_is_killed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    killed = runs.Verdict(mutants.Mutant("odds", "a.py", "one", str), "killed", "test_a", 0.0)
    known = {("a.py", "one"): operators.Survivor("why", equivalent=True)}
    assert mutation.summary([killed], known, 0.0) == 1
    assert "Listed as a survivor, killed by test_a:" in capsys.readouterr().out


def test_listed_survivors_are_mutants_of_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """`surviving_mutants.toml` names mutants that there are, and gives each a reason."""
    root = Path(__file__).parents[2]
    listed = operators.survivors(root)
    files = {Path(file).relative_to(mutants.PACKAGE).as_posix() for file, _ in listed}
    every = {path for paths in operators.subject_files(root).values() for path in paths}
    assert {root / mutants.PACKAGE / file for file in files} <= every
    monkeypatch.setattr(operators, "SUBJECTS", {"listed": sorted(files)})
    assert mutation.check_survivors(operators.places(root)) == listed
    assert all(survivor.why.endswith(".") for survivor in listed.values())


def test_a_listed_survivor_that_is_no_mutant_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {("a.py", "gone"): operators.Survivor("why", equivalent=True)}
    monkeypatch.setattr(mutation, "survivors", lambda _: known)
    with pytest.raises(SystemExit, match=r"names no mutant by \('a.py', 'gone'\)"):
        mutation.check_survivors([])
