"""A process that is killed (SIGKILL) in the middle of a transfer loses and doubles no money."""

import os
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

import pytest

from amounts import dollars
from host import money_victim
from host.live import VAULT
from host.money_victim import DEPOSIT, MONEY, POINTS
from host.test_kill import PROCESSES, rest
from upcard.cards.shuffle import seeded_bits
from upcard.host.money.cashier import Cashier
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.opening import open_journal
from upcard.submission.compiling.text import rules_of


def start(place: str, writing: Any, seed: int, point: str, at: int) -> None:
    money_victim.run(place, writing.detach(), seed, point, at)


@pytest.mark.parametrize("point", POINTS)
def test_at_every_step_of_a_transfer_all_money_is_somewhere(tmp_path: Path, point: str) -> None:
    place = str(tmp_path / "floor.journal")
    acknowledged: set[str] = set()
    for at in range(1, 5):
        reading, writing = os.pipe()
        process = PROCESSES.Process(target=start, args=(place, DupFd(writing), at, point, at))
        process.start()
        os.close(writing)
        lines = rest(reading, process)
        assert process.exitcode == -9
        acknowledged |= {line.split()[0] for line in lines.decode().splitlines()}
        held(place, acknowledged)


def held(place: str, acknowledged: set[str]) -> None:
    opened = open_journal(place, rules="0" * 64)
    try:
        keys = [record.key for record in opened.all_records() if record.key]
        assert acknowledged <= set(keys)
        assert len(keys) == len(set(keys))
        deposits = sum(record.stream == "account/ann" for record in opened.all_records())
        table = TableHost(opened, MONEY, rules_of, CardSupply(VAULT, seeded_bits(9)))
        has = table.state.money_of("ann")
        assert has in {0, dollars(30), dollars(60)}
        assert Cashier(opened).account("ann").balance + has == deposits * DEPOSIT
        verdict = verify(opened, rules_of)
        assert verdict.verified, verdict.first_difference
    finally:
        opened.close()
