"""The rows of a journal's tables, and the values that they hold."""

from collections.abc import Mapping
from typing import Any

import msgspec

from upcard.journal.codec import NotCanonicalError, decode_canonical, encode
from upcard.journal.integrity.chain import genesis
from upcard.journal.port import ChainHead, Header, JournalRecord, JournalTampered, Link
from upcard.journal.store import StreamState

_shared = msgspec.json.Decoder(dict[str, int])

SqlRow = tuple[Any, ...]
Parameters = Mapping[str, object]


def record_row(link: Link) -> dict[str, object]:
    """The row of a record with its hash."""
    record = link.record
    row = msgspec.structs.asdict(record)
    shared = encode(record.shared).decode()
    return {**row, "shared": shared, "body": bytes(record.body), "hash": link.hash}


def stream_row(name: str, state: StreamState) -> dict[str, object]:
    """The row of a stream."""
    row = msgspec.structs.asdict(state)
    return {"name": name, **msgspec.structs.asdict(row.pop("head")), **row}


def stream_state(header: Header, name: str, row: SqlRow | None) -> StreamState:
    """The state in a row of `schema.stream` without its name, or of a stream that has none."""
    if row is None:
        return StreamState(genesis(header, name))
    position, events, digest, *lease = row
    head = ChainHead(position, events, digest) if position else genesis(header, name)
    return StreamState(head, *lease)


def single_row(rows: list[SqlRow]) -> SqlRow:
    """The only row; raises `JournalTampered` unless there is exactly one."""
    if len(rows) != 1:
        raise JournalTampered("The journal is damaged: a row that it always has is missing.")
    return rows[0]


def link_of(row: SqlRow) -> Link:
    """The link that a row of `schema.record` holds; raises `JournalTampered` for a null."""
    stream, position, event, events, *fields, shared, body, digest = row
    if None in row:
        raise JournalTampered(f"Record {position} of {stream} is damaged: a part is missing.")
    try:
        changes = decode_canonical(shared.encode(), _shared)
    except (NotCanonicalError, AttributeError):  # bytes have none of text's methods
        raise JournalTampered(
            f"Record {position} of {stream} is damaged: its shared states cannot be read."
        ) from None
    values = (position, event, events, stream, *fields, changes, msgspec.Raw(body))
    return Link(digest, JournalRecord(*values))
