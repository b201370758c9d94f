"""Nobody is told of a record before the table stands where it says."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from amounts import dollars
from upcard.engine.core.commands import PlaceWager
from upcard.host.tables.committing import CommittedTable
from upcard.host.tables.in_flight import InFlight
from upcard.journal.port import Receipt
from web.arranged import build

LATE = 0.2
"""Seconds between a record's commit and the host's own knowledge of it, in this test."""


def test_listeners_see_the_table_as_the_record_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = build(tmp_path)
    host = server.floor.host("T-TWO")
    append = CommittedTable._append

    def late(self: CommittedTable, *proposed: Any) -> InFlight[Receipt]:
        receipt = yield from append(self, *proposed)
        time.sleep(LATE)
        return receipt

    async def listened() -> tuple[int, int]:
        server.feed.start(asyncio.get_running_loop())
        with server.feed.listening(host.stream) as listener:
            before = host.position
            sending = asyncio.to_thread(host.send, PlaceWager(1, "blackjack", dollars(10), "ann"))
            task = asyncio.create_task(sending)
            while server.feed.positions.get(host.stream, 0) <= before:
                await listener.wait_for_change(5)
            seen = host.position, len(host.state.in_play())
            await task
            return seen

    monkeypatch.setattr(CommittedTable, "_append", late)
    try:
        position, in_play = asyncio.run(listened())
    finally:
        server.feed.stop()
    assert (position, in_play) == (server.floor.journal.head(host.stream).position, 1)
