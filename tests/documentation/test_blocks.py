"""Every block of code on every page runs, or is checked, as its language asks.

- `python`: runs after the blocks before it on its page; a `text` block right below is what it prints.
- `console`: every command runs, and what the block shows is among what is printed.
- `sh`: the command line reads every command; they run nightly.
- `toml`: a Rules Submission complies; `script`: the parser of scripts reads it; `text`: a drawing.
- `mermaid` and `diff`, and pages that build a project of their own: another test, which is named here.
"""

import contextlib
import io
import os
import shlex
import tomllib
from pathlib import Path
from typing import Final

import pytest
import typer.main

from command_line import upcard
from documentation.blocks import PAGES, ROOT, Block, blocks, name_of
from upcard.cli.app import app
from upcard.host.scripts.script import parse_script
from upcard.library.rules import rules_of_text

NIGHTLY: Final = bool(os.environ.get("UPCARD_NIGHTLY"))

ELSEWHERE: Final = {
    "docs/add-a-variation.md": "tests/health/test_add_a_variation.py",
    "docs/add-a-wager.md": "tests/health/test_add_a_wager.py",
    "docs/design-a-side-bet.md": "tests/health/test_design_a_side_bet.py",
    "docs/devices.md": "tests/service/test_device_programs.py",
}
"""Pages whose blocks belong together, and the test that builds and runs them."""

ELSEWHERE_BLOCKS: Final = {
    ("docs/baccarat.md", "mermaid"): "tests/engine/test_baccarat_roulette_flow.py",
    ("docs/design.md", "mermaid"): "tests/health/test_docs.py",
    ("docs/design.md", "text"): "tests/health/test_docs.py",
    ("docs/engine.md", "mermaid"): "tests/health/test_docs.py",
    ("docs/hybrid-blackjack.md", "mermaid"): "tests/engine/test_hybrid_flow.py",
    ("docs/lightning-roulette.md", "mermaid"): "tests/engine/test_baccarat_roulette_flow.py",
    ("docs/server.md", "python"): "tests/service/test_device_programs.py",
    ("docs/variations.md", "mermaid"): "tests/health/test_docs.py",
}
"""Blocks of a page and a language, and the test that reads them."""

NOT_RUN: Final = {
    "make": "sets up the project or runs its tests, this one included",
    "pip": "installs; tests/health/test_packaging.py installs the core and runs it",
    "upcard serve": "runs until it is stopped; its options are read",
    "upcard odds lucky-ladies --decks 6 --exposure": "deals shoes for a minute",
}
"""Beginnings of commands that do not run here, and why."""
