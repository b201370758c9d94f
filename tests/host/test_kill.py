"""A host that is killed (SIGKILL) loses nothing that it acknowledged, and goes on from there."""

import os
import random
import select
import sys
from multiprocessing import forkserver, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

import pytest

from host import victim
from host.accounts import accounts
from host.live import host, play
from nightly import NIGHTLY
from upcard.engine.core.commands import ClearTable, CloseBets
from upcard.engine.play import question
from upcard.host.records.rebuild import holdings_of
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.progressives.ledger import PAYABLE
from upcard.submission.compiling.text import rules_of

JOURNALS = 500 if NIGHTLY else 10
KILLS = 10
PROCESSES = get_context("forkserver")
PRELOADED = ["host.test_kill", "upcard.journal.backends.sqlite"]


@pytest.fixture(scope="module", autouse=True)
def preloaded() -> None:
    """The fork server finds the tests, and so imports once what each of its processes needs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        PROCESSES.set_forkserver_preload(PRELOADED)
        forkserver.ensure_running()


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("seed", range(JOURNALS))
def test_nothing_acknowledged_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    place = str(tmp_path / "floor.journal")
    acknowledged: list[tuple[str, int, int]] = []
    for number in range(KILLS):
        point = victim.POINTS[(seed + number) % len(victim.POINTS)]
        acknowledged += killed(place, seed * KILLS + number, point, chance)
        held(place, acknowledged)
    goes_on(place)


def killed(place: str, seed: int, point: str, chance: random.Random) -> list[tuple[str, int, int]]:
    """What a host had acknowledged when it was killed."""
    reading, writing = os.pipe()
    at = chance.randint(1, 12)
    process = PROCESSES.Process(target=start, args=(place, DupFd(writing), seed, point, at))
    process.start()
    os.close(writing)
    lines = b""
    if point == "anywhere":
        wanted = chance.randint(1, 60)
        while lines.count(b"\n") < wanted and (more := os.read(reading, 65_536)):
            lines += more
        select.select([], [], [], chance.random() / 500)
        process.kill()
    lines += rest(reading, process)
    assert process.exitcode == -9, f"the host of seed {seed} ended by itself at {point}"
    return [parsed(line) for line in lines.decode().splitlines()]


def start(place: str, writing: Any, seed: int, point: str, at: int) -> None:
    """The process: `writing` is the pipe's end that was handed over."""
    victim.run(place, writing.detach(), seed, point, at)


def rest(reading: int, process: BaseProcess) -> bytes:
    lines = b""
    while more := os.read(reading, 65_536):
        lines += more
    os.close(reading)
    process.join(60)
    return lines


def parsed(line: str) -> tuple[str, int, int]:
    key, position, events = line.split()
    return key, int(position), int(events)


def held(place: str, acknowledged: list[tuple[str, int, int]]) -> None:
    """Every acknowledged command is there; the meters and the ledger are what the records make."""
    opened = open_journal(place, rules="0" * 64)
    try:
        records = {record.key: record for record in opened.all_records() if record.key}
        for key, position, events in acknowledged:
            assert records[key].position == position
            assert records[key].events >= events
        assert verify(opened, rules_of).first_difference is None
        meters_are_their_records(opened)
        accounts(opened)
    finally:
        opened.close()


def meters_are_their_records(opened: Journal) -> None:
    for stream, holding in holdings_of(opened).items():
        assert opened.shared(stream) == encode(holding)


def goes_on(place: str) -> None:
    """The table takes up its round, finishes it and plays more; all that was won is paid."""
    opened = open_journal(place, rules="0" * 64)
    try:
        table = host(opened)
        if table.state.in_play():
            if table.state.phase == "wagering":
                table.send(CloseBets())
            while (asked := question(table.state)) is not None:
                table.send(asked.unanswered)
            table.send(ClearTable())
        play(table, 2)
        assert verify(opened, rules_of).verified
        found = accounts(opened)
        assert found[PAYABLE] == found["layout"] == 0
    finally:
        opened.close()


def test_the_campaign_meets_every_point_and_finds_what_is_lost(tmp_path: Path) -> None:
    """The control: a record that is taken out of the journal is missed by the same checks."""
    place = str(tmp_path / "floor.journal")
    chance = random.Random(1)
    acknowledged = killed(place, 1, "anywhere", chance)
    with pytest.raises(KeyError):
        held(place, [*acknowledged, ("never-written", 1, 1)])
