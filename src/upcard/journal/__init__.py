"""The durable event log: append-only, hash-chained, idempotent; in memory, SQLite or PostgreSQL."""
