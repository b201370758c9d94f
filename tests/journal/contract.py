"""What every journal promises: the suite that each backend inherits."""

import io
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from journal.writing import (
    ENGINE,
    RULES,
    Clock,
    body,
    digest,
    fill,
    proposal,
    records_of,
)
from upcard.journal.checking import check_chain, check_checkpoint
from upcard.journal.copies.archive_reading import Archive
from upcard.journal.copies.archiving import archive_month, closed_months
from upcard.journal.copies.exporting import export_journal, import_journal
from upcard.journal.integrity.roots import is_proved, prove, root_of
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import (
    ROOT,
    FencedOut,
    JournalError,
    JournalRecord,
    JournalTampered,
    JournalUnavailable,
    KeyReused,
    Proposal,
    Receipt,
    Snapshot,
    States,
    StreamLeased,
    VersionConflict,
    Written,
)
from upcard.journal.schema import tables as schema
from upcard.rules.violation import BadInput

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


class JournalContract:
    """Subclasses say where journals are and how their leases run out."""

    @pytest.fixture
    def places(self) -> Iterator[str]:
        """Places where there is no journal yet."""
        raise NotImplementedError

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def place(self, places: Iterator[str]) -> str:
        return next(places)

    @pytest.fixture
    def journal(self, place: str, clock: Clock) -> Iterator[Journal]:
        journal = self.open(place, clock)
        yield journal
        journal.close()

    def open(self, place: str, clock: Clock, *, writable: bool = True) -> Journal:
        return open_journal(place, rules=RULES, engine=ENGINE, clock=clock, writable=writable)

    def let_leases_run_out(self, place: str, clock: Clock) -> None:  # noqa: ARG002 - see PostgreSQL
        clock.pass_seconds(3_600)

    # Records and their order.

    def test_a_record_says_what_and_where(self, journal: Journal) -> None:
        first = journal.append(proposal("table/1", 0, "one", events=2))
        second = journal.append(proposal("table/2", 0, "two", events=5))
        third = journal.append(proposal("table/1", 1, "three", key="k", events=0))
        records = [receipt.record for receipt in (first, second, third)]
        assert [
            (record.stream, record.position, record.event, record.events)
            for record in records
            if record
        ] == [
            ("table/1", 1, 0, 2),
            ("table/2", 1, 0, 5),
            ("table/1", 2, 2, 0),
        ]
        record = records[2]
        assert record is not None
        assert (record.key, record.digest) == ("k", digest("three"))
        assert (record.engine, record.rules) == (ENGINE, RULES)
        assert record.at > 1_700_000_000_000_000
        assert bytes(record.body) == b'{"counted":{},"text":"three"}'
        assert list(journal.records("table/1")) == [records[0], records[2]]

    def test_an_empty_stream_has_a_head_of_its_own(self, journal: Journal) -> None:
        heads = [journal.head(stream) for stream in ("table/1", "table/2")]
        assert [(head.position, head.events) for head in heads] == [(0, 0), (0, 0)]
        assert heads[0].hash != heads[1].hash
        assert list(journal.all_links()) == []
        assert journal.versions() == {}
        assert check_chain(journal) == {}

    def test_the_heads_follow(self, journal: Journal) -> None:
        before = journal.head("table/1")
        fill(journal, 10)
        heads = journal.heads()
        assert {name: (head.position, head.events) for name, head in heads.items()} == {
            "table/0": (4, 12),
            "table/1": (3, 9),
            "table/2": (3, 9),
        }
        assert heads["table/1"].hash != before.hash
        assert check_chain(journal) == heads
        assert [*journal.links("table/1")][-1].hash == heads["table/1"].hash
        assert journal.hashes("table/1", 1, 3) == [
            link.hash for link in journal.links("table/1", after=1)
        ]

    def test_records_come_in_pages_of_one_stream_or_all(self, journal: Journal) -> None:
        receipts = fill(journal, 1_803)
        records = [receipt.record for receipt in receipts]
        assert records_of(journal) == records
        assert list(journal.records("table/1")) == records[1::3]
        assert list(journal.records("table/1", after=202)) == records[607::3]
        assert list(journal.records("table/9")) == []
        assert journal.versions() == {"table/0": 601, "table/1": 601, "table/2": 601}

    def test_all_records_come_in_an_order_in_which_they_could_be_written(
        self, journal: Journal
    ) -> None:
        """Shared states order streams: table/2 writes first, though its name comes last."""
        waited = [
            journal.append(proposal("table/2", 0, "", "meter/a")),
            journal.append(proposal("table/1", 0, "", "meter/a", "meter/b")),
            journal.append(proposal("table/0", 0, "", "meter/b")),
            journal.append(proposal("table/2", 1, "", "meter/b")),
        ]
        records = [receipt.record for receipt in waited]
        assert records_of(journal) == records
        assert [record.shared for record in records if record] == [
            {"meter/a": 1},
            {"meter/a": 2, "meter/b": 1},
            {"meter/b": 2},
            {"meter/b": 3},
        ]

    def test_another_version_is_a_conflict(self, journal: Journal) -> None:
        journal.append(proposal("table/1", 0))
        for version in (0, 2):
            with pytest.raises(VersionConflict, match=r"table/1 is at version 1, not at \d\."):
                journal.append(proposal("table/1", version))
        assert journal.versions() == {"table/1": 1}

    def test_what_a_proposal_raises_is_its_own(self, journal: Journal) -> None:
        def write(_: States) -> Written:
            raise LookupError("out of cards")

        futures = [
            journal.submit(proposal("table/1", 0, "one", "meter/a")),
            journal.submit(Proposal("table/2", 0, write, ("meter/a",))),
            journal.submit(proposal("table/3", 0, "three", "meter/a")),
        ]
        with pytest.raises(LookupError, match="out of cards"):
            futures[1].result()
        assert [body(futures[n].result()).counted for n in (0, 2)] == [
            {"meter/a": 1},
            {"meter/a": 2},
        ]
        assert journal.versions() == {"table/1": 1, "table/3": 1}
        assert journal.append(proposal("table/2", 0)).record is not None

    def test_a_body_has_to_be_canonical(self, journal: Journal) -> None:
        for text in (b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":1', b'{"a":1,"a":1}', b"1e2", b'"\xff"'):
            with pytest.raises(ValueError, match="canonical"):
                journal.append(Proposal("table/1", 0, partial(_with_body, text)))
        assert journal.versions() == {}

    def test_the_stream_of_roots_belongs_to_the_journal(self, journal: Journal) -> None:
        with pytest.raises(BadInput, match="belong to the journal itself"):
            journal.append(_named(ROOT))
        with pytest.raises(BadInput, match="belong to the journal itself"):
            journal.append(_named(names=("",)))

    def test_names_that_no_database_could_keep_are_refused(self, journal: Journal) -> None:
        for name in ("a\0b", "a\nb", "\ud800", "x" * 201):
            for command in ({"key": name}, {"stream": name}, {"names": (name,)}):
                with pytest.raises(BadInput, match="at most 200 printable characters"):
                    journal.append(_named(**command))
            with pytest.raises(BadInput, match="printable"):
                journal.refuse("table/1", name, "", b"no")
            with pytest.raises(BadInput, match="printable"):
                journal.find("table/1", name, "")
            with pytest.raises(BadInput, match="printable"):
                journal.lease(name, "a", 60)
        longest = "é" * 200
        receipt = journal.append(_named(longest, (longest,), longest))
        assert journal.find(longest, longest, digest("text")) == Receipt(
            receipt.record, repeated=True
        )

    # Shared states.

    def test_shared_states_come_and_go_with_the_record(self, journal: Journal) -> None:
        seen: list[dict[str, bytes | None]] = []

        def write(states: States) -> Written:
            seen.append(dict(states))
            return Written(b"1", 1, {"meter/b": b"7"}, "done")

        assert journal.shared("meter/b") is None
        names = ("meter/b", "meter/a")
        receipt = journal.append(Proposal("table/1", 0, write, names))
        assert receipt.result == "done"
        assert seen == [{"meter/a": None, "meter/b": None}]
        assert journal.shared("meter/b") == b"7"
        assert journal.shared("meter/a") is None
        journal.append(Proposal("table/1", 1, write, names))
        assert seen[1] == {"meter/a": None, "meter/b": b"7"}

    def test_a_proposal_changes_only_what_it_asked_for(self, journal: Journal) -> None:
        def write(_: States) -> Written:
            return Written(b"1", 1, {"meter/b": b"7"})

        with pytest.raises(ValueError, match="did not ask"):
            journal.append(Proposal("table/1", 0, write, ("meter/a",)))
        assert journal.shared("meter/b") is None

    def test_shared_states_can_be_set_after_an_import(self, journal: Journal) -> None:
        journal.save_shared({"meter/b": b"2", "meter/a": b"1"})
        assert (journal.shared("meter/a"), journal.shared("meter/b")) == (b"1", b"2")
        assert journal.versions() == {}

    def test_many_threads_count_without_a_gap(self, journal: Journal) -> None:
        def play(table: int) -> None:
            for version in range(20):
                stream = f"table/{table}"
                names = ("meter/a", f"meter/{table % 2}")
                journal.append(proposal(stream, version, "", *names))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(play, range(8)))
        bodies = [body(Receipt(record)).counted["meter/a"] for record in records_of(journal)]
        assert bodies == list(range(1, 161))
        assert (journal.shared("meter/0"), journal.shared("meter/1")) == (b"80", b"80")
        assert sum(head.events for head in check_chain(journal).values()) == 480

    # Idempotency keys.

    def test_a_repeated_command_has_one_effect_and_the_same_answer(self, journal: Journal) -> None:
        first = journal.append(proposal("table/1", 0, "one", "meter/a", key="k"))
        again = journal.append(proposal("table/1", 0, "one", "meter/a", key="k"))
        assert not first.repeated
        assert again == Receipt(first.record, repeated=True)
        assert journal.find("table/1", "k", digest("one")) == again
        assert journal.find("table/1", "unknown", digest("one")) is None
        assert journal.find("table/2", "k", digest("one")) is None
        assert journal.shared("meter/a") == b"1"
        assert journal.versions() == {"table/1": 1}

    def test_a_key_is_of_its_stream(self, journal: Journal) -> None:
        journal.append(proposal("table/1", 0, "one", key="k"))
        assert not journal.append(proposal("table/2", 0, "two", key="k")).repeated
        futures = [journal.submit(proposal(f"table/{n}", 0, "one", key="j")) for n in (3, 4)]
        assert [future.result().repeated for future in futures] == [False, False]

    def test_a_command_sent_twice_at_once_has_one_effect(self, journal: Journal) -> None:
        futures = [journal.submit(proposal("table/1", 0, "one", key="k")) for _ in range(5)]
        receipts = [future.result() for future in futures]
        assert [receipt.repeated for receipt in receipts] == [False, True, True, True, True]
        assert len({receipt.record.position for receipt in receipts if receipt.record}) == 1

    def test_the_same_key_with_another_command_is_refused(self, journal: Journal) -> None:
        journal.append(proposal("table/1", 0, "one", key="k"))
        with pytest.raises(KeyReused, match="'k' was already used for another command"):
            journal.append(proposal("table/1", 1, "two", key="k"))
        with pytest.raises(KeyReused):
            journal.find("table/1", "k", digest("two"))
        with pytest.raises(KeyReused):
            journal.refuse("table/1", "k", digest("two"), b"no")
        assert journal.versions() == {"table/1": 1}

    def test_a_refusal_is_kept_for_its_key(self, journal: Journal) -> None:
        refused = journal.refuse("table/1", "k", digest("one"), b"no more bets")
        assert refused == Receipt(refusal=b"no more bets")
        again = Receipt(repeated=True, refusal=b"no more bets")
        assert journal.refuse("table/1", "k", digest("one"), b"another reason") == again
        assert journal.find("table/1", "k", digest("one")) == again
        assert journal.append(proposal("table/1", 0, "one", key="k")) == again
        assert journal.versions() == {}

    def test_a_command_that_was_accepted_cannot_be_refused(self, journal: Journal) -> None:
        accepted = journal.append(proposal("table/1", 0, "one", key="k"))
        refused = journal.refuse("table/1", "k", digest("one"), b"no")
        assert refused == Receipt(accepted.record, repeated=True)

    def test_a_failed_command_may_be_sent_again(self, journal: Journal) -> None:
        with pytest.raises(VersionConflict):
            journal.append(proposal("table/1", 4, "one", key="k"))
        assert journal.find("table/1", "k", digest("one")) is None
        assert not journal.append(proposal("table/1", 0, "one", key="k")).repeated

    # Leases.

    def test_a_stream_has_one_owner(self, journal: Journal) -> None:
        lease = journal.lease("table/1", "a", 60)
        assert (lease.stream, lease.owner, lease.fence) == ("table/1", "a", 1)
        with pytest.raises(StreamLeased, match="table/1 belongs to a"):
            journal.lease("table/1", "b", 60)
        assert journal.lease("table/2", "b", 60).fence == 1
        assert journal.versions() == {}

    def test_an_owner_that_comes_back_takes_its_stream_and_fences_out_what_it_was(
        self, journal: Journal
    ) -> None:
        old = journal.lease("table/1", "a", 60)
        new = journal.lease("table/1", "a", 60)
        with pytest.raises(FencedOut, match="table/1"):
            journal.append(proposal("table/1", 0, fence=old.fence))
        assert journal.append(proposal("table/1", 0, fence=new.fence)).record is not None

    def test_a_lease_can_be_renewed_and_given_back(self, journal: Journal) -> None:
        lease = journal.lease("table/1", "a", 60)
        renewed = journal.renew(lease, 7_200)
        assert renewed.fence == lease.fence
        assert renewed.expires > lease.expires
        journal.release(renewed)
        assert journal.lease("table/1", "b", 60).fence == 2

    def test_leases_are_renewed_at_once(self, journal: Journal, place: str, clock: Clock) -> None:
        held = [journal.lease(f"table/{number}", "a", 60) for number in (2, 1, 3)]
        self.let_leases_run_out(place, clock)
        journal.lease("table/1", "b", 60)
        renewed = journal.renew_all(held, 3_600)
        assert renewed["table/1"] is None
        for number in (2, 3):
            with pytest.raises(StreamLeased, match=f"table/{number} belongs to a") as caught:
                journal.lease(f"table/{number}", "b", 60)
            assert caught.value.owner == "a"
        assert journal.renew_all([], 60) == {}

    def test_an_owner_that_does_not_return_waits_for_its_own_lease(self, journal: Journal) -> None:
        journal.lease("table/1", "a", 60)
        with pytest.raises(StreamLeased):
            journal.lease("table/1", "a", 60, returning=False)

    def test_after_a_lease_ran_out_its_owner_is_fenced_out(
        self, journal: Journal, place: str, clock: Clock
    ) -> None:
        old = journal.lease("table/1", "a", 60)
        journal.append(proposal("table/1", 0, fence=old.fence))
        self.let_leases_run_out(place, clock)
        journal.append(proposal("table/1", 1, fence=old.fence))  # nobody else has it yet
        new = journal.lease("table/1", "b", 60)
        assert new.fence > old.fence
        with pytest.raises(FencedOut, match="table/1"):
            journal.append(proposal("table/1", 2, fence=old.fence))
        with pytest.raises(FencedOut):
            journal.append(proposal("table/1", 2))
        with pytest.raises(FencedOut):
            journal.renew(old, 60)
        with pytest.raises(FencedOut):
            journal.release(old)
        receipt = journal.append(proposal("table/1", 2, fence=new.fence))
        assert receipt.record is not None
        assert receipt.record.position == 3

    # Snapshots, checkpoints, waiting.

    def test_the_last_snapshot_of_a_stream_is_kept(self, journal: Journal) -> None:
        assert journal.snapshot("table/1") is None
        for version in (3, 7):
            journal.save_snapshot(Snapshot("table/1", version, bytes([version])))
        journal.save_snapshot(Snapshot("table/2", 1, b"other"))
        assert journal.snapshot("table/1") == Snapshot("table/1", 7, b"\x07")

    def test_checkpoints_are_signed_roots(self, journal: Journal) -> None:
        checkpoints = [journal.checkpoint(KEY)]
        for start in (0, 3):
            for version in range(start, start + 3):
                journal.append(proposal("table/1", version, events=2))
            checkpoints.append(journal.checkpoint(KEY))
        checkpoints.append(journal.checkpoint(KEY))  # nothing is new: the same root once more
        journal.append(proposal("table/2", 0))
        assert journal.checkpoints() == checkpoints
        assert [checkpoint.position for checkpoint in checkpoints] == [0, 1, 2, 2]
        assert [checkpoint.events for checkpoint in checkpoints] == [0, 6, 12, 12]
        assert checkpoints[2].journal == journal.header.journal
        for checkpoint in checkpoints:
            check_checkpoint(journal, checkpoint, KEY.public_key())
        check_chain(journal)

    def test_a_root_names_what_moved(self, journal: Journal) -> None:
        fill(journal, 4)
        journal.checkpoint(KEY)
        journal.append(proposal("table/1", 1))
        journal.checkpoint(KEY)
        first, second = (root_of(record) for record in journal.records(ROOT))
        assert [(leaf.stream, leaf.first, leaf.position) for leaf in first.leaves] == [
            ("table/0", 1, 2),
            ("table/1", 1, 1),
            ("table/2", 1, 1),
        ]
        assert [(leaf.stream, leaf.first, leaf.position) for leaf in second.leaves] == [
            ("table/1", 2, 2)
        ]
        assert second.before == first.tree

    def test_a_record_is_proved_by_a_few_hashes(self, journal: Journal) -> None:
        fill(journal, 100, streams=7)
        journal.checkpoint(KEY)
        (root,) = (root_of(record) for record in journal.records(ROOT))
        for stream, position in (("table/0", 1), ("table/3", 9), ("table/6", 14)):
            leaf = next(leaf for leaf in root.leaves if leaf.stream == stream)
            hashes = journal.hashes(stream, leaf.first - 1, leaf.position)
            proof = prove(1, root, stream, position, hashes)
            (link,) = islice(journal.links(stream, position - 1), 1)
            assert is_proved(link, proof)
            assert len(proof.records) + len(proof.streams) <= 8
            other = next(journal.links(stream, position % 14))
            assert not is_proved(other, proof)

    def test_a_checkpoint_shows_what_is_not_the_journal(self, journal: Journal) -> None:
        fill(journal, 5)
        good = journal.checkpoint(KEY)
        with pytest.raises(JournalTampered, match="not signed by this key"):
            check_checkpoint(journal, good, OTHER_KEY.public_key())
        forged = msgspec.structs.replace(good, position=4)
        with pytest.raises(JournalTampered, match="not signed by this key"):
            check_checkpoint(journal, forged, KEY.public_key())

    def test_news_are_all_records_after_a_position(self, journal: Journal) -> None:
        assert list(journal.news("table/1", 0, 0)) == []
        for version in range(3):
            journal.append(proposal("table/1", version))
        for after in range(4):
            news = [record.position for record in journal.news("table/1", after, 3)]
            assert news == list(range(after + 1, 4))

    def test_a_follower_hears_which_streams_moved(self, journal: Journal) -> None:
        journal.append(proposal("table/1", 0))
        follower = journal.new_follower()
        assert follower.wait(0.01) == {"table/1": 1}  # after a silence it looks for itself
        append = threading.Timer(0.05, lambda: journal.append(proposal("table/2", 0)))
        append.start()
        while follower.wait(60).get("table/2") != 1:
            pass  # a listener that has just come tells of what there was
        append.join()
        fill_one = [journal.submit(proposal("table/1", version)) for version in range(1, 40)]
        assert fill_one[-1].result().record is not None
        heard: dict[str, int] = {}
        while heard.get("table/1") != 40:
            heard |= follower.wait(60)
        assert set(heard) <= {"table/1", "table/2"}

    def test_the_store_is_watched_once_for_all_who_follow(
        self, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        watches: list[object] = []
        monkeypatch.setattr(journal._store, "watch", watches.append)
        kept = [journal.new_follower(), journal.new_follower()]
        assert len(watches) == len(kept) - 1

    def test_closing_writes_what_waits(self, journal: Journal) -> None:
        futures = [journal.submit(proposal("table/1", version)) for version in range(50)]
        journal.close()
        assert futures[-1].result().record is not None
        with pytest.raises(JournalUnavailable, match="closed"):
            journal.append(proposal("table/1", 50))
        journal.close()

    # Export and import.

    def test_an_import_is_the_same_journal(
        self, journal: Journal, places: Iterator[str], clock: Clock
    ) -> None:
        fill(journal, 1_100)
        journal.checkpoint(KEY)
        file = io.BytesIO()
        export_journal(journal, file, KEY)
        file.seek(0)
        copy = self.open(next(places), clock)
        assert import_journal(copy, file, KEY.public_key()) == (1_101, 3_300)
        assert copy.header == journal.header
        assert list(copy.all_links()) == list(journal.all_links())
        assert check_chain(copy) == journal.heads()
        repeated = copy.append(proposal("table/1", 0, "text 1", "meter/a", key="key-1"))
        assert repeated.repeated
        copy.save_shared({"meter/a": b"1100"})
        more = copy.append(proposal("table/1", 367, "more", "meter/a"))
        assert body(more).counted == {"meter/a": 1_101}
        again = io.BytesIO()
        file.seek(0)
        with pytest.raises(JournalError, match="only into an empty journal"):
            import_journal(copy, file)
        export_journal(copy, again, KEY)
        before, after = file.getvalue().splitlines(), again.getvalue().splitlines()
        assert len(after) == len(before) + 1
        assert len(set(before) - set(after)) == 2  # the head of table/1, and the footer
        assert copy.checkpoint(KEY).position == 2
        check_chain(copy)
        copy.close()

    def test_a_bad_import_leaves_an_empty_journal(
        self, journal: Journal, places: Iterator[str], clock: Clock
    ) -> None:
        fill(journal, 1_100)
        file = io.BytesIO()
        export_journal(journal, file, KEY)
        lines = file.getvalue().splitlines(keepends=True)
        copy = self.open(next(places), clock)
        header = copy.header
        for spoiled, said in ((lines[:-2] + lines[-1:], "Line 1104"), (lines[:-1], "cut off")):
            with pytest.raises(JournalTampered, match=said):
                import_journal(copy, io.BytesIO(b"".join(spoiled)))
        assert (copy.header, copy.versions()) == (header, {})
        copy.append(proposal("table/1", 0))
        copy.close()

    # Everything at once.

    def test_a_random_walk_against_a_naive_journal(self, journal: Journal) -> None:
        seed = 20_261_121
        random = Random(seed)
        versions: dict[str, int] = {}
        answers: dict[tuple[str, str], tuple[str, JournalRecord | bytes | None]] = {}
        counters: dict[str, int] = {}
        expected: list[JournalRecord] = []
        for step in range(400):
            stream = f"table/{random.randrange(5)}"
            names = tuple(random.sample(("meter/a", "meter/b", "meter/c"), random.randrange(3)))
            key = f"key-{random.randrange(150)}" if random.random() < 0.6 else ""
            text = f"text {random.randrange(2) if key else step}"
            version = versions.get(stream, 0) + (random.random() < 0.1)
            try:
                if key and random.random() < 0.2:
                    receipt = journal.refuse(stream, key, digest(text), b"no")
                else:
                    receipt = journal.append(proposal(stream, version, text, *names, key=key))
            except KeyReused:
                assert answers[stream, key][0] != text, f"seed {seed}, step {step}"
                continue
            except VersionConflict:
                assert version != versions.get(stream, 0), f"seed {seed}, step {step}"
                continue
            if (stream, key) in answers:
                known, answer = answers[stream, key]
                assert known == text
                assert receipt.repeated
                assert (receipt.record or receipt.refusal) == answer, f"seed {seed}, step {step}"
                continue
            assert not receipt.repeated, f"seed {seed}, step {step}"
            if receipt.record is not None:
                for name in names:
                    counters[name] = counters.get(name, 0) + 1
                assert receipt.result == {name: counters[name] for name in names}
                versions[stream] = version + 1
                expected.append(receipt.record)
            if key:
                answers[stream, key] = (text, receipt.record or receipt.refusal)
        by_stream = [record for name in sorted(versions) for record in journal.records(name)]
        assert by_stream == sorted(expected, key=lambda record: (record.stream, record.position))
        assert journal.versions() == dict(sorted(versions.items()))
        assert {name: journal.shared(name) for name in counters} == {
            name: str(value).encode() for name, value in counters.items()
        }
        heads = check_chain(journal)
        assert {name: (head.position, head.events) for name, head in heads.items()} == {
            name: (version, 3 * version) for name, version in versions.items()
        }


def _named(stream: str = "table/1", names: tuple[str, ...] = (), key: str = "k") -> Proposal:
    return proposal(stream, 0, "text", *names, key=key)


def _with_body(text: bytes, _: States) -> Written:
    return Written(text, 1)


class DurableContract(JournalContract):
    """What holds too when a journal outlives its process."""

    def sql(self, place: str, statement: str) -> None:
        """Change the database behind the journal's back."""
        raise NotImplementedError

    def test_everything_is_there_again(self, place: str, clock: Clock) -> None:
        journal = self.open(place, clock)
        fill(journal, 20)
        journal.refuse("table/1", "refused", digest("x"), b"no")
        journal.save_snapshot(Snapshot("table/1", 7, b"state"))
        checkpoint = journal.checkpoint(KEY)
        before = (journal.header, journal.heads(), list(journal.all_links()))
        journal.close()
        again = self.open(place, clock)
        assert (again.header, again.heads(), list(again.all_links())) == before
        assert again.find("table/1", "refused", digest("x")) == Receipt(
            repeated=True, refusal=b"no"
        )
        assert again.find("table/0", "key-3", digest("text 3")) is not None
        assert again.snapshot("table/1") == Snapshot("table/1", 7, b"state")
        assert again.checkpoints() == [checkpoint]
        assert again.shared("meter/a") == b"20"
        more = again.append(proposal("table/1", 7, "more", "meter/a"))
        assert body(more).counted == {"meter/a": 21}
        assert check_chain(again)["table/1"].position == 8
        again.close()

    def test_others_read_beside_the_writer(
        self, journal: Journal, place: str, clock: Clock
    ) -> None:
        fill(journal, 10)
        reader = self.open(place, clock, writable=False)
        assert list(reader.all_links()) == list(journal.all_links())
        follower = reader.new_follower()
        append = threading.Timer(0.05, lambda: journal.append(proposal("table/9", 0)))
        append.start()
        heard: dict[str, int] = {}
        while "table/9" not in heard:
            heard |= follower.wait(60)
        append.join()
        assert reader.heads() == journal.heads()
        with pytest.raises(JournalError, match="for reading only"):
            reader.append(proposal("table/9", 1))
        reader.close()

    def test_a_changed_record_is_named(self, journal: Journal, place: str) -> None:
        fill(journal, 10)
        check_chain(journal)
        self.sql(place, "UPDATE record SET at = at + 1 WHERE stream = 'table/1' AND position = 2")
        with pytest.raises(JournalTampered, match="Record 2 of table/1 differs"):
            check_chain(journal)

    def test_a_removed_record_is_named(self, journal: Journal, place: str) -> None:
        fill(journal, 10)
        self.sql(place, "DELETE FROM record WHERE stream = 'table/1' AND position = 2")
        with pytest.raises(
            JournalTampered, match="Record 3 of table/1 stands where record 2 of table/1 belongs"
        ):
            check_chain(journal)

    def test_a_removed_first_record_is_named(self, journal: Journal, place: str) -> None:
        fill(journal, 10)
        self.sql(place, "DELETE FROM record WHERE stream = 'table/1' AND position = 1")
        with pytest.raises(JournalTampered, match="Record 1 of table/1 is not in this journal"):
            list(journal.records("table/1"))

    def test_swapped_records_are_named(self, journal: Journal, place: str) -> None:
        fill(journal, 10)
        for before, after in ((2, -2), (3, 2), (-2, 3)):
            self.sql(
                place,
                f"UPDATE record SET position = {after} "
                f"WHERE position = {before} AND stream = 'table/1'",
            )
        with pytest.raises(JournalTampered):
            check_chain(journal)

    def test_a_changed_order_of_streams_is_found(self, journal: Journal, place: str) -> None:
        fill(journal, 4)
        for shared in ('{"meter/a":3}', '{"meter/a": 2}', "{}x"):
            self.sql(place, f"UPDATE record SET shared = '{shared}' WHERE stream = 'table/1'")
            with pytest.raises(JournalTampered, match="table/1"):
                check_chain(journal)

    def test_archived_records_are_removed_while_nobody_serves_the_journal(
        self, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("upcard.journal.journal.REMOVED_AT_ONCE", 1)
        for version in range(3):
            journal.append(proposal("table/1", version, str(version)))
        journal.checkpoint(KEY)
        (closed,) = closed_months(journal, date(2026, 1, 1))
        archive_month(journal, closed, tmp_path / closed.month, None, KEY)
        archive = Archive(tmp_path, KEY.public_key())
        lease = journal.lease("table/1", "somebody", 60)
        with pytest.raises(StreamLeased, match="table/1 is served by somebody"):
            journal.remove_archived(archive)
        journal.release(lease)
        assert journal.remove_archived(archive) == 2
        assert [record.position for record in journal.records("table/1")] == [1, 2, 3]
        assert check_chain(journal)["table/1"].position == 3

    def test_a_cut_stream_is_shown_by_a_root(self, journal: Journal, place: str) -> None:
        fill(journal, 10)
        checkpoint = journal.checkpoint(KEY)
        links = list(journal.links("table/0"))
        self.sql(place, "DELETE FROM record WHERE stream = 'table/0' AND position > 3")
        with pytest.raises(JournalTampered, match="table/0 ends with record 3; 4 were written"):
            check_chain(journal)
        self.sql(
            place,
            f"UPDATE stream SET position = 3, events = 9, hash = '{links[2].hash}' "
            "WHERE name = 'table/0'",
        )
        with pytest.raises(JournalTampered, match="root names record 4 of table/0"):
            check_chain(journal)
        self.sql(place, "DELETE FROM record WHERE stream = 'root'")
        self.sql(place, "DELETE FROM stream WHERE name = 'root'")
        with pytest.raises(JournalTampered, match="is not of its root 1"):
            check_chain(journal)
        self.sql(place, "DELETE FROM checkpoint")
        check_chain(journal)  # a clean cut: only what was kept elsewhere shows it
        with pytest.raises(JournalTampered, match=r"ends with root 0; .* it had 1"):
            check_checkpoint(journal, checkpoint, KEY.public_key())

    def test_a_cut_journal_is_read_but_not_written(self, place: str, clock: Clock) -> None:
        journal = self.open(place, clock)
        fill(journal, 10)
        journal.close()
        self.sql(place, "DELETE FROM record WHERE stream = 'table/0' AND position = 4")
        with pytest.raises(JournalTampered, match="Record 4, where table/0 ends, is not its last"):
            self.open(place, clock)
        reader = self.open(place, clock, writable=False)
        with pytest.raises(JournalTampered, match="table/0 ends with record 3"):
            check_chain(reader)
        reader.close()

    def test_a_stream_with_more_records_than_its_head_says_is_not_written(
        self, place: str, clock: Clock
    ) -> None:
        journal = self.open(place, clock)
        fill(journal, 10)
        links = list(journal.links("table/0"))
        journal.close()
        self.sql(
            place,
            f"UPDATE stream SET position = 3, hash = '{links[2].hash}' WHERE name = 'table/0'",
        )
        with pytest.raises(JournalTampered, match="where table/0 ends, is not its last"):
            self.open(place, clock)

    def test_a_journal_without_a_header_is_damaged(self, place: str, clock: Clock) -> None:
        self.open(place, clock).close()
        self.sql(place, "DELETE FROM journal")
        with pytest.raises(JournalTampered, match="is damaged"):
            self.open(place, clock, writable=False)

    def test_a_newer_format_is_not_opened(self, place: str, clock: Clock) -> None:
        self.open(place, clock).close()
        self.sql(place, "UPDATE journal SET format = 3")
        for writable in (True, False):
            with pytest.raises(BadInput, match=r"has format 3, which a newer upcard wrote; this"):
                self.open(place, clock, writable=writable)

    def test_a_newer_schema_is_not_opened(self, place: str, clock: Clock) -> None:
        self.open(place, clock).close()
        self.sql(place, "UPDATE journal_version SET version_num = '99'")
        for writable in (True, False):
            with pytest.raises(BadInput, match="has schema 99, which a newer upcard wrote"):
                self.open(place, clock, writable=writable)

    def test_a_schema_is_made_as_a_whole(
        self, place: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise RuntimeError("in the middle")

        with monkeypatch.context() as patch:
            patch.setattr(schema.version, "create", fail)
            with pytest.raises(RuntimeError, match="in the middle"):
                self.open(place, clock)
        with pytest.raises(BadInput, match="is not a journal"):
            self.open(place, clock, writable=False)
        journal = self.open(place, clock)
        assert fill(journal, 3)[2].record is not None
        journal.close()

    def test_a_frozen_journal_stays_as_it_was(self, journal: Journal) -> None:
        fill(journal, 6)
        journal.refuse("table/1", "refused", digest("x"), b"no")
        with journal.frozen() as still:
            before = (still.heads(), still.all_shared(), list(still.refusals("table/1")))
            assert fill(journal, 10)[-1].record is not None
            journal.refuse("table/1", "refused later", digest("x"), b"no")
            now = (still.heads(), still.all_shared(), list(still.refusals("table/1")))
            assert now == before
            assert len(list(still.all_links())) == 6
            with pytest.raises(JournalError, match="for reading only"):
                still.refuse("table/1", "refused as it stands still", digest("x"), b"no")
        assert [each.key for each in journal.refusals("table/1")] == ["refused", "refused later"]
        assert sum(journal.versions().values()) == 10

    def test_what_was_closed_is_not_read(self, journal: Journal) -> None:
        journal.close()
        with pytest.raises(JournalUnavailable, match="closed"):
            journal.heads()

    def test_somebody_else_s_database_is_left_alone(self, place: str, clock: Clock) -> None:
        self.sql(place, "CREATE TABLE accounts (name TEXT)")
        for writable in (True, False):
            with pytest.raises(BadInput, match="is not a journal"):
                self.open(place, clock, writable=writable)
