"""`upcard …` as a user types it, run in this process: what starts a process stays with those tests
that are about one (`health/test_startup.py`, `service/test_serve_command.py` and the few in `cli`).
"""

import io
import os
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from upcard.cli.app import run


def upcard(
    *words: str, folder: Path | None = None, columns: int = 80, **variables: str
) -> CompletedProcess[str]:
    """The status of a command and what it prints, without a terminal or anything to read.

    `variables` are set in its environment. An exception that the command lets through is raised.
    """
    out, err = _stream(), _stream()
    with pytest.MonkeyPatch.context() as patch, Path(os.devnull).open(encoding="utf-8") as nothing:
        patch.setattr(sys, "argv", ["upcard", *words])
        for name, stream in (("stdin", nothing), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        for name, value in {"COLUMNS": str(columns), "TERM": "dumb", **variables}.items():
            patch.setenv(name, value)
        if folder is not None:
            patch.chdir(folder)
        status = run()
    return CompletedProcess(["upcard", *words], status, _text(out), _text(err))


def _stream() -> io.TextIOWrapper:
    """What is written goes to its buffer at once, as to a pipe at the end of a process."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
