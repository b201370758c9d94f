"""Reads an archive, and a journal together with it: archived records come from the archive."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from upcard.journal.codec import NotCanonicalError, decode_canonical
from upcard.journal.copies.archiving import (
    MANIFEST,
    RECORDS,
    ArchivedStream,
    PartManifest,
    digest_of_part,
)
from upcard.journal.integrity.chain import genesis
from upcard.journal.integrity.roots import root_of
from upcard.journal.integrity.signing import is_signed
from upcard.journal.port import (
    ROOT,
    ChainHead,
    Checkpoint,
    Header,
    JournalTampered,
    Lease,
    Link,
    Snapshot,
)
from upcard.journal.store import Preparer, Reply, SharedState, Store, Transaction
from upcard.rules.violation import BadInput

_links = msgspec.json.Decoder(Link)
_manifests = msgspec.json.Decoder(PartManifest)


class Archive:
    """The parts of an archive, oldest first, each checked against its manifest.

    Raises `BadInput` for a folder without parts, `JournalTampered` for parts that differ from what
    was written, are signed with none of the `keys`, or do not continue each other. Unless
    `whole`, the files of records are not read through, which takes a second for some hundred MB.
    """

    def __init__(self, folder: Path, *keys: Ed25519PublicKey, whole: bool = True) -> None:
        self.parts: list[tuple[Path, PartManifest]] = []
        for part_folder in sorted(path.parent for path in folder.glob(f"*/{MANIFEST}")):
            self.parts.append((part_folder, _check_part(part_folder, keys, whole=whole)))
        if not self.parts:
            raise BadInput(f"{folder} is not an archive.")
        self.header = self.parts[0][1].header
        previous, self.heads = "", dict[str, ChainHead]()
        for part_folder, manifest in self.parts:
            begins = {
                name: self.heads.get(name) or genesis(self.header, name)
                for name in manifest.streams
            }
            before = {name: archived.before for name, archived in manifest.streams.items()}
            if (manifest.header, manifest.previous, before) != (self.header, previous, begins):
                raise JournalTampered(f"{part_folder} does not continue the part before it.")
            self.heads |= {name: archived.after for name, archived in manifest.streams.items()}
            previous = digest_of_part(manifest)
        self._cursors: dict[tuple[str, str], tuple[int, int]] = {}
        for part_folder, manifest in self.parts:
            (last,) = self.page(ROOT, manifest.root - 1, 1)
            if root_of(last.record).tree != manifest.tree:
                raise JournalTampered(f"{part_folder} does not end with the root that it names.")

    @property
    def last(self) -> PartManifest:
        """The manifest of the newest part."""
        return self.parts[-1][1]

    def end_of(self, stream: str) -> int:
        """The last record of a stream that is in the archive."""
        head = self.heads.get(stream)
        return head.position if head is not None else 0

    def page(self, stream: str, after: int, limit: int, reader: str = "page") -> list[Link]:
        """At most `limit` links of a stream after a position.

        Continuing where the last call of the same `reader` ended needs no search.
        """
        links: list[Link] = []
        for part_folder, manifest in self.parts:
            archived = manifest.streams.get(stream)
            if archived is None or archived.after.position <= after or len(links) >= limit:
                continue
            number = min(limit - len(links), archived.after.position - after)
            links += self._read_links(part_folder, stream, archived, after, number, reader)
            after = links[-1].record.position
        return links

    def _read_links(
        self,
        part_folder: Path,
        stream: str,
        archived: ArchivedStream,
        after: int,
        number: int,
        reader: str,
    ) -> list[Link]:
        """The links after a position, from one part, which has as many as are asked for."""
        position, offset = self._cursors.get((reader, stream), (-1, 0))
        if not archived.before.position < position <= after:
            position, offset = archived.before.position, archived.offset
        links: list[Link] = []
        with (part_folder / RECORDS).open("rb") as file:
            file.seek(offset)
            while len(links) < number:
                line = file.readline()
                position += 1
                if position > after:
                    links.append(_decode_link(line, part_folder, stream, position))
            self._cursors[reader, stream] = (position, file.tell())
        return links

    def attached_to(self, store: Store) -> Store:
        """A store that reads archived records here; `JournalTampered` for another journal's."""
        return ArchivedStore(store, self)

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        return [link.hash for link in self.page(stream, after, last - after, "hashes")]


