"""Typed tables of a journal's rounds, for analysis: what their columns are, and their Parquet."""
