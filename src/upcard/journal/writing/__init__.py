"""The writer of a journal: groups of records, leases, and roots."""
