"""The tool that breaks each subsection: what it breaks, and that it tells who does not notice."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from upcard.rules.citation import full_citation

mutants = importlib.import_module("mutants")
proof = importlib.import_module("coverage_proof")
of_rule_data = importlib.import_module("rule_data_mutants")

ROOT = Path(__file__).parents[2]


def broken(tmp_path: Path, source: str) -> dict[str, str]:
    """The mutants of an engine's module of this text: what stands in it, by section and name."""
    folder = tmp_path / "src" / "upcard" / "engine"
    folder.mkdir(parents=True)
    (folder / "steps.py").write_text(source, "utf-8")
    found = list(mutants.source_mutants(tmp_path, {"shoe.one": ["58 Pa. Code § 633a.3(a)"]}))
    assert len({(mutant.section, mutant.name) for mutant in found}) == len(found)
    return {
        f"{mutant.section.removeprefix('58 Pa. Code § ')} {mutant.name}": mutant.text()
        for mutant in found
    }


def test_a_refusal_is_not_made(tmp_path: Path) -> None:
    (name, text), *others = broken(
        tmp_path,
        "def _hit(state) -> RuleViolation | None:\n"
        "    if state.over:\n"
        "        return wrong('633a.7(k)(1)', 'No card.')\n"
        "    return None\n",
    ).items()
    assert others == []
    assert name == "633a.7(k) refuse _hit: return wrong('633a.7(k)(1)', 'No card.')"
    assert text == (
        "def _hit(state) -> RuleViolation | None:\n"
        "    if state.over:\n        pass\n    return None"
    )


def test_a_command_may_come_at_any_time(tmp_path: Path) -> None:
    found = broken(tmp_path, "X = {Hit: ((Phase.PLAYING,), '633a.7(i)', 'Not now.')}\n")
    assert list(found.values()) == ["X = {Hit: (tuple(Phase), '633a.7(i)', 'Not now.')}"]


def test_a_settlement_rests_on_another_provision_or_pays_more(tmp_path: Path) -> None:
    found = broken(
        tmp_path,
        "def _pay(state, wager) -> WagerSettled:\n"
        "    '''Even money (§ 633a.8(e)).'''\n"
        "    return WagerSettled(wagered=wager, paid=2 * wager, section=PA + section())\n"
        "def section() -> str:\n"
        "    return '633a.7(q)' if tied() else '633a.7(p)(1)'\n",
    )
    assert [name.split(":")[0] for name in found] == [
        "633a.8(e) money _pay",
        "633a.7(q) cite section",
        "633a.7(p) cite section",
    ]
    first, second, third = found.values()
    assert "2 * wager + 10000" in first
    assert "'601a.2' if tied() else '633a.7(p)(1)'" in second
    assert "'633a.7(q)' if tied() else '601a.2'" in third


def test_what_a_docstring_cites_is_not_done(tmp_path: Path) -> None:
    found = broken(
        tmp_path,
        "def waits(state) -> bool:\n    '''§ 633a.9(b).'''\n    return state.late\n"
        "def settle(state) -> Iterator[Event]:\n"
        "    '''From the right (§ 633a.7(o)).'''\n"
        "    for box in state.from_the_right():\n        yield box\n",
    )
    assert [name.partition(" ")[2] for name in found] == [
        "yes waits",
        "no waits",
        "nothing settle",
        "order settle: state.from_the_right()",
    ]
    assert "for box in list(state.from_the_right())[::-1]:" in list(found.values())[-1]


def test_a_rule_of_check_finds_nothing(tmp_path: Path) -> None:
    found = broken(
        tmp_path,
        "@rule('shoe.one', '633a.3(b)')\n"
        "def one(submission) -> Iterator[Problem]:\n    '''One shoe.'''\n    yield Problem()\n"
        "required('shoe.one')\n",
    )
    assert set(found) == {
        "633a.3(a) rule: required('shoe.one')",
        "633a.3(a) rule one",
        "633a.3(b) rule one",
    }
    assert "yield Problem()" not in found["633a.3(a) rule one"]
    assert "One shoe." in found["633a.3(a) rule one"]
    assert found["633a.3(a) rule: required('shoe.one')"].endswith("pass")


def test_rule_data_is_broken_in_one_line(tmp_path: Path) -> None:
    data = tmp_path / of_rule_data.DATA
    data.mkdir(parents=True)
    text = (ROOT / of_rule_data.DATA / "trilux_deluxe.toml").read_text("utf-8")
    (data / "trilux_deluxe.toml").write_text(text, "utf-8")
    found = list(of_rule_data.rule_data_mutants(tmp_path))
    kinds = [mutant.name.partition(" ")[0] for mutant in found]
    assert {"cell", "decks", "limits", "moment", "cite"} <= set(kinds)
    for mutant in found:
        lines = zip(text.splitlines(), mutant.text().splitlines(), strict=True)
        changed = [(was, now) for was, now in lines if was != now]
        assert len(changed) == 1, mutant.name
    (cell,) = [mutant for mutant in found if mutant.name.startswith("cell paytable.pays TLX-1")]
    assert 'straight-flush = "21 to 1"' in cell.text()


@pytest.mark.nightly
def test_who_does_not_notice_is_told(tmp_path: Path) -> None:
    """A test that asks kills; no test, an idle test and one that always fails prove nothing."""
    (tmp_path / "test_idle.py").write_text("def test_idle() -> None: ...\n", "utf-8")
    (tmp_path / "test_red.py").write_text("def test_red() -> None:\n    assert False\n", "utf-8")
    asks = "tests/regulation/test_s633a_14_hands.py::test_h_a_shoe_with_one_side_has_no_wrong_one"
    cases = {
        "633a.14(h)": ("The shoe has one side.", [asks], "killed"),
        "633a.14(e)": ("The next card is not the dealer's own.", [], "no test"),
        "633a.14(b)": ("The shoe is empty.", [f"{tmp_path}/test_idle.py::test_idle"], "survived"),
        "633a.14(k)": ("The card reader works.", [f"{tmp_path}/test_red.py::test_red"], "killed"),
    }
    named = "".join(f'"{full_citation(cite)}" = {tests}\n' for cite, (_, tests, _) in cases.items())
    (tmp_path / "named.toml").write_text(named, "utf-8")
    options = [f"--match={text}" for text, _, _ in cases.values()]
    options += [f"--section={cite}" for cite in cases]
    options += [f"--named={tmp_path}/named.toml", f"--json={tmp_path}/told.json"]
    result = subprocess.run(
        [sys.executable, "tools/coverage_proof.py", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    fates = {section: fate for section, _, _, fate, *_ in told}
    assert fates == {full_citation(cite): fate for cite, (_, _, fate) in cases.items()}
    assert "::test_red fails without any mutant." in result.stderr
    assert result.returncode == 2
    survivors = result.stdout.partition("Survivors\n")[2]
    assert "The next card is not the dealer's own." in survivors
    assert "The shoe is empty." in survivors
    assert "The shoe has one side." not in survivors


def test_the_exit_status() -> None:
    mutant = mutants.Mutant("58 Pa. Code § 633a.14(h)", "a.py", "refuse", str)
    killed, survived, untested = (
        proof.Verdict(mutant, fate, "", 0.0) for fate in ("killed", "survived", "no test")
    )
    assert proof.status([killed], []) == 0
    assert proof.status([killed, survived], []) == 1
    assert proof.status([killed, untested], []) == 1
    assert proof.status([killed], ["tests/test_red.py::test_red"]) == 2
