"""What happened at the tables, from the journal."""
