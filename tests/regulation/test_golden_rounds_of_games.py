"""Replays the golden rounds of baccarat and Lightning Roulette, written by hand from the text."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tables_of_games import baccarat_table, roulette_table, submitted
from upcard.cards.card import parse_card
from upcard.engine import commands as c
from upcard.games.roulette import LuckyNumber
from upcard.host.record_tables import baccarat_record, roulette_record
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

ROUNDS: Final = Path(__file__).parent.parent / "golden" / "rounds"
GAMES: Final = ("baccarat", "lightning-roulette")

Line = list[str]


def _blocks(path: Path) -> list[tuple[str, str, list[Line]]]:
    """Name, submission and lines of each round."""
    found: list[tuple[str, str, list[Line]]] = []
    submission, is_open = "", False
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words:
            is_open = is_open and "#" in raw
        elif words[0] == "submission":
            submission = words[1]
        else:
            if not is_open:
                found.append((f"{path.stem}:{number}", submission, []))
                is_open = True
            found[-1][2].append(words)
    return found


GOLDEN: Final = [
    (game, *block)
    for game in GAMES
    for path in sorted((ROUNDS / game).glob("*.rounds"))
    for block in _blocks(path)
]


def _cite(section: str) -> str:
    key = section.removeprefix("submission:")
    return f"submission: {key}" if key != section else full(section)


def _named(lines: Sequence[Line], word: str) -> list[Line]:
    return [line[1:] for line in lines if line[0] == word]


def _played(game: str, submission: str, lines: Sequence[Line]) -> dict[str, Any]:
    """The record of the round; all money is accounted for."""
    rules = submitted(submission)
    wagers = [
        (int(position), name, dollars)
        for position, *rest in _named(lines, "wager")
        for name, dollars in (placed.split() for placed in " ".join(rest).split(","))
    ]
    if game == "baccarat":
        cards = baccarat_table(rules)
        cards.cards = [parse_card(name) for line in _named(lines, "cards") for name in line]
        for wager in wagers:
            cards.wager(*wager)
        cards.send(c.CloseBets())
        assert cards.cards == [], "cards that nobody drew"
        record, accounts = baccarat_record(cards.state, cards.events), cards.state.accounts
    else:
        wheel = roulette_table(rules)
        lucky = [one.split("=") for line in _named(lines, "lucky") for one in line]
        wheel.lucky = [LuckyNumber(int(number), int(payout)) for number, payout in lucky]
        wheel.pocket = int(_named(lines, "spin")[0][0])
        for wager in wagers:
            wheel.wager(*wager)
        wheel.send(c.CloseBets())
        record, accounts = roulette_record(wheel.state, wheel.events), wheel.state.accounts
    assert sum(accounts.values()) == 0
    assert accounts["layout"] == 0
    return record


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_rounds(game: str) -> None:
    assert sum(one[0] == game for one in GOLDEN) >= 30


@pytest.mark.parametrize(
    ("game", "submission", "lines"),
    [(one[0], *one[2:]) for one in GOLDEN],
    ids=[o[1] for o in GOLDEN],
)
def test_round(game: str, submission: str, lines: list[Line]) -> None:
    refused = _named(lines, "refused")
    if refused:
        with pytest.raises(RuleViolation) as raised:
            _played(game, submission, lines)
        assert raised.value.section == _cite(refused[0][0])
        return
    record = _played(game, submission, lines)
    settled = [
        [str(row["position"]), *(row[key] for key in ("wager", "outcome", "wagered", "paid"))]
        for row in record["settlements"]
    ]
    expected = _named(lines, "expect")
    assert settled == [line[:5] for line in expected]
    assert [row["section"] for row in record["settlements"]] == [
        _cite(line[5]) for line in expected
    ]
    for whose, total, count in _named(lines, "hand"):
        assert (record[whose]["total"], len(record[whose]["cards"])) == (int(total), int(count))
