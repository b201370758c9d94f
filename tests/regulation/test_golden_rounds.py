"""Replays the golden rounds: written by hand from the text, never by the program."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from upcard.host.scripts.playing import ScriptedTable
from upcard.host.scripts.script import parse_script
from upcard.money.amount import format_dollars
from upcard.rules.citation import full_citation
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import read

ROUNDS = Path(__file__).parent.parent / "golden" / "rounds"
EXPECTATIONS = (
    *("expect", "total", "dealer", "refused", "unused", "account"),
    *("happened", "left-over"),
)


class Golden:
    """A block of a golden file: its script, what it expects, and on which submission."""

    def __init__(self, name: str, submission: str) -> None:
        self.name = name
        self.submission = submission
        self.script: list[str] = []
        self.expected: list[list[str]] = []


def _blocks(path: Path) -> list[Golden]:
    found: list[Golden] = []
    submission = ""
    current: Golden | None = None
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words:
            current = current if "#" in raw else None
            continue
        if words[0] == "submission":
            submission = words[1]
            continue
        if current is None:
            current = Golden(f"{path.stem}:{number}", submission)
            found.append(current)
        if words[0] in EXPECTATIONS:
            current.expected.append(words)
        else:
            current.script.append(raw)
    return found


GOLDEN = [block for path in sorted(ROUNDS.glob("*.rounds")) for block in _blocks(path)]


def _cite(section: str) -> str:
    house = section.partition(":")
    named = section.replace("_", " ")
    return f"submission: {house[2]}" if house[0] == "submission" else full_citation(named)


def _settlement(line: dict[str, Any], hands: dict[int, int], capped: bool) -> list[str]:
    """The line in the golden files' form; a capped TriLux stands on its hand."""
    of_a_hand = line["wager"] == "blackjack" or capped
    several = of_a_hand and hands[line["position"]] > 1
    place = f"{line['position']}/{line['hand']}" if several else str(line["position"])
    meters = [meter.replace(" ", "_") for meter in line.get("meters", [])]
    figures = [line["wagered"], line["paid"], line["section"], *meters]
    return [place, line["wager"], line["outcome"], *figures]


def _settlements(lines: list[dict[str, Any]], hands: dict[int, int]) -> list[list[str]]:
    """A position's first TriLux settlement is the wager's own, further ones are capped."""
    settled, seen = [], set()
    for line in lines:
        trilux = line["wager"] == "trilux-deluxe"
        settled.append(_settlement(line, hands, trilux and line["position"] in seen))
        if trilux:
            seen.add(line["position"])
    return settled


def test_there_are_enough_rounds() -> None:
    assert len(GOLDEN) >= 60


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_round(golden: Golden) -> None:
    submission, findings = check(read(ROUNDS / "submissions" / golden.submission))
    assert submission is not None
    assert [finding for finding in findings if finding.severity == "error"] == []
    table = ScriptedTable(compile_table(submission))
    (block,) = parse_script("\n".join(golden.script))
    record = table.play(block)
    wanted = [line[1:] for line in golden.expected if line[0] == "refused"]
    if wanted:
        assert record["refused"]["section"] == _cite(wanted[0][0])
        return
    assert "refused" not in record, record
    hands = {line["position"]: len(line["hands"]) for line in record["positions"]}
    settled = _settlements(record["settlements"], hands)
    expected = [
        [*line[1:6], _cite(line[6]), *line[7:]] for line in golden.expected if line[0] == "expect"
    ]
    assert settled == expected
    for _, place, total in [line for line in golden.expected if line[0] == "total"]:
        position, _, hand = place.partition("/")
        (box,) = [box for box in record["positions"] if box["position"] == int(position)]
        assert box["hands"][int(hand or 1) - 1]["total"] == int(total)
    for _, total, count in [line for line in golden.expected if line[0] == "dealer"]:
        dealer = record["dealer"]
        assert (dealer["total"], len(dealer["cards"])) == (int(total), int(count))
    unused = [line for line in golden.expected if line[0] == "unused"]
    assert record.get("unused", []) == [
        {"position": int(line[1]), "answers": line[2:]} for line in unused
    ]
    assert "unused_cards" not in record
    left_over = [step for line in golden.expected if line[0] == "left-over" for step in line[1:]]
    assert record.get("unused_steps", []) == left_over
    happened = Counter(type(event).__name__ for event in table.table.events)
    for _, event, times in [line for line in golden.expected if line[0] == "happened"]:
        assert happened[event] == int(times), event
    for _, account, dollars in [line for line in golden.expected if line[0] == "account"]:
        moved = table.table.state.accounts.get(account.replace("_", " "), 0)
        assert format_dollars(moved) == dollars, account
    assert sum(table.table.state.accounts.values()) == 0
    assert table.table.state.accounts["layout"] == 0
