"""Rule files as data: each text is parsed once, and kept with its data in the user's cache."""

import os
import tomllib
import zlib
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.text.user_cache import is_mine, user_cache

FORM: Final = "2"
"""The form of the kept data; another form is another folder."""


class _Parsed(msgspec.Struct, array_like=True):
    """A text with its data."""

    text: str
    data: dict[str, Any]


def parse_rule_file(text: str) -> dict[str, Any]:
    """The data of a rule file; dates may be text, as in JSON.

    Raises `tomllib.TOMLDecodeError`. What is kept is read only from a folder that nobody else can
    write to; where it cannot be kept, the text is parsed each time.
    """
    # The checksum is only a name: the text itself is compared. To import hashlib takes longer.
    cache_file = _folder().joinpath(f"{zlib.crc32(text.encode()):08x}.msgpack")
    try:
        if is_mine(cache_file.parent):
            kept = msgspec.msgpack.decode(cache_file.read_bytes(), type=_Parsed)
            if kept.text == text:
                return kept.data
    except (OSError, msgspec.DecodeError):
        pass
    data = tomllib.loads(text)
    _keep(cache_file, msgspec.msgpack.encode(_Parsed(text, data)))
    return data


def _folder() -> Path:
    return user_cache().joinpath("upcard", f"rules-{FORM}")


def _keep(place: Path, content: bytes) -> None:
    """Keep the content if the folder allows it; other processes see all of it or none."""
    draft = place.with_suffix(f".{os.getpid()}")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(place)
    except OSError:
        return
