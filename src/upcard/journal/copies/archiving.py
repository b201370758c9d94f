"""Archives: the records of closed months, sealed in parts that continue each other.

A part holds what the roots of a month cover: for each stream the records after the part before.
Its manifest names the heads before and after, the last root, and the manifest before it, and is
signed. `Journal.remove_archived` then removes them from the journal.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from upcard.journal.codec import encode
from upcard.journal.integrity.chain import Chain, genesis
from upcard.journal.integrity.roots import covered_by, root_of
from upcard.journal.integrity.signing import signed
from upcard.journal.journal import Journal
from upcard.journal.port import (
    ROOT,
    ChainHead,
    Header,
    Hex32,
    Hex64,
    JournalTampered,
    Link,
)
from upcard.text.private_files import new_private_file
from upcard.text.times import utc

RECORDS: Final = "records.jsonl"
MANIFEST: Final = "manifest.json"
"""The files of a part."""


class ArchivedStream(msgspec.Struct, frozen=True):
    """A stream's records in a part: its heads before and after, where they begin in the file."""

    before: ChainHead
    after: ChainHead
    offset: int


class PartManifest(msgspec.Struct, frozen=True):
    """What a part holds; `month` is the one in whose last root it ends, such as ``2026-10``.

    `previous` is the SHA-256 of the manifest of the part before it, "" for the first. `root` and
    `tree` are the last root's number and tree. `records` is the SHA-256 of the file.
    """

    header: Header
    month: str
    previous: str
    root: int
    tree: Hex32
    streams: dict[str, ArchivedStream]
    records: Hex32
    public_key: Hex32
    signature: Hex64 = ""


class ClosedMonth(msgspec.Struct, frozen=True):
    """A month, its last root, and how far that covers each stream."""

    month: str
    root: int
    tree: str
    versions: dict[str, int]


def closed_months(journal: Journal, before: date) -> list[ClosedMonth]:
    """The months that ended before a date (UTC) and have roots, oldest first.

    A record belongs to the month of the root that covers it. A month has ended when the clock or
    the journal's newest root is in a later one: what is sealed gets no more records.
    """
    open_month = min(f"{before:%Y-%m}", month_under_way(journal))
    months: dict[str, ClosedMonth] = {}
    versions: dict[str, int] = {}
    for record in journal.records(ROOT):
        month = month_of(record.at)
        if month >= open_month:
            break
        root = root_of(record)
        versions |= {name: reached.position for name, reached in covered_by(root).items()}
        versions[ROOT] = record.position
        months[month] = ClosedMonth(month, record.position, root.tree, dict(versions))
    return list(months.values())


def month_under_way(journal: Journal) -> str:
    """The month (UTC) of the clock, or of the newest root where that is later."""
    now = f"{datetime.now(UTC):%Y-%m}"
    roots = journal.head(ROOT).position
    return max(now, month_of(journal.record(ROOT, roots).at)) if roots else now


def month_of(time: int) -> str:
    """The month (UTC) of a time in microseconds since the epoch, such as ``2026-10``."""
    return f"{utc(time):%Y-%m}"


def archive_month(
    journal: Journal,
    closed: ClosedMonth,
    folder: Path,
    previous: PartManifest | None,
    key: Ed25519PrivateKey,
) -> PartManifest:
    """Seal a month in a new folder, after the part before it; a failure leaves nothing.

    Raises `JournalTampered` if a chain is broken.
    """
    header = journal.header
    heads = {} if previous is None else heads_after(previous)
    folder.mkdir(mode=0o700)
    try:
        streams: dict[str, ArchivedStream] = {}
        with new_private_file(folder / RECORDS) as file:
            for stream, last in sorted(closed.versions.items()):
                head = heads.get(stream) or genesis(header, stream)
                chain, offset = Chain(header, stream, head), file.tell()
                for link in _links(journal, stream, head.position, last):
                    chain.check_link(link)
                    file.write(encode(link) + b"\n")
                if chain.head.position != last:
                    raise JournalTampered(f"{stream} ends with record {chain.head.position}.")
                streams[stream] = ArchivedStream(head, chain.head, offset)
        with (folder / RECORDS).open("rb") as file:
            records = hashlib.file_digest(file, "sha256").hexdigest()
        unsigned = PartManifest(
            header=header,
            month=closed.month,
            previous="" if previous is None else digest_of_part(previous),
            root=closed.root,
            tree=closed.tree,
            streams=streams,
            records=records,
            public_key=key.public_key().public_bytes_raw().hex(),
        )
        manifest = signed(unsigned, key)
        with new_private_file(folder / MANIFEST) as file:
            file.write(encode(manifest) + b"\n")
    except BaseException:
        shutil.rmtree(folder)
        raise
    return manifest


def heads_after(manifest: PartManifest) -> Mapping[str, ChainHead]:
    """The heads of the streams after a part."""
    return {name: archived.after for name, archived in manifest.streams.items()}


def digest_of_part(manifest: PartManifest) -> str:
    """The SHA-256 (hex) of a manifest."""
    return hashlib.sha256(encode(manifest)).hexdigest()


def _links(journal: Journal, stream: str, after: int, last: int) -> Iterator[Link]:
    for link in journal.links(stream, after):
        if link.record.position > last:
            return
        yield link
