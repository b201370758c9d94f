"""The options ``--variations`` and ``--wagers``: folders of games and wagers from outside."""

import os
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

VariationsFolder: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--variations",
        metavar="DIR",
        help="Load the variations in this folder, which are code.",
        show_default=False,
    ),
]
WagersFolder: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--wagers",
        metavar="DIR",
        help="Load the wagers in this folder, which are code.",
        show_default=False,
    ),
]


def load_wagers(folder: Path | None) -> None:
    """Make the rulebook read the folder's wagers, in this process and its children."""
    if folder is not None:
        require_folder("--wagers", folder)
        os.environ["UPCARD_WAGERS"] = str(folder.absolute())


def require_folder(option: str, folder: Path) -> None:
    """Raise `BadInput` where an option names something other than a folder."""
    if not folder.is_dir():
        from upcard.rules.violation import BadInput

        raise BadInput(f"{option} takes a folder, and {folder} is none.")
