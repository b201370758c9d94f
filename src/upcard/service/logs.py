"""Structured logs: one JSON object a line on standard error, without queries, cookies or bodies."""

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
