"""Charts of records: how they are drawn, and how they are written."""
