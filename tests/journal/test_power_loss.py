"""Simulated power loss under SQLite: torn and reordered writes lose nothing acknowledged.

A case is a disk that loses power at random moments, when it is opened too, and the work done on
it in between. Its seed repeats it.
"""

from pathlib import Path
from random import Random

import pytest

from journal.campaign import LossError, Machine, Witness, new_disk
from journal.disk import Disk
from nightly import NIGHTLY
from upcard.journal.backends.sqlite import SqliteDatabase
from upcard.journal.port import JournalTampered, JournalUnavailable
from upcard.rules.violation import BadInput

CASES = 50_000 if NIGHTLY else 200
CHUNKS = 10
CONTROLS = 40
LIVES = 4
GROUPS = 12
OPERATIONS = 250
"""About as many as the groups of one life need."""


def live(disk: Disk, witness: Witness, folder: Path, random: Random) -> None:
    """Open, check, work; ends when the work is done or the power goes, whichever is first."""
    log_pages = random.choice((1, 4, 16, 1_000))
    try:
        machine = Machine(disk, folder, log_pages)
    except (BadInput, JournalTampered) as error:
        if not disk.lost_power:
            raise LossError(str(error)) from None
        return
    try:
        witness.check(machine.journal)
        for _ in range(random.randint(1, GROUPS)):
            witness.work(machine)
    except (JournalUnavailable, JournalTampered) as error:
        if not disk.lost_power:
            raise LossError(str(error)) from None
    finally:
        machine.close()


def run(seed: int, folder: Path, *, honest: bool = True) -> None:
    """One case; `LossError` for a promise that was not kept."""
    random = Random(seed)
    disk = new_disk(honest=honest)
    witness = Witness(random)
    for _ in range(LIVES):
        disk.power_lasts = random.randint(1, OPERATIONS)
        live(disk, witness, folder, random)
        killed = random.random() < 0.3
        disk = disk.after_kill() if killed else disk.after_power_loss(random)
    live(disk, witness, folder, random)


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_acknowledged_is_lost(chunk: int, tmp_path: Path) -> None:
    for seed in range(chunk, CASES, CHUNKS):
        try:
            run(seed, tmp_path)
        except LossError as error:
            raise AssertionError(f"seed {seed}: {error}") from None


def losses(folder: Path, *, honest: bool = True) -> int:
    lost = 0
    for seed in range(CONTROLS):
        try:
            run(seed, folder, honest=honest)
        except LossError:
            lost += 1
    return lost


def test_control_a_disk_that_lies_about_syncing_is_caught(tmp_path: Path) -> None:
    assert losses(tmp_path, honest=False) > CONTROLS // 4


def test_control_a_journal_that_does_not_sync_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asynchronous = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF")
    monkeypatch.setattr(SqliteDatabase, "durability", asynchronous)
    assert losses(tmp_path) > CONTROLS // 4


def test_control_commits_that_the_log_alone_keeps_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NORMAL keeps the database whole, but not the last commits."""
    lazy = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")
    monkeypatch.setattr(SqliteDatabase, "durability", lazy)
    assert losses(tmp_path) > 0
