"""``upcard rotate-key``: a new installation key, above the earlier ones."""

from pathlib import Path
from typing import Annotated

import typer


def rotate_key(
    installation_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file of the installation key; by default its own."),
    ] = None,
) -> None:
    """Make a new installation key; the earlier ones still open what they sealed."""
    from upcard.host.seals.installation import installation_path, rotate_installation

    path = installation_key or installation_path()
    installation = rotate_installation(path)
    typer.echo(f"{path}: a new key signs as {installation.public_key.public_bytes_raw().hex()}.")
    typer.echo(f"Earlier keys, which open what they sealed: {len(installation.earlier)}.")
