"""Exports a journal to a canonical file and imports it: a header, one line a record, a footer.

Every line is canonical JSON and ends with a newline; the footer is signed. Reading a file that
was changed in any byte raises an error that names the first line that differs.
"""

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal.chain import Chain, genesis
from upcard.journal.codec import NotCanonicalError, decode_canonical, encode, is_canonical
from upcard.journal.journal import Journal
from upcard.journal.port import FORMAT, ChainHead, Header, Hex32, Hex64, JournalTampered, Link
from upcard.journal.signing import is_signed, signed

T = TypeVar("T")


class ExportHeader(msgspec.Struct, frozen=True):
    """The first line: the journal's header, and its hash, with which the chain starts."""

    hash: Hex32
    header: Header


class Footer(msgspec.Struct, frozen=True):
    """The last line, signed: the numbers of records and events, and the last hash."""

    records: int
    events: int
    head: Hex32
    public_key: Hex32
    signature: Hex64 = ""


_openings = msgspec.json.Decoder(ExportHeader)
_links = msgspec.json.Decoder(Link)
_footers = msgspec.json.Decoder(Footer)


def export_journal(journal: Journal, file: BinaryIO, key: Ed25519PrivateKey) -> Footer:
    """Write the journal as it is now; raises `JournalTampered` if its chain is broken."""
    end = journal.head().position
    chain = Chain(journal.header)
    file.write(encode(ExportHeader(chain.head.hash, journal.header)) + b"\n")
    for link in islice(journal.links(), end):
        chain.follow(link)
        file.write(encode(link) + b"\n")
    public_key = key.public_key().public_bytes_raw().hex()
    footer = signed(
        Footer(chain.head.position, chain.head.events, chain.head.hash, public_key), key
    )
    file.write(encode(footer) + b"\n")
    return footer


def read_export(
    file: BinaryIO, key: Ed25519PublicKey | None = None
) -> tuple[Header, Iterator[Link]]:
    """The header and the links of an exported file; the footer is checked after the last link.

    Both raise `JournalTampered` with the first line that differs. Without `key` only integrity is
    checked; with it, also that the file was signed with this key.
    """
    opening = _read(_openings, file.readline(), 1)
    if opening.header.format != FORMAT:
        raise JournalTampered(f"Line 1: this program does not read format {opening.header.format}.")
    if opening.hash != genesis(opening.header).hash:
        raise JournalTampered("Line 1: the header differs from what was written.")
    return opening.header, _checked(opening.header, file, key)


def import_journal(
    journal: Journal, file: BinaryIO, key: Ed25519PublicKey | None = None
) -> ChainHead:
    """Fill an empty journal from an exported file: with all of it, or nothing if a line differs."""
    journal.restore(*read_export(file, key))
    return journal.head()


def _checked(header: Header, file: BinaryIO, key: Ed25519PublicKey | None) -> Iterator[Link]:
    chain = Chain(header)
    number = 2
    line = file.readline()
    for following in file:
        link = _read(_links, line, number)
        try:
            chain.follow(link)
        except JournalTampered as error:
            raise JournalTampered(f"Line {number}: {error}") from None
        if not is_canonical(bytes(link.record.body)):
            raise JournalTampered(f"Line {number}: the body is not canonical JSON.")
        yield link
        line, number = following, number + 1
    footer = _read(_footers, line, number)
    head = ChainHead(footer.records, footer.events, footer.head)
    if head != chain.head:
        raise JournalTampered(f"Line {number}: the footer does not match the lines before it.")
    if key is not None and key.public_bytes_raw().hex() != footer.public_key:
        raise JournalTampered(f"Line {number}: the file is signed with another key.")
    if not is_signed(footer, Ed25519PublicKey.from_public_bytes(bytes.fromhex(footer.public_key))):
        raise JournalTampered(f"Line {number}: the signature does not match the footer.")


def _read(decoder: msgspec.json.Decoder[T], line: bytes, number: int) -> T:
    """A line decoded; raises `JournalTampered` unless it is canonical and ends with a newline."""
    text = line.removesuffix(b"\n")
    try:
        if text == line:
            raise NotCanonicalError
        return decode_canonical(text, decoder)
    except NotCanonicalError:
        raise JournalTampered(f"Line {number} was changed or cut off.") from None
