"""Replays the golden steps: what players, dealer and floor may do, and when, written by hand."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from amounts import dollars
from tables import FedTable, cards, short
from upcard.cards.card import parse_card
from upcard.engine.core.commands import ClearTable, CloseBets, Command, PlaceWager, name_of
from upcard.engine.core.steps import Automation
from upcard.engine.jackpots.commands import CollectProgressiveWagers, ReturnProgressiveWager
from upcard.engine.play import refusal
from upcard.engine.shoe.reminders import reminders
from upcard.engine.tagged_types import command_types
from upcard.games.table_rules import TableRules
from upcard.host.scripts.script import answer_command
from upcard.money.amount import format_dollars
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import read

GOLDEN = Path(__file__).parent.parent / "golden"
COMMANDS = {name_of(kind): kind for kind in command_types()}
BY_HAND = Automation.COLLECT | Automation.FLOOR | Automation.CLEAR


class Block(msgspec.Struct):
    """A table's life from its first wager: words of each line."""

    name: str
    submission: str
    lines: list[list[str]] = []


def _blocks(path: Path) -> list[Block]:
    found: list[Block] = []
    submission, open_block = "", False
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words:
            open_block = open_block and "#" in raw
        elif words[0] == "submission":
            submission = words[1]
        else:
            if not open_block:
                found.append(Block(f"{path.stem}:{number}", submission))
                open_block = True
            found[-1].lines.append(words)
    return found


BLOCKS = [block for path in sorted((GOLDEN / "steps").glob("*.steps")) for block in _blocks(path)]


def _named(words: list[str]) -> Command:
    """Any other command, by its name and its fields in their order."""
    kind = COMMANDS[words[0]]
    fields = zip(msgspec.structs.fields(kind), words[1:], strict=False)
    command: Command = kind(**{field.name: _value(field, word) for field, word in fields})
    return command


def _value(field: msgspec.structs.FieldInfo, word: str) -> object:
    if field.name in ("card", "burned"):
        return parse_card(word)
    if field.type is bool:
        return word == "true"
    return int(word) if field.type is int else word


def _command(rules: TableRules, words: list[str]) -> Command:
    match words:
        case ["wager", position, slug, amount]:
            return PlaceWager(int(position), slug, dollars(amount))
        case ["close-bets"]:
            return CloseBets()
        case ["clear-table"]:
            return ClearTable()
        case ["collect-progressive-wagers", *chips]:
            return CollectProgressiveWagers(int(chips[0]) if chips else None)
        case ["return-progressive-wager", position, slug]:
            return ReturnProgressiveWager(int(position), slug)
        case ["decide", position, answer]:
            return answer_command(rules, int(position), answer)
    return _named(words)


def _commands(rules: TableRules, words: list[str]) -> Iterator[Command]:
    """One command, or each answer of a line of them."""
    if words[0] != "decide":
        yield _command(rules, words)
    for answer in words[2:] if words[0] == "decide" else ():
        yield answer_command(rules, int(words[1]), answer)


def test_there_are_enough_steps() -> None:
    assert len(BLOCKS) >= 8
    assert sum("refused" in line for block in BLOCKS for line in block.lines) >= 20


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_steps(block: Block) -> None:
    submission, findings = check(read(GOLDEN / "rounds" / "submissions" / block.submission))
    assert submission is not None
    assert findings == []
    table = FedTable(compile_table(submission), Automation.ALL & ~BY_HAND)
    for words in block.lines:
        if words[0] == "deal":
            table.shoe.feed(cards(" ".join(words[1:])))
            table.table.resume()
        elif words[0] == "by-hand":
            table.by_hand()
        elif words[0] == "reminders":
            assert [reminder.what for reminder in reminders(table.state)] == words[1:], words
        elif words[0] == "in-shoe":
            assert table.state.stack.remaining == int(words[1]), words
        elif words[0] == "account":
            moved = table.state.accounts.get(words[1].replace("_", " "), 0)
            assert format_dollars(moved) == words[2], words
        elif "refused" in words:
            command = _command(table.state.rules, words[: words.index("refused")])
            assert table.refuses(command) == words[-1], words
        else:
            for command in _commands(table.state.rules, words):
                violation = refusal(table.state, command)
                assert violation is None, f"{' '.join(words)}: {short(violation.section)}"
                table.send(command)
        assert sum(table.state.accounts.values()) == 0
