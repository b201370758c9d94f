"""Replays the golden rounds of both hybrid games, written by hand from the text."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tables_of_hybrid import HybridTable, submitted
from upcard.engine.table_state import LAYOUT
from upcard.host.record_hybrid import hybrid_record
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

ROUNDS: Final = Path(__file__).parent.parent / "golden" / "hybrid"

Line = list[str]


def _blocks(path: Path) -> list[tuple[str, str, list[Line]]]:
    """Name, submission and lines of each round; a comment or blank line parts rounds."""
    found: list[tuple[str, str, list[Line]]] = []
    submission, is_open = "", False
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words or words[0] == "submission":
            submission, is_open = (words or ["", submission])[1], False
            continue
        if not is_open:
            found.append((f"{path.stem}:{number}", submission, []))
            is_open = True
        found[-1][2].append(words)
    return found


GOLDEN: Final = [block for path in sorted(ROUNDS.glob("*.rounds")) for block in _blocks(path)]


def _cite(section: str) -> str:
    key = section.removeprefix("submission:")
    return f"submission: {key}" if key != section else full(section)


def _named(lines: Sequence[Line], word: str) -> list[Line]:
    return [line[1:] for line in lines if line[0] == word]


def _played(submission: str, lines: Sequence[Line]) -> dict[str, Any]:
    """The record of the round; all money is accounted for, all cards and answers are used."""
    table = HybridTable(submitted(submission))
    players = dict(_named(lines, "player"))
    for terminal, *rest in _named(lines, "wager"):
        position = int(terminal.partition(".")[0])
        for name, dollars in (placed.split() for placed in " ".join(rest).split(",")):
            table.wager(position, name, dollars, players.get(terminal, terminal))
    table.deal(" ".join(name for line in _named(lines, "cards") for name in line))
    left = table.play({terminal: words for terminal, *words in _named(lines, "decide")})
    assert left == {}, "answers that nobody asked for"
    assert table.cards == [], "cards that nobody drew"
    assert table.state.phase == "settled", "cards run out"
    assert sum(table.state.accounts.values()) == 0
    assert table.state.accounts[LAYOUT] == 0
    return hybrid_record(table.state, table.events)


@pytest.mark.parametrize("stem", ["s633c_05_hole_card", "s633c_05_no_hole_card"])
def test_there_are_enough_rounds(stem: str) -> None:
    assert sum(name.startswith(f"{stem}:") for name, *_ in GOLDEN) >= 20


@pytest.mark.parametrize(
    ("submission", "lines"), [one[1:] for one in GOLDEN], ids=[one[0] for one in GOLDEN]
)
def test_round(submission: str, lines: list[Line]) -> None:
    refused = _named(lines, "refused")
    if refused:
        with pytest.raises(RuleViolation) as raised:
            _played(submission, lines)
        assert raised.value.section == _cite(refused[0][0])
        return
    record = _played(submission, lines)
    settled = [
        [
            row["player"],
            f"{row['wager']}/{row['hand']}" if row["hand"] > 1 else row["wager"],
            *(row[key] for key in ("outcome", "wagered", "paid", "section")),
        ]
        for row in record["settlements"]
    ]
    assert sorted(settled) == sorted(
        [*line[:5], _cite(line[5])] for line in _named(lines, "expect")
    )
    terminals = {one["player"]: one for one in record["positions"]}
    for terminal, *counts in _named(lines, "hand"):
        held = [[str(one["total"]), str(len(one["cards"]))] for one in terminals[terminal]["hands"]]
        assert held == [list(pair) for pair in zip(counts[::2], counts[1::2], strict=True)]
    for *whose, total, count in _named(lines, "dealer"):
        dealer = terminals[whose[0]]["dealer"] if whose else record["dealer"]
        assert (dealer["total"], len(dealer["cards"])) == (int(total), int(count))
