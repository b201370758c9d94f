"""Process-wide setup of the server: logs in JSON, signals, and garbage collection."""

import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from types import FrameType
from typing import Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

QUIET: Final = ("uvicorn.access", "httpx", "httpx2", "watchfiles", "psycopg")
"""Loggers that are silenced: the metrics, or the server's own words, have the same information."""

REFUSED: Final = "ASGI callable returned without completing handshake."
"""What uvicorn logs as an error of each WebSocket that was refused with an HTTP answer."""

SWITCH_SECONDS: Final = 0.002
"""Seconds that a thread keeps Python's lock while another waits; Python's own is 0.005."""

NO_RESPONSE: Final = "No response returned."
"""The error that Starlette's middleware raises where a browser went away before its answer."""


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
    logging.getLogger("uvicorn.error").addFilter(_is_a_failure)


def _is_a_failure(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return record.msg != REFUSED and str(error) != NO_RESPONSE


class StopRequest:
    """Whether a signal asked this process to end, and whether that ends it at once."""

    def __init__(self) -> None:
        self._is_asked = self._at_once = False

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Let a signal, an earlier one too, end the block by `SystemExit` with status 0."""
        self._at_once = True
        try:
            self._end_if_asked()
            yield
        finally:
            self._at_once = False

    def ask(self, number: int, _: FrameType | None) -> None:
        """Handle a signal; one that is repeated is ignored."""
        signal.signal(number, signal.SIG_IGN)
        self._is_asked = True
        self._end_if_asked()

    def _end_if_asked(self) -> None:
        if self._is_asked and self._at_once:
            raise SystemExit(0)


@contextmanager
def ending_in_order() -> Iterator[StopRequest]:
    """Let SIGTERM and SIGINT (Ctrl-C) end the block where it lets them, by `StopRequest.at_once`.

    Elsewhere they wait, so that a floor that is being opened is opened, tells its first passwords,
    and can be closed.
    """
    ending = StopRequest()
    before = {number: signal.signal(number, ending.ask) for number in SIGNALS}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def shorten_thread_turns() -> None:
    """Let threads of this process change more often, so that requests are answered promptly.

    The thread that answers waits for Python's lock several times for each request, each time for as
    many turns as there are threads that compute: an export, a replay, commands.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


def keep_to_share_of_processors(number: int, processes: int) -> None:
    """Let this process, the one of a `number` from 0, run on its share of the processors alone.

    Its threads constantly take turns with one another; where they also change places with those of
    other processes, each finds its memory's cache with what others read, and a command takes a
    fifth more time. With fewer processors than processes nothing is divided.
    """
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, share_of(os.sched_getaffinity(0), number, processes))


def share_of(processors: Iterable[int], number: int, processes: int) -> set[int]:
    """An even share of the processors for one of several processes, with neighboring numbers.

    Where there are fewer processors than processes, each process has all of them.
    """
    ordered = sorted(processors)
    first, end = (len(ordered) * edge // processes for edge in (number, number + 1))
    return set(ordered[first:end] if len(ordered) >= processes else ordered)


def freeze_present_objects() -> None:
    """Exclude all present objects (modules, rules, tables) from garbage collection.

    They live as long as the process. Scanning them again and again paused all tables for half a
    second at a time.
    """
    gc.collect()
    gc.freeze()
