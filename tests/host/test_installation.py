"""Where an installation keeps its secret."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from host.live import PLAIN, journal
from upcard.bootstrap import build
from upcard.cli.app import run
from upcard.host.bodies.audit_notes import AUDIT, AuditEntry
from upcard.host.bodies.record_body import decode_body
from upcard.host.records.checkpoints import checkpoint_file
from upcard.host.records.signing_keys import CHANGED, is_endorsed, key_changes
from upcard.host.seals.installation import (
    VARIABLE,
    Installation,
    installation_path,
    open_installation,
    rotate_installation,
)
from upcard.host.seals.sealing import SealBroken, Vault
from upcard.host.verification.verify import verify
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.settings import Settings
from upcard.submission.compiling.text import rules_of


def test_the_key_file_that_is_named_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "keys" / "floor.key"
    monkeypatch.setenv(VARIABLE, str(named))
    assert installation_path() == named
    made = open_installation()
    assert open_installation().wrapping_key == made.wrapping_key
    assert named.stat().st_mode & 0o777 == 0o600
    assert list(named.parent.iterdir()) == [named]


def test_without_a_name_it_is_in_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert installation_path() == tmp_path / "upcard" / "installation.key"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert installation_path() == tmp_path / ".config" / "upcard" / "installation.key"


@pytest.mark.parametrize("text", ["", "no number", "00" * 31, "00" * 33])
def test_another_file_is_no_key(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.key"
    path.write_text(text, "ascii")
    with pytest.raises(BadInput, match="is not an installation key"):
        open_installation(path)


def test_the_secret_of_whoever_was_first_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes find no file and both make one."""
    path = tmp_path / "installation.key"
    first = open_installation(path)
    found = [False]
    monkeypatch.setattr(Path, "exists", lambda _: found.pop() if found else True)
    assert open_installation(path).wrapping_key == first.wrapping_key


def test_a_rotated_key_opens_what_the_earlier_ones_sealed(tmp_path: Path) -> None:
    path = tmp_path / "installation.key"
    first = open_installation(path)
    sealed = Vault(first).seal("shoe/1", b"the order")
    for _ in range(2):
        rotated = rotate_installation(path)
    opened = open_installation(path)
    assert opened.wrapping_key == rotated.wrapping_key != first.wrapping_key
    assert opened.earlier[-1].wrapping_key == first.wrapping_key
    assert Vault(opened).open(sealed) == b"the order"
    anew = Vault(opened).seal("shoe/2", b"another")
    with pytest.raises(SealBroken):
        Vault(first).open(anew)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]
    name = first.public_key.public_bytes_raw().hex()
    assert opened.public_key_named(name).public_bytes_raw() == first.public_key.public_bytes_raw()


def test_a_rotation_that_cannot_be_is_refused_and_leaves_the_key(tmp_path: Path) -> None:
    path = tmp_path / "installation.key"
    with pytest.raises(BadInput, match="There is no installation key"):
        rotate_installation(path)
    open_installation(path)
    before = path.read_text("ascii")
    (tmp_path / "installation.key.rotating").touch()
    with pytest.raises(BadInput, match="another rotation is under way"):
        rotate_installation(path)
    assert path.read_text("ascii") == before


def test_the_next_start_notes_the_new_signing_key_once_signed_by_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, place = tmp_path / "installation.key", str(tmp_path / "floor.journal")
    monkeypatch.setenv(VARIABLE, str(path))

    def started() -> list[AuditEntry]:
        """The changes of the key in the audit after a start."""
        server, _ = build([PLAIN], place, Settings())
        journal = server.floor.journal
        notes = [
            note for record in journal.records(AUDIT) for note in decode_body(record.body).notes
        ]
        changes = [note for note in notes if isinstance(note, AuditEntry) and note.what == CHANGED]
        assert all(is_endorsed(journal, change) for change in changes)
        assert not any(is_endorsed(journal, replace(change, about="00" * 32)) for change in changes)
        assert verify(journal, rules_of).verified
        server.floor.close()
        journal.close()
        return changes

    assert started() == []
    first = open_installation().public_key.public_bytes_raw().hex()
    monkeypatch.setattr("sys.argv", ["upcard", "rotate-key"])
    assert run() == 0
    second = open_installation().public_key.public_bytes_raw().hex()
    assert second in capsys.readouterr().out
    (change,) = started()
    assert change.about == second
    assert change.where.startswith(f"{first} ")
    assert len(started()) == 1


def test_a_new_signing_key_that_the_one_before_did_not_sign_is_no_verified_record() -> None:
    with journal() as opened:
        (change,) = key_changes(opened, Installation(bytes(range(32)), bytes(32)), ())
        Accounts(opened).note(change, actor="the tests")
        assert verify(opened, rules_of).verified
        Accounts(opened).note(replace(change, about="00" * 32), actor="the tests")
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is not None
        assert "not signed by the one before" in verdict.first_difference.message


def test_the_newest_checkpoint_stands_beside_a_file_and_else_beside_the_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "installation.key"))
    with journal() as opened:
        name = opened.header.journal
        beside = {
            "memory:": None,
            "a.journal": Path("a.journal.checkpoint"),
            "sqlite:///b/a.journal": Path("b/a.journal.checkpoint"),
            "postgresql://db/floor": tmp_path / f"{name}.checkpoint",
        }
        assert {place: checkpoint_file(place, opened) for place in beside} == beside
