"""The option ``--wagers``: a folder of wagers from outside."""

import os
from pathlib import Path


def load_wagers(folder: Path | None) -> None:
    """Makes the rulebook read the folder's wagers, in this process and its children."""
    if folder is not None:
        os.environ["UPCARD_WAGERS"] = str(folder.absolute())
