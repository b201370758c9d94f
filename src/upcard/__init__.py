"""upcard: casino table games as executable regulations."""

__version__ = "0.1.0"
