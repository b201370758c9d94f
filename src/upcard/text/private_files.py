"""New files that their owner alone can read: cards, accounts and keys are in them."""

import os
from pathlib import Path
from typing import BinaryIO, Final

PRIVATE: Final = 0o600
"""The mode of a private file."""


def new_private_file(path: Path) -> BinaryIO:
    """A new file, open for writing; raises `FileExistsError` if there is one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    return os.fdopen(os.open(path, flags, PRIVATE), "wb")
