"""The installation's secret: a file outside every database, from which four keys are derived.

One key wraps the keys of sealed items, one signs checkpoints and exports, one session cookies, one
encrypts the secrets of second factors.
The file is a ring: a secret on each line, the newest first. The newest is used; the earlier ones
still open what they sealed.
"""

import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from upcard.rules.violation import BadInput

VARIABLE: Final = "UPCARD_INSTALLATION_KEY"
"""The environment variable that names the file."""

SIZE: Final = 32


class Installation:
    """The keys of one installation, derived from its 32 secret bytes.

    `earlier` are those of the secrets that it used before, the latest of them first.
    """

    def __init__(self, secret: bytes, *earlier: bytes) -> None:
        assert len(secret) == SIZE
        self.wrapping_key: Final = _derive(secret, b"upcard wrapping key")
        self.cookie_key: Final = _derive(secret, b"upcard session cookies")
        self.factor_key: Final = _derive(secret, b"upcard second factors")
        self.signing_key: Final = Ed25519PrivateKey.from_private_bytes(
            _derive(secret, b"upcard signing key")
        )
        self.earlier: Final = tuple(map(Installation, earlier))

    @property
    def public_key(self) -> Ed25519PublicKey:
        """The key that checks its signatures."""
        return self.signing_key.public_key()

    @property
    def public_keys(self) -> tuple[Ed25519PublicKey, ...]:
        """Its public key and the earlier ones, the newest first."""
        return (self.public_key, *(installation.public_key for installation in self.earlier))

    @property
    def raw_public_keys(self) -> tuple[bytes, ...]:
        """The public keys as their 32 bytes, the newest first."""
        return tuple(key.public_bytes_raw() for key in self.public_keys)

    def public_key_named(self, text: str) -> Ed25519PublicKey:
        """Its public key, or an earlier one, with this hexadecimal text; else its newest."""
        matching = (key for key in self.public_keys if key.public_bytes_raw().hex() == text)
        return next(matching, self.public_key)


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), SIZE, salt=None, info=purpose).derive(secret)


def installation_path() -> Path:
    """The path of this installation's secret."""
    path = os.environ.get(VARIABLE)
    if path:
        return Path(path)
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "upcard" / "installation.key"


def open_installation(path: Path | None = None) -> Installation:
    """The installation of a key file; a missing file is created with a new secret.

    Raises `BadInput` for a file that cannot be read or written, or is not a key.
    """
    file = path or installation_path()
    try:
        if not file.exists():
            _create(file)
        return Installation(*_read_keys(file))
    except OSError as error:
        raise BadInput(f"The installation key {file} cannot be opened: {error.strerror}.") from None


def rotate_installation(path: Path | None = None) -> Installation:
    """Put a new secret above those of a key file, which has to be there.

    The file is replaced as a whole, with its owner and mode. Raises `BadInput` for a file that
    cannot be read or replaced, or while another rotation is under way.
    """
    file = path or installation_path()
    draft = file.with_name(f"{file.name}.rotating")
    try:
        ring = [secrets.token_bytes(SIZE), *_read_keys(file)]
        before = file.stat()
        _write(draft, ring)
        os.chown(draft, before.st_uid, before.st_gid)
        draft.chmod(before.st_mode & 0o777)
        draft.replace(file)
    except FileNotFoundError:
        raise BadInput(f"There is no installation key {file}.") from None
    except FileExistsError:
        raise BadInput(
            f"{draft} is there: another rotation is under way, or was interrupted; then remove it."
        ) from None
    except OSError as error:
        raise BadInput(
            f"The installation key {file} cannot be replaced: {error.strerror}."
        ) from None
    return Installation(*ring)


def _read_keys(file: Path) -> list[bytes]:
    """The secrets of a file, the newest first; raises `BadInput` if it is not a key."""
    try:
        ring = [bytes.fromhex(line) for line in file.read_text(encoding="ascii").split()]
    except ValueError:
        ring = []
    if not ring or any(len(secret) != SIZE for secret in ring):
        raise BadInput(f"{file} is not an installation key.")
    return ring


def _write(draft: Path, ring: list[bytes]) -> None:
    """Write secrets to a new file, durably and readable by its owner alone."""
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write("\n".join(secret.hex() for secret in ring))
        file.flush()
        os.fsync(file.fileno())


def _create(file: Path) -> None:
    """Write a new secret atomically, readable by its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    _write(draft, [secrets.token_bytes(SIZE)])
    try:
        os.link(draft, file)
    except FileExistsError:
        pass  # another process was first: its secret is used
    finally:
        draft.unlink()
