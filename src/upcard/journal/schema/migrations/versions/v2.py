"""A chain for each stream: the tables of format 2, in addition to those of format 1.

Only the schema changes here. `journal.backends.converting` then fills the new tables from the
former ones, and drops those, in one transaction.
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
FORMER = ("record", "stream", "shared", "reply", "snapshot", "checkpoint")


def upgrade() -> None:
    """Rename the former tables, or drop those of a new journal; create those of format 2."""
    is_new = op.get_bind().execute(sa.text("SELECT id FROM journal")).first() is None
    op.drop_index("record_by_stream", table_name="record")
    for name in FORMER:
        if is_new:
            op.drop_table(name)
            continue
        op.rename_table(name, f"former_{name}")
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER INDEX {name}_pkey RENAME TO former_{name}_pkey")
    for column in ("position", "events", "hash"):
        op.drop_column("journal", column)
    _create_records()
    _create_states()


def _create_records() -> None:
    op.create_table(
        "record",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("position", LONG, primary_key=True, autoincrement=False),
        sa.Column("event", LONG, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("at", LONG, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("shared", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "reply",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("position", LONG, nullable=False),
        sa.Column("refusal", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "covered",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("position", LONG, nullable=False),
        sa.Column("events", LONG, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_states() -> None:
    op.create_table(
        "stream",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("position", LONG, nullable=False),
        sa.Column("events", LONG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("fence", LONG, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("expires", LONG, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shared",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("number", LONG, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", LONG, nullable=False),
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
        sa.Column("format", sa.Integer, nullable=False),
    )
