"""Where a journal is stored: in memory, in an SQLite file, or in PostgreSQL."""
