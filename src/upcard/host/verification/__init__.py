"""Verifies a journal: decides every command again."""
