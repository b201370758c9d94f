"""Process-wide setup of the server: JSON logs on standard error, and garbage collection."""

import gc
import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

QUIET: Final = ("uvicorn.access", "httpx", "watchfiles")
"""Loggers that are silenced: the metrics have the same information."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message, and the exception if there is one."""
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Make every logger of this process write JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


def keep_what_the_start_made() -> None:
    """Exclude all present objects (modules, rules, tables) from garbage collection.

    They live as long as the process. Scanning them again and again paused all tables for half a
    second at a time.
    """
    gc.collect()
    gc.freeze()
