"""What a journal keeps beside its records, meters and snapshots, is held to the records."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from host.forging import (
    message_of,
    played,
    restored,
)
from host.live import PROGRESSIVE, VAULT, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.host.records.rebuild import rebuild
from upcard.host.seals.meter_secrets import SecretMeter
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.port import Snapshot
from upcard.submission.compiling.text import rules_of


@pytest.mark.parametrize("gone", [True, False])
def test_a_sealed_value_that_was_changed_beside_the_records_is_found(gone: bool) -> None:
    """The meter's amount is right; the value that the next hit will be held to is another."""
    with journal() as opened:
        restored(opened, played(2))
        stream = "meter/BJ-02/must-hit-by-mystery"
        text = opened.shared(stream)
        assert text is not None
        holding = msgspec.json.decode(text, type=SecretMeter)
        other = None if gone else VAULT.seal(f"{stream}/secret/1", b"2000000")
        opened.save_shared({stream: encode(replace(holding, sealed=other))})
        verdict = verify(opened, rules_of)
    assert f"{stream} differs from the state that its records give." in message_of(verdict)


def test_a_meter_that_moves_on_while_somebody_verifies_is_left_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        shared, moved = opened.shared, list[str]()

        def later(stream: str) -> bytes | None:
            if not moved:
                moved.append(stream)
                play(table, 1)
            return shared(stream)

        head = opened.head("table/BJ-02")
        monkeypatch.setattr(opened, "shared", later)
        verdict = verify(opened, rules_of)
        monkeypatch.undo()
        assert verdict.verified
        assert (verdict.events, verdict.rounds) == (head.events, 1)
        assert opened.head("table/BJ-02").position > head.position
        assert verify(opened, rules_of).rounds == 2


def with_snapshot(change: Callable[[Snapshot], Snapshot]) -> Verdict:
    """The verdict where a table's snapshot was changed, with rounds before and after it."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 2)
        table.close()
        play(host(opened, PROGRESSIVE, seeded_bits(4)), 1)
        snapshot = opened.snapshot("table/BJ-02")
        assert snapshot is not None
        assert snapshot.version < opened.head("table/BJ-02").position
        opened.save_snapshot(change(snapshot))
        return verify(opened, rules_of)


def test_a_snapshot_that_the_records_make_is_verified_and_another_format_left_aside() -> None:
    assert with_snapshot(lambda snapshot: snapshot).verified
    assert with_snapshot(lambda snapshot: replace(snapshot, state=b"{}")).verified


@pytest.mark.parametrize(
    "change",
    [
        lambda snapshot: replace(snapshot, version=snapshot.version - 1),
        lambda snapshot: replace(snapshot, version=snapshot.version + 1),
        lambda snapshot: replace(snapshot, version=0),
        lambda snapshot: replace(snapshot, version=900),
        lambda snapshot: replace(
            snapshot, state=snapshot.state.replace(b'"round":2', b'"round":3')
        ),
    ],
)
def test_a_snapshot_that_would_be_taken_for_other_records_is_found(
    change: Callable[[Snapshot], Snapshot],
) -> None:
    """A table goes on from the records after its snapshot: other records, another table."""
    message = message_of(with_snapshot(change))
    assert "The snapshot of table/BJ-02 differs from the state that its records give." in message


def test_meters_can_be_put_back_from_the_records() -> None:
    with journal() as opened:
        restored(opened, played(2))
        rebuild(opened)
        assert verify(opened, rules_of).verified
