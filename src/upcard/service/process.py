"""Process-wide setup of the server: logs in JSON, signals, and garbage collection."""

import gc
import json
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Final

QUIET: Final = ("uvicorn.access", "httpx", "httpx2", "watchfiles", "psycopg")
"""Loggers that are silenced: the metrics, or the server's own words, have the same information."""

REFUSED: Final = "ASGI callable returned without completing handshake."
"""What uvicorn logs as an error of each WebSocket that was refused with an HTTP answer."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON; `worker` is the number of a process of several."""

    def __init__(self, worker: int = 0) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message, and the exception if there is one."""
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if self._worker:
            fields["worker"] = str(self._worker)
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def log_to_stderr(level: int = logging.WARNING, worker: int = 0) -> None:
    """Make every logger of this process write JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(worker))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.getLogger("uvicorn.error").addFilter(_is_no_refusal)


def _is_no_refusal(record: logging.LogRecord) -> bool:
    return record.msg != REFUSED


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGINT (Ctrl-C) end the block by `SystemExit`, with status 0.

    So whatever the block opened is closed. A signal that is repeated meanwhile is ignored.
    """
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


def keep_what_the_start_made() -> None:
    """Exclude all present objects (modules, rules, tables) from garbage collection.

    They live as long as the process. Scanning them again and again paused all tables for half a
    second at a time.
    """
    gc.collect()
    gc.freeze()
