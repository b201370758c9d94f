"""``upcard sim``."""
