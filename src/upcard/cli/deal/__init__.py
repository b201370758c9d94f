"""``upcard deal``."""
