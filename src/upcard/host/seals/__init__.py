"""Secrets that are committed before use and revealed afterwards."""
