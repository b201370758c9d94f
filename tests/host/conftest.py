"""The real PostgreSQL of the journal's tests serves the host's too."""

from journal.conftest import postgres, schemas

__all__ = ["postgres", "schemas"]
