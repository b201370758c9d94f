"""The archive of a journal: it is noted beside the journal when records are moved there."""

import os
from pathlib import Path

from upcard.host.records.checkpoints import file_beside
from upcard.host.seals.installation import open_installation
from upcard.journal.copies.archive_reading import Archive
from upcard.journal.journal import Journal
from upcard.journal.opening import without_password
from upcard.rules.violation import BadInput


def attach_archive(address: str, journal: Journal) -> None:
    """Let a journal read the records that were moved to its archive, if any were.

    The folder is the one in the variable ``UPCARD_ARCHIVE``, else the one that was noted. Raises
    `BadInput` if it holds no archive, `JournalTampered` if it is not this journal's.
    """
    folder = _folder(address, journal)
    if folder is not None:
        if not folder.is_dir():
            raise BadInput(
                f"{folder} is not an archive: records of {without_password(address)} were moved "
                "there. Name where that folder is now in UPCARD_ARCHIVE."
            )
        journal.attach(Archive(folder, *open_installation().public_keys, whole=False))


def note_archive(address: str, journal: Journal, folder: Path) -> None:
    """Note beside a journal where its archive is."""
    note = file_beside(address, journal, "archive")
    if note is not None:
        note.write_text(f"{folder.resolve()}\n", encoding="utf-8")


def _folder(address: str, journal: Journal) -> Path | None:
    if folder := os.environ.get("UPCARD_ARCHIVE"):
        return Path(folder)
    note = file_beside(address, journal, "archive")
    if note is None or not note.exists():
        return None
    return Path(note.read_text(encoding="utf-8").strip())
