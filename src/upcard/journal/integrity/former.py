"""Format 1: one chain over all records. Converted journals keep all that it takes to check it.

A converted record changed the shared state `port.WHOLE`; the number of the change is the record's
position in the former journal.
"""

import hashlib

import msgspec

from upcard.journal.codec import encode
from upcard.journal.integrity.roots import Former
from upcard.journal.port import WHOLE, Header, JournalRecord


class FormerRecord(msgspec.Struct, frozen=True):
    """A record of format 1: `position` counts all records, `event` their events."""

    position: int
    event: int
    events: int
    stream: str
    version: int
    key: str
    digest: str
    at: int
    engine: str
    rules: str
    body: msgspec.Raw


class FormerChain:
    """Follows the converted records in their former order, and hashes them as format 1 did."""

    def __init__(self, header: Header) -> None:
        before = Header(header.journal, 1)
        self._now = Former(0, 0, hashlib.sha256(encode(before)).hexdigest())

    @property
    def head(self) -> Former | None:
        """The head of the former journal; None if nothing was converted."""
        return self._now if self._now.position else None

    @property
    def hash(self) -> str:
        """The hash of the last record followed, as format 1 had it."""
        return self._now.hash

    def signs(self, signed: tuple[int, int, str]) -> bool:
        """Whether a checkpoint of this position, number of events and hash is of this head."""
        return signed == (self._now.position, self._now.events, self._now.hash)

    def hash_record(self, record: JournalRecord) -> None:
        """Hash the next record as format 1 did."""
        former = FormerRecord(
            position=record.shared[WHOLE],
            event=self._now.events,
            events=record.events,
            stream=record.stream,
            version=record.position,
            key=record.key,
            digest=record.digest,
            at=record.at,
            engine=record.engine,
            rules=record.rules,
            body=record.body,
        )
        digest = hashlib.sha256(bytes.fromhex(self._now.hash) + encode(former)).hexdigest()
        self._now = Former(former.position, self._now.events + record.events, digest)
