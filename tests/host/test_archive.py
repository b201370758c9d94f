"""Closed months are sealed in an archive, and verify from there when a journal lacks them."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree, rmtree
from subprocess import CompletedProcess

import pytest

from command_line import upcard
from host.live import PLAIN, PROGRESSIVE, VAULT, host, play
from journal.writing import proposal
from upcard.cards.shuffle import seeded_bits
from upcard.host.records.archives import attach_archive
from upcard.host.seals.installation import open_installation
from upcard.journal.copies.archive_reading import Archive
from upcard.journal.copies.archiving import MANIFEST, RECORDS
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalTampered, RecordArchived
from upcard.rules.digest import rules_digest

MONTHS = ("2025-10", "2025-11", "2025-12")


class House:
    """A journal in a folder, whose clock stands in a month while it is played on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.key = open_installation(path / "installation.key").signing_key

    @contextmanager
    def open(self, month: str) -> Iterator[Journal]:
        begin = int(datetime.fromisoformat(f"{month}-20").replace(tzinfo=UTC).timestamp())
        opened = open_journal(
            str(self.path / "a.journal"), rules=rules_digest(), clock=lambda: begin * 1_000_000
        )
        try:
            yield opened
        finally:
            opened.close()

    def run(self, *words: str) -> CompletedProcess[str]:
        key = str(self.path / "installation.key")
        return upcard(*words, folder=self.path, columns=200, UPCARD_INSTALLATION_KEY=key)

    def archive(self, before: str) -> list[str]:
        result = self.run("archive", "a.journal", "--before", before, "--out", "archive")
        assert result.returncode == 0, result.stderr
        lines = result.stderr.splitlines()
        return [line.partition(":")[0] for line in lines if line.startswith("archive/")]

    def verified(self, *words: str) -> tuple[bool, str]:
        """Whether the journal verifies, and the first difference."""
        result = self.run("verify", "a.journal", *words, "--json")
        if result.returncode == 1 and not result.stdout:
            return False, result.stderr
        verdict = json.loads(result.stdout)
        difference = verdict["first_difference"]
        return verdict["verified"], difference["message"] if difference else str(verdict["rounds"])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three months of two tables; the last records of each month are covered in the next."""
    house = House(tmp_path_factory.mktemp("house"))
    for number, month in enumerate(MONTHS):
        with house.open(month) as opened:
            table = host(opened, PROGRESSIVE, seeded_bits(number), VAULT)
            play(table, 1)
            opened.checkpoint(house.key)
            play(host(opened, PLAIN, seeded_bits(number), VAULT), 1)
            opened.checkpoint(house.key)
            play(table, 1)
            table.close()
    assert house.archive("2025-12-31") == ["archive/2025-10", "archive/2025-11"]
    return house.path


@pytest.fixture
def house(made: Path, tmp_path: Path) -> House:
    copytree(made, tmp_path, dirs_exist_ok=True)
    return House(tmp_path)


def move_out(house: House) -> None:
    """Delete the records that are in the archive, but the last of each stream."""
    archive = Archive(house.path / "archive", house.key.public_key())
    with sqlite3.connect(house.path / "a.journal") as database:
        for stream, head in archive.heads.items():
            database.execute(
                "DELETE FROM record WHERE stream = ? AND position < ?", (stream, head.position)
            )


def test_journal_and_archive_verify_together(house: House) -> None:
    assert house.verified() == (True, "9")
    assert house.verified("--archive", "archive") == (True, "9")


def test_months_that_were_moved_out_verify_from_the_archive(house: House) -> None:
    move_out(house)
    assert house.verified()[0] is False
    assert house.verified("--archive", "archive") == (True, "9")
    with sqlite3.connect(house.path / "a.journal") as database:
        database.execute(
            "UPDATE record SET at = at + 1 WHERE stream = 'table/BJ-02' "
            "AND position = (SELECT max(position) FROM record WHERE stream = 'table/BJ-02')"
        )
    assert "differs from what was written" in house.verified("--archive", "archive")[1]


def remove(
    house: House, before: str = "2025-12-31", folder: str = "archive"
) -> CompletedProcess[str]:
    return house.run("archive", "a.journal", "--before", before, "--out", folder, "--remove")


def test_removed_records_are_read_from_the_archive(house: House) -> None:
    text = house.run("replay", "a.journal", "--table", "BJ-02", "--json").stdout
    removed = remove(house)
    assert removed.returncode == 0, removed.stderr
    with sqlite3.connect(house.path / "a.journal") as database:
        kept = dict(
            database.execute("SELECT stream, min(position) FROM record GROUP BY stream").fetchall()
        )
    heads = Archive(house.path / "archive", house.key.public_key()).heads
    assert {stream: head.position for stream, head in heads.items()}.items() <= kept.items()
    assert house.run("replay", "a.journal", "--table", "BJ-02", "--json").stdout == text
    assert house.verified() == (True, "9")
    (house.path / "archive").rename(house.path / "moved")
    assert house.verified("--archive", "moved") == (True, "9")
    missing = house.run("verify", "a.journal")
    assert missing.returncode == 2
    assert "archive is not an archive: records of a.journal were moved there." in missing.stderr
    assert "UPCARD_ARCHIVE" in missing.stderr


def test_moving_out_again_says_in_one_sentence_that_there_is_nothing_to_move(house: House) -> None:
    early = remove(house, "2025-10-01", "new")
    assert early.returncode == 0
    assert early.stderr == "There is no month to seal that ended before 2025-10-01.\n"
    assert not (house.path / "new").exists()
    assert remove(house).returncode == 0
    again = remove(house)
    assert again.returncode == 0
    assert again.stderr == (
        "Nothing was moved: what archive holds, a.journal no longer has, but for what ties the two "
        "together.\n"
    )


def test_a_journal_goes_on_after_its_months_were_removed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table without a snapshot is read from the archive, and the next month continues it."""
    monkeypatch.setenv("UPCARD_INSTALLATION_KEY", str(house.path / "installation.key"))
    assert remove(house).returncode == 0
    with sqlite3.connect(house.path / "a.journal") as database:
        database.execute("DELETE FROM snapshot")
    with house.open("2026-01") as opened:
        attach_archive(str(house.path / "a.journal"), opened)
        for number, name in enumerate((PROGRESSIVE, PLAIN)):
            table = host(opened, name, seeded_bits(number), VAULT)
            play(table, 1)
            table.close()
        opened.checkpoint(house.key)
    assert house.verified() == (True, "11")
    done = remove(house, "2026-02-01")
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == [
        "archive/2025-12",
        "archive/2026-01",
        "a.journal",
    ]
    assert house.verified() == (True, "11")


