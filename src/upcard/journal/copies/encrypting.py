"""Encrypts exports for their readers, in the format of `age`, which other programs read too.

The library reads from one file and writes to another. A pipe lets an export go through it as it is
written, so that no unencrypted copy ever lies on a disk.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

import pyrage
from pyrage import ssh, x25519

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

BEGINS: Final = b"age-encryption.org/"
"""How an encrypted file begins."""

SECRET: Final = "AGE-SECRET-KEY-"
"""How an identity begins; the other lines of its file are comments."""

Recipient: TypeAlias = x25519.Recipient | ssh.Recipient
Identity: TypeAlias = x25519.Identity | ssh.Identity


def recipient(text: str) -> Recipient:
    """A reader's public key: `age1…`, or one of SSH; raises `BadInput` for anything else."""
    kind = ssh if text.startswith("ssh-") else x25519
    try:
        return kind.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise BadInput(f"{quoted(text)} is not a public key of age (age1…) or SSH.") from None


def identities(file: Path) -> list[Identity]:
    """The secret keys in a file of `age-keygen` or SSH; raises `BadInput` if it has none."""
    text = file.read_bytes()
    try:
        if b"PRIVATE KEY" in text:
            return [ssh.Identity.from_buffer(text)]
        lines = (line.strip() for line in text.decode().splitlines())
        keys: list[Identity] = [
            x25519.Identity.from_str(line) for line in lines if line.startswith(SECRET)
        ]
    except (pyrage.IdentityError, UnicodeDecodeError):
        keys = []
    if not keys:
        raise BadInput(f"{file} has no secret key of age or SSH.")
    return keys


@contextmanager
def encrypted(out: BinaryIO, readers: Sequence[Recipient]) -> Iterator[BinaryIO]:
    """A file to write to; what is written arrives in `out`, encrypted for the readers."""
    reading_end, write = os.pipe()

    def work() -> None:
        with os.fdopen(reading_end, "rb") as source:
            pyrage.encrypt_io(source, out, readers)

    with ThreadPoolExecutor(1, "encrypting") as pool:
        future = pool.submit(work)
        try:
            with os.fdopen(write, "wb") as plain:
                yield plain
        except BrokenPipeError:
            future.result()  # why it stopped reading
            raise
        future.result()


@contextmanager
def decrypted(file: BinaryIO, own: Sequence[Identity]) -> Iterator[BinaryIO]:
    """A file to read from, with what `file` says to one of these identities; else `BadInput`."""
    reading_end, write = os.pipe()

    def work() -> None:
        with os.fdopen(write, "wb") as sink:
            pyrage.decrypt_io(file, sink, own)

    with ThreadPoolExecutor(1, "decrypting") as pool:
        future = pool.submit(work)
        try:
            with os.fdopen(reading_end, "rb") as plain:
                yield plain
        finally:
            failed = future.exception()
            # What cannot be decrypted is an error of the library, without a number of the system.
            if failed is not None and getattr(failed, "errno", None) is None:
                raise BadInput("The file was changed, or is encrypted for somebody else.") from None


def is_encrypted(file: BinaryIO) -> bool:
    """Whether a file, which stands at its beginning, is encrypted."""
    begins = file.read(len(BEGINS))
    file.seek(0)
    return begins == BEGINS
