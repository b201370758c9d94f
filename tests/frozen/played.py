"""Rounds of a table as they were frozen: seeded players, random answers, random refusals.

What is compared are the bytes of the journal's encoding of every event and the section of every
refusal, round by round. Only the front door of the engine is used, so that nothing below it can
change what happens without a difference here.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from upcard.cards.shuffle import Bits, seeded_bits, uniform_below
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    DoubleDown,
    Hit,
    Insure,
    OrderReshuffle,
    PlaceWager,
    Press,
    ReplaceDealer,
    ReturnWagers,
    SeatPlayer,
    SettleRound,
    SplitPair,
    Stand,
    Surrender,
    SwitchCards,
    TakeEvenMoney,
    TurnHoleCard,
)
from upcard.engine.core.phases import Phase
from upcard.engine.play import question, refusal
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import MemoryTable
from upcard.journal.codec import encode
from upcard.rules.violation import RuleViolation
from upcard.submission.compiling.text import rules_of

TABLES: Final = Path(__file__).parent / "tables"
ROUNDS_A_BLOCK: Final = 25
"""A digest covers this many rounds: a difference is found within one block."""

REFUSED_OF_FIVE: Final = 2
"""At how many of five questions a command at random is tried first."""


def table_names() -> list[str]:
    """The frozen tables, by the names of their submissions."""
    return sorted(file.stem for file in TABLES.glob("*.toml"))


def digests(name: str, blocks: int, seed: int) -> list[str]:
    """The digest of each block of rounds at a table."""
    return [_block(name, seed * 1_000 + number) for number in range(blocks)]


def _block(name: str, seed: int) -> str:
    found = sha256()
    for part in played(name, seed, ROUNDS_A_BLOCK):
        found.update(part)
    return found.hexdigest()[:16]


def played(name: str, seed: int, rounds: int) -> Iterator[bytes]:
    """The events of each round, and after each the sections of its refusals."""
    rules = rules_of((TABLES / f"{name}.toml").read_text(encoding="utf-8"))
    bits = seeded_bits(seed)
    table = MemoryTable(rules, bits)
    yield encode(table.events)
    table.forget()
    robots = [Robot(position, bits) for position in range(1, rules.positions + 1)]
    for _ in range(rounds):
        refused = [section for section in _round(table, robots, bits) if section]
        yield encode(table.events)
        yield " ".join(refused).encode()
        table.forget()


def _round(table: MemoryTable, robots: list[Robot], bits: Bits) -> Iterator[str]:
    """Plays one round; the section of each command that was tried and refused."""
    while table.state.phase == Phase.WAGERING:
        for robot in robots:
            if uniform_below(4, bits):
                yield from _try(table, list(robot.wagers(table.state.rules)))
            yield _refused(table, bits)
        if table.state.in_play():
            yield from _try(table, [CloseBets()])
    while (asked := question(table.state)) is not None:
        if uniform_below(5, bits) < REFUSED_OF_FIVE:
            yield _refused(table, bits)
        answers = list(asked.answers.values())
        wise = robots[asked.position - 1].answer(table.state, asked)
        chosen = answers[uniform_below(len(answers), bits)] if uniform_below(3, bits) == 0 else wise
        yield from _try(table, [chosen])
    table.send(ClearTable())


def _try(table: MemoryTable, commands: list[Command]) -> Iterator[str]:
    """Sends commands together; the section of the refusal of one that may not come."""
    try:
        table.send_all(commands)
    except RuleViolation as refused:
        yield refused.section


def _refused(table: MemoryTable, bits: Bits) -> str:
    """The section under which a command at random is refused; empty where it is not."""
    violation = refusal(table.state, _anything(table, bits))
    return "" if violation is None else violation.section


def _anything(table: MemoryTable, bits: Bits) -> Command:
    rules = table.state.rules
    position = uniform_below(rules.positions + 2, bits)
    amount: Any = (0, 5_000, 12_345, 50_000, 150_000, 10**9)[uniform_below(6, bits)]
    slugs = ("blackjack", "no-such-wager", *(offered.slug for offered in rules.wagers))
    choices: list[Command] = [
        SeatPlayer(position, "Ann"),
        PlaceWager(position, slugs[uniform_below(len(slugs), bits)], amount),
        CloseBets(),
        Hit(position),
        Stand(position),
        DoubleDown(position, amount),
        SplitPair(position),
        Surrender(position),
        Insure(position, amount),
        TakeEvenMoney(position),
        Press(position, amount),
        SwitchCards(position),
        DealCard(uniform_below(52, bits)),
        TurnHoleCard(),
        SettleRound(),
        ClearTable(),
        OrderReshuffle(),
        ReplaceDealer(),
        CutCards(position, 60),
        ReturnWagers(),
    ]
    return choices[uniform_below(len(choices), bits)]