@pytest.mark.parametrize(
    ("left", "was", "now"),
    [
        (0.3, b'"record":', b'"recorb":'),
        (1.0, b'"record":', b'"recorb":'),
        (1.0, b'"stream":"table', b'"stream":"\xffable'),
        (1.0, b'"position":2', b'"position":1'),
    ],
)
def test_an_archive_that_is_damaged_after_its_months_were_removed_is_named(
    house: House, left: float, was: bytes, now: bytes
) -> None:
    """It is not read through when a journal is opened: what cannot be read is found then."""
    assert remove(house).returncode == 0
    records = house.path / "archive" / "2025-10" / RECORDS
    text = records.read_bytes()
    assert was in text
    records.write_bytes(text[: int(left * len(text))].replace(was, now))
    verified, told = house.verified()
    assert not verified
    assert f"{RECORDS} differs from what was written." in told
    assert "Traceback" not in told


def test_without_its_archive_a_journal_says_what_is_missing(house: House) -> None:
    assert remove(house).returncode == 0
    (house.path / "a.journal.archive").unlink()
    verified, told = house.verified()
    assert not verified
    assert "Record 1 of " in told
    assert "name the archive: --archive FOLDER, or UPCARD_ARCHIVE." in told
    result = house.run("replay", "a.journal", "--table", "BJ-02")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1


def test_a_command_of_an_archived_month_has_no_second_effect(tmp_path: Path) -> None:
    house = House(tmp_path)
    for version, month in enumerate(MONTHS):
        with house.open(month) as opened:
            first = proposal("notes", version, "first", key=f"key-{version}")
            opened.append(first)
            opened.checkpoint(house.key)
    assert remove(house).returncode == 0
    with house.open("2025-12") as opened:
        before = opened.heads()
        with pytest.raises(RecordArchived, match="Record 1 of notes was moved to an archive"):
            opened.append(proposal("notes", 0, "first", key="key-0"))
        assert opened.append(proposal("notes", 1, "first", key="key-1")).repeated
        assert opened.heads() == before


