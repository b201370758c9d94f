"""A backup is taken while tables play, and brings everything back, or what a root covers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from amounts import dollars
from command_line import upcard
from host.live import PLAIN, PROGRESSIVE, host, journal, play
from service.floors import HASHER, PASSWORD
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets, PlaceWager, Stand
from upcard.host.records.directory import ACCOUNTS
from upcard.host.records.rebuild import holdings_of
from upcard.host.seals.installation import open_installation, rotate_installation
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.copies.backups import MANIFEST, RECORDS, STATES, Backup, Manifest, back_up
from upcard.journal.copies.exporting import Footer, export_journal
from upcard.journal.integrity.signing import signed
from upcard.journal.journal import Journal
from upcard.rules.violation import RuleViolation
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import NotSignedIn, Role
from upcard.submission.compiling.text import rules_of

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def fill(opened: Journal) -> str:
    """Two tables, accounts, a root, and a refused key, whose answer is returned."""
    play(host(opened, PLAIN, seeded_bits(1)), 2)
    table = host(opened, PROGRESSIVE, seeded_bits(2))
    play(table, 2)
    refused = refuse(table.send)
    Accounts(opened, HASHER).open("ann", Role.MANAGER, PASSWORD, "the tests")
    opened.checkpoint(KEY)
    return refused


def refuse(send: Callable[..., object]) -> str:
    with pytest.raises(RuleViolation) as refused:
        send(Stand(1), key="too late")
    return str(refused.value)


def everything(opened: Journal) -> tuple[object, ...]:
    """All that a backup has to bring back; leases are not of it."""
    return (
        opened.header,
        opened.heads(),
        opened.all_shared(),
        [list(opened.refusals(stream)) for stream in opened.heads()],
        [opened.snapshot(stream) for stream in opened.heads()],
        opened.checkpoints(),
    )


@pytest.mark.parametrize("kinds", [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_a_backup_brings_everything_back_in_either_database(
    kinds: tuple[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    schemas: Iterator[str] = request.getfixturevalue("schemas")
    source, target = (
        next(schemas) if kind == "postgres" else str(tmp_path / kind) for kind in kinds
    )
    with journal(source) as opened:
        refused = fill(opened)
        before = everything(opened)
        manifest = back_up(opened, tmp_path / "backup", KEY)
        play(host(opened, PLAIN), 1)  # what comes later is not in it
    assert manifest.heads == before[1]
    assert manifest.checkpoint is not None
    with journal(target) as opened:
        Backup(tmp_path / "backup", KEY.public_key()).restore(opened)
        assert everything(opened) == before
        assert verify(opened, rules_of).verified
        assert Accounts(opened, HASHER).sign_in("ann", PASSWORD, "here").name == "ann"
        table = host(opened, PROGRESSIVE)
        assert refuse(table.send) == refused  # the stored answer, under the same key
        play(table, 1)
        assert verify(opened, rules_of).verified


def test_a_frozen_journal_is_of_one_moment_while_tables_play(tmp_path: Path) -> None:
    with journal(str(tmp_path / "a.journal")) as opened:
        fill(opened)
        table = host(opened, PLAIN)
        with opened.frozen() as still:
            before = everything(still)
            play(table, 2)
            assert everything(still) == before
            assert len(list(still.all_links())) == sum(still.versions().values())
        assert opened.heads() != before[1]


def test_a_backup_is_of_one_moment_although_records_are_read_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is played between the two readings is in neither."""
    with journal(str(tmp_path / "a.journal")) as opened:
        fill(opened)
        before = everything(opened)
        table = host(opened, PLAIN)
        heads = opened.heads()

        def later(*arguments: object) -> Footer:
            play(table, 1)
            return export_journal(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr("upcard.journal.copies.backups.export_journal", later)
        manifest = back_up(opened, tmp_path / "backup", KEY)
        assert manifest.heads == heads
        assert opened.heads() != heads
    with journal(str(tmp_path / "b.journal")) as opened:
        Backup(tmp_path / "backup").restore(opened)
        assert everything(opened)[2:] == before[2:]
        assert verify(opened, rules_of).verified


def test_a_backup_of_a_round_under_way_goes_on(tmp_path: Path) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(5))
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        state = table.state
        back_up(opened, tmp_path / "backup", KEY)
    with journal(str(tmp_path / "b.journal")) as opened:
        Backup(tmp_path / "backup").restore(opened)
        table = host(opened, PROGRESSIVE)
        assert table.state == state
        table.send(CloseBets())
        assert verify(opened, rules_of).verified


