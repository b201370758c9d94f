"""The first schema: records in a chain, streams with leases, shared states, replies."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("journal", sa.Text, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("position", LONG, nullable=False),
        sa.Column("events", LONG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "record",
        sa.Column("position", LONG, primary_key=True, autoincrement=False),
        sa.Column("event", LONG, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", LONG, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("at", LONG, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_index("record_by_stream", "record", ["stream", "position"])
    op.create_table(
        "stream",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("version", LONG, nullable=False),
        sa.Column("fence", LONG, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("expires", LONG, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shared",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("state", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    _create_derived()


def _create_derived() -> None:
    op.create_table(
        "reply",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("position", LONG, nullable=False),
        sa.Column("refusal", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", LONG, nullable=False),
        sa.Column("position", LONG, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "checkpoint",
        sa.Column("journal", sa.Text, nullable=False),
        sa.Column("position", LONG, nullable=False),
        sa.Column("events", LONG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("at", LONG, nullable=False),
        sa.Column("signature", sa.Text, primary_key=True),
    )
