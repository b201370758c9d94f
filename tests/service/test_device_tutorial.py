"""The tutorial of the device maker: every block runs, in the order of the page."""

import json
import re
import shlex
import threading
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner
from websockets.sync.server import ServerConnection, serve

from service.floors import PASSWORD, journal, new_server
from service.served import serving
from service.test_asyncapi import fits
from upcard.cli.app import app
from upcard.client.transcripts import read_transcript
from upcard.service.access.principal import ANY_TABLE, Role

PAGE: Final = Path(__file__).parents[2] / "docs" / "device-maker.md"
BLOCK: Final = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
SERVER: Final = "http://127.0.0.1:8080"


class Reader:
    """Somebody who follows the page in a folder of their own, block by block."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        monkeypatch.chdir(folder)
        self.names: dict[str, Any] = {"password": PASSWORD, "dealers_password": PASSWORD}

    def commands(self, text: str) -> str:
        """Run commands, but not `upcard serve`; what they print."""
        printed = ""
        for line in text.splitlines():
            name, *arguments = shlex.split(line.replace(SERVER, self.names.get("url", "")))
            assert name == "upcard"
            if arguments[0] == "serve":
                assert all(
                    Path(argument).is_file() for argument in arguments if argument.endswith(".toml")
                )
                continue
            result = CliRunner().invoke(app, arguments)
            assert result.exit_code == 0, result.output
            printed += result.output
        return printed

    def program(self, text: str) -> None:
        exec(text, self.names)


class New:
    """A new server with the page's tables."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._journal = journal()

    def __enter__(self) -> None:
        texts = [Path(f"maker/{name}.toml").read_text() for name in ("bj-01", "lr-04")]
        server = new_server(self._journal.__enter__(), *texts, fed=("BJ-01", "LR-04"))
        server.accounts.open("administrator", Role.ADMINISTRATOR, PASSWORD, "the tests")
        server.accounts.open("dealer", Role.DEALER, PASSWORD, "the tests", (ANY_TABLE,))
        self._serving = serving(server)
        self._reader.names["url"] = self._serving.__enter__()

    def __exit__(self, *_: object) -> None:
        self._serving.__exit__(None, None, None)
        self._journal.__exit__(None, None, None)


def test_every_block_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reader = Reader(monkeypatch, tmp_path)
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert " ".join(kind for kind, _ in blocks) == "sh python sh json json python sh python"
    serve, add_devices, simulate, requests, answers, shoe, replay, deal = (
        text for _, text in blocks
    )
    reader.commands(serve)
    with New(reader):
        reader.program(add_devices)
        assert "Rounds dealt at BJ-01: 1." in reader.commands(simulate)
    for text, kinds in (
        (requests, ("CommandRequest", "StepRequest", "FollowRequest")),
        (answers, ("Answer", "Refusal")),
    ):
        for line in text.splitlines():
            assert sum(fits(kind, json.loads(line)) for kind in kinds) == 1, line
    reader.program(shoe)
    with New(reader):
        reader.program(add_devices)
        assert "as in the transcript" in reader.commands(replay)
    with New(reader):
        reader.program(add_devices)
        tokens = Path("maker/tokens.toml")
        lines = tokens.read_text().splitlines(keepends=True)
        tokens.write_text("".join(line for line in lines if not line.startswith("shoe")))
        reader.names["shoe_token"] = reader.names["tokens"]["shoe"]
        dealing = threading.Thread(target=reader.program, args=(deal,), daemon=True)
        dealing.start()
        assert "(yours: shoe)" in reader.commands(replay)
        dealing.join()


def test_the_pages_shoe_takes_frames_and_answers_in_any_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The frame that shows a command may come before the answer to it, or after it."""
    reader = Reader(monkeypatch, tmp_path)
    reader.program(next(text for _, text in BLOCK.findall(PAGE.read_text()) if "def deal(" in text))
    sent: list[str] = []

    def frame(seq: int, step: str | None) -> str:
        view = {"service": {"step": step}}
        return json.dumps({"table": "BJ-01", "frame": {"seq": seq, "view": view}})

    def table(socket: ServerConnection) -> None:
        following = json.loads(socket.recv())
        socket.send(json.dumps({"id": following["id"], "done": {"seq": 5, "events": []}}))
        socket.send(frame(5, "BurnCard"))
        for seq, shown_first in ((6, True), (7, False), (8, True)):
            request = json.loads(socket.recv())
            sent.append(request["command"]["card"])
            answer = json.dumps({"id": request["id"], "done": {"seq": seq, "events": []}})
            shown = frame(seq, "DealCard")
            for message in (shown, answer) if shown_first else (answer, shown):
                socket.send(message)

    with serve(table, "127.0.0.1", 0) as server:
        serving_thread = threading.Thread(target=server.serve_forever)
        serving_thread.start()
        port = server.socket.getsockname()[1]
        reader.names["deal"](f"http://127.0.0.1:{port}", "token", ["9c", "Kd", "5s"])
        server.shutdown()
        serving_thread.join()
    assert sent == ["9c", "Kd", "5s"]


def test_the_page_names_every_transcript_and_its_cards() -> None:
    text = PAGE.read_text(encoding="utf-8")
    folder = PAGE.parents[1] / "src" / "upcard" / "client" / "recorded"
    for path in folder.glob("*.jsonl"):
        assert f"| `{path.stem}` |" in text
    recorded = read_transcript((folder / "round.jsonl").read_text(encoding="utf-8"))
    cards = [
        line.body["command"]["card"]
        for line in recorded.lines
        if (line.device, line.kind) == ("shoe", "sends")
    ]
    assert json.dumps(cards) in text
