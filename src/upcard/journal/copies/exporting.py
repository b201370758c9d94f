"""Exports a journal to a canonical file and imports it: a header, the streams, a signed footer.

Each stream, in the order of names, has a line for each of its records, then one with its head.
Every line is canonical JSON and ends with a newline. Reading a file that was changed in any byte
raises an error that names the first line that differs.
"""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import BinaryIO, NamedTuple, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal.codec import NotCanonicalError, decode_canonical, encode, is_canonical
from upcard.journal.integrity.chain import Chain
from upcard.journal.integrity.merkle import leaf_hash, tree_hash
from upcard.journal.integrity.signing import is_signed, signed
from upcard.journal.journal import Journal
from upcard.journal.port import (
    FORMAT,
    ROOT,
    ChainHead,
    Header,
    Hex32,
    Hex64,
    JournalTampered,
    Link,
)
from upcard.rules.violation import BadInput

T = TypeVar("T")

HEAD_LINE = b'{"head":{'
RECORD_LINE = b'{"hash":'
"""How a line with a stream's head, or with a record, begins."""


class ExportHeader(msgspec.Struct, frozen=True):
    """The first line: the journal's header and the stream that follows ("" for none).

    `hash` is over both.
    """

    hash: Hex32
    header: Header
    next: str


class ExportStream(msgspec.Struct, frozen=True):
    """The line after a stream's records: its head, and the stream that follows ("" for none).

    `sum` is a hash over them.
    """

    stream: str
    head: ChainHead
    next: str
    sum: Hex32


class Footer(msgspec.Struct, frozen=True):
    """The last line, signed: the numbers of records and events, and the tree over all heads."""

    records: int
    events: int
    head: Hex32
    public_key: Hex32
    signature: Hex64 = ""


class ExportCounts(NamedTuple):
    """The numbers of records and of events in a journal."""

    records: int
    events: int


_openings = msgspec.json.Decoder(ExportHeader)
_streams = msgspec.json.Decoder(ExportStream)
_links = msgspec.json.Decoder(Link)
_footers = msgspec.json.Decoder(Footer)


def export_journal(
    journal: Journal,
    file: BinaryIO,
    key: Ed25519PrivateKey,
    heads: Mapping[str, ChainHead] | None = None,
) -> Footer:
    """Write the journal as it is now, or up to earlier `heads` of its streams, by their names.

    Raises `JournalTampered` if a chain is broken.
    """
    return sign_export(write_streams(journal, file, heads), file, key)


def write_streams(
    journal: Journal, file: BinaryIO, heads: Mapping[str, ChainHead] | None = None
) -> dict[str, ChainHead]:
    """Write all of an export but its last line; returns the heads that `sign_export` signs."""
    header = journal.header
    heads = journal.heads() if heads is None else heads
    next_names = [*heads, ""]
    _write(file, ExportHeader(_hash_of(header, next_names[0]), header, next_names[0]))
    for (stream, head), after in zip(heads.items(), next_names[1:], strict=True):
        chain = Chain(header, stream)
        for link in islice(journal.links(stream), head.position):
            chain.check_link(link)
            _write(file, link)
        if chain.head != head:
            raise JournalTampered(f"{stream} does not end with the record that its head names.")
        _write(file, ExportStream(stream, head, after, _hash_of(stream, head, after)))
    return dict(heads)


def sign_export(heads: Mapping[str, ChainHead], file: BinaryIO, key: Ed25519PrivateKey) -> Footer:
    """Write the last line of an export."""
    public_key = key.public_key().public_bytes_raw().hex()
    footer = signed(Footer(*_export_counts(heads), _tree_of(heads), public_key), key)
    _write(file, footer)
    return footer


def read_export(
    file: BinaryIO, key: Ed25519PublicKey | None = None
) -> tuple[Header, Iterator[Link]]:
    """The header and the links of an exported file; the footer is checked after the last link.

    Both raise `JournalTampered` with the first line that differs. Without `key` only integrity is
    checked; with it, also that the file was signed with this key. Raises `BadInput` for a file in
    another format.
    """
    opening = _read_line(_openings, file.readline(), 1)
    if opening.hash != _hash_of(opening.header, opening.next):
        raise JournalTampered("Line 1: the header differs from what was written.")
    if (written := opening.header.format) != FORMAT:
        age = "a newer" if written > FORMAT else "an older"
        raise BadInput(
            f"The file has format {written}, which {age} upcard wrote; this one reads format "
            f"{FORMAT}: import it with that one."
        )
    return opening.header, _check_links(opening, file, key)


