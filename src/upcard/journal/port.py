"""The values that are written to and read from a journal, the same for every backend.

A journal is one sequence of records. Each record belongs to a stream and contains the hash chain
that links it to the record before it. Bodies are opaque to the journal: canonical JSON
(`codec.encode`) that only its writer interprets.
"""

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from upcard.rules.violation import BadInput
from upcard.text.errors import UpcardError

FORMAT = 1
"""The format of records and headers; a journal of another format is not opened."""


class JournalError(UpcardError):
    """A journal refuses an operation or cannot do it; the message is one sentence."""


class VersionConflict(JournalError):
    """A proposal expected an older version of its stream, so it was made from an old state."""


class KeyReused(JournalError):
    """An idempotency key was used before, for another command."""


class StreamLeased(JournalError):
    """Another owner holds a lease on the stream that has not expired."""


class FencedOut(JournalError):
    """A write carries the fencing token of an old lease: a newer lease has been given out."""


class JournalUnavailable(JournalError):
    """The journal could not commit: nothing was acknowledged.

    The command may or may not have been written. Send it again with the same key to find out.
    """


class JournalInUse(BadInput):
    """The journal's file is already open for writing."""


class JournalTampered(JournalError):
    """The records are not those that were written; the message names the first that differs."""


Hex16 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""16, 32 and 64 bytes as lower-case hexadecimal; the pattern is checked when a file is read."""


NAME_LENGTH = 200
"""Characters of a name or key, at most: every database can index that many."""


def check_names(*names: str) -> None:
    """Raise `BadInput` for a name, key or digest that a database could not store or show."""
    for name in names:
        if len(name) > NAME_LENGTH or not name.isprintable():
            raise BadInput(
                f"{name[:20]!r}… is no name: one has at most {NAME_LENGTH} printable characters."
            )


class Header(msgspec.Struct, frozen=True):
    """A journal's unique name and its format. The hash chain starts from the header's hash."""

    journal: Hex16
    format: int = FORMAT


class JournalRecord(msgspec.Struct, frozen=True):
    """The effect of one command on one stream: the unit of commit.

    `position` counts records from 1 in the order of their commits. `event` is the number of
    events in all records before this one, `events` the number in it. `version` is the number of
    records in the stream, this one included. `key` is the client's idempotency key ("" for none)
    and `digest` the digest of the client's command. `at` is in microseconds since the epoch.
    `engine` is the version of the program, `rules` the digest of its rule data (hex).
    """

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


class Link(msgspec.Struct, frozen=True):
    """A record with its hash: SHA-256 (hex) of the hash before it and the record's line."""

    hash: Hex32
    record: JournalRecord


class ChainHead(msgspec.Struct, frozen=True):
    """The end of the chain: the number of records, the number of events, and the last hash."""

    position: int
    events: int
    hash: str


class Written(msgspec.Struct, frozen=True):
    """What a proposal writes: the body (canonical JSON), its number of events, new shared states.

    `shared` may hold only names that the proposal asked for. `result` is passed on to the caller
    of `Journal.submit`.
    """

    body: bytes
    events: int
    shared: Mapping[str, bytes] = {}
    result: object = None


States = Mapping[str, bytes | None]
"""Shared states by name; None for a state that was never written."""


class Proposal(msgspec.Struct, frozen=True):
    """A record to append: its stream, the version expected before it, and a function for the rest.

    `write` is called in the writer's transaction with the states of `shared`. They are locked
    before the call, in the order of their names; the head is locked after it. If `write` raises,
    nothing is written and the caller gets the exception. `write` may be called again with newer
    states, so it must be a pure function of them, and it must not call the journal. `fence` is
    the token of the stream's lease, 0 if the stream was never leased. Raises `BadInput` for a
    name or key that cannot be stored.
    """

    stream: str
    version: int
    write: Callable[[States], Written]
    shared: tuple[str, ...] = ()
    key: str = ""
    digest: str = ""
    fence: int = 0

    def __post_init__(self) -> None:
        check_names(self.stream, *self.shared, self.key, self.digest)


class Receipt(msgspec.Struct, frozen=True):
    """The durable answer to a proposal: its record, or the refusal stored for its key.

    `repeated` means that the key was known: nothing new was written, and `result` is None.
    """

    record: JournalRecord | None = None
    result: object = None
    repeated: bool = False
    refusal: bytes | None = None


class Lease(msgspec.Struct, frozen=True):
    """The right to write a stream until `expires` (microseconds, the database's clock).

    Each new lease of a stream has a higher `fence`. Every proposal carries one; a proposal with
    an older `fence` is refused, even if its sender does not know yet that the lease is lost.
    """

    stream: str
    owner: str
    fence: int
    expires: int


class Snapshot(msgspec.Struct, frozen=True):
    """A stream's state after record number `version`, at `position`; a cache of the records."""

    stream: str
    version: int
    position: int
    state: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """A signed head (Ed25519, hex); a copy kept elsewhere reveals that records were cut off."""

    journal: Hex16
    position: int
    events: int
    hash: Hex32
    at: int
    signature: Hex64
