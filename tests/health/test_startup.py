"""Start-up as the list of imported modules: nothing heavy for the commands that must be quick."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HEAVY = {
    "llvmlite",
    "numba",
    "numpy",
    "sqlalchemy",
    "fastapi",
    "nicegui",
    "starlette",
    "uvicorn",
    "dask",
    "asyncio",
}
SCRIPT = """
import sys
sys.argv = ["upcard", *{arguments!r}]
from upcard.__main__ import main
try:
    main()
except SystemExit as end:
    assert end.code in (None, 0), end.code
print("\\n".join(sys.modules), file=sys.stderr)
"""


def _imported(*arguments: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(arguments=list(arguments))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(result.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("check", "submissions/seven-seats.toml"),
        ("rules",),
        ("odds", "lucky-ladies"),
        ("new", "blackjack"),
        ("coverage", "--json"),
        ("deal", "submissions/seven-seats.toml", "--rounds", "1", "--json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_heavy_module_is_imported(arguments: tuple[str, ...]) -> None:
    assert _imported(*arguments) & HEAVY == set()


def test_the_server_draws_no_chart_at_its_start() -> None:
    script = "import sys, upcard.service.api.app, upcard.web; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    imported = set(result.stdout.split())
    assert "nicegui" in imported
    assert not imported & {"matplotlib", "numba", "scipy", "typst"}


def test_check_imports_what_a_submission_needs_and_no_more() -> None:
    imported = _imported("check", "submissions/baccarat.toml")
    ours = {name.split(".")[1] for name in imported if name.startswith("upcard.")}
    assert ours == {
        *("__main__", "cli", "submission", "games", "wagers", "progressives"),
        *("rules", "money", "cards", "text"),
    }
    # Of the wagers the one that is offered and the wheel's.
    assert {name for name in imported if name.startswith("upcard.wagers.")} == {
        f"upcard.wagers.{name}"
        for name in (
            "baccarat_tie",
            "catalogue",
            "facts",
            "kit",
            "limits",
            "majestic_match",
            "wheel",
        )
    }
    assert "upcard.submission.checks.linked" not in imported
    assert "upcard.submission.compiling.rules" not in imported
    libraries = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert {name for name in libraries if not name.startswith("_")} == {
        *("upcard", "typer", "shellingham", "annotated_doc", "typing_extensions"),
        "msgspec",
    }


def test_a_strategy_without_a_submission_imports_nothing_that_reads_one() -> None:
    imported = _imported("strategy", "--hand", "10,6", "--upcard", "10", "--decks", "1")
    assert "upcard.exact.strategy.games" in imported
    assert not {name for name in imported if name.startswith("upcard.submission")}


def test_help_imports_neither_the_rulebook_nor_the_engine() -> None:
    imported = _imported("--help")
    assert not {name for name in imported if name.startswith(("upcard.rules.loader", "pydantic"))}
    ours = {name.split(".")[1] for name in imported if name.startswith("upcard.")}
    assert ours == {"__main__", "cli", "rules", "text"}
    assert {name for name in imported if name.startswith("upcard.rules.")} == {
        "upcard.rules.violation"
    }
    libraries = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert {name for name in libraries if not name.startswith("_")} == {
        *("upcard", "typer", "shellingham", "annotated_doc"),
    }
