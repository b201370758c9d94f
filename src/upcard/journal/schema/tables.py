"""The tables of a journal, the same in SQLite and PostgreSQL.

`migrations` converts the tables of an older journal to these.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

REVISION = "2"
"""The revision of these tables: the newest in `migrations`."""

VERSION_TABLE = "journal_version"
"""The table in which Alembic keeps the revision of a database."""

version = Table(
    VERSION_TABLE,
    MetaData(),
    Column("version_num", String(32)),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)
"""Alembic's own table, as it creates it; not among the tables that it compares."""

metadata = MetaData()

Long = BigInteger().with_variant(Integer, "sqlite")
"""A 64-bit integer. In SQLite the type has to be INTEGER for a key to be the row's own number."""

journal = Table(
    "journal",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1: the table has one row
    Column("journal", Text, nullable=False),
    Column("format", Integer, nullable=False),
)

record = Table(
    "record",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("position", Long, primary_key=True, autoincrement=False),
    Column("event", Long, nullable=False),  # events of the stream before this record
    Column("events", Integer, nullable=False),  # events in this record
    Column("key", Text, nullable=False),  # the idempotency key of its command
    Column("digest", Text, nullable=False),  # of the command with that key
    Column("at", Long, nullable=False),
    Column("engine", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("shared", Text, nullable=False),  # JSON: the number of each shared state it changed
    Column("body", LargeBinary, nullable=False),
    Column("hash", Text, nullable=False),
)

stream = Table(
    "stream",
    metadata,
    Column("name", Text, primary_key=True),
    Column("position", Long, nullable=False),
    Column("events", Long, nullable=False),
    Column("hash", Text, nullable=False),
    Column("fence", Long, nullable=False),  # the token of the newest lease (`Lease.fence`)
    Column("owner", Text, nullable=False),
    Column("expires", Long, nullable=False),
    sqlite_with_rowid=False,
)

shared = Table(
    "shared",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", Long, nullable=False),
    Column("state", LargeBinary),
    sqlite_with_rowid=False,
)
"""States that records of several streams change, such as meters: see `store.SharedState`."""

reply = Table(
    "reply",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("position", Long, nullable=False),
    Column("refusal", LargeBinary),
    sqlite_with_rowid=False,
)
"""The answers that were given, by idempotency key: see `store.Reply`."""

snapshot = Table(
    "snapshot",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Long, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

covered = Table(
    "covered",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("position", Long, nullable=False),
    Column("events", Long, nullable=False),
    sqlite_with_rowid=False,
)
"""How far the roots cover each stream: see `store.RootCoverage`."""

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("journal", Text, nullable=False),
    Column("position", Long, nullable=False),
    Column("events", Long, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at", Long, nullable=False),
    Column("signature", Text, primary_key=True),
    Column("format", Integer, nullable=False),
)
