"""A table's commands alone, and beside computations: the ratio of their p99 is to stay within two.

The server is a process of its own. Tables are sent five commands a second each over HTTP, for some
seconds alone and then beside simulations and people for whom odds and checks of submissions are
computed. Each of them pauses between two questions: `--pause 0` asks as fast as it is answered, and
`--plain` asks for the list of tables instead, which shows what the requests alone cost.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from benchmarks.host import SUBMISSION
from benchmarks.service import EACH, UNLIMITED, Table, percentile

from upcard.client import Client
from upcard.host.seals.installation import Installation
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import ANY_TABLE, Principal, Purpose, Role
from upcard.service.api.app import create_app
from upcard.service.pace import Pace
from upcard.service.process import freeze_present_objects
from upcard.service.settings import Settings
from upcard.service.simulation_runner import MAX_ROUNDS, SimulationRequest
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

TABLES = 16
ASKING = 4
PASSWORD = "a password of the benchmark"
SECONDS = 20.0
PAUSE = 0.5


class Serving(uvicorn.Server):
    """The server, which simulates while there is a file `simulate` in its folder."""

    def __init__(self, config: uvicorn.Config, server: TableServer, folder: Path) -> None:
        super().__init__(config)
        self._server, self._folder = server, folder

    async def startup(self, sockets: Any = None) -> None:
        """Start, and begin simulations one after the other."""
        await super().startup(sockets)
        self._simulating = asyncio.create_task(self._simulate())

    async def _simulate(self) -> None:
        rules, runner = rules_of(SUBMISSION.format(number=1)), self._server.simulation_runner
        for seed in count(1):
            while not (self._folder / "simulate").exists():
                await asyncio.sleep(0.1)
            sue = Principal(f"sue {seed}", Role.SURVEILLANCE)  # within her budget
            running = runner.begin(sue, SimulationRequest(rules, MAX_ROUNDS, seed))
            while not running.over:
                await asyncio.sleep(0.1)


def serve(folder: Path, tables: int) -> None:
    """The server's process: it prints its port and a keypad's token, and serves."""
    journal = open_journal(str(folder / "floor.journal"), rules=rules_digest())
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    settings = Settings(pace=Pace(), attended=True)
    server = TableServer(journal, Installation(bytes(32)), rules_of, settings, hasher=hasher)
    server.open([SUBMISSION.format(number=table) for table in range(1, tables + 1)], "benchmark")
    token = server.accounts.add_device("keypad", Purpose.KEYPAD, ANY_TABLE, "benchmark")
    dealer = server.accounts.open("dealer", Role.DEALER, PASSWORD, "", (ANY_TABLE,))
    server.floor.at_devices.sign_in("keypad", dealer)
    for number in range(ASKING):
        server.accounts.open(f"fay {number}", Role.FLOORPERSON, PASSWORD, "")
    config = uvicorn.Config(create_app(server, UNLIMITED), port=0, log_config=None)
    listening = config.bind_socket()
    listening.listen()
    print(json.dumps({"port": listening.getsockname()[1], "token": token}), flush=True)
    freeze_present_objects()
    with suppress(KeyboardInterrupt):
        Serving(config, server, folder).run(sockets=[listening])


def questions() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Method, path, body and query of what a person has computed, never the same twice."""
    kinds = cycle(("odds", "check", "sheet"))
    for number, kind in zip(count(1), kinds, strict=False):
        if kind == "check":
            text = f"{SUBMISSION.format(number=90)}# {number}\n"
            yield "POST", "/submissions/check", {"text": text}, {}
        elif kind == "odds":
            path = "/odds/match-the-dealer-progressive"
            yield "GET", path, {}, {"meter": f"{10_000 + number}.00"}
        else:
            yield "GET", "/odds/perfect-pairs", {}, {"decks": 1 + number % 8}


def ask(url: str, pause: float, *, plain: bool) -> None:
    """A process of people who ask one thing after the other, until it is ended.

    Their own machines would do what it does, so it stands back.
    """
    os.nice(19)

    def as_person(name: str) -> None:
        with Client.sign_in(url, name, PASSWORD, timeout=300.0) as client:
            for method, path, body, query in questions():
                if plain:
                    client.tables()
                else:
                    client.request(method, path, body or None, query)
                print("answered", flush=True)
                time.sleep(pause)

    for number in range(ASKING):
        Thread(target=as_person, args=(f"fay {number}",), daemon=True).start()
    signal.pause()


async def p99(tables: list[Table], seconds: float) -> float:
    """The p99 in milliseconds of the tables' commands for so long."""
    for player in tables:
        player.times.clear()
    plays = (player.play(seconds, at / len(tables) / EACH) for at, player in enumerate(tables))
    await asyncio.gather(*plays)
    return percentile([time for player in tables for time in player.times], 0.99)


async def measure(folder: Path, report: dict[str, Any], tables: int, seconds: float) -> None:
    """Print both p99 and their ratio."""
    playing = [Table(report["port"], report["token"], number) for number in range(1, tables + 1)]
    await asyncio.gather(*(player.connect() for player in playing))
    await p99(playing, 2.0)
    quiet = await p99(playing, seconds)
    rate = f"{tables} tables, {EACH:.0f} commands a second each"
    print(f"{rate}, alone: p99 {quiet:.1f} ms", flush=True)
    address = f"http://127.0.0.1:{report['port']}"
    (folder / "simulate").touch()
    with (folder / "answers").open("w") as answers:
        people = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.beside", "--ask", address, *sys.argv[1:]],
            stdout=answers,
        )
    await asyncio.sleep(5.0)  # the processes have started
    await asyncio.gather(*(player.connect() for player in playing))  # idle connections were closed
    before = len((folder / "answers").read_text().splitlines())
    beside = await p99(playing, seconds)
    answered = len((folder / "answers").read_text().splitlines()) - before
    people.kill()
    people.wait()
    (folder / "simulate").unlink()
    print(
        f"beside simulations and {answered} answers to {ASKING} people: p99 {beside:.1f} ms, "
        f"ratio {beside / quiet:.2f}"
    )


def main() -> None:
    """Start the server and measure it; the arguments bound how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--serve", type=Path, help="be the server, with its journal in this folder")
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two questions")
    parser.add_argument("--plain", action="store_true", help="ask for what is not computed")
    parser.add_argument("--ask", metavar="URL", help="be the people who ask")
    options = parser.parse_args()
    if options.ask is not None:
        ask(options.ask, options.pause, plain=options.plain)
        return
    if options.serve is not None:
        serve(options.serve, options.tables)
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.beside", "--serve", folder]
        server = subprocess.Popen(
            [*command, "--tables", str(options.tables)], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())
            asyncio.run(measure(Path(folder), address, options.tables, options.seconds))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
