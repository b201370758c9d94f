"""What the server logs: failures, and not what a browser or a device did by going away."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from upcard.service.process import NO_RESPONSE, REFUSED, JsonFormatter, log_to_stderr


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What this process logs, as the server would; its loggers are as before afterwards."""
    root, server = logging.getLogger(), logging.getLogger("uvicorn.error")
    handlers, level, filters = list(root.handlers), root.level, list(server.filters)
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    log_to_stderr()
    yield stream
    root.handlers, root.level, server.filters = handlers, level, filters


def _fails(log: logging.Logger, words: str) -> None:
    try:
        raise RuntimeError(words)
    except RuntimeError:
        log.exception("Exception in ASGI application")


def test_a_browser_that_goes_away_and_a_refused_socket_are_no_failures(said: io.StringIO) -> None:
    server = logging.getLogger("uvicorn.error")
    _fails(server, NO_RESPONSE)
    server.error(REFUSED)
    _fails(server, "The disk is full.")
    (line,) = said.getvalue().splitlines()
    assert "The disk is full." in json.loads(line)["exception"]


def test_a_line_has_the_number_of_its_worker() -> None:
    record = logging.LogRecord("upcard", logging.WARNING, "", 0, "late", None, None)
    fields = json.loads(JsonFormatter(2).format(record))
    assert (fields["worker"], fields["level"], fields["message"]) == ("2", "warning", "late")
