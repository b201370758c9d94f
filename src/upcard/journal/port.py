"""What goes into a journal and what comes out: the values that every backend shares.

A journal is one sequence of records, each in a stream, each bound to the one before it by a
hash. Bodies are opaque: canonical JSON (`codec.encode`) that only the writer understands.
"""

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from upcard.rules.violation import BadInput

FORMAT = 1
"""The format of records and headers; a journal of another format is not opened."""


class JournalError(Exception):
    """What a journal refuses or cannot do: one sentence for whoever asked."""


class VersionConflict(JournalError):
    """A proposal that expected another version of its stream: its state is not the newest."""


class KeyReused(JournalError):
    """A client's key that already stands for another command."""


class StreamLeased(JournalError):
    """A stream that another owner holds until its lease runs out."""


class FencedOut(JournalError):
    """A write with a fencing token that a newer lease has replaced."""


class JournalUnavailable(JournalError):
    """The journal could not commit: nothing was acknowledged.

    Whether the command stands is known when it is sent again with the same key.
    """


class JournalInUse(BadInput):
    """A file that is open for writing already."""


class JournalTampered(JournalError):
    """Records that are not what was written, with the first that differs."""


Hex16 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""So many bytes in hexadecimal, which there is one way to write; checked when read from a file."""


NAME_LENGTH = 200
"""What every database takes as a key."""


def check_names(*names: str) -> None:
    """`BadInput` for a name, key or digest that some database could not store or show."""
    for name in names:
        if len(name) > NAME_LENGTH or not name.isprintable():
            raise BadInput(
                f"{name[:20]!r}… is no name: one has at most {NAME_LENGTH} printable characters."
            )


class Header(msgspec.Struct, frozen=True):
    """Names a journal; the chain starts from its hash."""

    journal: Hex16
    format: int = FORMAT


class JournalRecord(msgspec.Struct, frozen=True):
    """What one command did to one stream: the unit of commit.

    `position` counts records from 1 in the order of their commits; `event` is the number of
    events in all records before it and `events` the number in it. `version` is the stream's
    after it: its number of records. `key` and `digest` are the client's idempotency key ("" for
    none) and the digest of the command that it stands for. `at` is in microseconds since the
    epoch. `engine` is the version of the program, `rules` the digest of its rule data (hex).
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
    """The end of the chain: how many records and events there are, and the last hash."""

    position: int
    events: int
    hash: str


class Written(msgspec.Struct, frozen=True):
    """What a proposal writes: the body (canonical JSON), how many events it has, new states.

    `shared` may hold only names that the proposal asked for. `result` goes to the caller.
    """

    body: bytes
    events: int
    shared: Mapping[str, bytes] = {}
    result: object = None


States = Mapping[str, bytes | None]
"""Shared states by name; None is a state that was never written."""


class Proposal(msgspec.Struct, frozen=True):
    """A record to be: its stream, the version expected before it, and what writes the rest.

    `write` is called in the writer's transaction with the states of `shared`, after they are
    locked in the order of their names and before the head is. What it raises goes to the caller
    and nothing is written. It may be called again on newer states, so it keeps none of its own,
    and it does not call the journal. `fence` is the token of the stream's lease, 0 where none was
    ever taken. Raises `BadInput` for a name or key that cannot be stored.
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
    """The durable answer: a record, or the refusal stored for the key.

    `repeated` means that the key was known: nothing new was written, and `result` is None.
    """

    record: JournalRecord | None = None
    result: object = None
    repeated: bool = False
    refusal: bytes | None = None


class Lease(msgspec.Struct, frozen=True):
    """The right to write a stream until `expires` (microseconds, the database's clock).

    Each new lease of a stream has a higher `fence`; a proposal carries it, and a proposal with
    an older one is refused even if its owner does not know yet that the lease is gone.
    """

    stream: str
    owner: str
    fence: int
    expires: int


class Snapshot(msgspec.Struct, frozen=True):
    """A stream's state after its `version`, written at `position`; derived, never the truth."""

    stream: str
    version: int
    position: int
    state: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """A signed head (Ed25519, hex); kept elsewhere, it shows that records were cut off."""

    journal: Hex16
    position: int
    events: int
    hash: Hex32
    at: int
    signature: Hex64
