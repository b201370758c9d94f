"""The server's processor time for a command: in process, over the channel and over REST.

Whole rounds with a progressive side wager at many tables, on SQLite. The rounds are played once in
memory, with seeded cards; then the same commands go to a server that deals the same cards.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import uvicorn
from argon2 import PasswordHasher
from benchmarks.host import SUBMISSION
from benchmarks.service import UNLIMITED, bearer
from pydantic import TypeAdapter
from websockets.asyncio.client import connect

from upcard.cards.shuffle import seeded_bits
from upcard.engine.core import commands as c
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.tables.committing import DEALER
from upcard.journal.opening import open_journal
from upcard.money.amount import format_dollars
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import ANY_TABLE, Principal, Purpose, Role
from upcard.service.api.app import create_app
from upcard.service.api.wire import CommandIn, command_of
from upcard.service.process import keep_what_the_start_made
from upcard.service.table_server import Settings, TableServer
from upcard.service.tables.croupier import Pace
from upcard.submission.compiling.text import rules_of

SEED = 16
WINDOW = 4
"""Commands of a table on their way at once over the channel."""

PERSON = Principal("dealer", Role.DEALER, (ANY_TABLE,))
Sent = dict[str, list[dict[str, Any]]]
"""The commands of each table, as JSON."""
Way = Callable[[int, str, str, list[dict[str, Any]], int], Awaitable[None]]
"""Sends a table's commands to a port with a token; the number is that of the first."""


def floor(place: str, numbers: Iterable[int]) -> TableServer:
    """A floor whose cards are seeded: each table has a meter and random bits of its own."""
    journal = open_journal(place, rules=rules_digest())
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    settings = Settings(pace=Pace(), attended=True)
    server = TableServer(journal, Installation(bytes(32)), rules_of, settings, hasher=hasher)
    for number in numbers:
        server.floor._bits = seeded_bits(SEED + number)
        text = SUBMISSION.format(number=number).replace('link = "BANK"', "")
        server.open([text], "benchmark", automations=DEALER)
    for table in server.floor.tables:
        server.floor.host(table).automate(DEALER)
    return server


def script(numbers: Iterable[int], rounds: int) -> Sent:
    """The commands of whole rounds at the tables of these numbers."""
    server = floor("memory:", numbers)
    sent: Sent = {}
    for number, table in enumerate(server.floor.tables):
        sent[table] = []
        bits = seeded_bits(number)
        robots = [Robot(position, bits) for position in (1, 2)]
        for command in played(server, table, robots, rounds):
            server.floor.send(PERSON, table, command)
            sent[table].append(as_json(command))
    server.floor.journal.close()
    return sent


def played(
    server: TableServer, table: str, robots: list[Robot], rounds: int
) -> Iterator[c.Command]:
    """The commands of some rounds at a table; each has to be carried out before the next."""
    for _ in range(rounds):
        for robot in robots:
            yield from robot.wagers(server.floor.host(table).rules)
        yield c.CloseBets()
        while (asked := question(server.floor.state(table))) is not None:
            yield robots[asked.position - 1].answer(server.floor.state(table), asked)
        yield c.ClearTable()


def as_json(command: c.Command) -> dict[str, Any]:
    """A command as a client sends it."""
    fields = msgspec.structs.asdict(command)
    if fields.get("amount") is not None:
        fields["amount"] = format_dollars(fields["amount"])
    kept = {name: value for name, value in fields.items() if value not in (-1, None)}
    return {"type": type(command).__name__, **kept}


def serve(folder: Path, tables: int) -> None:
    """The server's process: it prints its port and a token, and serves until it is ended."""
    server = floor(str(folder / "floor.journal"), range(1, tables + 1))
    token = server.accounts.add_device("keypad", Purpose.KEYPAD, ANY_TABLE, "benchmark")
    dealer = server.accounts.open("dealer", Role.DEALER, "benchmark password", "", (ANY_TABLE,))
    server.floor.at_devices.sign_in("keypad", dealer)
    config = uvicorn.Config(
        create_app(server, UNLIMITED), port=0, log_config=None, ws_per_message_deflate=False
    )
    listening = config.bind_socket()
    listening.listen()
    print(json.dumps({"port": listening.getsockname()[1], "token": token}), flush=True)
    keep_what_the_start_made()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    server.floor.journal.close()


