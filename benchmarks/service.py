"""The table server over loopback: acknowledged commands, viewers' frames, signs on one meter.

The server is a process of its own. 64 tables are sent five commands a second each over HTTP;
viewers follow some of them. Then 500 protocol clients listen to the meters as signs while wagers
move one of them; the time from the commit (the record's own clock) to each frame is measured.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import uvicorn
from argon2 import PasswordHasher
from benchmarks.host import SUBMISSION
from websockets.asyncio.client import ClientConnection, connect

from upcard.host.seals.installation import Installation
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import ANY_TABLE, Purpose, Role
from upcard.service.api.app import create_app
from upcard.service.api.limits import Limits
from upcard.service.pace import Pace
from upcard.service.process import freeze_present_objects, shorten_thread_turns
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

TABLES = 64
EACH = 5.0
"""Commands a second at each table."""
VIEWERS = 32
SIGNS = 500
UNLIMITED = Limits(requests=(10**9, 1.0))
"""One client stands for many here."""


def serve(folder: Path, tables: int) -> None:
    """The server's process: it prints its port and a token, and serves until it is ended."""
    journal = open_journal(str(folder / "floor.journal"), rules=rules_digest())
    settings = Settings(pace=Pace(), attended=True)
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    table_server = TableServer(journal, Installation(bytes(32)), rules_of, settings, hasher=hasher)
    table_server.open(
        [SUBMISSION.format(number=number) for number in range(1, tables + 1)], "benchmark"
    )
    run(table_server)


def run(server: TableServer) -> None:
    """Print the port and a token of a keypad with a dealer signed in; serve until it is ended."""
    accounts, number = server.accounts, os.getpid()  # several servers may share accounts
    keypad = f"keypad-{number}"
    token = accounts.add_device(keypad, Purpose.KEYPAD, ANY_TABLE, "benchmark")
    password = "benchmark password"
    dealer = accounts.open(f"dealer-{number}", Role.DEALER, password, "", (ANY_TABLE,))
    server.floor.at_devices.sign_in(keypad, dealer)
    config = uvicorn.Config(
        create_app(server, UNLIMITED), port=0, log_config=None, ws_per_message_deflate=False
    )
    listening = config.bind_socket()
    listening.listen()
    print(json.dumps({"port": listening.getsockname()[1], "token": token}), flush=True)
    freeze_present_objects()
    shorten_thread_turns()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    server.floor.journal.close()


