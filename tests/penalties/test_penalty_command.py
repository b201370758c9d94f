"""``upcard penalty``: exit statuses, JSON on standard output alone, one sentence for an error."""

import json
import re
from subprocess import CompletedProcess
from typing import Any

import pytest

from command_line import upcard

SECTION = "49 Pa. Code § 43b.28"
UNLICENSED = f"{SECTION}, for 63 P.S. § 2400.501(a) and 49 Pa. Code § 6.41(a)"
LAPSED = f"{SECTION}, for 49 Pa. Code § 6.31(a)"
"""What the schedule prints for the first violation and the fourth."""


def _run(*arguments: str) -> CompletedProcess[str]:
    return upcard("penalty", *arguments, columns=120)


def _json(*arguments: str) -> dict[str, Any]:
    result = _run(*arguments, "--json")
    assert (result.returncode, result.stderr) == (0, "")
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_the_list_says_everything_that_the_schedule_does() -> None:
    """§ 43b.28 as JSON: every figure, where it stands and what it is violated by."""
    listed = _json()
    assert (listed["section"], listed["effective"]) == (SECTION, "2021-12-04")
    violations = listed["violations"]
    assert [violation["section"] for violation in violations] == [
        UNLICENSED,
        f"{SECTION}, for 63 P.S. § 2400.501(b) and 49 Pa. Code § 6.43(a)",
        f"{SECTION}, for 63 P.S. § 2400.501(e) and 49 Pa. Code § 6.41(a)",
        LAPSED,
        f"{SECTION}, for 49 Pa. Code § 6.42(f)",
        f"{SECTION}, for 63 P.S. § 2400.502(b) and 49 Pa. Code § 6.32(a)(2)",
    ]
    assert [violation["harmless_only"] for violation in violations] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]
    assert violations[0]["statute"] == "63 P.S. § 2400.501(a)"
    assert violations[3] == {
        "violation": "operating-lapsed",
        "title": "Operating a crane after the license lapsed",
        "section": LAPSED,
        "statute": None,
        "regulation": "49 Pa. Code § 6.31(a)",
        "harmless_only": True,
        "offenses": [
            {"offense": 1, "amount": "50.00", "up_to_months": 24, "at_most": "1000.00"},
            {"offense": 2, "amount": "100.00", "up_to_months": 12, "at_most": "1000.00"},
        ],
        "later": "formal-action",
    }
    assert violations[2]["offenses"] == [
        {"offense": 1, "amount": "500.00", "up_to_months": None, "at_most": None},
        {"offense": 2, "amount": "750.00", "up_to_months": None, "at_most": None},
    ]


def test_the_list_in_the_terminal() -> None:
    result = _run()
    assert (result.returncode, result.stderr) == (0, "")
    for violation in _json()["violations"]:
        assert violation["violation"] in result.stdout
    assert re.findall(r"\d\*", result.stdout) == ["1*", "2*", "4*"]
    assert SECTION in result.stdout
    assert "Part of a month counts as a month." in result.stdout


def test_a_monthly_penalty() -> None:
    """§ 43b.28, violation 4: 17.5 months are 18, at $50 each."""
    assert _json("operating-lapsed", "--months", "17.5") == {
        "schema": "upcard/penalty/1",
        "as_of": "2024-06-29",
        "violation": "operating-lapsed",
        "offense": 1,
        "months": 18,
        "injury": False,
        "action": "civil-penalty",
        "penalty": "900.00",
        "reason": "offense 1, 18 months at $50 each, at most $1,000",
        "section": LAPSED,
    }
    result = _run("4", "--months", "17.5")
    assert result.returncode == 0
    assert "Civil penalty of $900: offense 1, 18 months at $50 each" in result.stdout
    assert LAPSED in result.stdout


def test_formal_action_is_an_answer() -> None:
    """§ 43b.28, violation 4: over 12 months for a second offense."""
    answer = _json("operating-lapsed", "--offense", "2", "--months", "12.5")
    assert (answer["action"], answer["penalty"]) == ("formal-action", None)
    result = _run("operating-lapsed", "--offense", "2", "--months", "12.5")
    assert result.returncode == 0
    assert "Formal action: offense 2, over 12 months." in result.stdout
    assert LAPSED in result.stdout


def test_a_refused_citation_ends_with_status_1() -> None:
    """§ 43b.28, violation 1: no citation where there was harm."""
    result = _run("operating-unlicensed", "--injury", "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (1, "")
    assert answer["refused"]["section"] == UNLICENSED
    assert "penalty" not in answer
    told = _run("operating-unlicensed", "--injury")
    assert (told.returncode, told.stderr) == (1, "")
    assert answer["refused"]["message"] in " ".join(told.stdout.split())
    assert "is subject to formal prosecution" in answer["refused"]["message"]
    assert "formal prosecution" in _run().stdout
    assert _json("posing-as-licensed", "--injury")["penalty"] == "500.00"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("lapsed-operating",), "no violation 'lapsed-operating'"),
        (("4",), f"({LAPSED})"),
        (("1", "--months", "2"), f"({UNLICENSED})"),
        (("4", "--months", "two"), "'two' is not a number of months"),
        (("4", "--months", "0"), "counted from 1"),
        (("1", "--offense", "0"), "counted from 1"),
        (("1", "--offense", "first"), "--offense"),
        (("--offense", "2"), "Name the violation"),
        (("--injury",), "Name the violation"),
        (("--as-of", "2021-12-03"), f"({SECTION})"),
        (("--as-of", "yesterday"), "not a date"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: tuple[str, ...], message: str) -> None:
    result = _run(*arguments, "--json")
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
