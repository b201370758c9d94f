"""``upcard odds``."""