class Folder:
    """A folder in which upcard is run with an installation key of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with journal(str(path / "a.journal")) as opened:
            play(host(opened, PROGRESSIVE, seeded_bits(2)), 2)
            Accounts(opened, HASHER).open("ann", Role.MANAGER, PASSWORD, "the tests")

    def run(self, *words: str) -> CompletedProcess[str]:
        key = str(self.path / "installation.key")
        return upcard(*words, folder=self.path, columns=200, UPCARD_INSTALLATION_KEY=key)

    def done(self, *words: str) -> str:
        result = self.run(*words)
        assert result.returncode == 0, result.stderr
        return result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_point_in_time_is_what_a_checkpoint_covers(folder: Folder) -> None:
    told = folder.done("checkpoint", "a.journal", "--out", "early.checkpoint")
    assert told.startswith("early.checkpoint: root 1, ")
    with journal(str(folder.path / "a.journal")) as opened:
        early = opened.versions()
        meters = holdings_of(opened)
        people = Accounts(opened, HASHER)
        play(host(opened, PROGRESSIVE), 2)
        play(host(opened, PLAIN), 1)
        people.set_password("ann", "another password", "the tests")
    folder.done("checkpoint", "a.journal", "--out", "late.checkpoint")
    folder.done("backup", "a.journal", "--out", "backup")
    folder.done("restore", "backup", "--into", "b.journal", "--at", "early.checkpoint")
    folder.done("verify", "b.journal", "--checkpoint", "early.checkpoint")
    with journal(str(folder.path / "b.journal")) as opened:
        assert opened.versions() == early
        states = {name: opened.shared(name) for name in meters}
        assert states == {name: encode(meter) for name, meter in meters.items()}
        people = Accounts(opened, HASHER)
        assert people.directory.accounts["ann"].role is Role.MANAGER
        for password in (PASSWORD, "another password"):  # the states do not have the earlier one
            with pytest.raises(NotSignedIn):
                people.sign_in("ann", password, "here")
        people.set_password("ann", "a third password", "the tests")
        play(host(opened, PROGRESSIVE), 1)
        assert verify(opened, rules_of).rounds == 3
    refused = folder.run("verify", "b.journal", "--checkpoint", "late.checkpoint")
    assert refused.returncode == 1


def test_a_checkpoint_of_an_earlier_key_still_names_its_root(folder: Folder) -> None:
    folder.done("checkpoint", "a.journal", "--out", "early.checkpoint")
    rotate_installation(folder.path / "installation.key")
    folder.done("backup", "a.journal", "--out", "backup")
    folder.done("restore", "backup", "--into", "b.journal", "--at", "early.checkpoint")
    folder.done("restore", "backup", "--into", "c.journal")


def test_a_checkpoint_that_the_backup_does_not_hold_is_refused(folder: Folder) -> None:
    folder.done("backup", "a.journal", "--out", "backup")
    folder.done("checkpoint", "a.journal", "--out", "late.checkpoint")
    result = folder.run("restore", "backup", "--into", "b.journal", "--at", "late.checkpoint")
    assert (result.returncode, result.stderr) == (
        1,
        "The backup does not hold root 1 as the checkpoint signed it.\n",
    )
    assert not list(folder.path.glob("b.journal*"))


@pytest.mark.parametrize("name", [RECORDS, STATES, MANIFEST])
def test_a_backup_that_was_changed_is_refused_and_nothing_is_left(
    folder: Folder, name: str
) -> None:
    folder.done("backup", "a.journal", "--out", "backup")
    path = folder.path / "backup" / name
    text = bytearray(path.read_bytes())
    middle = len(text) // 2
    text[middle] ^= 1
    path.write_bytes(text)
    result = folder.run("restore", "backup", "--into", "b.journal")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert name in result.stderr or "signature" in result.stderr
    assert not list(folder.path.glob("b.journal*"))


def test_another_key_is_told_from_the_installation_s(folder: Folder) -> None:
    told = folder.done("backup", "a.journal", "--out", "backup")
    public = told.strip().rstrip(".").rpartition(" ")[2]
    folder.done("restore", "backup", "--into", "b.journal", "--signed-by", public)
    path = folder.path / "backup" / MANIFEST
    manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    forged = msgspec.structs.replace(
        manifest, public_key=KEY.public_key().public_bytes_raw().hex(), records=1
    )
    path.write_bytes(encode(signed(forged, KEY)) + b"\n")
    result = folder.run("restore", "backup", "--into", "c.journal", "--signed-by", public)
    assert (result.returncode, result.stderr) == (1, "backup is signed with another key.\n")


def test_nothing_is_overwritten(folder: Folder) -> None:
    folder.done("backup", "a.journal", "--out", "backup")
    words = [
        (("backup", "a.journal", "--out", "backup"), "backup: File exists."),
        (("restore", "backup", "--into", "a.journal"), "a.journal already exists"),
        (("restore", "nowhere", "--into", "b.journal"), "nowhere is not a backup"),
        (("restore", "backup", "--into", "b.journal", "--at", "backup"), "Is a directory"),
        (("backup", "nowhere.journal", "--out", "c"), "There is no journal"),
        (("checkpoint", "nowhere.journal"), "There is no journal"),
    ]
    for arguments, message in words:
        result = folder.run(*arguments)
        assert result.returncode == 2, arguments
        assert message in result.stderr
    assert not (folder.path / "b.journal").exists()
    assert not (folder.path / "nowhere.journal").exists()


def test_a_journal_in_use_is_backed_up_and_gives_its_newest_checkpoint(folder: Folder) -> None:
    with journal(str(folder.path / "a.journal")) as opened:
        refused = folder.run("checkpoint", "a.journal")
        assert refused.returncode == 2
        assert "has signed no root yet" in refused.stderr
        key = str(folder.path / "installation.key")
        newest = opened.checkpoint(open_installation(Path(key)).signing_key)
        table = host(opened, PROGRESSIVE)
        play(table, 1)
        shown = folder.run("checkpoint", "a.journal")
        assert msgspec.json.decode(shown.stdout)["checkpoint"]["hash"] == newest.hash
        assert "is in use" in shown.stderr
        folder.done("backup", "a.journal", "--out", "backup")
        heads = opened.heads()
    folder.done("restore", "backup", "--into", "b.journal")
    with journal(str(folder.path / "b.journal")) as opened:
        assert opened.heads() == heads


def test_only_the_owner_may_read_a_backup(folder: Folder) -> None:
    """It holds the hashes of passwords, as the journal does."""
    folder.done("backup", "a.journal", "--out", "backup")
    assert (folder.path / "backup").stat().st_mode & 0o777 == 0o700
    assert ACCOUNTS in (folder.path / "backup" / STATES).read_text(encoding="utf-8")
