"""The pace of play that papers, meters and comparisons assume where none is given."""

from typing import Final

ROUNDS_PER_HOUR: Final = 60
"""Rounds in an hour, whatever the number of players."""