class Table:
    """One table's keypad: it seats a player and lets him leave, five commands a second.

    It speaks HTTP by hand over one connection: a client library costs as much as the server.
    """

    def __init__(self, port: int, token: str, number: int) -> None:
        self._port = port
        self._head = (
            f"POST /api/tables/T-{number:02}/commands HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        )
        self.times: list[float] = []
        self._seated = False

    async def connect(self) -> None:
        """Open the connection, and send a first pair of commands."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await self.command()
        await self.command()
        self.times.clear()

    async def command(self) -> None:
        """One command, acknowledged."""
        kind = "LeaveSeat" if self._seated else "SeatPlayer"
        request = {"type": kind, "position": 1} | ({} if self._seated else {"player": "walk-in"})
        body = json.dumps(request)
        start = time.perf_counter()
        self._writer.write(f"{self._head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        answer = await self._reader.readexactly(length)
        self.times.append(time.perf_counter() - start)
        assert head.startswith("http/1.1 200"), answer
        self._seated = not self._seated

    async def play(self, seconds: float, offset: float) -> None:
        """Commands at their times, whether those before were late or not."""
        start = time.perf_counter() + offset
        for turn in range(int(seconds * EACH)):
            await asyncio.sleep(max(0.0, start + turn / EACH - time.perf_counter()))
            await self.command()


async def watch(url: str, token: str, table: str, frames: list[int]) -> None:
    """Count a viewer's frames, until cancelled."""
    place = f"ws{url.removeprefix('http')}/api/tables/{table}/feed"
    count = len(frames)
    frames.append(0)
    async with connect(place, additional_headers=bearer(token), compression=None) as socket:
        async for _ in socket:
            frames[count] += 1


def bearer(token: str) -> dict[str, str]:
    """The header of a device."""
    return {"Authorization": f"Bearer {token}"}


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def commands(url: str, token: str, tables: int, seconds: float) -> None:
    """Print how long acknowledged commands take, and what viewers get meanwhile."""
    port = int(url.rpartition(":")[2])
    players = [Table(port, token, number) for number in range(1, tables + 1)]
    await asyncio.gather(*(table.connect() for table in players))
    frames: list[int] = []
    views = [
        asyncio.create_task(watch(url, token, f"T-{1 + number % tables:02}", frames))
        for number in range(VIEWERS)
    ]
    await asyncio.sleep(1)
    before, start = list(frames), time.perf_counter()
    await asyncio.gather(
        *(table.play(seconds, number / tables / EACH) for number, table in enumerate(players))
    )
    took = time.perf_counter() - start
    rates = [(now - was) / took for now, was in zip(frames, before, strict=True)]
    for view in views:
        view.cancel()
    await asyncio.gather(*views, return_exceptions=True)
    times = [time_taken for table in players for time_taken in table.times]
    print(
        f"{tables} tables: {len(times) / took:.0f} commands a second acknowledged, "
        f"p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms"
    )
    print(f"{len(rates)} viewers: {min(rates):.1f} to {max(rates):.1f} frames a second each")


class Signs:
    """Protocol clients on the meters, in a thread of their own."""

    def __init__(self, url: str, token: str, count: int) -> None:
        self._place = f"ws{url.removeprefix('http')}/api/meters/feed"
        self._token, self._count = token, count
        self.heard: dict[int, list[float]] = {}
        self.connected = threading.Event()
        self._stop = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._listen()))

    async def _listen(self) -> None:
        sockets = [
            await connect(self._place, additional_headers=bearer(self._token), compression=None)
            for _ in range(self._count)
        ]
        readers = [asyncio.create_task(self._read(socket)) for socket in sockets]
        await asyncio.sleep(1)
        self.connected.set()
        await asyncio.to_thread(self._stop.wait)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            now = time.time()
            self.heard.setdefault(_seq(text), []).append(now)

    def stop(self) -> None:
        """Hang up."""
        self._stop.set()
        self.thread.join()


def signs(url: str, token: str, count: int, hits: int) -> None:
    """Print how long it takes from a commit to its frame at each of the signs."""
    listening = Signs(url, token, count)
    listening.thread.start()
    listening.connected.wait()
    client = httpx.Client(base_url=url, headers=bearer(token))
    at: dict[int, float] = {}
    for number in range(hits):
        table = f"T-{1 + number:02}"
        place = f"/api/tables/{table}"
        for wager, amount in (("blackjack", "15.00"), ("jackpot-party", "5.00")):
            body = {"type": "PlaceWager", "position": 1, "wager": wager, "amount": amount}
            assert client.post(f"{place}/commands", json=body).status_code == 200
        closed = client.post(f"{place}/commands", json={"type": "CloseBets"})
        seq = closed.json()["seq"]
        (record,) = client.get(f"{place}/events", params={"after": seq - 1, "limit": 1}).json()
        at[seq] = record["at"] / 1e6
        time.sleep(0.5)
    time.sleep(1)
    listening.stop()
    firsts = {seq: min(heard for heard in listening.heard if heard >= seq) for seq in at}
    late = [moment - at[seq] for seq in at for moment in listening.heard[firsts[seq]]]
    print(
        f"{count} signs: {len(late) / len(at):.0f} of them had each frame, from commit to frame "
        f"p50 {percentile(late, 0.5):.0f} ms, p99 {percentile(late, 0.99):.0f} ms"
    )


def _seq(text: str | bytes) -> int:
    """The `seq` of a frame, which stands first in it: 500 clients here cannot read them whole."""
    head = text[:40] if isinstance(text, str) else text[:40].decode()
    return int(head.partition('"seq":')[2].partition(",")[0])


def main() -> None:
    """Start the server and measure it; the arguments bound how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--signs", type=int, default=SIGNS)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--serve", type=Path, help="be the server, with its journal in this folder")
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve, options.tables)
        return
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--serve", folder, "--tables", str(options.tables)]
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.service", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())
            url = f"http://127.0.0.1:{address['port']}"
            asyncio.run(commands(url, address["token"], options.tables, options.seconds))
            signs(url, address["token"], options.signs, min(20, options.tables))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
