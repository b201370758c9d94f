"""What a served process does for itself: JSON logs on standard error, and its memory."""

import gc
import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

QUIET: Final = ("uvicorn.access", "httpx", "watchfiles")
"""Loggers that say nothing that the metrics do not say."""


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message, and the exception where there is one."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Let every logger of this process write so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


def keep_what_the_start_made() -> None:
    """Let the collector leave alone what is there now: modules, rules, tables.

    It lives as long as the process. To look through it again and again stopped all tables for
    half a second at a time.
    """
    gc.collect()
    gc.freeze()
