"""A minimal host in a process of its own, to be killed: it says what was acknowledged."""

import os
import signal
from collections.abc import Callable
from itertools import count
from typing import Any

from amounts import dollars
from host.live import PROGRESSIVE, VAULT, lowest_secret, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, Command, OrderReshuffle, PlaceWager
from upcard.engine.play import question
from upcard.host.bodies import record_body as body
from upcard.host.scripts.robots import Robot
from upcard.host.seals import sealed_shoe
from upcard.host.tables import writing
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.journal.backends import sqlite
from upcard.journal.opening import open_journal
from upcard.progressives import award, decide, mystery, reseed
from upcard.submission.compiling.text import rules_of

POINTS = ("anywhere", "before-commit", "after-commit", "in-award", "in-reseed", "in-encoding")
"""Where a process kills itself at the latest; "anywhere" leaves it to whoever started it."""


rules_of(PROGRESSIVE)  # read once, by the process from which each host is forked

JACKPOT_WAGERS = (
    PlaceWager(1, "blackjack", dollars(15)),
    PlaceWager(1, "jackpot-party", dollars(5)),
)


def zeros(_width: int) -> int:
    """Bits with which a shoe is cut at ten cards and a mystery value is the lowest."""
    return 0


def run(place: str, acknowledged: int, seed: int, point: str, at: int) -> None:
    """Play on a journal for ever, writing a line to the pipe for each acknowledged command."""
    _arm(point, at)
    rigged = point in ("in-award", "in-reseed")
    if rigged:
        vars(sealed_shoe)["shuffled"] = stacked
    journal = open_journal(place, rules="0" * 64)
    table = TableHost(
        journal, PROGRESSIVE, rules_of, CardSupply(VAULT, zeros if rigged else lowest_secret(seed))
    )
    bits = seeded_bits(seed)
    robots = [Robot(position, bits) for position in (1, 2, 3)]
    number = 0

    def send(command: Command) -> None:
        nonlocal number
        key = f"{seed}-{number}"
        number += 1
        answer = table.send(command, key=key)
        os.write(acknowledged, f"{key} {answer.position} {len(answer.events)}\n".encode())

    for played in count():
        if not table.state.in_play():
            if rigged and played % 10 < 2:
                send(OrderReshuffle())
            for robot in robots:
                for command in JACKPOT_WAGERS if rigged else robot.wagers(table.rules):
                    send(command)
                if rigged:
                    break
        if table.state.phase == "wagering":
            send(CloseBets())
        while (asked := question(table.state)) is not None:
            send(robots[asked.position - 1].answer(table.state, asked))
        send(ClearTable())


def _arm(point: str, at: int) -> None:
    """Die at the `at`-th time that the process comes to a point."""
    match point:
        case "before-commit":
            execute = sqlite.SqliteConnection.execute
            _patch(sqlite.SqliteConnection, "execute", execute, at, before="COMMIT")
        case "after-commit":
            execute = sqlite.SqliteConnection.execute
            _patch(sqlite.SqliteConnection, "execute", execute, at, after="COMMIT")
        case "in-award":
            _patch(decide, "award", award.award, at)
        case "in-reseed":
            _patch(mystery, "reseed_event", reseed.reseed_event, at)
            _patch(award, "reseed_event", reseed.reseed_event, at)
        case "in-encoding":
            _patch(writing, "encode_body", body.encode_body, at)


def _patch(
    owner: Any,
    name: str,
    function: Callable[..., Any],
    at: int,
    *,
    before: str | None = "",
    after: str | None = None,
) -> None:
    passed = 0

    def die(statement: str | None, arguments: tuple[Any, ...]) -> None:
        nonlocal passed
        if statement is None or (statement and statement not in str(arguments[1])):
            return
        passed += 1
        if passed >= at:
            os.kill(os.getpid(), signal.SIGKILL)

    def armed(*arguments: Any) -> Any:
        die(before if after is None else None, arguments)
        result = function(*arguments)
        die(after, arguments)
        return result

    setattr(owner, name, armed)
