"""Replays the golden rounds of the other games, written by hand from the text, by their scripts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from upcard.engine.core.table_state import LAYOUT
from upcard.host.scripts.playing import ScriptedTable
from upcard.host.scripts.script import parse_script
from upcard.rules.citation import full_citation
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import read

GOLDEN: Final = Path(__file__).parent.parent / "golden"
FOLDERS: Final = {
    "rounds/baccarat": "rounds",
    "rounds/lightning-roulette": "rounds",
    "hybrid": "hybrid",
}
"""Where rounds stand, and where the submissions that they name."""

EXPECTATIONS: Final = ("expect", "hand", "dealer", "refused")

Line = list[str]
Round = tuple[str, Path, list[str], list[Line]]
"""A name, its submission, the script, what is expected of it."""


def _rounds(folder: str, path: Path) -> list[Round]:
    found: list[Round] = []
    submission, is_open = Path(), False
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words:
            is_open = False
        elif words[0] == "submission":
            submission = GOLDEN / FOLDERS[folder] / "submissions" / words[1]
        else:
            if not is_open:
                found.append((f"{path.stem}:{number}", submission, [], []))
                is_open = True
            _, _, script, expected = found[-1]
            if words[0] in EXPECTATIONS:
                expected.append(words)
            else:
                script.append(raw)
    return found


ROUNDS: Final = [
    found
    for folder in FOLDERS
    for path in sorted((GOLDEN / folder).glob("*.rounds"))
    for found in _rounds(folder, path)
]


def _cite(section: str) -> str:
    key = section.removeprefix("submission:")
    return f"submission: {key}" if key != section else full_citation(section)


def _named(lines: Sequence[Line], word: str) -> list[Line]:
    return [line[1:] for line in lines if line[0] == word]


@pytest.mark.parametrize(
    ("stem", "least"),
    [
        ("ch631a_baccarat", 20),
        ("s631b_07_majestic_match", 10),
        ("ch617a_wagers", 15),
        ("s617b_03_straight", 15),
        ("s633c_05_hole_card", 20),
        ("s633c_05_no_hole_card", 20),
    ],
)
def test_there_are_enough_rounds(stem: str, least: int) -> None:
    assert sum(name.startswith(f"{stem}:") for name, *_ in ROUNDS) >= least


@pytest.mark.parametrize(
    ("path", "script", "expected"),
    [dealt_round[1:] for dealt_round in ROUNDS],
    ids=[dealt_round[0] for dealt_round in ROUNDS],
)
def test_round(path: Path, script: list[str], expected: list[Line]) -> None:
    submission, findings = check(read(path))
    assert submission is not None
    assert findings == []
    table = ScriptedTable(compile_table(submission))
    (block,) = parse_script("\n".join(script))
    record = table.play(block)
    refused = _named(expected, "refused")
    if refused:
        assert record["refused"]["section"] == _cite(refused[0][0])
        return
    assert "refused" not in record, record
    assert not {"unused", "unused_cards", "unused_steps"} & set(record)
    assert sum(table.table.state.accounts.values()) == 0
    assert table.table.state.accounts[LAYOUT] == 0
    shared = submission.table.game.startswith("hybrid")
    settled = [_row(row, shared) for row in record["settlements"]]
    wanted = [[*line[:5], _cite(line[5])] for line in _named(expected, "expect")]
    if shared:  # terminals settle at the same time
        settled, wanted = sorted(settled), sorted(wanted)
    assert settled == wanted
    _check_hands(record, expected, shared)


def _row(row: dict[str, Any], shared: bool) -> list[str]:
    """A settlement as the golden files write it: a terminal's by its player."""
    who = row["player"] if shared else str(row["position"])
    wager = f"{row['wager']}/{row['hand']}" if row["hand"] > 1 else row["wager"]
    return [who, wager, *(row[key] for key in ("outcome", "wagered", "paid", "section"))]


def _check_hands(record: dict[str, Any], expected: list[Line], shared: bool) -> None:
    terminals = {position["player"]: position for position in record["positions"]}
    for whose, *counts in _named(expected, "hand"):
        hands = terminals[whose]["hands"] if shared else [record[whose]]
        held = [[str(hand["total"]), str(len(hand["cards"]))] for hand in hands]
        assert held == [list(pair) for pair in zip(counts[::2], counts[1::2], strict=True)]
    for line in _named(expected, "dealer"):
        *against, total, count = line
        dealer = terminals[against[0]]["dealer"] if against else record["dealer"]
        assert (dealer["total"], len(dealer["cards"])) == (int(total), int(count))
