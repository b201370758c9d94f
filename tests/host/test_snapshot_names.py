"""The names in a table's snapshot: journals that exist have them."""

from msgspec.structs import fields

from upcard.host.tables.snapshots import TableSnapshot


def test_the_names_of_a_snapshot_never_change() -> None:
    names = [field.encode_name for field in fields(TableSnapshot)]
    assert names == ["format", "fields", "submission", "state", "packs", "sealed", "fed"]
