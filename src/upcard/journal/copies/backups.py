"""Backups: a folder with the records, the states stored with them, and a signed manifest.

The records are a file as `exporting` writes it. The states are what records do not hold: shared
states (meters with their sealed secrets, accounts), refusals, snapshots and checkpoints. Leases are
not kept. Heads and states are read at one moment. The records up to these heads do not change any
more, so they are read afterwards, without a transaction that would hold up the database.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal.checking import check_chain
from upcard.journal.codec import NotCanonicalError, decode_canonical, encode
from upcard.journal.copies.exporting import export_journal, read_export
from upcard.journal.integrity.roots import covered_by, root_of
from upcard.journal.integrity.signing import is_signed, signed
from upcard.journal.journal import Journal
from upcard.journal.port import (
    FORMAT,
    ROOT,
    ChainHead,
    Checkpoint,
    Hex16,
    Hex32,
    Hex64,
    JournalTampered,
    Link,
)
from upcard.journal.writing.restoring import StateLine
from upcard.rules.violation import BadInput
from upcard.text.private_files import new_private_file
from upcard.text.times import system_clock

RECORDS: Final = "records.export"
STATES: Final = "states.jsonl"
MANIFEST: Final = "manifest.json"
"""The files of a backup; a folder without the last one is not finished."""


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds, signed: the heads of all streams, and SHA-256 (hex) of each file.

    `at` is when the backup began, in microseconds since the epoch. `checkpoint` is the newest
    that the journal had.
    """

    journal: Hex16
    at: int
    records: int
    events: int
    heads: dict[str, ChainHead]
    files: dict[str, Hex32]
    checkpoint: Checkpoint | None
    public_key: Hex32
    signature: Hex64 = ""


def back_up(journal: Journal, folder: Path, key: Ed25519PrivateKey) -> Manifest:
    """Write a backup to a new folder, which its owner alone may read; a failure leaves nothing.

    Raises ``FileExistsError`` if the folder exists, `JournalTampered` if a chain is broken.
    """
    folder.mkdir(mode=0o700)
    try:
        begun = system_clock()
        with journal.frozen() as now, _create_file(folder / STATES) as file:
            heads, checkpoints = now.heads(), now.checkpoints()
            for line in _states(now):
                file.write(encode(line) + b"\n")
            _sync(file)
        with _create_file(folder / RECORDS) as file:
            footer = export_journal(journal, file, key, heads)
            _sync(file)
        unsigned = Manifest(
            journal=journal.header.journal,
            at=begun,
            records=footer.records,
            events=footer.events,
            heads=heads,
            files={name: _digest(folder / name) for name in (RECORDS, STATES)},
            checkpoint=checkpoints[-1] if checkpoints else None,
            public_key=footer.public_key,
        )
        manifest = signed(unsigned, key)
        with _create_file(folder / MANIFEST) as file:
            file.write(encode(manifest) + b"\n")
            _sync(file)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return manifest


def _create_file(path: Path) -> BinaryIO:
    return new_private_file(path)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _states(journal: Journal) -> Iterator[StateLine]:
    """The states stored with the records, each on a line of its own."""
    for name, state in journal.all_shared().items():
        yield StateLine(name=name, shared=state)
    for stream in journal.heads():
        for refusal in journal.refusals(stream):
            yield StateLine(refusal=refusal)
        snapshot = journal.snapshot(stream)
        if snapshot is not None:
            yield StateLine(snapshot=snapshot)
    for checkpoint in journal.checkpoints():
        yield StateLine(checkpoint=checkpoint)


