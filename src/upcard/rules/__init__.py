"""The rulebook: cited, dated data, loaded and checked once."""
