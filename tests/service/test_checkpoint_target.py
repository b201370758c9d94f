"""Each signed root is given to a command or a URL, if one is configured."""

import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from host.live import INSTALLATION, host, journal
from upcard.host.bodies.record_body import RecordBody
from upcard.service.checkpoints import CheckpointKeeper
from upcard.service.feed import Update


def written(target: str, file: Path | None = None) -> int:
    """The root that a keeper with this target writes over a table's opening."""
    with journal() as opened:
        host(opened)
        keeper = CheckpointKeeper(opened, INSTALLATION.signing_key, file, target)
        keeper.note_update(Update(1, "table/BJ-02", 0, RecordBody()))
        keeper.write()
        return opened.checkpoints()[-1].position


def test_a_command_gets_it_on_its_standard_input(tmp_path: Path) -> None:
    assert written(f"tee {tmp_path / 'given'}", tmp_path / "kept") == 1
    given = (tmp_path / "given").read_bytes()
    assert given == (tmp_path / "kept").read_bytes()
    assert json.loads(given)["checkpoint"]["position"] == 1


def test_a_url_gets_it_by_post() -> None:
    bodies = []

    class Kept(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Kept) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        written(f"http://127.0.0.1:{server.server_port}/roots")
        thread.join()
    assert json.loads(bodies[0])["checkpoint"]["position"] == 1


@pytest.mark.parametrize("target", ["false", "/no/such/command", "http://127.0.0.1:9/"])
def test_a_target_that_fails_is_logged_and_the_root_is_kept(
    target: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert written(target, tmp_path / "kept") == 1
    assert "No checkpoint could be" in caplog.text
    assert (tmp_path / "kept").exists()
