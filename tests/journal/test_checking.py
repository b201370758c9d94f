"""What a check of a journal compares: heads, stored answers, shared states and checkpoints."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from journal.writing import RULES, Clock, fill, proposal
from upcard.journal.checking import BesideCheck, JournalCheck, check_chain
from upcard.journal.copies.exporting import export_journal
from upcard.journal.integrity.roots import Roots
from upcard.journal.integrity.signing import is_signed
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalTampered
from upcard.journal.store import Reply, SharedState

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.fixture
def journal() -> Iterator[Journal]:
    opened = open_journal("memory:", rules=RULES, clock=Clock())
    fill(opened, 6)
    yield opened
    opened.close()


def following(journal: Journal) -> JournalCheck:
    """A check that has followed all links."""
    check = JournalCheck(journal)
    for link in journal.all_links():
        check.check_link(link)
    return check


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"events": 5}, {"position": 1}])
def test_a_stream_ends_with_the_head_that_it_was_promised_to_have(
    journal: Journal, change: dict[str, int | str]
) -> None:
    heads = journal.heads()
    false = {**heads, "table/1": replace(heads["table/1"], **change)}
    following(journal).check_ends(heads)
    with pytest.raises(JournalTampered, match="table/1 does not end with the record"):
        following(journal).check_ends(false)
    with pytest.raises(JournalTampered, match="table/1 does not end with the record"):
        export_journal(journal, io.BytesIO(), KEY, false)


def test_a_false_checkpoint_after_one_signed_meanwhile_is_found(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkpoint of a root that was written while the journal was read is left aside."""
    first = journal.checkpoint(KEY)
    heads, check = journal.heads(), following(journal)
    journal.append(proposal("table/1", journal.head("table/1").position))
    later = journal.checkpoint(KEY)
    assert isinstance(check.check_ends(heads), Roots)
    false = replace(first, hash="0" * 64)
    monkeypatch.setattr(journal, "checkpoints", lambda: [first, later, false])
    with pytest.raises(JournalTampered, match="is not of its root 1"):
        check.check_ends(heads)
    with pytest.raises(JournalTampered, match="is not of its root 1"):
        check_chain(journal)


@pytest.mark.parametrize("digest", ["0" * 64, "f" * 64, None])
@pytest.mark.parametrize("position", [0, 1, 2])
def test_the_answer_stored_for_a_key_is_its_record(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, digest: str | None, position: int
) -> None:
    receipt = journal.append(proposal("table/9", 0, key="first"))
    record = receipt.record
    assert record is not None
    BesideCheck(journal).check_record(record)
    stored = Reply("table/9", "first", digest or record.digest, position)
    monkeypatch.setattr(journal, "reply", lambda *_: stored)
    if digest is None and position == 1:
        BesideCheck(journal).check_record(record)
        return
    with pytest.raises(JournalTampered, match=r"the key of record 1 of table/9 is not this record"):
        BesideCheck(journal).check_record(record)


def test_an_answer_that_is_gone_is_found(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    record = journal.append(proposal("table/9", 0, key="first")).record
    assert record is not None
    monkeypatch.setattr(journal, "reply", lambda *_: None)
    with pytest.raises(JournalTampered, match="the key of record 1 of table/9"):
        BesideCheck(journal).check_record(record)


@pytest.mark.parametrize(
    ("shared", "why"),
    [
        (SharedState(0, None), ""),
        (SharedState(0, b"1"), "No record made the shared state meter/x."),
        (SharedState(2, b"1"), "meter/x is at change 2; its records make 0."),
    ],
)
def test_a_shared_state_is_at_the_change_that_its_records_make(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, shared: SharedState, why: str
) -> None:
    check = BesideCheck(journal)
    for record in journal.all_records():
        check.check_record(record)
    check.check_shared()
    monkeypatch.setattr(journal, "all_shared", lambda: {"meter/x": shared})
    if not why:
        check.check_shared()
        return
    with pytest.raises(JournalTampered) as refused:
        check.check_shared()
    assert str(refused.value) == why


@pytest.mark.parametrize("signature", ["", "no hex", "00", "00" * 64])
def test_what_is_no_signature_signs_nothing(journal: Journal, signature: str) -> None:
    checkpoint = journal.checkpoint(KEY)
    assert is_signed(checkpoint, KEY.public_key())
    assert not is_signed(replace(checkpoint, signature=signature), KEY.public_key())


def test_the_bytes_of_the_write_ahead_log_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    opened = open_journal(str(path), rules=RULES, clock=Clock())
    fill(opened, 3)
    assert opened.wal_bytes == path.with_name("a.journal-wal").stat().st_size > 0
    opened.close()
    assert opened.wal_bytes == 0, "it goes when the journal is closed"


def test_a_journal_in_memory_has_no_write_ahead_log(journal: Journal) -> None:
    assert journal.wal_bytes is None
