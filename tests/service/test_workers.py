"""One floor on two processes with a file each: one address, one register of people."""

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from host.live import PLAIN
from service.served import entered
from service.test_serve_command import TIMEOUT, Refused, ready, refused, started, until
from service.test_two_processes import SUBMISSION
from upcard.client import Client
from upcard.client.errors import Refused as RefusedByServer
from upcard.rules.violation import BadInput
from upcard.service.process import share_of
from upcard.service.workers import gathering
from upcard.service.workers.connection_router import ConnectionRouter
from upcard.service.workers.gathering import gather
from upcard.service.workers.plan import assign_tables
from upcard.submission.compiling.text import rules_of

__all__ = ["refused"]

WAGER: Final[dict[str, Any]] = {"position": 1, "wager": "blackjack", "amount": "15.00"}


def linked(name: str) -> str:
    return SUBMISSION.format(name=name)


def alone(name: str) -> str:
    return PLAIN.replace("BJ-01", name)


def test_tables_that_feed_one_meter_stay_together() -> None:
    texts = [linked("L-1"), alone("A-1"), linked("L-2"), alone("A-2")]
    first, second = assign_tables(["one", "two"], {}, texts, rules_of)
    assert set(first.submissions) == {"L-1", "L-2"}
    assert set(second.submissions) == {"A-1", "A-2"}


def test_a_table_stays_where_its_records_are() -> None:
    there = {"A-1": 1, "A-2": 1}
    texts = [alone("A-1"), alone("A-2"), alone("A-3")]
    first, second = assign_tables(["one", "two"], there, texts, rules_of)
    assert set(second.submissions) == {"A-1", "A-2"}
    assert set(first.submissions) == {"A-3"}
    with pytest.raises(BadInput, match="a meter is kept by one worker"):
        assign_tables(
            ["one", "two"], {"L-1": 0, "L-2": 1}, [linked("L-1"), linked("L-2")], rules_of
        )


def test_a_table_to_which_players_bring_money_is_where_their_accounts_are() -> None:
    money = alone("A-2").replace("[table]", "[table]\nbring_money = true", 1)
    first, second = assign_tables(["one", "two"], {}, [alone("A-1"), money], rules_of)
    assert set(first.submissions) == {"A-2"}
    assert set(second.submissions) == {"A-1"}


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
        ("/cashier?table=B-2", 0, "/cashier?table=B-2"),
        ("/~2/money?table=B-2", 0, "/money?table=B-2"),
        ("/api/accounts/ann/money?table=B-2", 0, "/api/accounts/ann/money?table=B-2"),
        ("/api/accounts/ann/limits?table=B-2", 0, "/api/accounts/ann/limits?table=B-2"),
    ],
)
def test_a_request_goes_to_the_worker_of_its_table(target: str, number: int, sent_on: str) -> None:
    router = ConnectionRouter({"B-1": 0, "B-2": 1}, socket.socketpair())
    request = f"GET {target} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    expected = f"GET {sent_on} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    assert router.route(request) == (number, expected)


def test_a_page_says_which_worker_keeps_it() -> None:
    router = ConnectionRouter({"B-2": 1}, socket.socketpair())
    number, request = router.route(b"GET /tables/B-2 HTTP/1.1\r\nHost: here\r\n\r\n")
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
        process, url, output = serving
        ready(url)
        yield process, url, dict(line.split() for line in output if line.startswith("  "))


@pytest.mark.parametrize(
    ("processors", "shares"),
    [
        ([3], [{3}, {3}]),
        ([0, 1], [{0}, {1}]),
        ([4, 0, 2], [{0}, {2, 4}]),
        ([0, 1, 2, 3], [{0, 1}, {2, 3}]),
        ([0, 1], [{0, 1}, {0, 1}, {0, 1}]),
    ],
)
def test_workers_share_the_processors(processors: list[int], shares: list[set[int]]) -> None:
    workers = len(shares)
    assert [share_of(processors, number, workers) for number in range(workers)] == shares


READY = b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\nx-kept: 1\r\n\r\nready\n"
NOT_READY = b"HTTP/1.1 503 No\r\ncontent-length: 1\r\n\r\nnot ready\nThe feed has stopped.\n"


def asked(path: str, answers: list[bytes], patch: pytest.MonkeyPatch) -> tuple[str, str]:
    """What the floor answers when its processes answer so; empty: nothing for too long."""
    patch.setattr(gathering, "ANSWER_SECONDS", 5.0 if all(answers) else 0.2)

    def answer(control: socket.socket, said: bytes) -> None:
        read, handed, _, _ = socket.recv_fds(control, 1 << 16, 1)
        assert read.startswith(f"GET {path} ".encode())
        with socket.socket(fileno=handed[0]) as connection:
            if said:
                connection.sendall(said)
            else:
                connection.recv(1)

    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in answers]
    with ExitStack() as stack:
        for pair in pairs:
            for end in pair:
                stack.enter_context(end)
        pool = stack.enter_context(ThreadPoolExecutor(len(pairs)))
        told = [
            pool.submit(answer, pair[1], said) for pair, said in zip(pairs, answers, strict=True)
        ]
        request = f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
        whole = asyncio.run(gather(path, request, [pair[0] for pair in pairs]))
        for each in told:
            each.result(TIMEOUT)
    head, _, body = whole.decode().partition("\r\n\r\n")
    assert f"content-length: {len(body)}" in head
    return head, body


