"""One floor on two processes with a file each: one address, one register of people."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from host.live import PLAIN
from service.served import entered
from service.test_serve_command import PATIENCE, Refused, ready, refused, started
from service.test_two_processes import SUBMISSION, until
from upcard.client import Client
from upcard.client.errors import Refused as RefusedByServer
from upcard.rules.violation import BadInput
from upcard.service.workers.door import Door
from upcard.service.workers.plan import spread
from upcard.submission.compiling.text import rules_of

__all__ = ["refused"]

WAGER: Final[dict[str, Any]] = {"position": 1, "wager": "blackjack", "amount": "15.00"}


def linked(name: str) -> str:
    return SUBMISSION.format(name=name)


def alone(name: str) -> str:
    return PLAIN.replace("BJ-01", name)


def test_tables_that_feed_one_meter_stay_together() -> None:
    texts = [linked("L-1"), alone("A-1"), linked("L-2"), alone("A-2")]
    first, second = spread(["one", "two"], {}, texts, rules_of)
    assert set(first.submissions) == {"L-1", "L-2"}
    assert set(second.submissions) == {"A-1", "A-2"}


def test_a_table_stays_where_its_records_are() -> None:
    there = {"A-1": 1, "A-2": 1}
    texts = [alone("A-1"), alone("A-2"), alone("A-3")]
    first, second = spread(["one", "two"], there, texts, rules_of)
    assert set(second.submissions) == {"A-1", "A-2"}
    assert set(first.submissions) == {"A-3"}
    with pytest.raises(BadInput, match="a meter is kept by one worker"):
        spread(["one", "two"], {"L-1": 0, "L-2": 1}, [linked("L-1"), linked("L-2")], rules_of)


@pytest.mark.parametrize(
    ("target", "number", "sent_on"),
    [
        ("/api/tables/B-2/commands", 1, "/api/tables/B-2/commands"),
        ("/api/tables/B-1", 0, "/api/tables/B-1"),
        ("/api/channel?table=B-2", 1, "/api/channel?table=B-2"),
        ("/api/channel", 0, "/api/channel"),
        ("/floor", 0, "/floor"),
        ("/~2/floor", 0, "/floor"),
        ("/~2/_nicegui_ws/socket.io/?x=1", 1, "/_nicegui_ws/socket.io/?x=1"),
        ("/~9/_nicegui_ws/socket.io/", 1, "/_nicegui_ws/socket.io/"),
    ],
)
def test_a_request_goes_to_the_worker_of_its_table(target: str, number: int, sent_on: str) -> None:
    door = Door({"B-1": 0, "B-2": 1}, socket.socketpair())
    request = f"GET {target} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    expected = f"GET {sent_on} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    assert door.routed(request) == (number, expected)


def test_a_page_says_which_worker_keeps_it() -> None:
    door = Door({"B-2": 1}, socket.socketpair())
    number, request = door.routed(b"GET /tables/B-2 HTTP/1.1\r\nHost: here\r\n\r\n")
    assert number == 1
    assert b"\r\nX-Forwarded-Prefix: /~2\r\n" in request


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, dict[str, str]]]:
    """Two workers: L-1 and L-2 feed one meter, A-1 is alone."""
    for name, text in (("L-1", linked("L-1")), ("L-2", linked("L-2")), ("A-1", alone("A-1"))):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.glob("*.toml"))]
    database = ("--database", str(tmp_path / "floor.journal"))
    with started(
        tmp_path, *files, *database, "--attended", "--workers", "2", "--no-second-factor"
    ) as serving:
        process, url, said = serving
        ready(url)
        yield process, url, dict(line.split() for line in said if line.startswith("  "))


def test_two_workers_are_one_floor(
    floor: tuple[subprocess.Popen[str], str, dict[str, str]], tmp_path: Path
) -> None:
    process, url, passwords = floor
    with (
        entered(url, "player", passwords) as player,
        entered(url, "dealer", passwords) as dealer,
        entered(url, "administrator", passwords) as administrator,
    ):
        assert {one["table"] for one in player.tables()} == {"A-1", "L-1", "L-2"}
        before = player.meters()
        assert {tuple(meter["tables"]) for meter in before} == {("L-1", "L-2")}
        for table in ("A-1", "L-1"):
            player.send(table, "PlaceWager", **WAGER)
            assert player.view(table)["view"]["own"]["positions"] == [1]
        player.send("L-1", "PlaceWager", position=1, wager="jackpot-party", amount="5.00")
        for table in ("A-1", "L-1"):
            dealer.send(table, "CloseBets")
        dealer.send("L-1", "CollectProgressiveWagers", chips=1)
        until(lambda: player.meters() != before)
        until(
            lambda: (
                {one["table"]: one["players"] for one in player.tables()}
                == {"A-1": ["player"], "L-1": ["player"], "L-2": []}
            )
        )
        administrator.request("PATCH", "/accounts/player", {"closed": True})
        for table in ("A-1", "L-1"):
            until(partial(_signed_out, player, table))
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert not list(tmp_path.glob("*-wal"))


def _signed_out(client: Client, table: str) -> bool:
    try:
        client.view(table)
    except RefusedByServer as refused:
        return refused.status == 401
    return False


def test_a_worker_that_dies_ends_the_floor(
    floor: tuple[subprocess.Popen[str], str, dict[str, str]],
) -> None:
    process, url, _ = floor
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    assert len(workers) == 2
    subprocess.run(["kill", "-KILL", str(workers[1])], check=True)
    assert process.wait(PATIENCE) == 2
    assert process.stderr is not None
    assert "A worker has ended, so the floor was stopped" in process.stderr.read()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{url}/healthz")


def test_workers_need_files(refused: Refused, tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    table.write_text(PLAIN, encoding="utf-8")
    said = refused(tmp_path, str(table), "--workers", "2", "--database", "postgresql://h/d")
    assert (
        said == "Each worker has a file: over PostgreSQL, start a server for each group of tables."
    )
