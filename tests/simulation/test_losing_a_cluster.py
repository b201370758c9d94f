"""A cluster that is lost, or never there: real processes, which keep what was dealt."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import distributed
import pytest

from simulation.strategies import basic
from tables import table_rules
from upcard.rules.violation import BadInput
from upcard.simulation.run import Progress, simulate
from upcard.simulation.workers import scheduler_probe
from upcard.simulation.workers.pool import ThreadPool, WorkersLost
from upcard.simulation.workers.scheduler_probe import check_scheduler

SEED = 20
RULES = table_rules()
HOUSE = Path(__file__).parents[2] / "submissions" / "house.toml"
ENDLESS = 10**12
LocalCluster: Any = distributed.LocalCluster
SCHEDULER = """
import asyncio, sys
from distributed import Scheduler, Worker

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        async with Worker(scheduler.address, nthreads=2, dashboard=False):
            print(scheduler.address, flush=True)
            await asyncio.Event().wait()

asyncio.run(serve())
"""

WATCHED = """
import sys
from upcard.cli.app import run
from upcard.cli.sim.forms import Bar
import upcard.simulation.run

upcard.simulation.run.REFRESH_SECONDS = 0.0
Bar.show = lambda self, progress: print("dealt", file=sys.stderr, flush=True)
sys.exit(run())
"""
OTHER_SERVER = """
import socket

server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
server.accept()[0].sendall(b"SSH-2.0-OpenSSH_9.6")
"""


@pytest.fixture
def scheduler() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process with a scheduler and a worker of two threads, and its address."""
    command = [sys.executable, "-c", SCHEDULER]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_losing_the_scheduler_keeps_the_finished_blocks(
    scheduler: tuple[subprocess.Popen[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads deal the same rounds; a worker of two threads sets a plan up only once."""
    monkeypatch.setattr("upcard.simulation.run.REFRESH_SECONDS", 0.0)
    process, address = scheduler

    def kill(progress: Progress) -> None:
        if progress.rounds > 300_000:
            process.kill()

    kept = simulate(RULES, basic(6), ENDLESS, SEED, scheduler=address, progress=kill)
    assert kept.lost == "The connection to the scheduler was lost."
    assert kept.interrupted
    here = simulate(RULES, basic(6), kept.rounds, SEED)
    assert kept.wagers == here.wagers
    assert kept.covariance == here.covariance


def test_a_scheduler_that_is_lost_before_the_first_block_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lose(*_: object) -> None:
        raise WorkersLost("The connection to the scheduler was lost.")

    monkeypatch.setattr(ThreadPool, "submit", lose)
    with pytest.raises(BadInput, match=r"^The connection .* was lost\. No rounds were dealt\.$"):
        simulate(RULES, basic(6), 10, SEED)


def test_sigterm_prints_what_was_dealt() -> None:
    command = [sys.executable, "-c", WATCHED, "sim", str(HOUSE), "--seed", "1", "--json"]
    command += ["--until-se", "1e-12", "--workers", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert any("dealt" in line for line in process.stderr), "a block was dealt"
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate()
    assert process.returncode == 130
    found = json.loads(out)
    assert found["interrupted"]
    assert found["rounds"] > 0
    assert "lost" not in found


def test_what_is_no_scheduler_is_refused_without_waiting_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody listens; somebody listens and is silent; somebody speaks another protocol."""
    assert 2 * scheduler_probe.PROBE_SECONDS < 5
    monkeypatch.setattr(scheduler_probe, "PROBE_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(BadInput, match="it is silent"):
            check_scheduler(address)
    for scheme in ("tcp", "tls", "ws"):
        with pytest.raises(BadInput, match="Connection refused"):
            check_scheduler(address.replace("tcp", scheme))
    command = [sys.executable, "-c", OTHER_SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        monkeypatch.setattr(scheduler_probe, "PROBE_SECONDS", 2.0)
        with pytest.raises(BadInput, match="is no dask scheduler"):
            check_scheduler(f"127.0.0.1:{port}")


def test_a_server_without_a_websocket_is_no_scheduler() -> None:
    """A client that dask starts for it would end with a traceback, and after eight seconds."""
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        answering = Thread(target=server.handle_request)
        answering.start()
        with pytest.raises(BadInput, match="is no dask scheduler"):
            check_scheduler(f"ws://127.0.0.1:{server.server_port}")
        answering.join()


def test_a_scheduler_with_a_websocket_passes() -> None:
    """It answers the request for one as any server does that has one."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                assert connection.recv(1_000).startswith(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:")
                connection.sendall(scheduler_probe.UPGRADED + b" Switching Protocols\r\n\r\n")

        answering = Thread(target=answer)
        answering.start()
        check_scheduler(f"ws://127.0.0.1:{server.getsockname()[1]}")
        answering.join()
