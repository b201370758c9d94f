"""The server's processor time for a command: in process, over the channel and over REST.

Whole rounds with a progressive side wager at many tables, on SQLite or PostgreSQL. The rounds are
played once in memory, with seeded cards; then the same commands go to a server that deals the same
cards. PostgreSQL's own processor time is not counted. Garbage is collected as in `upcard serve`.
"""

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import psycopg
from argon2 import PasswordHasher
from benchmarks.host import SUBMISSION
from benchmarks.journal import postgres
from benchmarks.service import bearer, run
from pydantic import TypeAdapter
from websockets.asyncio.client import connect

from upcard.__main__ import GARBAGE_THRESHOLDS
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, Command
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.tables.answers import CommandAnswer
from upcard.host.tables.in_flight import InFlight
from upcard.journal.opening import open_journal
from upcard.money.amount import format_dollars
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import ANY_TABLE, Principal, Role
from upcard.service.channel.pending_command import begin
from upcard.service.pace import Pace
from upcard.service.process import freeze_present_objects, shorten_thread_turns
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.service.wire.commands import CommandIn, command_of
from upcard.submission.compiling.text import rules_of

gc.set_threshold(*GARBAGE_THRESHOLDS)  # as a server does

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
        server.floor._house = msgspec.structs.replace(
            server.floor._house, bits=seeded_bits(SEED + number)
        )
        text = SUBMISSION.format(number=number).replace('link = "BANK"', "")
        server.open([text], "benchmark", automations=UNTIL_CLEARED)
    for table in server.floor.tables:
        server.floor.host(table).automate(UNTIL_CLEARED)
    return server


def script(numbers: Iterable[int], rounds: int) -> Sent:
    """The commands of whole rounds at the tables of these numbers."""
    numbers = tuple(numbers)
    server = floor("memory:", numbers)
    commands: Sent = {}
    for number, table in zip(numbers, server.floor.tables, strict=True):
        commands[table] = []
        bits = seeded_bits(number)
        robots = [Robot(position, bits) for position in (1, 2)]
        for command in played(server, table, robots, rounds):
            server.floor.send(PERSON, table, command)
            commands[table].append(as_json(command))
    server.floor.journal.close()
    return commands


def played(server: TableServer, table: str, robots: list[Robot], rounds: int) -> Iterator[Command]:
    """The commands of some rounds at a table; each has to be carried out before the next."""
    for _ in range(rounds):
        for robot in robots:
            yield from robot.wagers(server.floor.host(table).rules)
        yield CloseBets()
        while (pending := question(server.floor.state(table))) is not None:
            yield robots[pending.position - 1].answer(server.floor.state(table), pending)
        yield ClearTable()


def as_json(command: Command) -> dict[str, Any]:
    """A command as a client sends it."""
    fields = msgspec.structs.asdict(command)
    if fields.get("amount") is not None:
        fields["amount"] = format_dollars(fields["amount"])
    given_fields = {name: value for name, value in fields.items() if value not in (-1, None)}
    return {"type": type(command).__name__, **given_fields}


def serve(place: str, numbers: Iterable[int]) -> None:
    """The server's process: it prints its port and a token, and serves until it is ended."""
    run(floor(place, numbers))


async def over_the_channel(
    port: int, token: str, table: str, commands: list[dict[str, Any]], first: int
) -> None:
    """Send a table's commands, `WINDOW` of them at once."""
    place = f"ws://127.0.0.1:{port}/api/channel"
    encode = msgspec.json.Encoder().encode
    async with connect(place, additional_headers=bearer(token), compression=None) as socket:
        room = asyncio.Semaphore(WINDOW)

        async def read() -> None:
            for number in range(first, first + len(commands)):
                answer = await socket.recv()
                assert isinstance(answer, str)
                assert answer.startswith(f'{{"id":{number},"done"'), answer
                room.release()

        reading = asyncio.create_task(read())
        for number, command in enumerate(commands, first):
            await room.acquire()
            request = {"id": number, "table": table, "command": command, "key": f"c{number}"}
            await socket.send(encode(request).decode())
        await reading


