"""The hash chain: a record's hash covers the previous hash and the record's canonical line."""

import hashlib

from upcard.journal.codec import encode
from upcard.journal.port import ChainHead, Header, JournalRecord, JournalTampered, Link


def genesis(header: Header) -> ChainHead:
    """The head of an empty journal: the hash of its header line."""
    return ChainHead(0, 0, hashlib.sha256(encode(header)).hexdigest())


def link(before: str, record: JournalRecord) -> Link:
    """The record with its hash; `before` is the previous record's hash (hex)."""
    digest = hashlib.sha256(bytes.fromhex(before))
    digest.update(encode(record))
    return Link(digest.hexdigest(), record)


def head_after(last: Link) -> ChainHead:
    """The head of a chain that ends with this link."""
    record = last.record
    return ChainHead(record.position, record.event + record.events, last.hash)


class Chain:
    """Checks links one after another, starting from the header; `head` is the last one checked."""

    def __init__(self, header: Header) -> None:
        self.head = genesis(header)
        self._versions: dict[str, int] = {}

    def follow(self, each: Link) -> None:
        """Check the next link; raises `JournalTampered` if it does not continue the chain."""
        record = each.record
        position = self.head.position + 1
        version = self._versions.get(record.stream, 0) + 1
        if record.position != position:
            raise JournalTampered(f"Record {record.position} stands where {position} belongs.")
        if link(self.head.hash, record).hash != each.hash:
            raise JournalTampered(f"Record {position} differs from what was written.")
        if (record.event, record.version) != (self.head.events, version):
            raise JournalTampered(
                f"Record {position} does not continue the counts of the records before it."
            )
        self._versions[record.stream] = version
        self.head = head_after(each)
