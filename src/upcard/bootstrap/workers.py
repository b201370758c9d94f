"""Serves one floor on several processes: starts them, and routes connections to them."""

import asyncio
import multiprocessing
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from upcard.bootstrap.address import Address
from upcard.bootstrap.building import application, build
from upcard.bootstrap.serving import (
    closed_in_order,
    configuration,
    first_words,
    have_a_reader_ready,
)
from upcard.journal.opening import SERVERS, open_journal
from upcard.journal.port import JournalError
from upcard.rules.digest import rules_digest
from upcard.rules.violation import BadInput
from upcard.service.workers.plan import Share, assign_tables, floor_files

if TYPE_CHECKING:
    from upcard.service.settings import Settings

STOP_SECONDS: Final = 20.0
"""Seconds that a process gets to end in order."""

START_SIGNAL: Final = b"go"
"""Lets a worker open its tables."""


class Assignment(msgspec.Struct, frozen=True):
    """What a worker is told: its share, the home's file, and the files of the tables beside it.

    Its `number` is one from 0 to those `of` all workers.
    """

    number: int
    of: int
    share: Share
    home: str | None
    beside: dict[str, str]


class Workers:
    """The processes of a floor, each with its file; `serve` runs until it is ended."""

    def __init__(
        self,
        texts: Sequence[str],
        database: str,
        address: Address,
        settings: "Settings",
        workers: int,
    ) -> None:
        if database.startswith(SERVERS) or database == "memory:":
            raise BadInput(
                "Each worker has a file: over PostgreSQL, start a server for each group of tables."
            )
        if address.tls is not None:
            raise BadInput("Workers cannot serve HTTPS themselves: put a proxy before them.")
        self._address, self._settings = address, settings
        self._parts = _parts(floor_files(database, workers), texts)
        self._processes: list[BaseProcess] = []
        self._controls: list[socket.socket] = []

    def serve(self, listening: socket.socket, say: Callable[[str], None]) -> None:
        """Start the processes, the first one last: it shows the tables of the others."""
        from upcard.service.process import log_to_stderr

        try:
            for part in self._parts:
                self._start(part)
            other_numbers = range(1, len(self._parts))
            self._open(other_numbers)
            self._open([0])
            log_to_stderr()
            tables = {name: part.number for part in self._parts for name in part.share.submissions}
            url = f"http://{self._address.host}:{listening.getsockname()[1]}/"
            files = ", ".join(part.share.file for part in self._parts)
            say(f"{', '.join(tables)} on {url} — journals {files}")
            ended_process = asyncio.run(self._keep_door(tables, listening))
            ending = _how_it_ended(ended_process)
            raise BadInput(f"A worker has ended, so the floor was stopped: {ending}.")
        finally:
            self._end_processes()

    def _start(self, part: Assignment) -> None:
        own_end, workers_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        arguments = (part, workers_end, self._address, self._settings)
        name = f"worker {part.number + 1}"
        process = multiprocessing.get_context("spawn").Process(
            target=run, args=arguments, name=name
        )
        process.start()
        workers_end.close()
        self._processes.append(process)
        self._controls.append(own_end)

    def _open(self, numbers: Sequence[int]) -> None:
        """Let workers open their tables, and wait until they serve; raises `BadInput`."""
        from upcard.service.workers.handover import MAX_BYTES, READY

        for number in numbers:
            self._controls[number].send(START_SIGNAL)
        for number in numbers:
            message = self._controls[number].recv(MAX_BYTES)
            if message != READY:
                raise BadInput(message.decode() or f"Worker {number + 1} ended as it started.")
            self._controls[number].setblocking(False)

    async def _keep_door(self, tables: Mapping[str, int], listening: socket.socket) -> BaseProcess:
        """Hand out connections until a process ends; which one."""
        from upcard.service.workers.connection_router import ConnectionRouter

        ended_processes: asyncio.Queue[BaseProcess] = asyncio.Queue()
        for process in self._processes:
            asyncio.get_running_loop().add_reader(
                process.sentinel, ended_processes.put_nowait, process
            )
        serving = asyncio.ensure_future(ConnectionRouter(tables, self._controls).serve(listening))
        first = await ended_processes.get()
        serving.cancel()
        return first

    def _end_processes(self) -> None:
        for control in self._controls:
            control.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(STOP_SECONDS)
            if process.exitcode is None:
                process.kill()
                process.join()
        if all(process.exitcode == 0 for process in self._processes):
            for part in self._parts:
                _fold_log(part.share.file)


