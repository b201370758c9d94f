"""The papers of a table, one by one."""
