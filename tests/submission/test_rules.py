"""Every registered rule by two examples: a text that breaks it alone, and one that complies."""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from upcard.rules.sections import find
from upcard.submission.check import Finding, check_together
from upcard.submission.checks import every_rule
from upcard.submission.checks.registry import Rule
from upcard.submission.read import parse

FOLDER: Final = Path(__file__).parent / "rules"
MARK: Final = " # wrong"
RULES: Final = {rule.id: rule for rule in every_rule()}


class Example(NamedTuple):
    """The field that a finding names, the text that fails, and what stands instead in its line.

    `beside` is the submission of another table, for rules between several.
    """

    field: str
    fails: str
    instead: str
    beside: str = ""

    @property
    def line(self) -> int:
        """The line that is marked, from 1."""
        (number,) = [n for n, text in enumerate(self.fails.splitlines(), 1) if MARK in text]
        return number

    @property
    def passes(self) -> str:
        """The text with what complies."""
        lines = self.fails.splitlines()
        lines[self.line - 1] = self.instead
        return "\n".join(lines)

    def findings(self, text: str) -> list[Finding]:
        """All findings of a text, as they are told beside the other table's."""
        others = [parse(self.beside)] if self.beside else []
        return check_together([*others, parse(text)])[-1]


def _examples() -> dict[str, Example]:
    found: dict[str, Example] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for rule, example in tomllib.loads(path.read_text(encoding="utf-8")).items():
            assert rule not in found, f"{rule} has two examples"
            found[rule] = Example(**example)
    return found


EXAMPLES: Final = _examples()


def test_every_rule_has_its_examples() -> None:
    assert set(EXAMPLES) == set(RULES)
    assert len(RULES) >= 150


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_wrong_key_gives_one_finding(rule: str) -> None:
    example = EXAMPLES[rule]
    found = example.findings(example.fails)
    assert [(finding.rule, finding.field, finding.line) for finding in found] == [
        (rule, example.field, example.line)
    ]
    (told,) = found
    assert told.column is not None
    assert told.column >= 1
    assert told.severity == RULES[rule].severity
    assert told.message.endswith(".")
    if rule.partition(".")[0] not in ("form", "choice", "bound"):
        assert told.section in RULES[rule].cited


@pytest.mark.parametrize("rule", EXAMPLES)
def test_what_stands_instead_complies(rule: str) -> None:
    assert EXAMPLES[rule].findings(EXAMPLES[rule].passes) == []


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_cites_sections_and_says_what_it_asks(rule: Rule) -> None:
    assert rule.cited
    for cite in rule.cited:
        find(cite)
    assert rule.summary.endswith(".")


# Tables that share a meter


LINKED: Final = (
    '[table]\nname = "{name}"\n[wagers.hit-and-run]\nseed = 1000\nreseed = 1000\n'
    'increment = "{rate}"\n{more}\n'
)


def _linked(*tables: tuple[str, str, str]) -> list[list[str]]:
    """The messages of each of these tables: name, rate, other keys."""
    documents = [
        parse(LINKED.format(name=name, rate=rate, more=more)) for name, rate, more in tables
    ]
    return [[finding.message for finding in told] for told in check_together(documents)]


def test_tables_that_agree_share_a_meter() -> None:
    link = 'link = "pit-1"'
    assert _linked(("A", "5%", link), ("B", "5%", link), ("C", "6%", "")) == [[], [], []]


def test_every_later_table_that_differs_is_told() -> None:
    """§ 605a.8."""
    link = 'link = "pit-1"'
    first, second, third = _linked(("A", "5%", link), ("B", "6%", link), ("C", "7%", link))
    assert (len(first), len(second), len(third)) == (0, 1, 1)
    assert second[0].endswith("B was submitted with others than A.")
    assert third[0].endswith("C was submitted with others than A.")


def test_linked_mystery_meters_agree_as_well() -> None:
    link = 'link = "pit-1"\nmust_hit_by = '
    _, told = _linked(("A", "5%", f'{link}"B-2"'), ("B", "5%", f'{link}"B-5"'))
    assert len(told) == 1
    assert "B-2" in told[0]


def test_a_table_that_cannot_be_read_does_not_hide_the_others() -> None:
    link = 'link = "pit-1"'
    first, second, third = _linked(("A", "5%", link), ("B", "much", link), ("C", "7%", link))
    assert (len(first), len(second), len(third)) == (0, 1, 1)
    assert "is not a rate" in second[0]
