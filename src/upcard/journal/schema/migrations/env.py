"""Alembic runs this file: it migrates the database of the connection in its attributes."""

from alembic import context

from upcard.journal.schema.tables import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # SQLite supports it; a schema is changed completely or not at all
)
with context.begin_transaction():
    context.run_migrations()