def import_journal(
    journal: Journal, file: BinaryIO, key: Ed25519PublicKey | None = None
) -> ExportCounts:
    """Fill an empty journal from an exported file: with all of it, or nothing if a line differs."""
    journal.restore(*read_export(file, key))
    return _export_counts(journal.heads())


def _check_links(
    opening: ExportHeader, file: BinaryIO, key: Ed25519PublicKey | None
) -> Iterator[Link]:
    """The links after the first line; raises `JournalTampered` for a line that differs."""
    heads: dict[str, ChainHead] = {}
    next_stream = opening.next
    chain: Chain | None = None
    number = 1
    for number, line in enumerate(iter(file.readline, b""), 2):
        if line.startswith(HEAD_LINE):
            end = _read_line(_streams, line, number)
            if chain is None or (chain.stream, chain.head) != (end.stream, end.head):
                raise JournalTampered(f"Line {number}: {end.stream} does not end with this head.")
            if end.sum != _hash_of(end.stream, end.head, end.next):
                raise JournalTampered(f"Line {number}: the line differs from what was written.")
            heads[chain.stream], chain, next_stream = chain.head, None, end.next
        elif line.startswith(RECORD_LINE):
            link = _read_line(_links, line, number)
            if chain is None:
                chain = Chain(opening.header, next_stream)
            yield _check_next(chain, link, number)
        else:
            footer = _read_line(_footers, line, number)
            if next_stream:
                raise JournalTampered(f"Line {number}: {next_stream} is missing, or its end is.")
            _check_footer(footer, number, heads, key)
            if file.readline():
                raise JournalTampered(f"Line {number + 1}: the file goes on after its footer.")
            return
    raise JournalTampered(f"Line {number + 1}: the file is cut off; its footer is missing.")


def _check_next(chain: Chain, link: Link, number: int) -> Link:
    try:
        chain.check_link(link)
    except JournalTampered as error:
        raise JournalTampered(f"Line {number}: {error}") from None
    if not is_canonical(bytes(link.record.body)):
        raise JournalTampered(f"Line {number}: the body is not canonical JSON.")
    return link


def _check_footer(
    footer: Footer, number: int, heads: Mapping[str, ChainHead], key: Ed25519PublicKey | None
) -> None:
    if (footer.records, footer.events, footer.head) != (*_export_counts(heads), _tree_of(heads)):
        raise JournalTampered(f"Line {number}: the footer does not match the lines before it.")
    if key is not None and key.public_bytes_raw().hex() != footer.public_key:
        raise JournalTampered(f"Line {number}: the file is signed with another key.")
    if not is_signed(footer, Ed25519PublicKey.from_public_bytes(bytes.fromhex(footer.public_key))):
        raise JournalTampered(f"Line {number}: the signature does not match the footer.")


def _tree_of(heads: Mapping[str, ChainHead]) -> str:
    """One hash (hex) over the heads of all streams."""
    return tree_hash([leaf_hash(encode([stream, heads[stream]])) for stream in heads]).hex()


def _export_counts(heads: Mapping[str, ChainHead]) -> ExportCounts:
    """The records of all streams, and the events of those that are not roots."""
    events = sum(head.events for stream, head in heads.items() if stream != ROOT)
    return ExportCounts(sum(head.position for head in heads.values()), events)


def _hash_of(*values: object) -> str:
    return hashlib.sha256(encode(values)).hexdigest()


def _write(file: BinaryIO, value: object) -> None:
    file.write(encode(value) + b"\n")


def _read_line(decoder: msgspec.json.Decoder[T], line: bytes, number: int) -> T:
    """A line decoded; raises `JournalTampered` unless it is canonical and ends with a newline."""
    text = line.removesuffix(b"\n")
    try:
        if text == line:
            raise NotCanonicalError
        return decode_canonical(text, decoder)
    except NotCanonicalError:
        raise JournalTampered(f"Line {number} was changed or cut off.") from None