def test_a_part_continues_the_one_before_it(house: House) -> None:
    assert house.archive("2025-12-31") == []
    assert house.archive("2026-01-01") == ["archive/2025-12"]
    archive = Archive(house.path / "archive", house.key.public_key())
    assert [manifest.month for _, manifest in archive.parts] == list(MONTHS)
    with house.open("2025-12") as opened:
        for stream, head in archive.heads.items():
            kept = [link.hash for link in opened.links(stream)][: head.position]
            assert archive.hashes(stream, 0, head.position) == kept
            pages = [archive.page(stream, n, 3) for n in range(0, head.position, 3)]
            assert [link.hash for page in pages for link in page] == kept
            backwards = [archive.page(stream, n, 1)[0].hash for n in range(head.position)[::-1]]
            assert backwards == kept[::-1]
    move_out(house)
    assert house.verified("--archive", "archive") == (True, "9")


def test_a_month_that_has_not_ended_is_left(tmp_path: Path) -> None:
    """By the clock: a later part could not take up what the month still gets."""
    house = House(tmp_path)
    now = f"{datetime.now(UTC):%Y-%m}"
    for number, month in enumerate(("2025-12", now)):
        with house.open(month) as opened:
            play(host(opened, PLAIN, seeded_bits(number), VAULT), 1)
            opened.checkpoint(house.key)
    result = house.run("archive", "a.journal", "--before", "2999-01-01", "--out", "archive")
    assert result.returncode == 0
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        "archive/2025-12",
        f"{now} has not ended and is left for later.",
    ]
    again = house.run("archive", "a.journal", "--before", "2026-01-01", "--out", "archive")
    assert again.stderr == "There is no month to seal that ended before 2026-01-01.\n"


def test_a_rotated_key_continues_an_archive_and_proves_earlier_rounds(house: House) -> None:
    assert house.run("rotate-key").returncode == 0
    assert house.archive("2026-01-01") == ["archive/2025-12"]
    assert house.verified("--archive", "archive") == (True, "9")
    proved = house.run("prove", "a.journal", "--table", "BJ-02", "--round", "1")
    assert proved.returncode == 0, proved.stderr
    assert house.key.public_key().public_bytes_raw().hex() in proved.stdout
    new = open_installation(house.path / "installation.key").public_key
    with pytest.raises(JournalTampered, match="not signed by this key"):
        Archive(house.path / "archive", new)


def change(path: Path) -> None:
    text = bytearray(path.read_bytes())
    text[len(text) // 2] ^= 1
    path.write_bytes(text)


@pytest.mark.parametrize(
    ("part", "name", "message"),
    [
        ("2025-10", RECORDS, "differs from what was written"),
        ("2025-11", RECORDS, "differs from what was written"),
        ("2025-11", MANIFEST, "2025-11"),
        ("2025-10", "", "does not continue the part before it"),
    ],
)
def test_an_archive_that_was_changed_is_refused(
    house: House, part: str, name: str, message: str
) -> None:
    if name:
        change(house.path / "archive" / part / name)
    else:
        rmtree(house.path / "archive" / part)
    verified, told = house.verified("--archive", "archive")
    assert not verified
    assert message in told
    again = house.run("archive", "a.journal", "--before", "2026-01-01", "--out", "archive")
    assert again.returncode == 1
    assert not (house.path / "archive" / "2025-12").exists()


def test_a_journal_that_was_written_anew_does_not_fit_its_archive(house: House) -> None:
    """The record at the end of the archive has another hash in the journal."""
    with sqlite3.connect(house.path / "a.journal") as database:
        database.execute("UPDATE record SET hash = ? WHERE stream = 'table/BJ-01'", ("0" * 64,))
    verified, told = house.verified("--archive", "archive")
    assert not verified
    assert "of table/BJ-01 differs from the one in the archive" in told


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("verify", "a.journal", "--archive", "nowhere"), 2, "nowhere is not an archive"),
        (("archive", "a.journal", "--before", "soon", "--out", "b"), 2, "is not a date"),
        (
            ("verify", "a.journal", "--archive", "archive", "--signed-by", "1a" * 32),
            1,
            "is not signed by this key",
        ),
        (("archive", "b.journal", "--before", "2025-12-01", "--out", "archive"), 1, "another"),
    ],
)
def test_what_fails_says_so_in_one_sentence(
    house: House, words: tuple[str, ...], status: int, message: str
) -> None:
    open_journal(str(house.path / "b.journal"), rules=rules_digest()).close()
    result = house.run(*words)
    assert result.returncode == status
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
