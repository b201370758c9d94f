"""Exports that are encrypted for their readers: others cannot read them, nor change them unseen."""

from pathlib import Path
from subprocess import CompletedProcess

import pyrage
import pytest
from pyrage import x25519

from command_line import upcard
from host.live import PLAIN, VAULT, host, play
from upcard.cards.shuffle import seeded_bits
from upcard.journal.copies.encrypting import BEGINS
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest

READER, OTHER = x25519.Identity.generate(), x25519.Identity.generate()


def run(folder: Path, *words: str) -> "CompletedProcess[str]":
    key = str(folder / "installation.key")
    return upcard(*words, folder=folder, columns=200, UPCARD_INSTALLATION_KEY=key)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal, its export in the clear and encrypted for a reader, and two secret keys."""
    folder = tmp_path_factory.mktemp("exported")
    opened = open_journal(str(folder / "a.journal"), rules=rules_digest())
    table = host(opened, PLAIN, seeded_bits(1), VAULT)
    play(table, 2)
    table.close()
    opened.close()
    assert run(folder, "export", "a.journal", "--out", "clear.export").returncode == 0
    result = run(
        folder,
        *("export", "a.journal", "--out", "for.age", "--encrypt-for", str(READER.to_public())),
    )
    assert result.returncode == 0, result.stderr
    for name, identity in (("reader", READER), ("other", OTHER)):
        (folder / f"{name}.key").write_text(f"# a comment\n{identity}\n")
    return folder


def test_only_the_reader_can_import_it(made: Path) -> None:
    assert (made / "for.age").read_bytes().startswith(BEGINS)
    assert b"table/" not in (made / "for.age").read_bytes()
    assert (
        pyrage.decrypt((made / "for.age").read_bytes(), [READER])
        == (made / "clear.export").read_bytes()
    )
    result = run(made, "import", "for.age", "--into", "b.journal", "--identity", "reader.key")
    assert result.returncode == 0, result.stderr
    assert run(made, "verify", "b.journal").returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("import", "for.age", "--into", "c.journal"), "name your secret key with --identity"),
        (
            ("import", "for.age", "--into", "c.journal", "--identity", "other.key"),
            "was changed, or is encrypted for somebody else",
        ),
        (
            ("import", "changed.age", "--into", "c.journal", "--identity", "reader.key"),
            "was changed, or is encrypted for somebody else",
        ),
        (
            ("import", "short.age", "--into", "c.journal", "--identity", "reader.key"),
            "was changed, or is encrypted for somebody else",
        ),
        (
            ("import", "for.age", "--into", "c.journal", "--identity", "clear.export"),
            "has no secret key of age or SSH",
        ),
        (
            ("export", "a.journal", "--out", "d.age", "--encrypt-for", "age1nobody"),
            "is not a public key of age",
        ),
        (("export", "a.journal", "--parquet", "d", "--encrypt-for", "age1"), "not typed tables"),
    ],
)
def test_what_fails_says_so_and_leaves_nothing(
    made: Path, words: tuple[str, ...], message: str
) -> None:
    text = bytearray((made / "for.age").read_bytes())
    (made / "short.age").write_bytes(text[: len(text) // 2])
    text[len(text) // 2] ^= 1
    (made / "changed.age").write_bytes(text)
    result = run(made, *words)
    assert result.returncode == 2, result.stderr
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not any((made / name).exists() for name in ("c.journal", "d.age", "d"))
