"""PostgreSQL beyond the contract: several writers, a server that goes away, what NOTIFY says."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress

import msgspec
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from journal.contract import DurableContract
from journal.writing import (
    ENGINE,
    RULES,
    Clock,
    body,
    digest,
    fill,
    proposal,
    records_of,
    written,
)
from nightly import NIGHTLY
from upcard.journal.backends.notifying import Notifier
from upcard.journal.backends.postgres import SPREADS
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import (
    ROOT,
    FencedOut,
    JournalUnavailable,
    Proposal,
    Receipt,
    States,
    StreamLeased,
    VersionConflict,
    Written,
)
from upcard.rules.violation import BadInput


class TestPostgres(DurableContract):
    @pytest.fixture
    def places(self, schemas: Iterator[str]) -> Iterator[str]:
        return schemas

    @pytest.fixture
    def other(self, journal: Journal, place: str, clock: Clock) -> Iterator[Journal]:
        """The same journal as another process would open it."""
        other = self.open(place, clock)
        assert other.header == journal.header
        yield other
        other.close()

    def sql(self, place: str, statement: str) -> None:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement.encode())

    def let_leases_run_out(self, place: str, clock: Clock) -> None:  # noqa: ARG002 - the server's clock counts
        self.sql(place, "UPDATE stream SET expires = 1 WHERE expires > 0")

    def test_two_processes_write_one_journal(self, journal: Journal, other: Journal) -> None:
        def play(table: int) -> list[int]:
            chosen = (journal, other)[table % 2]
            stream = f"table/{table}"
            names = ("meter/b", "meter/a", f"meter/{table % 3}")
            receipts = [chosen.append(proposal(stream, n, "", *names)) for n in range(15)]
            return [body(receipt).counted["meter/a"] for receipt in receipts]

        with ThreadPoolExecutor(8) as pool:
            counted = list(pool.map(play, range(8)))
        assert sorted(number for numbers in counted for number in numbers) == list(range(1, 121))
        assert check_chain(other) == journal.heads()
        assert journal.shared("meter/b") == b"120"

    def test_a_stream_s_version_guards_it_everywhere(
        self, journal: Journal, other: Journal
    ) -> None:
        journal.append(proposal("table/1", 0))
        with pytest.raises(VersionConflict, match="is at version 1, not at 0"):
            other.append(proposal("table/1", 0))
        other.append(proposal("table/1", 1))

    def test_news_are_of_other_processes_too(self, journal: Journal, other: Journal) -> None:
        for version, writing in enumerate((journal, journal, other)):
            writing.append(proposal("table/1", version))
        assert [record.position for record in journal.news("table/1", 2, 3)] == [3]

    def test_a_stream_has_one_owner_everywhere(
        self, journal: Journal, other: Journal, place: str, clock: Clock
    ) -> None:
        lease = journal.lease("table/1", "here", 3_600)
        with pytest.raises(StreamLeased, match="belongs to here"):
            other.lease("table/1", "there", 3_600)
        self.let_leases_run_out(place, clock)
        taken = other.lease("table/1", "there", 3_600)
        with pytest.raises(FencedOut):
            journal.append(proposal("table/1", 0, fence=lease.fence))
        other.append(proposal("table/1", 0, fence=taken.fence))

    def test_a_lease_is_lost_while_its_owner_writes(
        self, journal: Journal, other: Journal, place: str, clock: Clock
    ) -> None:
        """The new owner's lease waits for a commit that holds locks, or comes before all of it."""
        lease = journal.lease("table/1", "here", 3_600)
        self.let_leases_run_out(place, clock)
        writing, go_on = threading.Event(), threading.Event()

        def write(states: States) -> Written:
            writing.set()
            assert go_on.wait(60)
            return written("late")(states)

        future = journal.submit(Proposal("table/1", 0, write, ("meter/a",), fence=lease.fence))
        assert writing.wait(60)
        taking = ThreadPoolExecutor(1).submit(other.lease, "table/1", "there", 3_600)
        with pytest.raises(TimeoutError):
            taking.result(0.1)
        go_on.set()
        assert future.result().record is not None
        taken = taking.result(60)
        receipt = other.append(proposal("table/1", 1, fence=taken.fence))
        assert receipt.record is not None
        assert receipt.record.position == 2

    def test_a_key_has_one_effect_everywhere(self, journal: Journal, other: Journal) -> None:
        """Two processes send one command to a table; the second to commit finds the first."""
        meeting = threading.Barrier(2)

        def meet(states: States) -> Written:
            with suppress(threading.BrokenBarrierError):
                meeting.wait(0.5)  # there is nobody to meet when it is done again
            return written("one")(states)

        futures = [
            each.submit(Proposal("table/1", 0, meet, (), "k", digest("one")))
            for each in (journal, other)
        ]
        receipts = [future.result(60) for future in futures]
        assert sorted(receipt.repeated for receipt in receipts) == [False, True]
        assert receipts[0].record == receipts[1].record
        assert journal.versions() == {"table/1": 1}

    def test_a_writer_waits_for_its_own_stream_alone(
        self, journal: Journal, other: Journal, place: str
    ) -> None:
        waits: list[Future[Receipt]] = []

        def write(states: States) -> Written:
            """While this transaction has table/1, the other process writes."""
            assert other.append(proposal("table/2", 0)).record is not None
            assert not self.waiting_for_locks(place)
            waits.append(other.submit(proposal("table/1", 0)))
            while not self.waiting_for_locks(place):
                assert not waits[0].done()
            return written("one")(states)

        journal.append(Proposal("table/1", 0, write))
        with pytest.raises(VersionConflict):
            waits[0].result(60)

    def waiting_for_locks(self, place: str) -> int:
        """The connections to this database that wait for a lock, by PostgreSQL's wait events."""
        with psycopg.connect(place) as connection:
            ((count,),) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity "
                "WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
        return int(count)

    def test_a_lost_connection_is_replaced(self, journal: Journal, place: str) -> None:
        journal.append(proposal("table/1", 0))
        self.sql(
            place,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()",
        )
        with pytest.raises(JournalUnavailable, match=r"^The journal is not available: .*\.$"):
            journal.append(proposal("table/1", 1, key="k"))
        receipt = journal.append(proposal("table/1", 1, key="k"))
        assert not receipt.repeated
        with pytest.raises(JournalUnavailable):
            journal.heads()
        assert check_chain(journal)["table/1"].position == 2

    def test_a_lost_connection_in_the_middle_writes_nothing(
        self, journal: Journal, place: str
    ) -> None:
        def write(states: States) -> Written:
            self.sql(
                place,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE state = 'idle in transaction' AND datname = current_database()",
            )
            return written("lost", ("meter/a",))(states)

        with pytest.raises(JournalUnavailable):
            journal.append(Proposal("table/1", 0, write, ("meter/a",)))
        assert body(journal.append(proposal("table/1", 0, "", "meter/a"))).counted == {"meter/a": 1}

    def test_a_listener_comes_back(self, journal: Journal, other: Journal, place: str) -> None:
        follower = other.new_follower()
        self.sql(
            place,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()",
        )
        journal.append(proposal("table/1", 0))
        assert follower.wait(60) == {"table/1": 1}

    def test_notices_carry_versions_only(self, journal: Journal, place: str) -> None:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(f"LISTEN journal_{journal.header.journal}".encode())
            fill(journal, 10)
            versions: dict[str, int] = {}
            while sum(versions.values()) < 10:
                for each in connection.notifies(timeout=60, stop_after=1):
                    versions |= msgspec.json.decode(each.payload, type=dict[str, int])
        assert versions == {"table/0": 4, "table/1": 3, "table/2": 3}

    def test_a_commit_waits_for_no_notice(
        self, journal: Journal, place: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_connection(*_: object) -> None:
            raise psycopg.OperationalError("no connection for notices")

        monkeypatch.setattr(Notifier, "_send_all", no_connection)
        with psycopg.connect(place, autocommit=True) as listener:
            listener.execute(f"LISTEN journal_{journal.header.journal}".encode())
            receipts = fill(journal, 5)
            assert list(listener.notifies(timeout=0.1)) == []
        assert len(receipts) == sum(journal.versions().values()) == 5

    def test_processes_that_open_a_new_journal_at_once_agree(
        self, place: str, clock: Clock
    ) -> None:
        with ThreadPoolExecutor(3) as pool:
            journals = list(pool.map(lambda _: self.open(place, clock), range(3)))
        assert len({journal.header.journal for journal in journals}) == 1
        for number, journal in enumerate(journals):
            journal.append(proposal(f"table/{number}", 0))
            journal.close()

    def test_journals_in_one_database_keep_apart(
        self, journal: Journal, places: Iterator[str], clock: Clock
    ) -> None:
        apart = self.open(next(places), clock)
        follower = apart.new_follower()
        fill(journal, 5)
        assert follower.wait(0.3) == {}
        assert apart.versions() == {}
        apart.close()

    def test_what_cannot_be_reached_is_said_in_a_sentence(self) -> None:
        with pytest.raises(BadInput) as caught:
            open_journal("postgresql://me:secret@localhost:1/nowhere", rules="")
        assert "postgresql://localhost/nowhere cannot be opened." in str(caught.value)
        assert "secret" not in str(caught.value)
        assert "\n" not in str(caught.value)


if NIGHTLY:

    class TestPostgresThatSpreadsTables(TestPostgres):
        """What a database with Citus is sent; a plain one takes it too."""

        @pytest.fixture(autouse=True)
        def spreads(self, monkeypatch: pytest.MonkeyPatch) -> None:
            monkeypatch.setattr("upcard.journal.backends.postgres.SPREADS", "SELECT 1")


def test_row_by_row_the_same_is_written(
    schemas: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups of streams that share states, keys that are sent again, and a root over all."""
    found = []
    for wanted in (SPREADS, "SELECT 1"):
        monkeypatch.setattr("upcard.journal.backends.postgres.SPREADS", wanted)
        place, clock = next(schemas), Clock()
        with closing(open_journal(place, rules=RULES, engine=ENGINE, clock=clock)) as journal:
            for version in range(2):
                group = [
                    proposal(f"table/{n}", version, "", "meter/a", "meter/b", key=f"key {version}")
                    for n in range(4)
                ]
                repeated = [journal.append(proposal).repeated for proposal in group * 2]
                assert repeated == [False] * 4 + [True] * 4
            journal.checkpoint(Ed25519PrivateKey.from_private_bytes(bytes(32)))
            check_chain(journal)
            states = {name: each.state for name, each in journal.all_shared().items()}
            records = [record for record in records_of(journal) if record.stream != ROOT]
            found.append(
                (states, [(record.stream, record.key, bytes(record.body)) for record in records])
            )
    assert found[0][0] == {"meter/a": b"8", "meter/b": b"8"}
    assert found[0] == found[1]