async def over_rest(
    port: int, token: str, table: str, commands: list[dict[str, Any]], first: int
) -> None:
    """Send a table's commands one after another over one connection, by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for number, command in enumerate(commands, first):
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
    commands_of: Sent,
    warm: int,
    place: str,
    threads: int,
    numbers: Iterable[int],
    ready: Callable[[], object] = lambda: None,
) -> tuple[float, float]:
    """Microseconds for each command after the first `warm`, without a network.

    Processor time, and time. Each of the threads drives its share of the tables: it begins a
    command at each before it waits for any. `ready` is called after the first commands.
    """
    server = floor(place, numbers)
    read = TypeAdapter(CommandIn).validate_python
    commands = {
        name: [command_of(read(command)) for command in texts]
        for name, texts in commands_of.items()
    }

    def drive(tables: list[str], first: int, last: int | None) -> None:
        for number in range(first, last or max(len(commands[table]) for table in tables)):
            begun = [
                begin(server.floor.host(table), in_flight(table, number))
                for table in tables
                if number < len(commands[table])
            ]
            for write in begun:
                assert write is not None, "no other thread has the table"
                write.finish()

    def in_flight(table: str, number: int) -> InFlight[CommandAnswer]:
        return server.floor.command_in_flight(PERSON, table, commands[table][number], f"c{number}")

    def send_all(first: int, last: int | None) -> None:
        shares = [list(commands_of)[number::threads] for number in range(threads)]
        drivers = [Thread(target=drive, args=(share, first, last)) for share in shares]
        for thread in drivers:
            thread.start()
        for thread in drivers:
            thread.join()

    send_all(0, warm)
    freeze_present_objects()
    shorten_thread_turns()
    ready()
    start, before = time.perf_counter(), time.process_time()
    send_all(warm, None)
    took, used = time.perf_counter() - start, time.process_time() - before
    server.floor.journal.close()
    count = sum(len(texts) - warm for texts in commands_of.values())
    return 1e6 * used / count, 1e6 * took / count


def seconds_of(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(place: str, tables: Iterable[str]) -> Iterator[tuple[int, str, int]]:
    """A server in a process of its own: its port, a token, and the number of its process."""
    numbers = ",".join(table.rpartition("-")[2] for table in tables)
    arguments = ["--serve", place, "--numbers", numbers]
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.channel", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())
        yield address["port"], address["token"], process.pid
    finally:
        process.terminate()
        process.wait()


def over(
    interface: Way,
    commands_of: Sent,
    warm: int,
    place: str,
    ready: Callable[[], object] = lambda: None,
) -> tuple[float, float, float]:
    """Microseconds for each command after the first `warm` at each table.

    The server's processor time, the client's, and time. `ready` is called after the first commands.
    """

    async def all_tables(first: int, last: int | None) -> None:
        await asyncio.gather(
            *(
                interface(port, token, table, commands[first:last], first)
                for table, commands in commands_of.items()
            )
        )

    with served(place, commands_of) as (port, token, process):
        asyncio.run(all_tables(0, warm))
        ready()
        start = time.perf_counter()
        server, client = seconds_of(process), time.process_time()
        asyncio.run(all_tables(warm, None))
        server, client = seconds_of(process) - server, time.process_time() - client
        took = time.perf_counter() - start
    count = sum(len(commands) - warm for commands in commands_of.values())
    return 1e6 * server / count, 1e6 * client / count, 1e6 * took / count


def paced(
    schedule: Sent, place: str, rate: float, ready: Callable[[], object] = lambda: None
) -> list[float]:
    """Milliseconds to each answer over the channel, at so many commands a second, sorted.

    Each table has its share of them, one after another. `ready` is called before the first.
    """
    times: list[float] = []

    async def play(port: int, token: str, number: int, table: str) -> None:
        address = f"ws://127.0.0.1:{port}/api/channel"
        async with connect(address, additional_headers=bearer(token), compression=None) as socket:
            start = time.perf_counter() + 1 + number / rate
            for turn, command in enumerate(schedule[table]):
                due = start + turn * len(schedule) / rate
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                began = time.perf_counter()
                request = {"id": turn, "table": table, "command": command, "key": f"c{turn}"}
                await socket.send(json.dumps(request))
                await socket.recv()
                times.append(1000 * (time.perf_counter() - began))

    async def play_all(port: int, token: str) -> None:
        await asyncio.gather(*(play(port, token, *table) for table in enumerate(schedule)))

    with served(place, schedule) as (port, token, _):
        ready()
        asyncio.run(play_all(port, token))
    return sorted(times)


@contextmanager
def places(kind: str) -> Iterator[Iterator[str]]:
    """Place for journals: files, or schemas of a PostgreSQL server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield (str(Path(folder) / f"{number}.journal") for number in count())
            return
        address, stop = postgres(Path(folder))
        with psycopg.connect(address, autocommit=True) as connection:

            def schemas() -> Iterator[str]:
                for number in count():
                    connection.execute(f"CREATE SCHEMA s{number}".encode())
                    yield f"{address}&options=-csearch_path%3Ds{number}"

            yield schemas()
        stop()


def main() -> None:
    """Measure all ways in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--rate", type=float, help="only latencies, at this rate over the channel")
    parser.add_argument("--serve", help="be the server, with its journal at this place")
    parser.add_argument("--numbers", help="the numbers of the server's tables")
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve, map(int, options.numbers.split(",")))
        return
    numbers = range(1, options.tables + 1)
    commands_of = script(numbers, options.rounds)
    warm = min(len(of_table) for of_table in commands_of.values()) // 4
    commands = sum(len(of_table) - warm for of_table in commands_of.values())
    print(f"{commands} commands at {options.tables} tables, load {os.getloadavg()[0]:.1f}")
    with places(options.database) as journals:
        if options.rate:
            times = paced(commands_of, next(journals), options.rate)
            p50, p99 = (times[len(times) * percent // 100] for percent in (50, 99))
            print(f"channel at {options.rate:.0f} a second: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
            return
        for name, threads in (("in process", 1), ("a thread each", options.tables)):
            server, took = in_process(commands_of, warm, next(journals), threads, numbers)
            print(f"{name:13} {server:6.0f} µs of processor time, {1e6 / took:.0f} a second")
        for name, interface in (("channel", over_the_channel), ("REST", over_rest)):
            server, client, took = over(interface, commands_of, warm, next(journals))
            print(
                f"{name:13} {server:6.0f} µs of processor time, {1e6 / took:.0f} a second; "
                f"the client's {client:.0f} µs"
            )


if __name__ == "__main__":
    main()
