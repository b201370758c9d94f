"""Where the user's cache is, and whether only the user can write to a folder."""

import os
import sys
from pathlib import Path


def user_cache() -> Path:
    """The user's cache folder by the platform's convention."""
    folder = os.environ.get("XDG_CACHE_HOME")
    if folder:
        return Path(folder)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".cache"


def is_mine(place: Path) -> bool:
    """Whether only this user can write to the folder, as far as the platform tells."""
    status = place.stat()
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )
