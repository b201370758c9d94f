"""A journal that the program before this one wrote: opened, converted, verified, played on.

`former/format-1.db.gz` is a file of version 0.1.0 (commit 46b67cc): three tables, two of them
linked, eleven rounds, one under way, a submission filed, a command that was refused.
"""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import MetaData, create_engine, insert, select

from amounts import dollars
from host.live import PLAIN, host, play
from upcard.engine.core.commands import CloseBets, PlaceWager, Shuffle
from upcard.host.bodies.record_body import decode_body
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.checking import check_chain, check_checkpoint
from upcard.journal.integrity.roots import root_of
from upcard.journal.integrity.signing import signed
from upcard.journal.opening import open_journal
from upcard.journal.port import (
    ROOT,
    Checkpoint,
    JournalTampered,
    JournalUnavailable,
    VersionConflict,
)
from upcard.journal.schema.migrate import upgrade
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of

FORMER = Path(__file__).parent / "former"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RECORDS = {"register": 1, "table/BJ-01": 52, "table/BJ-02": 43, "table/BJ-03": 41}


@pytest.fixture
def place(tmp_path: Path) -> str:
    file = tmp_path / "casino.db"
    file.write_bytes(gzip.decompress((FORMER / "format-1.db.gz").read_bytes()))
    return str(file)


def change(place: str, statement: str) -> None:
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute(statement)


def test_it_is_converted_verified_and_played_on(place: str) -> None:
    opened = open_journal(place, rules="0" * 64)
    assert opened.header.format == 2
    assert opened.versions() == {"register": 1, ROOT: 1, **RECORDS}
    assert verify(opened, rules_of) == Verdict(True, 558, 11)
    table = host(opened, PLAIN)
    assert table.state.in_play(), "the round that was under way goes on"
    table.send(CloseBets())
    table.close()
    opened.close()
    again = open_journal(place, rules="0" * 64)
    assert verify(again, rules_of).verified
    again.close()


def test_linked_tables_go_on_where_their_meter_stood(place: str) -> None:
    opened = open_journal(place, rules="0" * 64)
    streams = ("table/BJ-02", "table/BJ-03")
    texts = [decode_body(next(opened.records(stream)).body).submission for stream in streams]
    for text in texts:
        play(host(opened, text), 2)
    verdict = verify(opened, rules_of)
    assert (verdict.verified, verdict.rounds) == (True, 15)
    changes = [
        record.shared["meter/BANK/blackjack-match"]
        for stream in streams
        for record in opened.records(stream, RECORDS[stream])
        if "meter/BANK/blackjack-match" in record.shared
    ]
    assert changes == list(range(1, len(changes) + 1))
    assert len(changes) > 4
    opened.close()


def test_keys_have_the_answers_that_they_had(place: str) -> None:
    opened = open_journal(place, rules="0" * 64)
    table = host(opened, PLAIN)
    before = opened.head(table.stream)
    wager = PlaceWager(1, "blackjack", dollars(15))
    table.send(wager, key="ann/BJ-01/first", actor="ann")
    with pytest.raises(RuleViolation, match="Nobody has placed"):
        table.send(CloseBets(), key="ann/BJ-01/late", actor="ann")
    assert opened.head(table.stream) == before
    opened.close()


def test_a_checkpoint_of_the_former_journal_still_shows_what_it_showed(place: str) -> None:
    kept = msgspec.json.decode((FORMER / "format-1.checkpoint.json").read_bytes(), type=Checkpoint)
    opened = open_journal(place, rules="0" * 64)
    assert opened.checkpoints() == [kept]
    check_checkpoint(opened, kept, KEY.public_key())
    other = msgspec.structs.replace(kept, events=kept.events + 1)
    with pytest.raises(JournalTampered, match="not signed by this key"):
        check_checkpoint(opened, other, KEY.public_key())
    with pytest.raises(JournalTampered, match="of the former journal differs"):
        check_checkpoint(opened, signed(other, KEY), KEY.public_key())
    opened.close()


def test_a_false_checkpoint_after_one_of_the_former_journal_is_found(place: str) -> None:
    with closing(open_journal(place, rules="0" * 64)) as opened:
        opened.checkpoint(KEY)
        check_chain(opened)
    change(place, "UPDATE checkpoint SET position = 9999 WHERE format = 2")
    with closing(open_journal(place, rules="0" * 64)) as opened:
        assert [checkpoint.format for checkpoint in opened.checkpoints()] == [1, 2]
        with pytest.raises(JournalTampered, match="is not of its root 9999"):
            check_chain(opened)


def test_the_first_root_names_the_former_chain_and_holds_it(place: str) -> None:
    with closing(sqlite3.connect(place)) as connection:
        ((digest,),) = connection.execute("SELECT hash FROM journal")
    opened = open_journal(place, rules="0" * 64)
    former = root_of(opened.record(ROOT, 1)).former
    assert former is not None
    assert (former.position, former.events, former.hash) == (137, 558, digest)
    opened.close()
    change(place, "UPDATE record SET at = at + 1 WHERE stream = 'register'")
    again = open_journal(place, rules="0" * 64, writable=False)
    with pytest.raises(JournalTampered, match="Record 1 of register differs"):
        check_chain(again)
    again.close()


def test_it_is_not_read_before_it_is_converted(place: str) -> None:
    with pytest.raises(BadInput, match="an older upcard wrote: convert it with `upcard upgrade`"):
        open_journal(place, rules="0" * 64, writable=False)


@pytest.mark.parametrize("position", [1, 70, 137])
def test_one_whose_chain_is_broken_is_not_converted(place: str, position: int) -> None:
    change(place, f"UPDATE record SET at = at + 1 WHERE position = {position}")
    with pytest.raises(JournalTampered, match=f"Record {position} differs"):
        open_journal(place, rules="0" * 64)
    change(place, f"UPDATE former_record SET at = at - 1 WHERE position = {position}")
    opened = open_journal(place, rules="0" * 64)
    assert verify(opened, rules_of).verified
    opened.close()


def test_a_conversion_that_fails_is_begun_again(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise JournalUnavailable("The disk is gone.")

    with monkeypatch.context() as patch:
        patch.setattr("upcard.journal.backends.converting.write_root", fails)
        with pytest.raises(JournalUnavailable, match="The disk is gone"):
            open_journal(place, rules="0" * 64)
    with pytest.raises(BadInput, match="`upcard upgrade`"):
        open_journal(place, rules="0" * 64, writable=False)
    opened = open_journal(place, rules="0" * 64)
    assert verify(opened, rules_of) == Verdict(True, 558, 11)
    opened.close()


def test_postgresql_converts_it_too(place: str, schemas: Iterator[str]) -> None:
    address = next(schemas)
    upgrade("postgresql+psycopg", lambda: psycopg.connect(address), "SELECT 1", "1")
    source = create_engine(f"sqlite:///{place}")
    target = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    tables = MetaData()
    tables.reflect(target)
    with source.connect() as old, target.begin() as new:
        for name in ("journal", "record", "stream", "shared", "reply", "snapshot", "checkpoint"):
            table = tables.tables[name]
            rows = [row._asdict() for row in old.execute(select(table))]
            if rows:
                new.execute(insert(table), rows)
    source.dispose()
    target.dispose()
    opened = open_journal(address, rules="0" * 64)
    assert verify(opened, rules_of) == Verdict(True, 558, 11)
    with pytest.raises(VersionConflict):
        host(opened, PLAIN).take_step(Shuffle, after=1)
    opened.close()