def _how_it_ended(process: BaseProcess) -> str:
    """How a worker ended, in words."""
    process.join()
    code = process.exitcode or 0
    if code < 0:
        return f"{process.name} was killed by {signal.Signals(-code).name}"
    return f"{process.name} ended with status {code}, and its log says why"


def _fold_log(file: str) -> None:
    """Fold the log of a file back: the last to close it may have been a reader."""
    with closing(open_journal(file, rules=rules_digest())) as journal:
        journal.renew_all((), 0)  # a transaction, which opens the file for writing


def _parts(databases: Sequence[str], texts: Sequence[str]) -> list[Assignment]:
    """The assignments of all workers; creates the files that are missing."""
    from upcard.submission.compiling.text import rules_of

    process_of: dict[str, int] = {}
    for number, database in enumerate(databases):
        with closing(open_journal(database, rules=rules_digest())) as journal:
            tables = [name for name in journal.heads() if name.startswith("table/")]
            meters = [name for name in journal.all_shared() if name.startswith("meter/")]
        process_of |= {name.removeprefix("table/"): number for name in (*tables, *meters)}
    shares = assign_tables(databases, process_of, texts, rules_of)
    files_beside = {table: share.file for share in shares[1:] for table in share.submissions}
    home = databases[0]
    return [
        Assignment(
            number, len(shares), share, home if number else None, {} if number else files_beside
        )
        for number, share in enumerate(shares)
    ]


def _import_what_serves() -> None:
    """Import the server while the other workers do: only to open the tables goes in turn."""
    import uvicorn  # noqa: F401 - only to have it loaded: a third of a start

    import upcard.service.api.app
    import upcard.service.table_server
    import upcard.web  # noqa: F401 - only to have it loaded, before it is this worker's turn


def run(part: Assignment, control: socket.socket, address: Address, settings: "Settings") -> None:
    """A worker, until it is asked to end or the other end of `control` is closed."""
    from upcard.service.process import (
        ending_in_order,
        freeze_present_objects,
        keep_to_share_of_processors,
        log_to_stderr,
        shorten_thread_turns,
    )
    from upcard.service.workers.connection_router import LastAnswer
    from upcard.service.workers.handover import HandedServer

    keep_to_share_of_processors(part.number, part.of)
    with ending_in_order() as ending:
        with ending.at_once():
            _import_what_serves()
            if control.recv(len(START_SIGNAL)) != START_SIGNAL:
                return
        own = part.share.submissions
        settings = replace(
            settings,
            owner=f"worker {part.number + 1}",
            fed=tuple(table for table in settings.fed if table in own),
        )
        try:
            server, passwords = build(
                tuple(own.values()), part.share.file, settings, home=part.home, beside=part.beside
            )
        except (BadInput, JournalError) as error:
            control.send(str(error).encode())
            sys.exit(2)
        with closed_in_order(server):
            for line in first_words(server, tuple(own.values()), passwords):
                sys.stderr.write(f"{line}\n")
            log_to_stderr(worker=part.number + 1)
            app = application(server)
            app.add_middleware(LastAnswer)
            serving = configuration(app, address)
            freeze_present_objects()
            shorten_thread_turns()
            with ending.at_once():
                have_a_reader_ready(server, tuple(own.values()))
                HandedServer(serving, control).run()
