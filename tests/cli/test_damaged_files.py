"""Whatever has become of a file, a command says so in one sentence: no traceback."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from host.live import INSTALLATION, PROGRESSIVE, host, play
from nightly import NIGHTLY
from upcard.cards.shuffle import seeded_bits
from upcard.cli.app import run
from upcard.host.records.checkpoints import signed_checkpoint, write_checkpoint
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest

CASES = 400 if NIGHTLY else 40
ON_THE_JOURNAL = (
    ("verify", "a.journal"),
    ("replay", "a.journal"),
    ("export", "a.journal", "--out", "out"),
    ("backup", "a.journal", "--out", "out"),
    ("prove", "a.journal", "--round", "1"),
    ("evidence", "a.journal", "--round", "1", "--out", "out"),
    ("statement", "a.journal", "--account", "ann"),
    ("daily", "a.journal", "--date", "2026-11-27", "--out", "out"),
    ("upgrade", "a.journal"),
)
COMMANDS = {
    "a.journal": ON_THE_JOURNAL,
    "a.checkpoint": (
        ("verify", "a.journal", "--checkpoint", "a.checkpoint"),
        ("restore", "backup", "--into", "new.journal", "--at", "a.checkpoint"),
    ),
    "a.export": (("import", "a.export", "--into", "new.journal"),),
    "proof.json": (("prove", "--check", "proof.json"),),
    "page.html": (("prove", "--check", "page.html"),),
    "backup/manifest.json": (("restore", "backup", "--into", "new.journal"),),
    "backup/states.jsonl": (("restore", "backup", "--into", "new.journal"),),
}

Said = tuple[int, str]
Upcard = Callable[..., Said]


def _flip(text: bytearray, chance: Random) -> None:
    text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)


def _cut(text: bytearray, chance: Random) -> None:
    del text[chance.randrange(len(text)) :]


def _lose(text: bytearray, chance: Random) -> None:
    at = chance.randrange(len(text))
    del text[at : at + chance.randrange(1, 40)]


def _insert(text: bytearray, chance: Random) -> None:
    at = chance.randrange(len(text))
    text[at:at] = chance.randbytes(chance.randrange(1, 30))


def _copy(text: bytearray, chance: Random) -> None:
    at, source, size = (chance.randrange(len(text)) for _ in range(3))
    text[at : at + size % 400] = text[source : source + size % 400]


@pytest.fixture
def upcard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Upcard:
    """Runs a command in a folder of its own; its status, and what it said on standard error."""
    monkeypatch.chdir(tmp_path)
    key = tmp_path / "installation.key"
    key.write_text(f"{bytes(range(32)).hex()}\n", encoding="utf-8")
    monkeypatch.setenv("UPCARD_INSTALLATION_KEY", str(key))

    def said(*arguments: str) -> Said:
        monkeypatch.setattr("sys.argv", ["upcard", *arguments])
        capsys.readouterr()
        return run(), capsys.readouterr().err

    return said


@pytest.fixture
def made(tmp_path: Path, upcard: Upcard) -> Path:
    """A folder with a journal of two rounds, and each file that is made from it."""
    opened = open_journal("a.journal", rules=rules_digest())
    play(host(opened, PROGRESSIVE, seeded_bits(3)), 2)
    write_checkpoint(Path("a.checkpoint"), signed_checkpoint(opened, INSTALLATION.signing_key))
    opened.close()
    for command in (
        ("export", "a.journal", "--out", "a.export"),
        ("backup", "a.journal", "--out", "backup"),
        ("prove", "a.journal", "--round", "1", "--out", "proof.json"),
        ("evidence", "a.journal", "--round", "1", "--out", "page.html"),
    ):
        assert upcard(*command)[0] == 0, command
    return tmp_path


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_damaged_file_is_refused_without_a_traceback(
    name: str, made: Path, upcard: Upcard
) -> None:
    chance, whole = Random(1), (made / name).read_bytes()
    for number in range(CASES):
        for left in ("out", "new.journal", *(f"a.journal{end}" for end in ("-wal", "-shm"))):
            path = made / left
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        text = bytearray(whole)
        for _ in range(1 + number // len(ON_THE_JOURNAL) % 3):
            chance.choice((_flip, _cut, _lose, _insert, _copy))(text, chance)
            text = text or bytearray(b"\0")
        (made / name).write_bytes(text)
        by_turns = [ON_THE_JOURNAL[number % len(ON_THE_JOURNAL)]]
        for command in by_turns if name == "a.journal" else COMMANDS[name]:
            status, output = upcard(*command)  # an exception that has no sentence comes through
            assert status in (0, 1, 2), command
            assert "Traceback" not in output
