"""Snapshots: a recorded table as bytes, so that a long history does not have to be read again.

The rules are left out: they are compiled from the submission, whose text is in the snapshot.
"""

from functools import cache
from typing import Any, Final

import msgspec

from upcard.engine.play import game_of
from upcard.host.seals.shoe_positions import ShoeSides
from upcard.host.tables.recorded_table import RecordedTable, RulesOf
from upcard.journal.codec import encode

FORMAT: Final = 2
"""A snapshot of another format is ignored; the table is then rebuilt from all its records."""


class TableSnapshot(msgspec.Struct, frozen=True):
    """The content of a snapshot; `state` holds every field of the table's state but the rules."""

    format: int
    fields: tuple[str, ...]
    submission: str
    state: msgspec.Raw
    shoe_sides: ShoeSides = msgspec.field(name="packs")
    sealed: int
    fed: bool


@cache
def _without_rules(state: Any) -> Any:
    """The type of a state, without its field `rules`."""
    fields = [field for field in msgspec.structs.fields(state) if field.name != "rules"]
    return msgspec.defstruct(
        f"{state.__name__}WithoutRules", [(field.name, field.type) for field in fields], frozen=True
    )


def encode_table(table: RecordedTable) -> bytes:
    """A table as the bytes of a snapshot."""
    state_type: Any = type(table.state)
    kind = _without_rules(state_type)
    names = kind.__struct_fields__
    state = kind(**{name: getattr(table.state, name) for name in names})
    raw = msgspec.Raw(encode(state))
    return encode(
        TableSnapshot(
            FORMAT, names, table.submission, raw, table.shoe_sides, table.sealed, table.fed
        )
    )


def decode_table(text: bytes, rules_of: RulesOf) -> RecordedTable | None:
    """The table of a snapshot, or None if another version of the program wrote it."""
    try:
        snapshot = msgspec.json.decode(text, type=TableSnapshot)
        if snapshot.format != FORMAT:
            return None
        rules = rules_of(snapshot.submission)
        state: Any = game_of(rules).state
        kind = _without_rules(state)
        if snapshot.fields != kind.__struct_fields__:
            return None
        plain = msgspec.json.decode(snapshot.state, type=kind)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    values = {name: getattr(plain, name) for name in snapshot.fields}
    return RecordedTable(
        snapshot.submission,
        state(rules=rules, **values),
        snapshot.shoe_sides,
        snapshot.sealed,
        snapshot.fed,
    )
