"""Copies of a journal: exports, archives and backups, and reading them back."""
