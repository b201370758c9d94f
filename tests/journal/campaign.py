"""Journals on a simulated disk: random work, what was acknowledged of it, and what is left."""

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import apsw
import msgspec

from journal.disk import NAME, Disk, DiskVFS, File
from journal.writing import ENGINE, RULES, Body, digest, proposal, records_of
from upcard.journal.backends.database import ForRows
from upcard.journal.backends.rows import Parameters, SqlRow
from upcard.journal.backends.sqlite import open_sqlite, unavailable_error
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalRecord, JournalTampered, Receipt, Snapshot
from upcard.journal.store import perform
from upcard.journal.writing.group import Job, RefusedCommand, Stamp, commit
from upcard.rules.violation import BadInput
from upcard.text.times import system_clock

STREAMS = ("table/0", "table/1", "table/2")
METERS = ("meter/a", "meter/b")
STAMP = Stamp(ENGINE, RULES)
PATH = "journal.db"


class LossError(Exception):
    """A promise that a journal broke: the sentence says which."""


@cache
def vfs() -> DiskVFS:
    """The file system, which SQLite knows by name once it is made."""
    return DiskVFS()


@cache
def empty_journal() -> bytes:
    """The file of a journal without records."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / PATH
        open_journal(str(place), rules=RULES).close()
        return place.read_bytes()


def new_disk(*, honest: bool = True) -> Disk:
    """A disk with an empty journal."""
    return Disk({PATH: File(empty_journal())}, honest=honest)


class Machine:
    """A process that has a disk's journal open: the same SQL, run by apsw."""

    def __init__(self, disk: Disk, folder: Path, log_pages: int) -> None:
        vfs().disk = disk
        self.disk = disk
        self._log_pages = log_pages
        self._connection: apsw.Connection | None = None
        try:
            self.store = open_sqlite(
                folder / PATH,
                system_clock,
                writable=True,
                connect=lambda _, writable: Handle(self, writable),
            )
        except (BadInput, JournalTampered):
            self.disconnect()
            raise
        self.journal = Journal(self.store, STAMP, writable=False)

    def connection(self) -> apsw.Connection:
        """The one connection: without shared memory a file can have no second."""
        if self._connection is None:
            self._connection = apsw.Connection(PATH, vfs=NAME)
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {self._log_pages}")
        return self._connection

    def close(self) -> None:
        """End the process, if it has not ended with the power."""
        self.journal.close()
        self.disconnect()

    def disconnect(self) -> None:
        """End the connection, as well as the disk allows."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):
                connection.close(True)


class Handle:
    """The journal's way to a machine's connection; the writer's end is the connection's."""

    def __init__(self, machine: Machine, writable: bool) -> None:
        self._machine = machine
        self._writable = writable

    def execute(self, statement: str, parameters: Parameters) -> list[SqlRow]:
        try:
            return self._machine.connection().execute(statement, dict(parameters)).fetchall()
        except apsw.Error as error:
            raise unavailable_error(error) from error

    def begin(self, statement: str) -> None:
        self.execute(statement, {})

    def execute_all(self, wanted: Sequence[ForRows]) -> list[list[SqlRow]]:
        return [
            [row for parameter in parameters for row in self.execute(statement, parameter)]
            for statement, parameters in wanted
        ]

    def execute_many(self, statement: str, parameters: Sequence[Parameters]) -> None:
        self.execute_all([(statement, parameters)])

    def close(self) -> None:
        if self._writable:
            self._machine.disconnect()


class Witness:
    """Gives random work to a journal and remembers what it was told."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._records: list[JournalRecord] = []
        self._refusals: list[RefusedCommand] = []
        self._snapshots: dict[str, Snapshot] = {}
        self._unanswered: list[Job] = []
        self._made = 0

    def work(self, machine: Machine) -> None:
        """One commit: a group of commands, or now and then a snapshot."""
        if self._random.random() < 0.1:
            self._snapshot(machine)
            return
        jobs = self._unanswered or self._jobs()
        self._unanswered = jobs
        outcomes = commit(machine.store, jobs, STAMP)
        self._unanswered = []
        for job, outcome in zip(jobs, outcomes, strict=True):
            if not isinstance(outcome, Receipt):
                raise LossError(f"{job} failed: {outcome}")
            self._acknowledge(job, outcome)

    def _acknowledge(self, job: Job, receipt: Receipt) -> None:
        if isinstance(job, RefusedCommand):
            if receipt.refusal != job.reply:
                raise LossError(f"The refusal of {job.key} is {receipt.refusal!r}.")
            self._refusals.append(job)
        elif receipt.record is None or receipt.record.digest != job.digest:
            raise LossError(f"The answer to {job.key} is {receipt}.")
        elif receipt.record not in self._records:
            self._records.append(receipt.record)

    def _jobs(self) -> list[Job]:
        """Commands with keys; bodies of very different lengths."""
        versions = self._versions()
        jobs: list[Job] = []
        for _ in range(self._random.randint(1, 5)):
            self._made += 1
            key = f"key-{self._random.randrange(10**6):06}-{self._made}"
            if self._random.random() < 0.1:
                refusal = b"no " * self._random.randint(1, 50)
                jobs.append(RefusedCommand(STREAMS[0], key, digest(key), refusal))
                continue
            stream = self._random.choice(STREAMS)
            names = tuple(self._random.sample(METERS, self._random.randint(0, 2)))
            text = str(self._made) * self._random.choice((1, 20, 400))
            jobs.append(proposal(stream, versions.get(stream, 0), text, *names, key=key))
            versions[stream] = versions.get(stream, 0) + 1
        return jobs

    def _versions(self) -> dict[str, int]:
        return {record.stream: record.position for record in self._records}

    def _snapshot(self, machine: Machine) -> None:
        stream = self._random.choice(STREAMS)
        state = bytes([self._random.randrange(256)]) * self._random.choice((10, 5_000))
        snapshot = Snapshot(stream, self._versions().get(stream, 0), state)
        self._snapshots.pop(stream, None)  # until the answer, the old one or the new may be there
        perform(machine.store, lambda transaction: transaction.save_snapshot(snapshot))
        self._snapshots[stream] = snapshot

    def check(self, journal: Journal) -> None:
        """`LossError` for the first promise that is not kept."""
        try:
            check_chain(journal)
        except JournalTampered as error:
            raise LossError(str(error)) from None
        found = records_of(journal)
        if missing := [record for record in self._records if record not in found]:
            raise LossError(f"{len(missing)} acknowledged records are missing, or changed.")
        self._check_unanswered([record for record in found if record not in self._records])
        self._records = found
        for name in METERS:
            bodies = [msgspec.json.decode(record.body, type=Body) for record in found]
            total = sum(name in body.counted for body in bodies)
            if int(journal.shared(name) or b"0") != total:
                raise LossError(f"{name} is {journal.shared(name)!r} after {total} records.")
        if journal.versions() != dict(sorted(self._versions().items())):
            raise LossError(f"The streams are at {journal.versions()}.")
        for record in found:
            answer = journal.find(record.stream, record.key, record.digest)
            if answer != Receipt(record, repeated=True):
                raise LossError(f"{record.key} has no answer.")
        for refusal in self._refusals:
            receipt = journal.find(refusal.stream, refusal.key, refusal.digest)
            if receipt is None or receipt.refusal != refusal.reply:
                raise LossError(f"The refusal of {refusal.key} is gone.")
        for stream, snapshot in self._snapshots.items():
            if journal.snapshot(stream) != snapshot:
                raise LossError(f"The snapshot of {stream} is gone.")

    def _check_unanswered(self, more: Sequence[JournalRecord]) -> None:
        """A commit that was never answered is there as a whole, or not at all."""
        keys = [job.key for job in self._unanswered if not isinstance(job, RefusedCommand)]
        if more and sorted(record.key for record in more) != sorted(keys):
            raise LossError(f"{len(more)} of {len(keys)} unanswered records are there.")
