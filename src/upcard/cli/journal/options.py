"""Options and arguments of the commands on journals: the journal, the table, the signer."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from upcard.journal.journal import Journal

Place = Annotated[str, typer.Argument(help="A journal: a file, or postgresql://….")]
Signer = Annotated[
    str | None,
    typer.Option(
        "--signed-by",
        help="The signer's public key (hex), where another installation signed.",
    ),
]


def public_key(text: str | None) -> "Ed25519PublicKey | None":
    """The public key in an option's text (hex); raises `BadInput` for another text."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if text is None:
        return None
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a public key: 64 hexadecimal digits.") from None


def printable_address(address: str) -> str:
    """A journal's address as a command may print it: without a password."""
    from upcard.journal.opening import without_password

    return without_password(address)


@contextmanager
def opened_journal(
    address: str, *, writable: bool = False, archived: bool = True
) -> "Iterator[Journal]":
    """The journal at an address, which is closed at the end of the block.

    Records that were moved to its archive are read from there, unless it is not to be `archived`.
    """
    from upcard.host.records.archives import attach_archive
    from upcard.journal.opening import open_journal
    from upcard.rules.digest import rules_digest

    opened = open_journal(address, rules=rules_digest(), writable=writable)
    try:
        if archived:
            attach_archive(address, opened)
        yield opened
    finally:
        opened.close()


@contextmanager
def new_journal(address: str) -> "Iterator[Journal]":
    """Open a new journal for writing; on failure its files are removed."""
    try:
        with opened_journal(address, writable=True) as opened:
            yield opened
    except Exception:
        for ending in ("", "-wal", "-shm", ".lock"):
            Path(f"{address}{ending}").unlink(missing_ok=True)
        raise


def table_of(journal: "Journal", name: str | None) -> str:
    """The table that is meant, the journal's only one if none is named."""
    from upcard.host.records.replay import tables_of

    tables = tables_of(journal)
    if name is None and len(tables) == 1:
        return tables[0]
    names = ", ".join(tables) or "none"
    if name is None:
        raise BadInput(f"Choose a table with --table: this journal has {names}.")
    if name not in tables:
        raise BadInput(f"There is no table {quoted(name)} in this journal; it has {names}.")
    return name
