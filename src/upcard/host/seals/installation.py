"""The installation's secret: a file outside every database, from which three keys are derived.

One key wraps the keys of sealed items, one signs checkpoints and exports, one session cookies.
"""

import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from upcard.rules.violation import BadInput

VARIABLE: Final = "UPCARD_INSTALLATION_KEY"
"""The environment variable that names the file."""

SIZE: Final = 32


class Installation:
    """The keys of one installation, derived from its 32 secret bytes."""

    def __init__(self, secret: bytes) -> None:
        assert len(secret) == SIZE
        self.wrapping_key: Final = _derive(secret, b"upcard wrapping key")
        self.cookie_key: Final = _derive(secret, b"upcard session cookies")
        self.signing_key: Final = Ed25519PrivateKey.from_private_bytes(
            _derive(secret, b"upcard signing key")
        )


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), SIZE, salt=None, info=purpose).derive(secret)


def installation_path() -> Path:
    """The path of this installation's secret."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "upcard" / "installation.key"


def open_installation(path: Path | None = None) -> Installation:
    """The installation of a key file; a missing file is created with a new secret.

    Raises `BadInput` for a file that cannot be read or written, or is not a key.
    """
    place = path or installation_path()
    try:
        if not place.exists():
            _create(place)
        secret = bytes.fromhex(place.read_text(encoding="ascii"))
    except OSError as error:
        raise BadInput(
            f"The installation key {place} cannot be opened: {error.strerror}."
        ) from None
    except ValueError:
        raise BadInput(f"{place} is not an installation key.") from None
    if len(secret) != SIZE:
        raise BadInput(f"{place} is not an installation key.")
    return Installation(secret)


def _create(place: Path) -> None:
    """Write a new secret atomically, readable by its owner alone."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(SIZE))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, place)
    except FileExistsError:
        pass  # another process was first: its secret is used
    finally:
        draft.unlink()
