"""The durable event log: append-only, hash-chained, idempotent; memory, SQLite or PostgreSQL."""
