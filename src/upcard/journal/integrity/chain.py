"""The hash chain of a stream: a record's hash covers the previous hash and the canonical line."""

import hashlib

from upcard.journal.codec import encode
from upcard.journal.port import ChainHead, Header, JournalRecord, JournalTampered, Link


def genesis(header: Header, stream: str) -> ChainHead:
    """The head of an empty stream: the hash of the journal's header and the stream's name."""
    return ChainHead(0, 0, hashlib.sha256(encode([header, stream])).hexdigest())


def link(before: str, record: JournalRecord) -> Link:
    """The record with its hash; `before` is the hash of the stream's previous record (hex)."""
    digest = hashlib.sha256(bytes.fromhex(before))
    digest.update(encode(record))
    return Link(digest.hexdigest(), record)


def head_after(last: Link) -> ChainHead:
    """The head of a chain that ends with this link."""
    record = last.record
    return ChainHead(record.position, record.event + record.events, last.hash)


class Chain:
    """Checks the links of one stream after another; `head` is that of the last one checked."""

    def __init__(self, header: Header, stream: str, head: ChainHead | None = None) -> None:
        """`head` is that of the record before the first; without it, the stream begins."""
        self.stream = stream
        self.head = head or genesis(header, stream)

    def check_link(self, next_link: Link) -> None:
        """Check the next link; raises `JournalTampered` if it does not continue the chain."""
        record, position = next_link.record, self.head.position + 1
        if (record.stream, record.position) != (self.stream, position):
            raise JournalTampered(
                f"Record {record.position} of {record.stream} stands where record {position} of "
                f"{self.stream} belongs."
            )
        if link(self.head.hash, record).hash != next_link.hash:
            raise JournalTampered(
                f"Record {position} of {self.stream} differs from what was written."
            )
        if record.event != self.head.events:
            raise JournalTampered(
                f"Record {position} of {self.stream} does not continue the count of events."
            )
        self.head = head_after(next_link)


class Chains:
    """Checks links of all streams, each in its own chain."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._chains: dict[str, Chain] = {}

    @property
    def heads(self) -> dict[str, ChainHead]:
        """The heads of the streams followed so far, by name."""
        return {name: chain.head for name, chain in sorted(self._chains.items())}

    def check_link(self, link: Link) -> None:
        """Check a link in its stream; raises `JournalTampered` if it does not continue it."""
        stream = link.record.stream
        if stream not in self._chains:
            self._chains[stream] = Chain(self._header, stream)
        self._chains[stream].check_link(link)
