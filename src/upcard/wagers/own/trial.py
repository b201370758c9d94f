"""Tries wagers from outside in a process of their own, before their code runs in this one.

A classifier that raises, does not end, or returns no index would break a round at the table. So it
is tried first: over all its arguments, or a sample of them, in Python and compiled. The verdict
is kept in the user's cache under a digest of what was tried, so that it costs once.
"""

import base64
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from upcard import __version__
from upcard.rules.external import ExternalWager
from upcard.rules.violation import RulebookError
from upcard.text.user_cache import user_cache
from upcard.wagers.kit import WagerRule
from upcard.wagers.own.packing import pack

PROGRAM: Final = "upcard.compiled.trial"
"""The program that tries a wager. It is started by its name: it stands above this layer."""

SECONDS: Final = 10
"""How long a classifier may take for all the arguments with which it is tried."""

TIMED_OUT: Final = 3
"""The program's exit status after `SECONDS`."""

_MAX_SECONDS: Final = 180
"""When the program itself is stopped: it also compiles, which takes seconds."""


def refuse_broken(own: ExternalWager, rule: WagerRule | None = None) -> None:
    """Raise `RulebookError` with the reason for a wager from outside that fails its trial.

    `rule` is the wager where it was made in this process; one of a file is imported by its module
    in the process that tries it.
    """
    task = {"module": own.module, "slug": own.slug, "data": own.data}
    if rule is not None:
        task["packed"] = base64.b64encode(pack(rule.classify)).decode()
        task["outcomes"] = json.dumps(rule.outcomes)
    path = _place(json.dumps([__version__, platform.python_version(), task, own.sources]))
    try:
        reason = path.read_text(encoding="utf-8")
    except OSError:
        reason = _refusal_reason(task)
        _keep(path, reason)
    if reason:
        raise RulebookError(f"{own.slug} is refused: {reason}")


def _refusal_reason(task: dict[str, str]) -> str:
    """Why a wager is refused; empty where it is not. Raises `RulebookError` where time ran out."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    try:
        process = subprocess.run(
            [sys.executable, "-m", PROGRAM],
            input=json.dumps({**task, "seconds": SECONDS}),
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            timeout=_MAX_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        status, reason = TIMED_OUT, ""
    else:
        status, reason = process.returncode, process.stdout
    if status == TIMED_OUT:
        raise RulebookError(
            f"{task['slug']} is refused: its classifier does not end; it was stopped after "
            f"{SECONDS} seconds."
        )
    if status:
        return f"its code ends the process that tries it, with the status {status}."
    return reason


def _place(tried: str) -> Path:
    name = hashlib.sha256(tried.encode()).hexdigest()
    return user_cache() / "upcard" / "tried-wagers" / name


def _keep(path: Path, reason: str) -> None:
    """Keep a verdict; does nothing where the folder cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
            file.write(reason)
        Path(file.name).replace(path)
    except OSError:
        return