def _decode_link(line: bytes, part_folder: Path, stream: str, position: int) -> Link:
    """The link of a line; raises `JournalTampered` where it is not the one of that position."""
    try:
        link = _links.decode(line)
    except (msgspec.MsgspecError, UnicodeError):
        raise _differs(part_folder) from None
    if (link.record.stream, link.record.position) != (stream, position):
        raise _differs(part_folder)
    return link


def _differs(part_folder: Path) -> JournalTampered:
    return JournalTampered(f"{part_folder / RECORDS} differs from what was written.")


def _check_part(folder: Path, keys: Sequence[Ed25519PublicKey], *, whole: bool) -> PartManifest:
    """The manifest of a part; the file of the `whole` part has to be what it names."""
    try:
        text = (folder / MANIFEST).read_bytes()
        manifest = decode_canonical(text.removesuffix(b"\n"), _manifests)
        with (folder / RECORDS).open("rb") as file:
            records = hashlib.file_digest(file, "sha256").hexdigest() if whole else ""
    except (NotCanonicalError, FileNotFoundError):
        raise JournalTampered(f"{folder} was changed or cut off.") from None
    if not any(is_signed(manifest, key) for key in keys):
        raise JournalTampered(f"{folder} is not signed by this key.")
    if whole and records != manifest.records:
        raise _differs(folder)
    return manifest


class ArchivedStore:
    """A store whose archived records are read from the archive, not from its own tables."""

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store, self._archive = store, archive
        if archive.header != store.header():
            raise JournalTampered("The archive is of another journal.")
        for stream, archived in archive.heads.items():
            if store.head(stream).position < archived.position:
                raise JournalTampered(
                    f"{stream} ends with record {store.head(stream).position}; "
                    f"{archived.position} are in the archive."
                )
            hashes = store.hashes(stream, archived.position - 1, archived.position)
            if hashes not in ([], [archived.hash]):
                raise JournalTampered(
                    f"Record {archived.position} of {stream} differs from the one in the archive."
                )

    @property
    def many_writers(self) -> bool:
        """Whether other processes may write at the same time."""
        return self._store.many_writers

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction of the store itself."""
        with self._store.transaction() as transaction:
            yield transaction

    def preparer(self) -> Preparer | None:
        """What prepares groups of the store itself."""
        return self._store.preparer()

    def renew(self, leases: Iterable[Lease], seconds: float) -> dict[str, Lease | None]:
        """Extend leases on streams of the journal."""
        return self._store.renew(leases, seconds)

    def header(self) -> Header:
        """The journal's name and format."""
        return self._store.header()

    def head(self, stream: str) -> ChainHead:
        """The end of a stream's committed chain."""
        return self._store.head(stream)

    def heads(self) -> dict[str, ChainHead]:
        """The heads of all streams that have records."""
        return self._store.heads()

    def page(self, stream: str, after: int, limit: int) -> list[Link]:
        """At most `limit` links of a stream after a position."""
        end = self._archive.end_of(stream)
        archived = self._archive.page(stream, after, limit) if after < end else []
        if len(archived) == limit:
            return archived
        return [*archived, *self._store.page(stream, max(after, end), limit - len(archived))]

    def hashes(self, stream: str, after: int, last: int) -> list[str]:
        """The hashes of a stream's records after a position, up to another."""
        end = min(last, self._archive.end_of(stream))
        archived = self._archive.hashes(stream, after, end) if after < end else []
        later = self._store.hashes(stream, max(after, end), last) if end < last else []
        return [*archived, *later]

    def shared(self, name: str) -> bytes | None:
        """A shared state as last committed."""
        return self._store.shared(name)

    def reply(self, stream: str, key: str) -> Reply | None:
        """The answer stored for a stream's key."""
        return self._store.reply(stream, key)

    def refusals(self, stream: str, after: str, limit: int) -> list[Reply]:
        """At most `limit` refused commands to a stream, by their keys, after a key."""
        return self._store.refusals(stream, after, limit)

    def all_shared(self) -> dict[str, SharedState]:
        """All shared states, by name."""
        return self._store.all_shared()

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot."""
        return self._store.snapshot(stream)

    def checkpoints(self) -> list[Checkpoint]:
        """All checkpoints, oldest first."""
        return self._store.checkpoints()

    def watch(self, announce: Callable[[Mapping[str, int]], None]) -> None:
        """Call `announce` with the versions of streams that another process moves."""
        self._store.watch(announce)

    @contextmanager
    def frozen(self) -> Iterator[Store]:
        """A store that reads everything as it is now."""
        with self._store.frozen() as store:
            yield ArchivedStore(store, self._archive)

    def close(self) -> None:
        """Close the store."""
        self._store.close()