def test_a_floor_is_ready_when_all_its_processes_are(monkeypatch: pytest.MonkeyPatch) -> None:
    head, body = asked("/readyz", [READY, READY], monkeypatch)
    assert head.startswith("HTTP/1.1 200 ")
    assert "x-kept: 1" in head
    assert body == "ready\n"
    head, body = asked("/readyz", [READY, NOT_READY], monkeypatch)
    assert head.startswith("HTTP/1.1 503 ")
    assert body == "not ready\nWorker 2: The feed has stopped.\n"
    head, body = asked("/readyz", [b"", READY], monkeypatch)
    assert head.startswith("HTTP/1.1 503 ")
    assert body == "not ready\nWorker 1 does not answer.\n"


def test_metrics_of_all_processes_have_the_number_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    told = (
        b"HTTP/1.1 200 OK\r\n\r\n# HELP upcard_ready Whether the server serves.\n"
        b"# TYPE upcard_ready gauge\nupcard_ready 1.0\n"
        b'# TYPE upcard_commands_total counter\nupcard_commands_total{outcome="done"} 3.0\n'
    )
    _, body = asked("/metrics", [told, told], monkeypatch)
    assert body.count("# HELP upcard_ready Whether the server serves.") == 1
    assert 'upcard_commands_total{outcome="done",worker="2"} 3.0' in body
    _, body = asked("/metrics", [told, b""], monkeypatch)
    assert 'upcard_ready{worker="1"} 1.0' in body
    assert 'upcard_ready{worker="2"} 0.0' in body


def test_two_workers_are_one_floor(
    floor: tuple[subprocess.Popen[str], str, dict[str, str]], tmp_path: Path
) -> None:
    process, url, passwords = floor
    shares = [os.sched_getaffinity(worker) for worker in _workers_of(process)]
    assert shares == [share_of(os.sched_getaffinity(0), number, 2) for number in (0, 1)]
    with (
        entered(url, "player", passwords) as player,
        entered(url, "dealer", passwords) as dealer,
        entered(url, "administrator", passwords) as administrator,
    ):
        assert {table["table"] for table in player.tables()} == {"A-1", "L-1", "L-2"}
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
                {table["table"]: table["players"] for table in player.tables()}
                == {"A-1": ["player"], "L-1": ["player"], "L-2": []}
            )
        )
        administrator.request("PATCH", "/accounts/player", {"closed": True})
        for table in ("A-1", "L-1"):
            until(partial(_signed_out, player, table))
    text = httpx.get(f"{url}/metrics").text
    assert 'upcard_lease_held{table="A-1",worker="2"} 1.0' in text
    assert 'upcard_lease_held{table="L-1",worker="1"} 1.0' in text
    assert "worker=" not in httpx.get(f"{url}/metrics?table=A-1").text
    process.send_signal(signal.SIGTERM)
    assert process.wait(TIMEOUT) == 0
    assert not list(tmp_path.glob("*-wal"))


def _signed_out(client: Client, table: str) -> bool:
    try:
        client.view(table)
    except RefusedByServer as refused:
        return refused.status == 401
    return False


def _workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The numbers of a floor's worker processes."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.nightly
def test_a_worker_that_dies_ends_the_floor(
    floor: tuple[subprocess.Popen[str], str, dict[str, str]],
) -> None:
    process, url, _ = floor
    workers = _workers_of(process)
    assert len(workers) == 2
    subprocess.run(["kill", "-KILL", str(workers[1])], check=True)
    assert process.wait(TIMEOUT) == 2
    assert process.stderr is not None
    said = process.stderr.read()
    assert "A worker has ended, so the floor was stopped" in said
    assert "worker 2 was killed by SIGKILL." in said
    assert "leaked" not in said, "a killed process leaves no semaphore behind"
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{url}/healthz")


def test_workers_need_files(refused: Refused, tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    table.write_text(PLAIN, encoding="utf-8")
    message = refused(tmp_path, str(table), "--workers", "2", "--database", "postgresql://h/d")
    assert (
        message
        == "Each worker has a file: over PostgreSQL, start a server for each group of tables."
    )


@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_a_floor_is_not_served_without_all_of_its_files(
    refused: Refused, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    """Its tables would begin anew in another file."""
    table, place = tmp_path / "t.toml", tmp_path / "floor.journal"
    table.write_text(PLAIN, encoding="utf-8")
    number = 3 if workers else 2
    place.with_name(f"floor.journal.{number}").touch()
    message = refused(tmp_path, str(table), "--port", "0", "--database", str(place), *workers)
    assert message == (
        f"{place}.{number} is a part of this floor: serve it with --workers {number} or more."
    )