async def over_the_channel(
    port: int, token: str, table: str, sent: list[dict[str, Any]], first: int
) -> None:
    """Send a table's commands, `WINDOW` of them at once."""
    place = f"ws://127.0.0.1:{port}/api/channel"
    encode = msgspec.json.Encoder().encode
    async with connect(place, additional_headers=bearer(token), compression=None) as socket:
        room = asyncio.Semaphore(WINDOW)

        async def read() -> None:
            for number in range(first, first + len(sent)):
                answer = await socket.recv()
                assert isinstance(answer, str)
                assert answer.startswith(f'{{"id":{number},"done"'), answer
                room.release()

        reading = asyncio.create_task(read())
        for number, command in enumerate(sent, first):
            await room.acquire()
            request = {"id": number, "table": table, "command": command, "key": f"c{number}"}
            await socket.send(encode(request).decode())
        await reading


async def over_rest(
    port: int, token: str, table: str, sent: list[dict[str, Any]], first: int
) -> None:
    """Send a table's commands one after another over one connection, by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for number, command in enumerate(sent, first):
        body = json.dumps(command)
        writer.write(
            f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Idempotency-Key: c{number}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        answer = await reader.readexactly(length)
        assert head.startswith("http/1.1 200"), answer
    writer.close()


def in_process(
    sent: Sent, warm: int, numbers: Iterable[int], begin: Callable[[], object] = lambda: None
) -> tuple[float, float]:
    """Microseconds for each command after the first `warm`, a thread a table, no network.

    Processor time, and time. `begin` is called after the first ones.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = floor(str(Path(folder) / "floor.journal"), numbers)

        def send(table: str, first: int, last: int | None) -> None:
            for number, command in enumerate(commands[table][first:last], first):
                server.floor.send(PERSON, table, command, f"c{number}")

        def send_all(first: int, last: int | None) -> None:
            threads = [Thread(target=send, args=(table, first, last)) for table in sent]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        read = TypeAdapter(CommandIn).validate_python
        commands = {name: [command_of(read(one)) for one in some] for name, some in sent.items()}
        send_all(0, warm)
        begin()
        start, before = time.perf_counter(), time.process_time()
        send_all(warm, None)
        took, used = time.perf_counter() - start, time.process_time() - before
        server.floor.journal.close()
    count = sum(len(some) - warm for some in sent.values())
    return 1e6 * used / count, 1e6 * took / count


def seconds_of(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def over(way: Way, sent: Sent, warm: int) -> tuple[float, float, float]:
    """Microseconds for each command after the first `warm` at each table.

    The server's processor time, the client's, and time.
    """

    async def all_tables(port: int, token: str, first: int, last: int | None) -> None:
        await asyncio.gather(
            *(way(port, token, table, some[first:last], first) for table, some in sent.items())
        )

    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--serve", folder, "--tables", str(len(sent))]
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.channel", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            asyncio.run(all_tables(said["port"], said["token"], 0, warm))
            start = time.perf_counter()
            server, client = seconds_of(process.pid), time.process_time()
            asyncio.run(all_tables(said["port"], said["token"], warm, None))
            server, client = seconds_of(process.pid) - server, time.process_time() - client
            took = time.perf_counter() - start
        finally:
            process.terminate()
            process.wait()
    count = sum(len(some) - warm for some in sent.values())
    return 1e6 * server / count, 1e6 * client / count, 1e6 * took / count


def main() -> None:
    """Measure all three in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--serve", type=Path, help="be the server, with its journal in this folder")
    asked = parser.parse_args()
    if asked.serve is not None:
        serve(asked.serve, asked.tables)
        return
    numbers = range(1, asked.tables + 1)
    sent = script(numbers, asked.rounds)
    warm = min(len(some) for some in sent.values()) // 4
    count = sum(len(some) - warm for some in sent.values())
    print(
        f"{count} commands of whole rounds at {asked.tables} tables, load {os.getloadavg()[0]:.1f}"
    )
    server, took = in_process(sent, warm, numbers)
    print(f"in process {server:6.0f} µs of processor time a command, {1e6 / took:.0f} a second")
    for name, way in (("channel", over_the_channel), ("REST", over_rest)):
        server, client, took = over(way, sent, warm)
        print(
            f"{name:10} {server:6.0f} µs of processor time a command, {1e6 / took:.0f} a second; "
            f"the client's {client:.0f} µs"
        )


if __name__ == "__main__":
    main()