class Backup:
    """A backup that was checked: its files are those that its manifest names and signs.

    With `key`, it has to be signed with this key. Raises `BadInput` for a folder that is not a
    backup, `JournalTampered` for one that differs from what was written.
    """

    def __init__(self, folder: Path, key: Ed25519PublicKey | None = None) -> None:
        self._folder = folder
        try:
            text = (folder / MANIFEST).read_bytes()
        except OSError:
            raise BadInput(f"{folder} is not a backup, or not a whole one.") from None
        try:
            decoder = msgspec.json.Decoder(Manifest)
            self.manifest = decode_canonical(text.removesuffix(b"\n"), decoder)
        except NotCanonicalError:
            raise JournalTampered(f"{folder / MANIFEST} was changed or cut off.") from None
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.manifest.public_key))
        if key is not None and key.public_bytes_raw() != public.public_bytes_raw():
            raise JournalTampered(f"{folder} is signed with another key.")
        if not is_signed(self.manifest, public):
            raise JournalTampered(f"The signature of {folder} does not match its manifest.")
        self.key = public
        for name, digest in self.manifest.files.items():
            if not (folder / name).is_file() or _digest(folder / name) != digest:
                raise JournalTampered(f"{folder / name} differs from what was written.")

    def restore(self, journal: Journal, checkpoint: Checkpoint | None = None) -> None:
        """Fill an empty journal: with everything, or with what a root covers, then check it.

        `checkpoint` names that root, and the backup's own signature holds for it, whichever key of
        the installation signed the checkpoint. The shared states are then
        those of the backup, where they cannot be replayed from records, so meters have to be
        rebuilt. Raises `JournalTampered` if the backup does not hold the root, or not what its
        manifest names.
        """
        versions = {name: head.position for name, head in self.manifest.heads.items()}
        if checkpoint is not None:
            versions = self._covered_streams(checkpoint)
        with (self._folder / RECORDS).open("rb") as file:
            header, links = read_export(file, self.key)
            if header.journal != self.manifest.journal:
                raise JournalTampered(f"{self._folder} holds another journal than it names.")
            wanted = (link for link in links if _is_wanted(link, versions))
            journal.restore(header, wanted, self._states(versions))
        heads = check_chain(journal)
        if checkpoint is None and heads != self.manifest.heads:
            raise JournalTampered(f"{self._folder} holds other records than it names.")

    def _covered_streams(self, checkpoint: Checkpoint) -> dict[str, int]:
        """The streams, and the last record of each that the root of a checkpoint covers."""
        if checkpoint.journal != self.manifest.journal:
            raise JournalTampered("The checkpoint is of another journal.")
        if checkpoint.format != FORMAT or not checkpoint.position:
            raise BadInput("The checkpoint is of no root that a journal can be brought back to.")
        versions, tree = {ROOT: checkpoint.position}, ""
        with (self._folder / RECORDS).open("rb") as file:
            for link in read_export(file, self.key)[1]:
                if link.record.stream == ROOT and link.record.position <= checkpoint.position:
                    root = root_of(link.record)
                    covered = covered_by(root).items()
                    versions |= {stream: reached.position for stream, reached in covered}
                    tree = root.tree if link.record.position == checkpoint.position else ""
        if tree != checkpoint.hash:
            raise JournalTampered(
                f"The backup does not hold root {checkpoint.position} as the checkpoint signed it."
            )
        return versions

    def _states(self, versions: Mapping[str, int]) -> Iterator[StateLine]:
        """The states of the streams up to these versions."""
        decoder = msgspec.json.Decoder(StateLine)
        with (self._folder / STATES).open("rb") as file:
            for text in file:
                line = decoder.decode(text)
                if _is_known(line, versions):
                    yield line


def _is_wanted(link: Link, versions: Mapping[str, int]) -> bool:
    return link.record.position <= versions.get(link.record.stream, 0)


def _is_known(line: StateLine, versions: Mapping[str, int]) -> bool:
    """Whether a state belongs to a journal whose streams end with these versions."""
    if line.refusal is not None:
        return line.refusal.stream in versions
    if line.snapshot is not None:
        return line.snapshot.version <= versions.get(line.snapshot.stream, 0)
    if line.checkpoint is not None:
        former = line.checkpoint.format != FORMAT
        return former or line.checkpoint.position <= versions.get(ROOT, 0)
    return True


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
