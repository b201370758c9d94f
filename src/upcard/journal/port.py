"""The values that are written to and read from a journal, the same for every backend.

A journal is many streams of records. Each stream has a hash chain of its own, which links each of
its records to the one before it; roots gather the heads of the streams. Bodies are opaque to the
journal: canonical JSON (`codec.encode`) that only its writer interprets.
"""

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from upcard.rules.violation import BadInput
from upcard.text.errors import UpcardError

FORMAT = 2
"""The format of records and headers; a journal of format 1 is converted when it is opened."""

ROOT = "root"
"""The stream of roots, which only the journal itself writes."""

WHOLE = ""
"""The shared state that stands for a whole journal of format 1: it orders converted records."""


class JournalError(UpcardError):
    """A journal refuses an operation or cannot do it; the message is one sentence."""


class VersionConflict(JournalError):
    """A proposal expected an older version of its stream, so it was made from an old state."""


class KeyReused(JournalError):
    """An idempotency key was used before, for another command."""


class StreamLeased(JournalError):
    """Another owner, `owner`, holds a lease on the stream that has not expired."""

    def __init__(self, message: str, owner: str = "") -> None:
        super().__init__(message)
        self.owner = owner


class FencedOut(JournalError):
    """A write carries the fencing token of an old lease: a newer lease has been given out."""


class JournalUnavailable(JournalError):
    """The journal could not commit: nothing was acknowledged.

    The command may or may not have been written. Send it again with the same key to find out.
    """


class JournalSilent(JournalUnavailable):
    """The database has not answered in time: what waits for it would not be answered either."""


class JournalInUse(BadInput):
    """The journal's file is already open for writing."""


class RecordArchived(JournalError):
    """The record was moved to an archive, and this journal does not read that archive."""


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
    """A journal's unique name and its format, from which the chain of each stream starts."""

    journal: Hex16
    format: int = FORMAT


class JournalRecord(msgspec.Struct, frozen=True):
    """The effect of one command on one stream: the unit of commit.

    `position` counts the stream's records from 1. `event` is the number of events in its records
    before this one, `events` the number in it. `key` is the client's idempotency key ("" for
    none) and `digest` the digest of the client's command. `at` is in microseconds since the
    epoch. `engine` is the version of the program, `rules` the digest of its rule data (hex).
    `shared` names the shared states that the record changed, with the number of the change: this
    orders records of different streams.
    """

    position: int
    event: int
    events: int
    stream: str
    key: str
    digest: str
    at: int
    engine: str
    rules: str
    shared: dict[str, int]
    body: msgspec.Raw


class Link(msgspec.Struct, frozen=True):
    """A record with its hash: SHA-256 (hex) of the hash before it and the record's line."""

    hash: Hex32
    record: JournalRecord


class ChainHead(msgspec.Struct, frozen=True):
    """The end of a stream's chain: the numbers of records and of events, and the last hash."""

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

    A stream's version is the position of its last record. `write` is called in the writer's
    transaction with the states of `shared`, which are locked before the call, in the order of
    their names, after the streams. If `write` raises, nothing is written and the caller gets the
    exception. `write` may be called again with newer states, so it must be a pure function of
    them, and it must not call the journal. `fence` is the token of the stream's lease, 0 if the
    stream was never leased. Raises `BadInput` for a name or key that cannot be stored.
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
        if self.stream == ROOT or WHOLE in self.shared:
            raise BadInput(f"{ROOT} and the state without a name belong to the journal itself.")


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
    """A stream's state after its record number `version`; a cache of the records."""

    stream: str
    version: int
    state: bytes


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A signed root (Ed25519, hex); a copy kept elsewhere reveals what was changed or cut off.

    `position` is the root's number, `events` the number of events that it and the roots before it
    cover, and `hash` its tree. In format 1 they are those of the journal's last record.
    """

    journal: Hex16
    position: int
    events: int
    hash: Hex32
    at: int
    signature: Hex64
    format: int = 1
