"""Run by Alembic: migrates the connection that it was given."""

from alembic import context

from upcard.journal.schema import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # SQLite can do it, and half a schema is of no use
)
with context.begin_transaction():
    context.run_migrations()
