"""``deal --journal``, ``verify``, ``replay``, ``export``, ``import``: as a user would run them."""

import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess, run

import pytest

from amounts import dollars
from command_line import upcard
from host.live import host, play
from journal.conftest import postgres, schemas
from upcard.host.bodies.account_entry import Act
from upcard.host.money.cashier import Cashier
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest

__all__ = ["postgres", "schemas"]

ROOT = Path(__file__).parent.parent.parent
SUBMISSION = """\
[table]
name = "BJ-02"
game = "blackjack"
positions = 2

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
must_hit_by = "A-5"
"""


class Folder:
    """A folder with a submission, in which upcard is run with an installation key of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "table.toml").write_text(SUBMISSION, encoding="utf-8")

    def run(self, *arguments: str, key: str = "installation.key") -> CompletedProcess[str]:
        of_its_own = {"UPCARD_INSTALLATION_KEY": str(self.path / key)}
        return upcard(*arguments, folder=self.path, columns=200, **of_its_own)

    def deal(self, rounds: int) -> list[dict[str, object]]:
        result = self.run(
            "deal", "table.toml", "--rounds", str(rounds), "--journal", "a.journal", "--json"
        )
        assert (result.returncode, result.stderr) == (0, "")
        return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_rounds_are_journaled_verified_and_replayed(folder: Folder) -> None:
    records = folder.deal(3) + folder.deal(2)
    assert [record["round"] for record in records] == [1, 2, 3, 4, 5]
    verified = json.loads(folder.run("verify", "a.journal", "--json").stdout)
    assert (verified["verified"], verified["rounds"]) == (True, 5)
    assert verified["first_difference"] is None
    replayed = folder.run("replay", "a.journal", "--json").stdout.splitlines()
    shown = [json.loads(line) for line in replayed]
    for row in shown:
        del row["records"]
    assert shown == records
    of_one_table = folder.run("replay", "a.journal", "--round", "4", "--table", "BJ-02")
    assert of_one_table.returncode == 0
    assert "round 4" in of_one_table.stdout
    assert "round 5" not in of_one_table.stdout


def test_a_changed_record_is_named(folder: Folder) -> None:
    folder.deal(2)
    with sqlite3.connect(folder.path / "a.journal") as database:
        changed = database.execute(
            "UPDATE record SET body = CAST(replace(CAST(body AS TEXT), :was, :now) AS BLOB) "
            "WHERE CAST(body AS TEXT) LIKE '%' || :was || '%'",
            {"was": "PlaceWager", "now": "placeWager"},
        ).rowcount
        assert changed > 0
    result = folder.run("verify", "a.journal", "--json")
    assert result.returncode == 1
    verdict = json.loads(result.stdout)
    assert verdict["verified"] is False
    assert "differs from what was written" in verdict["first_difference"]["message"]
    told = folder.run("verify", "a.journal")
    assert told.returncode == 1
    assert f"record {verdict['first_difference']['position']}" in told.stdout


def test_an_export_comes_back_and_the_table_goes_on(folder: Folder) -> None:
    folder.deal(3)
    assert folder.run("export", "a.journal", "--out", "a.export").returncode == 0
    assert (
        folder.run("export", "a.journal").stdout.encode() == (folder.path / "a.export").read_bytes()
    )
    assert folder.run("import", "a.export", "--into", "b.journal").returncode == 0
    assert folder.run("export", "b.journal").stdout == folder.run("export", "a.journal").stdout
    more = folder.run("deal", "table.toml", "--rounds", "1", "--journal", "b.journal", "--json")
    assert json.loads(more.stdout)["round"] == 4
    assert folder.run("verify", "b.journal").returncode == 0


def test_a_changed_export_is_refused_and_nothing_is_left(folder: Folder) -> None:
    folder.deal(1)
    folder.run("export", "a.journal", "--out", "a.export")
    text = (folder.path / "a.export").read_text(encoding="utf-8")
    (folder.path / "bad.export").write_text(
        text.replace('"events":', '"events":1', 1), encoding="utf-8"
    )
    result = folder.run("import", "bad.export")
    assert result.returncode == 1
    assert result.stderr.startswith("Line ")
    assert not list(folder.path.glob("bad.journal*"))


def test_a_checkpoint_kept_elsewhere_shows_that_records_were_cut_off(folder: Folder) -> None:
    folder.deal(1)
    folder.run("export", "a.journal", "--out", "early.export")
    folder.deal(1)
    assert folder.run("verify", "a.journal", "--sign", "late.check").returncode == 0
    assert folder.run("verify", "a.journal", "--checkpoint", "late.check").returncode == 0
    folder.run("import", "early.export", "--into", "cut.journal")
    assert folder.run("verify", "cut.journal").returncode == 0
    result = folder.run("verify", "cut.journal", "--checkpoint", "late.check")
    assert result.returncode == 1
    assert "at the checkpoint it had" in result.stdout
    refused = folder.run("verify", "a.journal", "--checkpoint", "late.check", key="another.key")
    assert refused.returncode == 1
    assert "not signed by this key" in refused.stdout


def test_a_file_copied_without_its_log_is_recognized(folder: Folder) -> None:
    with closing(open_journal(str(folder.path / "a.journal"), rules=rules_digest())) as opened:
        play(host(opened), 3)
        shutil.copy(folder.path / "a.journal", folder.path / "copy.journal")
        assert sum(opened.versions().values()) > 10
    assert folder.run("verify", "a.journal").returncode == 0
    result = folder.run("verify", "copy.journal")
    assert (result.returncode, result.stdout) == (2, "")
    assert "holds no record" in result.stderr
    assert "without its -wal file?" in result.stderr


def test_verify_knows_from_the_last_checkpoint_how_far_it_has_to_reach(folder: Folder) -> None:
    folder.deal(1)
    folder.run("export", "a.journal", "--out", "early.export")
    folder.deal(1)
    assert folder.run("verify", "a.journal", "--sign", "a.journal.checkpoint").returncode == 0
    assert folder.run("verify", "a.journal").returncode == 0
    folder.run("import", "early.export", "--into", "cut.journal")
    (folder.path / "a.journal.checkpoint").rename(folder.path / "cut.journal.checkpoint")
    result = folder.run("verify", "cut.journal", key="another.key")
    assert result.returncode == 1
    assert "at the checkpoint it had" in result.stdout
    assert "without its -wal file?" in result.stdout


def test_verify_says_what_it_cannot_show_without_a_checkpoint(folder: Folder) -> None:
    """A checkpoint that lies beside the journal counts for more where its key is known here."""
    folder.deal(1)
    said = "Without a checkpoint, this cannot show"
    remarks = [" ".join(folder.run("verify", "a.journal").stdout.split())]
    folder.run("verify", "a.journal", "--sign", "a.checkpoint")
    remarks.append(folder.run("verify", "a.journal", "--checkpoint", "a.checkpoint").stdout)
    (folder.path / "a.checkpoint").rename(folder.path / "a.journal.checkpoint")
    remarks.append(folder.run("verify", "a.journal").stdout)
    assert [said in remark for remark in remarks] == [True, False, False]
    assert "signed with a key" not in remarks[-1]
    other = " ".join(folder.run("verify", "a.journal", key="another.key").stdout.split())
    assert "signed with a key that this installation does not have" in other
    read = json.loads(folder.run("verify", "a.journal", "--json", key="another.key").stdout)
    assert [remark["stream"] for remark in read["remarks"]] == [""]


def test_an_import_without_the_key_that_is_expected_warns(folder: Folder) -> None:
    folder.deal(1)
    key = folder.run("export", "a.journal", "--out", "a.export").stderr.split()[-1].rstrip(".")
    warned = folder.run("import", "a.export", "--into", "b.journal")
    assert warned.returncode == 0
    assert "Without --signed-by this checks that the file is whole" in warned.stderr
    named = folder.run("import", "a.export", "--into", "c.journal", "--signed-by", key)
    assert (named.returncode, "Without --signed-by" in named.stderr) == (0, False)


def test_a_journal_on_read_only_media_is_verified(folder: Folder) -> None:
    folder.deal(1)
    media = folder.path / "media"
    media.mkdir()
    (folder.path / "a.journal").rename(media / "a.journal")
    media.chmod(0o555)
    result = verify_unprivileged(media / "a.journal")
    assert (result.returncode, result.stderr) == (0, "")
    media.chmod(0o755)
    (media / "a.journal-wal").write_bytes(b"records")
    media.chmod(0o555)
    result = verify_unprivileged(media / "a.journal")
    assert result.returncode == 2
    assert "a.journal-wal holds its last records" in result.stderr
    media.chmod(0o755)


def verify_unprivileged(journal: Path) -> CompletedProcess[str]:
    """`upcard verify` by somebody for whom permissions count, as they do not for root."""
    bounded = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    words = [*bounded, sys.executable, "-m", "upcard", "verify", str(journal)]
    return run(words, capture_output=True, text=True, check=False)


def test_a_clock_that_ran_backwards_is_shown(folder: Folder) -> None:
    """The records are what was written, so it is no difference."""
    times = [9_000_000, 3_000_000]
    place = str(folder.path / "a.journal")
    with closing(open_journal(place, rules=rules_digest(), clock=lambda: times[0])) as opened:
        table = host(opened)
        play(table, 1)
        before = table.position
        times.pop(0)
        play(table, 1)
    verdict = json.loads(folder.run("verify", "a.journal", "--json").stdout)
    assert verdict["verified"] is True
    [remark] = [remark for remark in verdict["remarks"] if remark["stream"]]
    assert (remark["stream"], remark["position"]) == ("table/BJ-02", before + 1)
    shown = folder.run("verify", "a.journal")
    assert shown.returncode == 0
    assert f"Record {before + 1} of table/BJ-02: The clock was 6 s behind" in shown.stdout


def test_a_lost_installation_key_is_a_decision_of_the_floor(folder: Folder) -> None:
    folder.deal(1)
    arguments = ("deal", "table.toml", "--rounds", "1", "--journal", "a.journal", "--json")
    refused = folder.run(*arguments, key="another.key")
    assert refused.returncode == 2
    assert "another installation key" in refused.stderr
    result = folder.run(*arguments, "--void-by", "floor ann", key="another.key")
    assert json.loads(result.stdout)["round"] == 2
    assert folder.run("verify", "a.journal").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify", "nowhere.journal"), "There is no journal"),
        (("verify", "table.toml"), "file is not a database"),
        (("replay", "a.journal", "--round", "9"), "no round 9"),
        (("replay", "a.journal", "--table", "X"), "no table 'X'"),
        (("export", "a.journal", "--out", "table.toml"), "table.toml"),
        (("import", "nothing.export"), "nothing.export"),
        (("import", "table.toml", "--into", "a.journal"), "already exists"),
        (("verify", "a.journal", "--checkpoint", "table.toml"), "is not a checkpoint"),
        (("deal", "table.toml", "--script", "x", "--journal", "a.journal"), "leave"),
    ],
)
def test_what_fails_says_so_in_one_sentence(
    folder: Folder, arguments: tuple[str, ...], message: str
) -> None:
    folder.deal(1)
    result = folder.run(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr


def test_no_command_prints_the_password_of_a_database(
    folder: Folder, schemas: Iterator[str]
) -> None:
    folder.deal(1)
    place = next(schemas).replace("postgres:@", "postgres:secret@")
    assert "secret" in place
    said = [
        folder.run("backup", "a.journal", "--out", "kept"),
        folder.run("restore", "kept", "--into", place),
        folder.run("upgrade", place),
        folder.run("checkpoint", place, "--out", "b.checkpoint"),
    ]
    assert [done.returncode for done in said] == [0, 0, 0, 0], said
    assert not any("secret" in done.stdout + done.stderr for done in said)


def test_an_upgrade_of_a_missing_journal_makes_none(tmp_path: Path) -> None:
    missing = tmp_path / "missing.journal"
    result = upcard("upgrade", str(missing))
    assert (result.returncode, result.stderr) == (2, f"There is no journal {missing}.\n")
    assert not list(tmp_path.iterdir())


def test_a_statement_prints_an_account_from_a_journal(tmp_path: Path) -> None:
    place = str(tmp_path / "floor.journal")
    with closing(open_journal(place, rules=rules_digest())) as opened:
        cashier = Cashier(opened)
        cashier.act("ann", Act(what="deposit", amount=dollars(100)), "cas")
        cashier.act("ann", Act(what="withdrawal", amount=dollars(30)), "cas")
    shown = upcard("statement", place, "--account", "ann").stdout.splitlines()
    assert [line.split()[-2:] for line in shown] == [["-30.00", "70.00"], ["100.00", "100.00"]]
    lines = upcard("statement", place, "--account", "ann", "--json").stdout.splitlines()
    assert [json.loads(line)["what"] for line in lines] == ["withdrawal", "deposit"]
    nobody = upcard("statement", place, "--account", "bob")
    assert nobody.returncode != 0
    assert "has no game account 'bob'" in nobody.stderr
