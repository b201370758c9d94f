"""Exact odds by enumeration."""
