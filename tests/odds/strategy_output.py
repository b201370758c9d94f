"""What ``upcard strategy`` prints."""

import json
from typing import Any

import pytest

from upcard.cli.app import app

Printed = pytest.CaptureFixture[str]


def run(capsys: Printed, *flags: str) -> str:
    """Standard output of the command, its flags read as a user gives them."""
    app(["strategy", *flags], standalone_mode=False)
    out, err = capsys.readouterr()
    assert err == ""
    return out


def found(capsys: Printed, *flags: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(run(capsys, *flags, "--json"))
    return read
