"""A disk that runs full or fails for a while: a clear refusal, nothing lost, and work goes on."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import apsw
import pytest

from journal.campaign import LossError, Machine, Witness, new_disk
from nightly import NIGHTLY
from upcard.journal.backends.sqlite import SqliteDatabase
from upcard.journal.port import JournalTampered, JournalUnavailable

CASES = 2_000 if NIGHTLY else 50
CHUNKS = 2
SENTENCE = re.compile(r"The journal is not available: [^\n]+[^.]\.")
FULL = apsw.SQLITE_FULL, "database or disk is full"
FAULTS = {
    "write": (FULL, (apsw.SQLITE_IOERR_WRITE, "disk I/O error")),
    "sync": ((apsw.SQLITE_IOERR_FSYNC, "disk I/O error"),),
    "truncate": ((apsw.SQLITE_IOERR_TRUNCATE, "disk I/O error"),),
    "read": ((apsw.SQLITE_IOERR_READ, "disk I/O error"),),
}


def fault(random: Random) -> Callable[[str], None]:
    """Fails some operations of one kind, after a few that work."""
    operation = random.choice(("write", "write", "sync", "sync", "truncate", "read"))
    code, text = random.choice(FAULTS[operation])
    left = iter([False] * random.randint(0, 8) + [True] * random.choice((1, 3, 1_000)))

    def fail(name: str) -> None:
        if name == operation and next(left, False):
            error = apsw.exception_for(code)
            error.args = (text,)
            raise error

    return fail


def work_on_a_failing_disk(machine: Machine, witness: Witness, random: Random) -> int:
    """Faults come and go while the process goes on; returns how many refusals there were."""
    refusals = 0
    for _ in range(4):
        for _ in range(random.randint(0, 3)):
            witness.work(machine)
        machine.disk.fault = fault(random)
        for _ in range(random.randint(1, 4)):
            try:
                witness.work(machine)
            except JournalUnavailable as error:
                refusals += 1
                if not SENTENCE.fullmatch(str(error)):
                    raise LossError(f"This is no clear refusal: {error!r}.") from None
        machine.disk.fault = None
    witness.work(machine)
    if random.random() < 0.5:
        witness.check(machine.journal)
    return refusals


def run(seed: int, folder: Path) -> int:
    """One case, and how many refusals it had; `LossError` for a promise that was not kept.

    In the end the power goes, so that what an answer rested on has to be on the disk.
    """
    random = Random(seed)
    witness = Witness(random)
    machine = Machine(new_disk(), folder, log_pages=random.choice((1, 4, 16)))
    try:
        refusals = work_on_a_failing_disk(machine, witness, random)
    finally:
        machine.disk.power_lasts = max(machine.disk.operations - 1, 1)
        machine.close()
    again = Machine(machine.disk.after_power_loss(random), folder, log_pages=1_000)
    try:
        witness.check(again.journal)
        witness.work(again)
        witness.check(again.journal)
    finally:
        again.close()
    return refusals


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_failing_disk_loses_nothing_acknowledged(chunk: int, tmp_path: Path) -> None:
    refusals = 0
    for seed in range(chunk, CASES, CHUNKS):
        try:
            refusals += run(seed, tmp_path)
        except (LossError, JournalTampered, JournalUnavailable) as error:
            raise AssertionError(f"seed {seed}: {error}") from None
    assert refusals > CASES // CHUNKS


@pytest.mark.nightly
def test_control_an_answer_from_what_was_not_synced_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without bringing to the disk what a new connection finds in the log."""

    monkeypatch.setattr(SqliteDatabase, "recovery", "SELECT 0, 0, 0")
    with pytest.raises(LossError, match="acknowledged"):
        list(map(partial(run, folder=tmp_path), range(200)))
