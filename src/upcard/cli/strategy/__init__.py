"""``upcard strategy``."""
