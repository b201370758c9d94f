"""`upcard serve` as a process: its first words, what it refuses, how it ends."""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from host.live import PLAIN, host, play
from service.certificates import new_certificate
from service.served import entered, passwords_in
from upcard.cli.app import run
from upcard.client import Client
from upcard.client.errors import NoAnswer
from upcard.host.records.checkpoints import read_checkpoint, signed_checkpoint, write_checkpoint
from upcard.host.seals.installation import open_installation
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import Role
from upcard.service.process import ending_in_order

TIMEOUT = 120.0


def environment(folder: Path) -> dict[str, str]:
    key = str(folder / "installation.key")
    return {**os.environ, "UPCARD_INSTALLATION_KEY": key, "XDG_DATA_HOME": str(folder)}


class Refused:
    """Commands that refuse to start, in this process."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capture = patch, capture

    def __call__(self, folder: Path, *arguments: str) -> str:
        """The one sentence that is said."""
        for name, value in environment(folder).items():
            self._patch.setenv(name, value)
        self._patch.setattr("sys.argv", ["upcard", "serve", *arguments])
        assert run() == 2
        return self._capture.readouterr().err.strip()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    return Refused(monkeypatch, capsys)


@contextmanager
def started(
    folder: Path, *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """A server, its address, and what it said first; it is asked to stop at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cheap_hashes", "serve", "--port", "0", *arguments],
        env={**environment(folder), "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said: list[str] = []
    try:
        for line in process.stderr:
            said.append(line.rstrip())
            if "://127" in line:
                break
        yield process, said[-1].partition(" on ")[2].partition("/ ")[0], said
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(TIMEOUT)
        process.stderr.close()


def ready(url: str, verify: ssl.SSLContext | bool = True) -> None:
    """One client asks: certificates are read once, not for each question."""
    ends = time.monotonic() + TIMEOUT
    with httpx.Client(verify=verify) as client:
        while time.monotonic() < ends:
            try:
                if client.get(f"{url}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
    raise AssertionError("it does not get ready")


def until(done: Callable[[], bool]) -> None:
    ends = time.monotonic() + TIMEOUT
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.05)


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "bj-01.toml"
    path.write_text(PLAIN, encoding="utf-8")
    return path


def test_what_cannot_be_served_is_refused_in_one_sentence(
    tmp_path: Path, submission: Path, refused: Refused
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(PLAIN.replace("positions = 3", "positions = 99"), encoding="utf-8")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"# \xe9\n")
    place = str(tmp_path / "floor.journal")
    with socket.socket() as taken, closing(open_journal(place, rules=rules_digest())):
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for arguments, sentence in (
            (("--host", "0.0.0.0"), "only on 127.0.0.1"),
            ((str(submission), "--port", port), f"127.0.0.1:{port}: another program does. Name"),
            ((str(wrong), "--port", "0"), f"{wrong}: The submission does not comply: table"),
            ((str(latin), "--port", "0"), "is not UTF-8 text"),
            ((str(tmp_path / "none.toml"),), "There is no submission"),
            ((str(submission), "--port", "0", "--database", place), "open"),
            ((str(submission), "--port", "0", "--fed", "XX-99"), "no table XX-99"),
            ((str(submission), "--host", "no.such.host.invalid"), "Cannot listen on"),
            (("--certificate", str(latin)), "certificate needs key"),
            (("--certificate", str(latin), "--key", str(latin)), "are not a certificate and its"),
            (("--certificate", str(latin), "--key", "no.key"), "no.key cannot be read: No such"),
        ):
            message = refused(tmp_path, *arguments)
            assert sentence in message, arguments
            assert "\n" not in message


def test_a_journal_that_ends_before_its_checkpoint_is_not_served(
    tmp_path: Path, submission: Path, refused: Refused
) -> None:
    """Its server would write a new checkpoint over the one that shows the loss."""
    place, early = tmp_path / "floor.journal", tmp_path / "early.journal"
    key = open_installation(tmp_path / "installation.key").signing_key
    for copied in (True, False):
        with closing(open_journal(str(place), rules=rules_digest())) as opened:
            play(host(opened), 1)
            write_checkpoint(Path(f"{place}.checkpoint"), signed_checkpoint(opened, key))
        if copied:
            shutil.copy(place, early)
    arguments = (str(submission), "--port", "0", "--database", str(place))
    kept = Path(f"{place}.checkpoint").read_bytes()
    place.unlink()
    assert "The checkpoint is of another journal" in refused(tmp_path, *arguments)
    early.rename(place)
    message = refused(tmp_path, *arguments)
    assert "The journal ends with root 1; at the checkpoint it had 2." in message
    assert "put that file aside" in message
    assert "\n" not in message
    assert Path(f"{place}.checkpoint").read_bytes() == kept


def test_a_copy_without_the_log_of_a_server_killed_soon_after_its_start_is_recognised(
    tmp_path: Path,
    submission: Path,
    refused: Refused,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A server writes its first checkpoint as it starts, and the next one soon after."""
    place = str(tmp_path / "floor.journal")
    kept, copy = Path(f"{place}.checkpoint"), tmp_path / "copy" / "floor.journal"
    with started(tmp_path, str(submission), "--database", place) as (process, url, output):
        passwords = passwords_in(output)
        ready(url)
        until(kept.exists)
        first = read_checkpoint(kept).checkpoint
        with entered(url, "player", passwords) as player:
            player.send("BJ-01", "PlaceWager", position=1, wager="blackjack", amount="15.00")
        until(lambda: read_checkpoint(kept).checkpoint.position > first.position)
        process.kill()
        process.wait()
    assert first.events
    copy.parent.mkdir()
    for file in (place, kept):
        shutil.copy(file, copy.parent)
    said_of_copy = refused(tmp_path, str(submission), "--database", str(copy))
    assert "at the checkpoint it had" in said_of_copy
    assert "without its -wal file?" in said_of_copy
    for journal, status in ((copy, 1), (place, 0)):
        monkeypatch.setattr("sys.argv", ["upcard", "verify", str(journal)])
        assert run() == status
        assert ("at the checkpoint it had" in capsys.readouterr().out) is bool(status)


def test_a_round_survives_a_killed_server_and_an_orderly_end(
    tmp_path: Path, submission: Path
) -> None:
    with started(tmp_path, str(submission)) as (process, url, output):
        passwords = passwords_in(output)
        assert set(passwords) >= {"player", "dealer", "administrator"}
        port = url.rpartition(":")[2]
        ready(url)
        with entered(url, "player", passwords) as player:
            player.send("BJ-01", "PlaceWager", position=1, wager="blackjack", amount="15.00")
        process.kill()
        process.wait()
    changed = PLAIN.replace("decks = 6", "decks = 8")
    submission.write_text(changed, encoding="utf-8")
    with started(tmp_path, str(submission), "--port", port) as (process, url, output):
        assert "BJ-01 runs version 1" in output[0]
        assert not any(secret in "\n".join(output) for secret in passwords.values())
        ready(url)
        with entered(url, "player", passwords) as player:
            assert player.view("BJ-01")["view"]["own"]["positions"] == [1]
        with pytest.raises(InvalidStatus, match="401"):
            connect(f"{url.replace('http', 'ws')}/api/meters/feed")
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0
        assert not list(tmp_path.rglob("*-wal"))
        assert process.stderr is not None
        assert not process.stderr.read(), "what is refused is no error of the server"


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_signal_that_comes_while_tables_are_opened_closes_the_journals_too(
    tmp_path: Path, submission: Path, workers: str
) -> None:
    """It comes with the first word of the start; all passwords are told, and no log is left."""
    place = str(tmp_path / "floor.journal")
    options = ("--database", place, "--port", "0", "--workers", workers)
    with subprocess.Popen(
        [sys.executable, "-m", "upcard", "serve", str(submission), *options],
        env=environment(tmp_path),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        assert process.wait(TIMEOUT) == 0, rest
    assert "The first start gave" in first
    assert len([line for line in rest.splitlines() if line.startswith("  ")]) == len(Role) - 1
    assert "Traceback" not in rest
    assert not list(tmp_path.rglob("*-wal"))
    with closing(open_journal(place, rules="", writable=False)) as journal:
        assert "audit" in journal.heads()


def test_an_end_that_is_asked_for_outside_of_its_block_comes_with_the_next_one() -> None:
    done = []
    with ending_in_order() as ending:
        signal.raise_signal(signal.SIGTERM)
        done.append("opened")
        with pytest.raises(SystemExit) as ended, ending.at_once():
            done.append("waited")
    assert (ended.value.code, done) == (0, ["opened"])


def test_a_server_with_a_certificate_speaks_tls_and_its_cookies_are_secure(
    tmp_path: Path, submission: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = new_certificate(tmp_path)
    settings = tmp_path / "serve.toml"
    settings.write_text(
        f'submissions = ["{submission.name}"]\n'
        f'certificate = "{certificate.name}"\n'
        f'key = "{key.name}"\n'
        "attended = true\n",
        encoding="utf-8",
    )
    trusted = ssl.create_default_context(cafile=certificate)
    with started(tmp_path, "--config", str(settings)) as (process, url, output):
        assert url.startswith("https://")
        ready(url, trusted)
        passwords = passwords_in(output)
        with httpx.Client(base_url=url, verify=trusted) as client:
            entry = {"name": "dealer", "password": passwords["dealer"]}
            answer = client.post("/api/session", json=entry)
            assert answer.status_code == 200
            assert answer.json()["owes"] == "password"
            client.headers["X-CSRF-Token"] = answer.json()["csrf"]
            change = {"old": passwords["dealer"], "new": "a password of her own"}
            answer = client.put("/api/session/password", json=change)
            assert answer.status_code == 200
            assert "; Secure" in answer.headers["Set-Cookie"].title()
            assert client.get("/api/tables").json()[0]["attended"] is True
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{url.replace('https', 'http')}/healthz")
        with pytest.raises(httpx.ConnectError, match="certificate"):
            httpx.get(f"{url}/healthz")
        with pytest.raises(NoAnswer, match=r"certificate.*\.$"):
            Client.sign_in(url, "dealer", "a password of her own", timeout=TIMEOUT)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with Client.sign_in(url, "dealer", "a password of her own", timeout=TIMEOUT) as dealer:
            sent = dealer.send("BJ-01", "PlaceWager", position=1, wager="blackjack", amount="15.00")
            assert sent["events"][-1]["event"] == "WagerPlaced"  # over the channel, by wss
        assert process.poll() is None
