"""Servers on one PostgreSQL: one stands still or dies in mid-round, and another takes over."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import Popen
from typing import Any, Final

import httpx
import pytest

from host.live import PLAIN
from journal.conftest import postgres, schemas
from journal.network import Network, network
from service.served import entered, passwords_in
from service.test_serve_command import TIMEOUT, ready, started, until
from upcard.client import Client
from upcard.client.errors import Refused

__all__ = ["postgres", "schemas"]

WAGER: Final[dict[str, Any]] = {"position": 1, "wager": "blackjack", "amount": "15.00"}
WAITS: Final = "Table BJ-01 is held by"


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "bj-01.toml"
    path.write_text(PLAIN, encoding="utf-8")
    return str(path)


def readiness(url: str) -> tuple[int, str]:
    answer = httpx.get(f"{url}/readyz", timeout=TIMEOUT, verify=False)  # no TLS, so none is read
    return answer.status_code, answer.text


@contextmanager
def behind_a_network(
    folder: Path, table: str, database: str
) -> Iterator[tuple[Network, Popen[str], str, dict[str, str]]]:
    """A server that is ready, behind a network: both, its address and its first passwords."""
    with (
        network(database) as between,
        started(folder, table, "--database", between.address, "--attended") as server,
    ):
        process, url, output = server
        passwords = passwords_in(output)
        ready(url)
        yield between, process, url, passwords


def refusal(player: Client) -> str:
    """Why the table is not shown, or nothing if it is."""
    try:
        player.view("BJ-01")
    except Refused as refused:
        return refused.message
    return ""


def test_a_round_goes_on_at_a_standby_and_back(
    tmp_path: Path, table: str, schemas: Iterator[str]
) -> None:
    """The first server stands still, is fenced, says so, and has its table again by itself."""
    database = ("--database", next(schemas), "--attended")
    with ExitStack() as stack:
        first, here, output = stack.enter_context(started(tmp_path, table, *database))
        second, there, waiting = stack.enter_context(started(tmp_path, table, *database))
        passwords = passwords_in(output)
        ready(here)
        assert any(WAITS in line for line in waiting)
        status, reasons = readiness(there)
        assert status == 503
        assert WAITS in reasons
        player = stack.enter_context(entered(here, "player", passwords))
        player.send("BJ-01", "PlaceWager", **WAGER)
        elsewhere = stack.enter_context(entered(there, "player", passwords))
        with pytest.raises(Refused, match="Another server has table BJ-01 now") as refused:
            elsewhere.view("BJ-01")
        assert refused.value.status == 503

        first.send_signal(signal.SIGSTOP)
        ready(there)
        assert elsewhere.view("BJ-01")["view"]["own"]["positions"] == [1]
        first.send_signal(signal.SIGCONT)
        until(lambda: WAITS in readiness(here)[1])  # at first it knows its own silence alone
        assert readiness(here)[0] == 503
        with pytest.raises(Refused, match="Another server has table BJ-01 now"):
            player.view("BJ-01")
        assert elsewhere.tables()
        assert not player.tables()
        dealer = stack.enter_context(entered(there, "dealer", passwords))
        dealer.send("BJ-01", "CloseBets")
        seq = elsewhere.view("BJ-01")["seq"]

        second.send_signal(signal.SIGKILL)
        ready(here)
        assert player.view("BJ-01")["seq"] == seq
        assert player.view("BJ-01")["view"]["own"]["positions"] == [1]
        first.send_signal(signal.SIGTERM)
        assert first.wait(TIMEOUT) == 0
        assert first.stderr is not None
        log = first.stderr.read()
        assert "Another process has taken table BJ-01" in log
        assert "Table BJ-01 is served here now" in log
        assert "Traceback" not in log


@pytest.mark.nightly
def test_a_server_without_its_database_says_so_and_recovers(
    tmp_path: Path, table: str, schemas: Iterator[str]
) -> None:
    with behind_a_network(tmp_path, table, next(schemas)) as (between, process, url, passwords):
        with (
            entered(url, "player", passwords) as player,
            ThreadPoolExecutor(1) as elsewhere,
        ):
            between.stop()
            waits = elsewhere.submit(player.send, "BJ-01", "PlaceWager", key="placed", **WAGER)
            until(lambda: readiness(url)[0] == 503)
            assert "The journal has not answered for" in readiness(url)[1]
            assert httpx.get(f"{url}/healthz", timeout=TIMEOUT, verify=False).text == "ok\n"
            assert isinstance(waits.exception(TIMEOUT), Refused), "what waited has failed"
            with pytest.raises(Refused, match="nothing was changed") as refused:
                player.send("BJ-01", "PlaceWager", **WAGER)
            assert refused.value.status == 503
            until(lambda: "Table BJ-01 is not shown" in refusal(player))
            assert not player.tables()
            between.go_on()
            ready(url)
            # What was on its way may have been written: its key has one effect.
            player.send("BJ-01", "PlaceWager", key="placed", **WAGER)
            assert player.view("BJ-01")["view"]["own"]["positions"] == [1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.nightly
def test_commands_over_a_slow_network_are_answered_within_ten_seconds(
    tmp_path: Path, table: str, schemas: Iterator[str]
) -> None:
    """0.3 seconds each way: no answer is late enough to end a connection, but each needs many."""
    with behind_a_network(tmp_path, table, next(schemas)) as (between, _, url, passwords):

        def send(player: Client) -> float:
            """Seconds until a command is answered, or refused."""
            begin = time.monotonic()
            with suppress(Refused):
                player.send("BJ-01", "PlaceWager", **WAGER)
            return time.monotonic() - begin

        with ExitStack() as stack:
            players = [stack.enter_context(entered(url, "player", passwords)) for _ in range(3)]
            threads = stack.enter_context(ThreadPoolExecutor(len(players)))
            between.delay(0.3)
            ends = time.monotonic() + 20
            while time.monotonic() < ends:
                assert max(threads.map(send, players)) < 10
            between.go_on()
            ready(url)
            with pytest.raises(Refused, match="wager already"):
                players[0].send("BJ-01", "PlaceWager", **WAGER)


@pytest.mark.nightly
def test_a_server_stays_ready_over_a_slow_network(
    tmp_path: Path, table: str, schemas: Iterator[str]
) -> None:
    """0.15 seconds each way, and commands without a pause: the heartbeat waits for one at most."""
    with (
        behind_a_network(tmp_path, table, next(schemas)) as (between, _, url, passwords),
        ExitStack() as stack,
    ):
        players = [stack.enter_context(entered(url, "player", passwords)) for _ in range(3)]
        threads = stack.enter_context(ThreadPoolExecutor(len(players)))
        between.delay(0.15)
        ends = time.monotonic() + 20

        def send(player: Client) -> None:
            while time.monotonic() < ends:
                with suppress(Refused):
                    player.send("BJ-01", "PlaceWager", **WAGER)

        sending = [threads.submit(send, player) for player in players]
        while time.monotonic() < ends:
            assert readiness(url)[0] == 200, readiness(url)[1]
            time.sleep(0.1)
        for sent in sending:
            sent.result(TIMEOUT)
        between.go_on()
